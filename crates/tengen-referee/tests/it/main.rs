//! The referee against the plain rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod reach;
mod replay;
mod verdicts;
