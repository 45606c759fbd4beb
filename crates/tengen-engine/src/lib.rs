//! Game-playing engines: principal-variation search for five-in-a-row, Monte Carlo tree search for NoGo,
//! and fast NoGo playouts.
//!
//! A [`Player`] thinks about positions of any game within [`Limits`], and its [`Thought`] has the best
//! moves with their values:
//!
//! ```
//! use tengen_core::{Area, Position, Rule};
//! use tengen_engine::{Level, Limits, Player, Resources};
//!
//! for rule in [Rule::Renju, Rule::NoGo] {
//!     let mut position = Position::new(rule, Area::square(9)).unwrap();
//!     let mut player = Player::for_rule(rule, Resources { memory: 8 << 20, ..Resources::default() });
//!     let limits = Limits { level: Level::new(6).unwrap(), ..Limits::default() };
//!     for _ in 0..4 {
//!         let thought = player.think(&position, &limits, &|| false, &mut |_| {}).unwrap();
//!         position.play(thought.best().unwrap().point).unwrap();
//!     }
//! }
//! ```

mod checksum;
mod engine_advisor;
mod engine_crop;
pub mod environment;
pub mod fives;
mod level;
mod limits;
pub mod nogo;
mod player;
pub mod playout;
pub mod puzzles;
pub mod review;
mod search_request;
mod thought;
mod unsuited;

pub use engine_advisor::EngineAdvisor;
pub use engine_crop::EngineCrop;
pub use level::Level;
pub use limits::{Limits, Resources};
pub use player::Player;
pub use search_request::SearchRequest;
pub use tengen_proof::ProofBook;
pub use thought::{Candidate, Thought, Value};
pub use unsuited::Unsuited;

/// The example of the README, which runs with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct EngineReadme;
