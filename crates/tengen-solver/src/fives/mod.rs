//! Five-in-a-row: threats, wins by fours, wins by threats, wins within a few plies; draws by pairing.

mod bit_lines;
pub mod book;
mod explain_win;
mod fives_solver;
mod line_pattern;
mod pairing_search;
mod pattern_table;
mod plan;
pub mod plies;
mod search_frame;
mod solution_tree;
mod spot_sets;
mod threat_line;
#[doc(hidden)]
pub mod threats;
#[doc(hidden)]
pub mod vcf;
mod vcf_cache;
mod vcf_search;
#[doc(hidden)]
pub mod vct;
mod verdict_text;

pub use fives_solver::{By, Decision, FivesDanger, FivesSolver, FivesVerdict, Unforeseen, Win};
pub use pairing_search::{PairingError, find_pairing};
pub use search_frame::TooWide;
pub use solution_tree::SolutionTree;

// For the engine, tests and benches, which share one board with the solver; no part of the stable interface.
#[doc(hidden)]
pub use line_pattern::LinePattern;
#[doc(hidden)]
pub use pattern_table::PatternPair;
#[doc(hidden)]
pub use search_frame::Spot;
#[doc(hidden)]
pub use threats::Threats;
