//! Learning what patterns are worth from games of the engine against itself.
//!
//! [`Game::play`] makes games, each by chance of its own; [`Samples`] are what is learned from in
//! them; [`Fit`] finds the [`Values`](super::Values) under which they are least surprising. The same
//! games give the same values, to the last bit.

mod adam;
mod fit;
mod game;
mod learn;
mod plan;
mod samples;
mod urges;

pub use fit::{Fit, Loss};
pub use game::{Game, GameError, Terms};
pub use samples::Samples;
