//! A NoGo player: a tree of moves searched by playouts.

mod field;
mod player;
mod search;
mod settings;
mod tree;

pub use player::{Candidate, Limits, Player, Resources, Thought, Unsuited};
pub use settings::{Playout, Settings};
