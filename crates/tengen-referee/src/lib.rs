//! The referee: who won a game, at which move and by which stones ([`Judge`]), and whether a
//! position could have come about ([`reach()`]). Archives of games are read by `tengen-archive`,
//! matches between engines are run by `tengen-match`.

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod agreement;
mod end;
mod end_explanation;
mod judge;
pub mod reach;
mod replay_board;
mod verdict;

pub use end::{Agreement, End};
pub use judge::Judge;
pub use reach::{Reach, ReachAnswer, Reason, reach, reach_until};
pub use verdict::{Evidence, GameRecord, Steps, Verdict, plain_verdict};
