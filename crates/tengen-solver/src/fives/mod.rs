//! Five-in-a-row: threats, wins by fours, wins by threats, wins within a few plies.

mod bit_lines;
pub mod book;
mod explain_win;
mod fives_solver;
mod line_pattern;
mod pattern_table;
pub mod plies;
mod search_frame;
mod solution_tree;
mod spot_sets;
mod threat_line;
pub mod threats;
pub mod vcf;
mod vcf_cache;
mod vcf_search;
pub mod vct;

pub use fives_solver::{By, Decision, FivesDanger, FivesSolver, FivesVerdict, Unforeseen, Win};
pub use line_pattern::LinePattern;
pub use pattern_table::PatternPair;
pub use search_frame::{Spot, TooWide};
pub use solution_tree::SolutionTree;
pub use threats::Threats;
