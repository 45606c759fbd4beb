//! A player of five-in-a-row: freestyle, exact five and renju.
//!
//! From the ground up: what a stone makes on the four lines through a point ([`PointPattern`],
//! [`PointRank`]), the learned weights ([`Values`], with the evaluation network [`Net`]), and the board
//! that keeps patterns and accumulators up to date ([`SearchBoard`]). On it stands the search: forced
//! replies (`forced_state`), move ordering (`history`), the transposition table (`lockless_table`), the
//! principal-variation search itself (`search`) with its parameters ([`Settings`]), the solver's part
//! (`root_probe`), `iterative_deepening`, and the [`Player`], which keeps limits. A [`Clock`] manages the
//! time. Balanced openings are found by [`balance`], and put to use at [`swap2`].

#![allow(clippy::cast_precision_loss, reason = "chances need no more than 24 bits")]

mod balance;
pub mod bench;
mod clock;
mod forced_state;
mod history;
mod iterative_deepening;
mod level;
mod limits;
mod lockless_table;
mod net;
mod player;
mod point_pattern;
mod point_rank;
mod root_probe;
mod score;
mod search;
mod search_board;
mod settings;
pub mod swap2;
mod thought;
mod threat_summary;
pub mod tune;
mod values;
mod weak_play;

pub use balance::{Even, balance};
pub use clock::Clock;
pub use level::Level;
pub use limits::{Limits, Resources};
pub use net::Net;
pub use player::Player;
pub use point_pattern::PointPattern;
pub use point_rank::PointRank;
pub use search_board::{SearchBoard, Unsuited};
pub use settings::Settings;
pub use thought::{Candidate, Thought, Value};
pub use threat_summary::ThreatSummary;
pub use values::{PolicyWeights, VALUE_SCALE, Values, ValuesError};
