//! The rules as a whole, tested from outside: one binary, one module a theme.

#![allow(clippy::unwrap_used, reason = "all of this is tests, also what is between them")]

mod differential;
mod fouls;
mod nogo;
mod perft;
mod playthroughs;
mod position;
mod reach;
mod rows;
mod rule_book;
mod serde_forms;
mod support;
