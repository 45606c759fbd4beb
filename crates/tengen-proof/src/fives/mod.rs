//! Proofs of five-in-a-row.

mod check;
mod write;

pub use write::{WinReason, WinningMove, write_fives};

/// The kinds of steps that other games do not have.
const THREAT: u8 = 1;
const FOUR: u8 = 3;
