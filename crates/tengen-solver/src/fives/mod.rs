//! Five-in-a-row.

pub mod plies;
