//! Matches between engines: schedule, referee, processes, Elo and SPRT.
//!
//! [`Match`] is the front door: engines given as commands play each other, and a [`MatchReport`] says
//! who is stronger. Engines are not trusted: whatever one does is one of a closed list of
//! [`Offence`]s, costs it at most the game, and the match goes on.
//!
//! ```no_run
//! use std::{ops::ControlFlow, sync::atomic::AtomicBool};
//! use tengen_core::Rule;
//! use tengen_match::{Match, MatchRules, Sprt, random_openings};
//!
//! let rules = MatchRules::new(Rule::Freestyle);
//! let engines = vec!["./pbrain-new turn=1".parse()?, "./pbrain-old turn=1".parse()?];
//! let mut contest = Match::new(rules, engines)?;
//! contest.openings = random_openings(rules.rule, rules.area, 500, 1);
//! contest.sprt = Some(Sprt::new(0.0, 10.0, 0.05, 0.05)?);
//! let report = contest.run(&AtomicBool::new(false), |_, _| ControlFlow::Continue(()))?;
//! println!("{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The arithmetic stands on its own: [`Pentanomial`] results of pairs of games, from which [`Elo`] and
//! [`Sprt`] follow, and the ratings of a [`CrossTable`].
//!
//! ```
//! use tengen_match::{Elo, Pentanomial, Sprt, SprtDecision};
//!
//! let pairs = Pentanomial { counts: [10, 20, 40, 60, 70] };
//! let elo = Elo::from_pairs(&pairs).expect("there are pairs");
//! assert_eq!(elo.to_string(), "+147.2 ± 33.6");
//! let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05)?;
//! assert_eq!(sprt.decide(&pairs), SprtDecision::AcceptH1);
//! # Ok::<(), tengen_match::SprtError>(())
//! ```
//!
//! From the ground up: `process_group` (a process and its children), `engine_process` (its pipes),
//! `gomocup_engine` and `gtp_engine` (an `engine_session`, game after game), `match_game`
//! (the referee of one game), `match_runner` (many of them), `match_report`.

#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![allow(clippy::cast_precision_loss, reason = "no match has 2^53 games")]

mod cross_table;
mod elo;
mod engine_log;
mod engine_process;
mod engine_session;
mod engine_spec;
mod game_clock;
mod game_record;
mod game_result;
mod gomocup_engine;
mod gtp_engine;
mod match_game;
mod match_report;
mod match_rules;
mod match_runner;
mod match_summary;
mod openings;
mod pentanomial;
mod process_group;
mod rng;
mod schedule;
mod sprt;

pub use cross_table::{CrossTable, Rating, WinDrawLoss};
pub use elo::{Elo, elo_from_score, expected_score};
pub use engine_log::EngineLog;
pub use engine_spec::{EngineProtocol, EngineSpec, EngineSpecError, parse_tolerance};
pub use game_result::{GameResult, Offence, ResultReason};
pub use match_game::{Conduct, PlayedGame};
pub use match_report::{EngineStats, MatchReport};
pub use match_rules::MatchRules;
pub use match_runner::{Match, MatchError, MatchEvent};
pub use openings::random_openings;
pub use pentanomial::Pentanomial;
pub use process_group::kill_all_engines;
pub use schedule::{Fixture, Pairing, Schedule};
pub use sprt::{Sprt, SprtDecision, SprtError};
