//! A NoGo player: Monte Carlo tree search (MCTS) with RAVE.
//!
//! From the ground up: a board with incrementally updated legality (`legality_board`), which lists moves and
//! their priors, beside the board of playouts (`root_position`); the tree that all threads share (`search_tree`)
//! and its nodes, with children in lanes (`tree_node`); one thread of the search (`mcts_thread`), its parameters
//! ([`MctsSettings`]), and the [`NoGoPlayer`], which keeps limits and reuses the tree from move to move.

#![allow(clippy::cast_precision_loss, reason = "means and chances need no more than 24 bits")]

pub(crate) mod legality_board;
mod mcts_settings;
mod mcts_thread;
mod nogo_player;
mod root_position;
mod search_tree;
mod tree_node;

pub use mcts_settings::{MctsSettings, PlayoutPolicy};
pub use nogo_player::NoGoPlayer;
