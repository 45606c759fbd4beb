//! A player of five-in-a-row: freestyle, exact five and renju.
//!
//! The [`FivesPlayer`] is what [`Player`](crate::Player) is made of, with what only five-in-a-row has: a
//! [`Clock`] for time management, balanced openings ([`balance`]), [`swap2`]
//! and all of its openings ([`Swap2Openings`]).
//!
//! Inside, from the ground up: what a stone makes on the four lines through a point (`point_pattern`,
//! `point_rank`), the learned weights (`values`, with the evaluation network `net`) as lookup tables (`eval_tables`), and the board that
//! keeps patterns and accumulators up to date (`search_board`). On it stands the search: forced replies
//! (`forced_state`), move ordering (`history`), the transposition table (`lockless_table`), the
//! principal-variation search itself (`search`) with its parameters ([`SearchSettings`]), the solver's
//! part (`root_probe`), and `iterative_deepening`.

#![allow(clippy::cast_precision_loss, reason = "chances need no more than 24 bits")]

mod balance;
#[doc(hidden)]
pub mod bench;
mod clock;
mod eval_tables;
mod fives_player;
mod forced_state;
mod handicap;
mod history;
mod iterative_deepening;
mod lockless_table;
mod net;
mod point_pattern;
mod point_rank;
mod root_probe;
mod score;
mod search;
mod search_board;
mod search_settings;
pub mod swap2;
mod swap2_openings;
mod threat_summary;
#[doc(hidden)]
pub mod tune;
mod values;
mod weak_play;
mod word_planes;

pub use balance::{Even, balance};
pub use clock::Clock;
pub use fives_player::FivesPlayer;
pub use search_settings::SearchSettings;
pub use swap2_openings::Swap2Openings;

// For training, tests and benches; no part of the stable interface.
#[doc(hidden)]
pub use net::Net;
#[doc(hidden)]
pub use point_pattern::PointPattern;
#[doc(hidden)]
pub use point_rank::PointRank;
#[doc(hidden)]
pub use search_board::SearchBoard;
#[doc(hidden)]
pub use threat_summary::ThreatSummary;
#[doc(hidden)]
pub use values::{PolicyWeights, VALUE_SCALE, Values, ValuesError};
