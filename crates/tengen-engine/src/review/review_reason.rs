//! Reasons in words for the judgement of a move.

use std::fmt;

use tengen_core::{Color, renju::Foul};
use tengen_solver::fives::By;

/// Why a move is marked, as far as it is proven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReviewReason {
    /// Renju forbids the move to Black.
    Foul(Foul),
    /// At NoGo, the move leaves a chain of this color without a liberty.
    Chokes(Color),
    /// There was a five to make.
    MissedFive,
    /// There was a win by fours or threats.
    Missed(By),
    /// There was another proven win.
    MissedWin,
    /// The other side had a four, and makes five.
    IgnoredFour,
    /// The other side wins by fours or threats.
    Allowed(By),
    /// The other side has another proven win.
    AllowedWin,
}

impl ReviewReason {
    /// A word for programs that never changes.
    pub const fn word(self) -> &'static str {
        match self {
            ReviewReason::Foul(_) => "foul",
            ReviewReason::Chokes(_) => "chokes",
            ReviewReason::MissedFive => "missed-five",
            ReviewReason::Missed(By::Fours) => "missed-fours",
            ReviewReason::Missed(By::Threats) => "missed-threats",
            ReviewReason::Missed(By::QuietMoves) => "missed-quiet",
            ReviewReason::MissedWin => "missed-win",
            ReviewReason::IgnoredFour => "ignored-four",
            ReviewReason::Allowed(By::Fours) => "allowed-fours",
            ReviewReason::Allowed(By::Threats) => "allowed-threats",
            ReviewReason::Allowed(By::QuietMoves) => "allowed-quiet",
            ReviewReason::AllowedWin => "allowed-win",
        }
    }

    /// Whether it is about a win that was there.
    pub const fn is_missed_win(self) -> bool {
        matches!(self, ReviewReason::MissedFive | ReviewReason::Missed(_) | ReviewReason::MissedWin)
    }
}

impl fmt::Display for ReviewReason {
    /// What follows the name of the move in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReviewReason::Foul(foul) => write!(f, "is a foul, {foul}"),
            ReviewReason::Chokes(color) => write!(f, "leaves a {color} chain without a liberty"),
            ReviewReason::MissedFive => f.write_str("missed a five"),
            ReviewReason::Missed(By::Fours) => f.write_str("missed a win by fours"),
            ReviewReason::Missed(By::Threats) => f.write_str("missed a win by threats (VCT)"),
            ReviewReason::Missed(By::QuietMoves) => {
                f.write_str("missed a win by threats and quiet moves")
            }
            ReviewReason::MissedWin => f.write_str("missed a proven win"),
            ReviewReason::IgnoredFour => f.write_str("does not parry the four"),
            ReviewReason::Allowed(By::Fours) => f.write_str("allows a win by fours"),
            ReviewReason::Allowed(By::Threats) => f.write_str("allows a win by threats (VCT)"),
            ReviewReason::Allowed(By::QuietMoves) => {
                f.write_str("allows a win by threats and quiet moves")
            }
            ReviewReason::AllowedWin => f.write_str("allows a proven win"),
        }
    }
}
