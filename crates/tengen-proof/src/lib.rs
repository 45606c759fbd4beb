//! What was shown: proofs that anyone can check.
//!
//! A proof is a claim (this side wins this position) and a strategy to win: for each position with the
//! winner to move one move, and for each with the loser to move an answer to every legal reply.
//! [`check`] walks through it with the rules of `tengen-core` and nothing else; it trusts neither
//! the program that wrote the proof nor any byte of it. The format is specified in `docs/proofs.md`.
//!
//! A proof is written by [`write`](write()). At five-in-a-row a [`threat`] answers most of the replies at once, and a
//! [`PairingStrategy`] shows a draw.
//!
//! ```
//! use tengen_core::{Area, Color, Position, Rule};
//! use tengen_proof::WinningMove;
//!
//! // On two points Black plays one of them, and White may not play the other.
//! let position = Position::new(Rule::NoGo, Area::Bounded { width: 2, height: 1 }).unwrap();
//! let mut proof = Vec::new();
//! let first = |position: &Position| Ok::<_, ()>(WinningMove::quiet(position.legal_points()[0]));
//! tengen_proof::write(&position, Color::Black, first, &mut proof).unwrap();
//! let proved = tengen_proof::check(&proof[..]).unwrap();
//! assert_eq!(proved.claim.to_string(), "black wins nogo on 2x1, black to move");
//! ```

mod book_text;
mod check;
mod check_fives;
mod claim;
mod count;
mod error;
mod follow;
mod frame;
mod graph_builder;
mod graph_file;
mod graph_walk;
mod image;
mod memory;
mod order_search;
mod packed_node;
mod pairing;
mod proof_book;
mod ring;
mod shown_pairs;
mod strategy_graph;
mod symmetry_table;
pub mod threat;
mod winning_move;
mod wire;
mod write;

pub use check::{Proved, check, check_within};
pub use claim::ProofClaim;
pub use count::is_counted;
pub use error::{PlayedLine, ProofError, ProofFlaw};
pub use follow::StrategyAnswer;
pub use graph_builder::build_graph;
pub use graph_file::{GraphError, WrittenGraph, read_graph, write_graph};
pub use pairing::{PairingFlaw, PairingStrategy};
pub use proof_book::{OutOfBook, ProofBook, ProofBookEntry};
pub use strategy_graph::{AddNodeError, GraphNodeId, StrategyEdge, StrategyGraph, StrategyNode};
pub use winning_move::{WinReason, WinningMove};
pub use write::{WriteError, Written, write};

/// The most points of a board that a proof is about.
pub const MAX_POINTS: usize = 1024;
