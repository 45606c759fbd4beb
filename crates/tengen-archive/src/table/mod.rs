//! Arrow tables of games: record batches straight to main lines, without a text in between.

mod cell_column;
mod moves_column;
mod table_block;
mod table_layout;

pub use cell_column::CellColumn;
pub use table_block::{TableBlock, TableRows};
pub use table_layout::{LayoutError, TableLayout};

pub(crate) use moves_column::refuse_moves;

/// A name in a message.
pub(crate) fn shown(name: &str) -> String {
    name.chars().take(100).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}
