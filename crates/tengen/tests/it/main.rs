//! The binary, as people run it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archives;
mod bombs;
mod book;
mod brain;
mod contest;
mod hostile;
mod house;
mod manners;
mod protocols;
mod solving;
mod transcripts;
mod tuning;
