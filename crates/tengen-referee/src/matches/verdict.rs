//! How a game of a match ends, whatever the players do.

use std::fmt;

use tengen_core::{Color, renju::Foul};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won; nobody if it is drawn.
    pub winner: Option<Color>,
    /// Why.
    pub why: Why,
}

impl Verdict {
    /// The loss of `color`.
    pub const fn lost(color: Color, why: Why) -> Verdict {
        let winner = match color {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        Verdict { winner: Some(winner), why }
    }

    /// How many half points `color` has from it.
    pub fn halves(&self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A line that wins.
    Five,
    /// Every point has a stone.
    FullBoard,
    /// A side has no move left: at NoGo it has lost; at renju, where Black has only fouls left, it is a
    /// draw.
    Stuck,
    /// A side gave up.
    Resigned,
    /// As many moves were made as the match allows; it is called a draw.
    MoveLimit,
    /// A player did what no player may.
    Misdeed(Misdeed),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Five => f.write_str("five in a row"),
            Why::FullBoard => f.write_str("the board is full"),
            Why::Stuck => f.write_str("no legal move is left"),
            Why::Resigned => f.write_str("resigned"),
            Why::MoveLimit => f.write_str("the limit of moves is reached"),
            Why::Misdeed(misdeed) => misdeed.fmt(f),
        }
    }
}

/// What a player may not do. Each costs the game, but for the last two, which are told of and
/// nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misdeed {
    /// The process could not be started, though it could before the match.
    Unstartable,
    /// It was started and never said who it is.
    NoAbout,
    /// It did not say that it is ready for a game.
    NoStart,
    /// It said that it cannot play on this board, or by this rule.
    Declined,
    /// It took longer for a move than a move may take.
    TurnTime,
    /// It took longer for its moves than a game may take.
    MatchTime,
    /// It said something instead of a move, and no move before its time was up.
    Nonsense,
    /// It began a line and did not end it before its time was up.
    HalfLine,
    /// Its move is outside the board.
    Outside,
    /// Its move is on a stone.
    Occupied,
    /// Its move is a foul at renju.
    Foul(Foul),
    /// At NoGo, its move leaves a chain without a liberty.
    Choke,
    /// It passed, where nobody may.
    Pass,
    /// It refused the question, or the legal move of the other side.
    Refused,
    /// It named a move when it was not asked for one.
    Unasked,
    /// It said more than anybody would read.
    Flood,
    /// It does not read what it is told.
    Deaf,
    /// It shut its output and lives on.
    Closed,
    /// It ended by itself.
    Crash,
    /// It took longer than it may, but not so much that it costs the game.
    Late,
    /// It did not end when it was asked to, and had to be killed.
    Undying,
}

impl Misdeed {
    /// One word for it, in tables and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Misdeed::Unstartable => "unstartable",
            Misdeed::NoAbout => "no-about",
            Misdeed::NoStart => "no-start",
            Misdeed::Declined => "declined",
            Misdeed::TurnTime => "turn-time",
            Misdeed::MatchTime => "match-time",
            Misdeed::Nonsense => "nonsense",
            Misdeed::HalfLine => "half-line",
            Misdeed::Outside => "outside",
            Misdeed::Occupied => "occupied",
            Misdeed::Foul(_) => "foul",
            Misdeed::Choke => "choke",
            Misdeed::Pass => "pass",
            Misdeed::Refused => "refused",
            Misdeed::Unasked => "unasked",
            Misdeed::Flood => "flood",
            Misdeed::Deaf => "deaf",
            Misdeed::Closed => "closed",
            Misdeed::Crash => "crash",
            Misdeed::Late => "late",
            Misdeed::Undying => "undying",
        }
    }

    /// Whether it is about time.
    pub const fn is_of_time(self) -> bool {
        matches!(self, Misdeed::TurnTime | Misdeed::MatchTime | Misdeed::Late)
    }
}

impl fmt::Display for Misdeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Misdeed::Unstartable => "could not be started",
            Misdeed::NoAbout => "did not say who it is",
            Misdeed::NoStart => "did not say that it is ready",
            Misdeed::Declined => "will not play this game",
            Misdeed::TurnTime => "took too long for a move",
            Misdeed::MatchTime => "took too long for the game",
            Misdeed::Nonsense => "answered with something that is no move",
            Misdeed::HalfLine => "did not end its line",
            Misdeed::Outside => "played outside the board",
            Misdeed::Occupied => "played on a stone",
            Misdeed::Foul(foul) => return write!(f, "played a foul: {foul}"),
            Misdeed::Choke => "left a chain without a liberty",
            Misdeed::Pass => "passed",
            Misdeed::Refused => "refused a legal move or a question",
            Misdeed::Unasked => "named a move without being asked",
            Misdeed::Flood => "said too much",
            Misdeed::Deaf => "does not read what it is told",
            Misdeed::Closed => "shut its output",
            Misdeed::Crash => "ended by itself",
            Misdeed::Late => "was late, within the tolerance",
            Misdeed::Undying => "would not end and was killed",
        };
        f.write_str(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_of_a_game_are_two() {
        for winner in [None, Some(Color::Black), Some(Color::White)] {
            let verdict = Verdict { winner, why: Why::Five };
            assert_eq!(verdict.halves(Color::Black) + verdict.halves(Color::White), 2);
        }
        let verdict = Verdict::lost(Color::Black, Why::Misdeed(Misdeed::Crash));
        assert_eq!((verdict.halves(Color::Black), verdict.halves(Color::White)), (0, 2));
    }
}
