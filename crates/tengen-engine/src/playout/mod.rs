//! NoGo played out: positions that are cheap to copy and to play on, and many games from one.

mod board;
mod rng;
mod set;
mod state;
mod stretches;
mod wide;

pub use board::Playout;
pub use rng::Rng;
pub use set::PointSet;
pub use state::{State, StateError};
pub use wide::Wide;
