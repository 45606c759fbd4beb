//! Archives against the plain ways of reading and judging them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod batches;
mod blocks;
mod support;
#[cfg(feature = "parquet")]
mod verdict_batch;
