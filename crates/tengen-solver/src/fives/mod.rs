//! Five-in-a-row: threats, wins by fours, wins by threats, wins within a few plies.

pub mod book;
mod frame;
mod group;
mod hunt;
mod line;
mod memory;
mod pairs;
pub mod plies;
mod solution;
mod solver;
mod spots;
mod story;
mod strips;
pub mod threats;
pub mod vcf;
pub mod vct;

pub use frame::{Spot, TooWide};
pub use group::Group;
pub use pairs::Pair;
pub use solution::Solution;
pub use solver::{By, Danger, Known, Solver, Unforeseen, Verdict, Win};
pub use story::Told;
pub use threats::Threats;
