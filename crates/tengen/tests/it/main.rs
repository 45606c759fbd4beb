//! The binary, as people run it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archives;
mod bombs;
mod book;
mod brain;
mod convert;
mod corruption;
mod ends;
mod hostile;
mod house;
mod kill;
mod kill_friends;
mod manners;
mod match_;
mod names;
mod outputs;
mod own_program;
mod packages;
mod processes;
mod protocols;
mod render;
mod serve;
mod signals;
mod solving;
mod sources;
mod tables;
mod theorem;
mod threads;
mod transcripts;
mod tuning;
mod verdicts;
