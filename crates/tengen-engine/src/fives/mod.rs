//! A player of five-in-a-row: freestyle, exact five and renju.

#![allow(clippy::cast_precision_loss, reason = "chances need no more than 24 bits")]

mod level;
mod limits;
mod player;
mod thought;

pub use level::Level;
pub use limits::{Limits, Resources};
pub use player::{Player, Unsuited};
pub use thought::{Candidate, Thought, Value};
