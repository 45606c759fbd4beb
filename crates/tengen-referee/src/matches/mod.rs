//! What a match is: who plays whom from which opening ([`Schedule`]), how a game can end
//! ([`Verdict`]), and what the results say about strength ([`Elo`], [`Sprt`], [`CrossTable`]).
//!
//! There are no processes here and no clocks: only their results.

#![allow(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]

mod chance;
mod cross_table;
mod elo;
mod openings;
mod pairs;
mod schedule;
mod sprt;
mod verdict;

pub use cross_table::{CrossTable, Rating, Score};
pub use elo::{Elo, elo_of_score, score_of_elo};
pub use openings::random_openings;
pub use pairs::Pairs;
pub use schedule::{Fixture, Form, Schedule};
pub use sprt::{Decision, Sprt, SprtError};
pub use verdict::{Misdeed, Verdict, Why};
