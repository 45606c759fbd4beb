//! Reinforcement-learning environments: many games of one rule and size that are stepped together.
//!
//! - [`VectorEnvironment`]: the front door; `reset` and `step` write into [`StepBuffers`] of the caller.
//! - [`EnvironmentOptions`]: the [`AutoresetMode`], what an [illegal action](IllegalActionPolicy) costs, random
//!   openings, a limit of plies.
//! - [`LabelOptions`] and [`SolverLabel`]: proven wins and losses, by the solver.
//!
//! From the ground up: what a batch needs of a game (`environment_game`), five-in-a-row (`fives_environment_game`, with the fouls of
//! renju in a `foul_map`), NoGo (`nogo_environment_game`), and games stepped together (`row_batch`).
//!
//! ```
//! use tengen_core::{Area, Rule};
//! use tengen_engine::environment::{EnvironmentOptions, StepArrays, VectorEnvironment};
//!
//! let mut environment =
//!     VectorEnvironment::new(Rule::NoGo, Area::square(9), 8, EnvironmentOptions::default())?;
//! let mut arrays = StepArrays::new(&environment);
//! environment.reset(Some(1), None, &mut arrays.buffers())?;
//! assert_eq!(arrays.action_masks, vec![1; 8 * 81]);
//! let mut actions = vec![0; 8];
//! for _ in 0..100 {
//!     environment.sample_actions(&mut actions)?;
//!     environment.step(&actions, &mut arrays.buffers())?;
//! }
//! assert!(arrays.rewards.iter().all(|&reward| reward == 0 || reward == 1));
//! # Ok::<(), tengen_engine::environment::EnvironmentError>(())
//! ```

mod environment_error;
mod environment_game;
mod environment_options;
mod fives_environment_game;
mod foul_map;
mod nogo_environment_game;
mod row_batch;
mod solver_label;
mod step_buffers;
mod vector_environment;

pub use environment_error::EnvironmentError;
pub use environment_options::{AutoresetMode, EnvironmentOptions, IllegalActionPolicy};
pub use solver_label::{LabelOptions, SolverLabel};
pub use step_buffers::{StepArrays, StepBuffers};
pub use vector_environment::VectorEnvironment;
