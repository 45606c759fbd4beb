//! Exact solvers of positions, with proofs: VCF and VCT at five-in-a-row, combinatorial games at NoGo.
//!
//! [`solve`] answers a [`Question`] about a position of any game within a [`Budget`], and its
//! [`Explanation`] has the moves with their reasons:
//!
//! ```
//! use tengen_core::{Area, Color, Position, Rule};
//! use tengen_solver::{Budget, Question, solve};
//!
//! let area = Area::square(15);
//! let mut position = Position::new(Rule::Freestyle, area).unwrap();
//! for name in ["g8", "a15", "h8", "o15", "h9", "a1", "h10", "o1"] {
//!     position.play(area.point(name).unwrap()).unwrap();
//! }
//! let mut budget = Budget::unlimited().nodes_up_to(100_000);
//! let answer = solve(&position, Question::Threats, &mut budget).unwrap();
//! assert_eq!(answer.winner, Some(Color::Black));
//! let explanation = answer.explanation.unwrap();
//! assert_eq!(explanation.by, Question::Fours);
//! assert_eq!(explanation.line[0].color, Color::Black);
//! ```
//!
//! Feature `serde`: questions and explanations can be serialized.

mod budget;
pub mod clock;
mod explanation;
pub mod fives;
pub mod nogo;
mod position_solver;
pub mod puzzle;
mod solve;
mod transposition_table;
mod turning_point;

pub use budget::{Budget, Stopped};
pub use explanation::{ExplainedMove, Explanation};
pub use position_solver::{PositionSolver, PositionVerdict};
pub use solve::{Question, SolveError, SolverAnswer, Undecided, solve};
#[doc(hidden)]
pub use transposition_table::{TranspositionTable, TtKey};
pub use turning_point::{TurningPoint, TurningPointError, TurningPointOpen, turning_point};

/// The example of the README, which runs with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct SolverReadme;

/// The example of the proofs' README.
#[cfg(doctest)]
#[doc = include_str!("../../tengen-proof/README.md")]
struct ProofReadme;
