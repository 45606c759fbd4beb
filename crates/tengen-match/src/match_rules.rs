//! The rules that all games of a match share.

use tengen_core::{Area, Position, Rule};
use tengen_notation::gtp;

use crate::MatchError;

/// The rules that all games of a match share: the game, the board, and how long a game may be.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MatchRules {
    /// The game.
    pub rule: Rule,
    /// The board; it has edges.
    pub area: Area,
    /// A game of this many moves is a draw.
    pub max_moves: Option<usize>,
    /// Whether every game has new processes.
    pub fresh: bool,
}

impl MatchRules {
    /// The game on its usual board: 15x15, and 9x9 at NoGo.
    pub fn new(rule: Rule) -> MatchRules {
        let side = if rule == Rule::NoGo { 9 } else { 15 };
        MatchRules { rule, area: Area::square(side), max_moves: None, fresh: false }
    }

    /// Checks that engines can play on this board.
    ///
    /// # Errors
    ///
    /// If it has no edges or is too large for the protocol, or if its first player cannot move.
    pub fn check(&self) -> Result<(), MatchError> {
        let Area::Bounded { width, height } = self.area else { return Err(MatchError::Unbounded) };
        if self.rule == Rule::NoGo && width.max(height) > gtp::MAX_SIDE {
            return Err(MatchError::TooLarge(self.area));
        }
        match Position::new(self.rule, self.area) {
            Err(error) => Err(MatchError::Board(error.to_string())),
            Ok(start) if start.outcome().is_some() => Err(MatchError::NoMove(self.area)),
            Ok(_) => Ok(()),
        }
    }
}
