//! What a strategy answers.

use tengen_core::{Area, Color, Point, Position};

use crate::threat::{Four, four, parries};

/// A move of the winner, and why it wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningMove {
    /// The move. It means nothing where the other side is to move, which is at most once: at the
    /// first position.
    pub point: Point,
    /// Why it wins.
    pub how: WinReason,
}

/// Why a move of the winner wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinReason {
    /// It makes a five.
    Wins,
    /// It makes a four. What follows the one reply that stops it will be asked, if there is one.
    Four,
    /// It threatens to win by playing these moves, all of them fours, see [`crate::threat`]. What
    /// follows the replies that parry this will be asked.
    Threat(Vec<Point>),
    /// There is no threat, as always in NoGo. What follows each legal reply will be asked. Not on a
    /// board without edges, where there is no end to them.
    All,
}

impl WinningMove {
    /// A move without a threat.
    pub fn quiet(point: Point) -> WinningMove {
        WinningMove { point, how: WinReason::All }
    }
}

/// The replies that must be answered after a move of `winner` that should win for this reason, the loser to move.
///
/// # Errors
///
/// What the move is not.
pub(crate) fn replies_to_answer(
    position: &Position,
    winner: Color,
    how: &WinReason,
) -> Result<Vec<Point>, &'static str> {
    match how {
        WinReason::Wins => Err("does not make a five"),
        WinReason::Four => match four(position, winner) {
            Some(Four::Wins) => Ok(Vec::new()),
            Some(Four::Stopped(block)) => Ok(vec![block]),
            Some(Four::Late) => Err("does not stop a five"),
            Some(Four::No) | None => Err("makes no four"),
        },
        WinReason::Threat(line) => parries(position, winner, line).ok_or("makes no such threat"),
        WinReason::All => {
            let replies = position.legal_points();
            let endless = position.board().area() == Area::Unbounded;
            if endless || replies.is_empty() { Err("has no replies to list") } else { Ok(replies) }
        }
    }
}
