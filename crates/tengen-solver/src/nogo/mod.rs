//! NoGo: who wins, and by which moves.

mod bounds;
mod build;
mod graph;
mod hasher;
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
