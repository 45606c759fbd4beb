//! Puzzles made from games that the engine plays against itself.
//!
//! [`PuzzleMaker`] plays one short game of two weak levels after another, and asks the
//! [`PuzzleSolver`](tengen_solver::puzzle::PuzzleSolver) about their positions until it has as many puzzles of each kind
//! as are wanted:
//!
//! ```
//! use tengen_engine::puzzles::PuzzleMaker;
//! use tengen_solver::puzzle::PuzzleKind;
//!
//! let mut maker = PuzzleMaker::new(7, [(PuzzleKind::NoGo, 1)]);
//! let made = maker.next_puzzle(&|| false, &mut |_| {}).unwrap();
//! assert_eq!(made.kind, PuzzleKind::NoGo);
//! assert!(maker.next_puzzle(&|| false, &mut |_| {}).is_none(), "one was wanted");
//! ```

mod puzzle_game;
mod puzzle_maker;

pub use puzzle_maker::{MadePuzzle, PuzzleMaker, PuzzleProgress};
