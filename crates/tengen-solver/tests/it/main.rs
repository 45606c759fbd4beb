//! What the solver says, against what follows from the rules by trying everything.

#![allow(clippy::unwrap_used, reason = "a test may fail by a panic")]

mod budget;
mod fives;
mod plain;
mod plies;
mod plies_plain;
mod proofs;
mod small_boards;
mod winners;
