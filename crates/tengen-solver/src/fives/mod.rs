//! Five-in-a-row: threats, wins by fours, wins by threats.

mod frame;
mod memory;
mod pairs;
mod spots;
pub mod threats;
pub mod vcf;

pub use frame::{Spot, TooWide};
pub use threats::Threats;
