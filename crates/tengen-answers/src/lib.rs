//! The questions of the API and their answers, as plain functions on values.
//!
//! The types are those of the wire: with serde they are the JSON of `docs/api.md`, and with the feature
//! `openapi` they describe themselves. There is no HTTP here, nothing asynchronous, no file and no thread of its own:
//! a server answers by these functions, and so can a program that has no server.
//!
//! - [`view::view`]: what there is to see of a position.
//! - [`check::check`]: whether stones could have come about by legal play.
//! - [`judge::JudgeQuery::judge`]: the verdicts of the board on records and positions.
//! - [`import::ImportQuery::import`]: a record opened whole.
//! - [`convert::ConvertQuestion::convert`]: records in another format.
//! - [`picture::PictureQuestion::draw`]: pictures of positions and films of games.
//! - [`nogo::PlayQuestion::play`]: a game of NoGo as frames.
//! - [`solutions::SolutionSearch`]: the solver, with the line and the tree of a win.
//! - [`thoughts::ThoughtSearch`]: the engine, which reports its candidates while it searches.
//! - [`review::ReviewSearch`]: a game reviewed, every move with its value and mistakes marked.
//! - [`puzzles::PuzzleQuestion::answer`], [`puzzles::PuzzleMoveQuestion::answer`]: puzzles, and what answers a move at them.
//! - [`book::look_up`]: what a proof plays.
//! - [`swap2::Swap2Question::answer`]: the engine in a swap2 opening.
//!
//! ```
//! use tengen_answers::{view::view, wire::WirePosition};
//!
//! let question = r#"{"rule": "renju", "area": {"width": 15, "height": 15}, "moves": [{"x": 7, "y": 7}]}"#;
//! let position: WirePosition = serde_json::from_str(question)?;
//! let answer = view(&position)?;
//! assert_eq!(answer.last.map(|last| last.name).as_deref(), Some("h8"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
pub mod cancel;
pub mod check;
pub mod convert;
pub mod error;
pub mod error_reason;
pub mod import;
pub mod judge;
pub mod nogo;
pub mod picture;
mod positions;
pub mod puzzles;
pub mod reading;
pub mod review;
mod search_limits;
pub mod solutions;
pub mod swap2;
pub mod thoughts;
pub mod view;
pub mod wire;

pub use cancel::Cancel;
pub use error::{ApiError, ErrorCode, ErrorPlace};
pub use error_reason::{ErrorReason, ReasonCode};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct AnswersReadme;
