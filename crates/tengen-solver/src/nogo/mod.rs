//! NoGo: who wins, and by which moves.

use crate::hasher;

mod bounds;
mod build;
mod graph;
mod key;
mod order;
mod region;
mod search;
mod shape;
mod solver;
mod sum;
mod values;

pub use build::TooLarge;
pub use solver::{Solver, Unanswered};
