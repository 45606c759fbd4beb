//! Solutions of puzzles, and how hard they are.

use tengen_core::Point;

use crate::{SolveError, Stopped, nogo::NoGoError};

/// Solution of a puzzle, and what it took the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSolution {
    /// The only first move.
    pub point: Point,
    /// How deep it is. VCF and fouls: the fours of the shortest win. VCT: the moves of the winner against the longest
    /// defence. Defence: the moves that parry the threat, of which all but one lose. NoGo: the moves of the winner to the
    /// end of the game.
    pub depth: u32,
    /// Nodes that the solver needed to find it.
    pub nodes: u64,
}

/// Error of a question about a puzzle that has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The solver cannot search the board.
    #[error(transparent)]
    Unsolvable(#[from] SolveError),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is no proof, or the checker does not accept it.
    #[error("the solution is not proved")]
    Unproved,
}

impl From<NoGoError> for PuzzleError {
    fn from(error: NoGoError) -> PuzzleError {
        match error {
            NoGoError::TooLarge(error) => PuzzleError::Unsolvable(error.into()),
            NoGoError::Stopped(why) => PuzzleError::Stopped(why),
        }
    }
}
