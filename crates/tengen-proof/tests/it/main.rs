//! Proofs that hold, and a great many that do not.

#![allow(clippy::unwrap_used, reason = "a test may fail by a panic")]

mod books;
mod broken;
mod broken_fives;
mod broken_graphs;
mod corruptions;
mod counting;
mod endless;
mod fives;
mod graphs;
mod lemmas;
mod pairings;
mod plain;
mod second_checker;
mod support;
mod threats;
mod whole;
