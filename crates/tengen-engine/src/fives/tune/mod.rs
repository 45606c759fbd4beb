//! Training of the values by self-play.
//!
//! [`SelfPlayGame::play`] plays games, each with its own random numbers; [`Samples`] are the training
//! positions of them; [`Fit`] minimizes the cross-entropy loss of the [`Values`](super::Values) on them.
//! Equal games give equal values, to the last bit.

mod adam;
mod fit;
mod net_trainer;
mod parameter_layout;
mod policy_trainer;
mod samples;
mod self_play_game;

pub use fit::{Fit, Loss};
pub use samples::Samples;
pub use self_play_game::{SelfPlayError, SelfPlayGame, SelfPlayOptions};
