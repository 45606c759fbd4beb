//! Questions about every row of an Arrow table of games or positions: verdicts, reachability, solutions,
//! evaluations.
//!
//! [`TableAnswers`] is the front door: a [`TableQuestion`] and the schema of a table in, the schema of the
//! answers out; [`TableAnswers::ask`] then answers a stream of record batches on worker threads, in order
//! and in bounded memory. The questions are [`ReplayQuestion`], [`ReachabilityQuestion`], [`SolveQuestion`],
//! [`EvaluateQuestion`] and [`GameReviewQuestion`]. A row that cannot be read or answered has a text in the column `error`, which names
//! row and column; it never ends the stream.
//!
//! Rows hold games as those of CSV files do (`moves`, `rule`, `size` and the other columns of
//! [`tengen_notation::columns`]), or positions in a column `fen` ([`Fen`](tengen_notation::Fen)) or `drawing`
//! ([`Drawing`](tengen_core::Drawing)).

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod answer_columns;
mod answer_stream;
mod evaluate_question;
mod game_review_question;
mod question_rows;
mod reachability_question;
mod replay_question;
mod scan;
mod solve_question;
mod table_answers;

pub use answer_stream::{AnswerStream, NextAnswer};
pub use evaluate_question::EvaluateQuestion;
pub use game_review_question::GameReviewQuestion;
pub use question_rows::{QuestionRows, RowError};
pub use reachability_question::ReachabilityQuestion;
pub use replay_question::ReplayQuestion;
pub use scan::scan;
pub use solve_question::SolveQuestion;
pub use table_answers::{TableAnswers, TableError, TableOptions, TableQuestion};
