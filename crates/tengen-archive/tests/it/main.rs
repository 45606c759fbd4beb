//! Archives against the plain ways of reading and judging them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(feature = "arrow")]
mod arrow_tables;
mod batches;
mod blocks;
mod support;
#[cfg(feature = "arrow")]
mod verdict_batch;
