//! A NoGo player: a tree of moves, grown by playouts.
//!
//! From the ground up: a board that knows at all times who may play where (`field`), the tree that
//! all threads share (`tree`), one visit to it (`search`), weights ([`Settings`]), and the
//! [`Player`], which keeps limits and carries the tree over from move to move.

#![allow(clippy::cast_precision_loss, reason = "means and chances need no more than 24 bits")]

mod field;
mod player;
mod search;
mod settings;
mod tree;

pub use player::{Candidate, Limits, Player, Resources, Thought, Unsuited};
pub use settings::{Playout, Settings};
