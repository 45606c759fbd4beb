//! Puzzles: a set that is part of the program, one of it by number, date or rating, and what answers a move.
//!
//! The set was made by `tengen puzzles make` (see `docs/puzzles.md`); [`PuzzleSet`] reads it and every other one like it.

mod puzzle_answer;
mod puzzle_move;
mod puzzle_set;
mod puzzle_set_check;

pub use puzzle_answer::{PuzzleAnswer, PuzzleQuestion, WirePuzzleKind};
pub use puzzle_move::{
    PuzzleFoul, PuzzleMoveAnswer, PuzzleMoveQuestion, PuzzleMoveVerdict, WirePuzzleFailure,
};
pub use puzzle_set::{GradedPuzzle, PuzzleFlaw, PuzzleSet};
pub use puzzle_set_check::PuzzleSetCheck;
