//! The law of fives that one side is under.

use crate::Window;

/// What becomes of a row of six or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overline {
    /// It wins like a five.
    Wins,
    /// It is worth nothing.
    Idle,
    /// It may not be made.
    Foul,
}

/// Whether one move may make two fours, or two threes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forks {
    /// It may.
    Free,
    /// It may not.
    Foul,
}

/// The law of fives that one side is under.
///
/// It judges windows, never boards: whatever a variant says about the cells next to a five (Caro
/// asks that one end be open) can be said here, and no board has to know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Law {
    /// What becomes of a row of six or more.
    pub overline: Overline,
    /// What becomes of double fours and double threes.
    pub forks: Forks,
}

impl Law {
    /// Five or more wins, nothing is forbidden.
    pub const FREE: Law = Law { overline: Overline::Wins, forks: Forks::Free };
    /// Exactly five wins, nothing is forbidden.
    pub const EXACT: Law = Law { overline: Overline::Idle, forks: Forks::Free };
    /// Black at renju: exactly five wins; overlines, double fours and double threes are forbidden.
    pub const RENJU_BLACK: Law = Law { overline: Overline::Foul, forks: Forks::Foul };

    /// Whether an own stone in the middle of `window`, seen by its owner, is part of a win.
    #[inline]
    pub const fn wins(self, window: Window) -> bool {
        let run = window.run();
        run == 5 || run > 5 && self.long_rows_win()
    }

    /// Whether a row of six or more wins like a five.
    #[inline]
    pub const fn long_rows_win(self) -> bool {
        matches!(self.overline, Overline::Wins)
    }
}
