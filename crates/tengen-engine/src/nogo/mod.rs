//! A NoGo player: Monte Carlo tree search (MCTS) with RAVE and a small network.
//!
//! From the ground up: a board with incrementally updated legality (`legality_board`), beside the board of playouts
//! (`root_position`); the network ([`PolicyValueNet`], `net_file`), what it reads (`net_input`), and the moves with their
//! priors (`move_lister`); the tree that all threads share (`search_tree`)
//! and its nodes, with children in lanes (`tree_node`); one thread of the search (`mcts_thread`) with what it holds back from the others (`amaf_buffer`), its parameters
//! ([`MctsSettings`]), and the [`NoGoPlayer`], which keeps limits and reuses the tree from move to move.

#![allow(clippy::cast_precision_loss, reason = "means and chances need no more than 24 bits")]

mod amaf_buffer;
pub(crate) mod legality_board;
mod mcts_settings;
mod mcts_thread;
mod move_lister;
mod net_file;
mod net_input;
mod nogo_player;
mod policy_value_net;
mod root_position;
mod search_tree;
mod tree_node;

pub use mcts_settings::{MctsSettings, PlayoutPolicy};
pub use net_file::NetFileError;
pub use net_input::NetInput;
pub use nogo_player::NoGoPlayer;
pub use policy_value_net::PolicyValueNet;
