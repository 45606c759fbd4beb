//! Random playouts of NoGo.
//!
//! - [`State`]: a position on a board of up to 25x25 that a search copies, plays on and plays out.
//! - [`Wide`]: a position on a board of any size, played to the end once, at random or in reading
//!   order.
//! - [`Start`]: whichever of the two fits, and [many games](Start::play_games) from it in several
//!   threads.
//!
//! In all of them a point that is found to be illegal for a side is thrown away for good: it stays
//! illegal for it. That makes a move cost the same from the first to the last.

mod games;
mod playout_board;
mod state;
mod stretches;
mod wide;

pub use games::{Start, Statistics};
pub use playout_board::Playout;
pub use state::{State, StateError};
pub use tengen_core::Rng;
pub use wide::Wide;
