//! The engine as a whole, tested from outside: one binary, one module a theme.

#![allow(clippy::cast_precision_loss, reason = "statistics of thousands are not that precise")]
#![allow(clippy::unwrap_used, reason = "all of this is tests, also what is between them")]

mod book_play;
mod environment;
mod environment_twin;
mod fives;
mod fives_bench;
mod fives_player;
mod nogo_player;
mod openings;
mod playout_support;
mod playouts;
mod review;
mod search_boards;
mod states;
mod wide;
