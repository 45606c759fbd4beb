//! Five-in-a-row: threats, wins by fours, wins by threats, wins within a few plies.

mod bit_lines;
pub mod book;
mod frame;
mod line_pattern;
mod pattern_table;
pub mod plies;
mod solution;
mod solver;
mod spot_sets;
mod story;
mod threat_line;
pub mod threats;
pub mod vcf;
mod vcf_cache;
mod vcf_search;
pub mod vct;

pub use frame::{Spot, TooWide};
pub use line_pattern::LinePattern;
pub use pattern_table::PatternPair;
pub use solution::Solution;
pub use solver::{By, Danger, Known, Solver, Unforeseen, Verdict, Win};
pub use story::Told;
pub use threats::Threats;
