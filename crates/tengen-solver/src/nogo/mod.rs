//! Exact solver of NoGo: a sum of combinatorial games, searched depth first.

mod bounds;
mod build;
mod game_values;
mod graph;
mod key;
mod move_ordering;
mod nogo_solver;
mod rectangle_board;
mod region;
mod region_values;
mod sum;
mod sum_search;

pub use build::TooLarge;
pub use nogo_solver::{NoGoError, NoGoSolver};
