//! Training of the values by self-play.
//!
//! A [`TrainingRun`] plays games, each with its own random numbers, takes the positions of them as samples,
//! and minimizes the cross-entropy loss of the [`Values`](super::Values) on them, round after round. Equal
//! games give equal values, to the last bit.

mod adam;
mod fit;
mod loss_curve;
mod net_trainer;
mod parameter_layout;
mod policy_trainer;
mod samples;
mod self_play_game;
mod training_run;

use fit::{Fit, Loss};
pub use loss_curve::LossCurve;
use samples::Samples;
use self_play_game::{SelfPlayGame, SelfPlayOptions};
pub use training_run::{TrainingError, TrainingEvent, TrainingRound, TrainingRun, TrainingStore};
