//! Exact solvers of positions, with proofs: VCF and VCT at five-in-a-row, combinatorial games at NoGo.
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
mod transposition_table;

pub use budget::{Budget, Stopped};
pub use transposition_table::{TranspositionTable, TtKey};
