//! What is true: exact answers about positions, and proofs of them.
//!
//! ```
//! use tengen_core::{Area, Color, Position, Rule};
//! use tengen_solver::{Budget, nogo::Solver};
//!
//! let position = Position::new(Rule::NoGo, Area::square(4)).unwrap();
//! let mut solver = Solver::new(1 << 20);
//! assert_eq!(solver.winner(&position, &mut Budget::unlimited()), Ok(Color::White));
//! ```

mod budget;
pub mod fives;
mod hasher;
pub mod nogo;
mod table;

pub use budget::{Budget, Stopped};
pub use table::Table;
