//! Puzzles: whether a position is one, which first move solves it, and what answers any other move.
//!
//! A [`PuzzleSolver`] examines a position: it is a puzzle of a [`PuzzleKind`] if exactly one legal move reaches the goal
//! of that kind, which is decided for every legal move. Of the moves that a person tries it says whether they still reach
//! the goal, with the reply that resists longest, or what is wrong with them.

mod position_shape;
mod puzzle_kind;
mod puzzle_proof;
mod puzzle_reply;
mod puzzle_solution;
mod puzzle_solver;

pub use position_shape::PositionShape;
pub use puzzle_kind::{PuzzleKind, UnknownPuzzleKind};
pub use puzzle_proof::PuzzleProof;
pub use puzzle_reply::{PuzzleFailure, PuzzleReply};
pub use puzzle_solution::{PuzzleError, PuzzleSolution};
pub use puzzle_solver::PuzzleSolver;
