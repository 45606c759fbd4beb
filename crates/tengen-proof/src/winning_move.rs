//! What a strategy answers.

use tengen_core::Point;

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
