//! Games reviewed: every move with its value, mistakes marked, and the better move with its line.

mod annotate;
mod review_answer;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_core as core;
use tengen_engine::review::{GameReview, ReviewError, ReviewLimits, ReviewProgress, review_game};
use tengen_notation::{MainLine, Record};

use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode, ErrorPlace},
    error_reason::ReasonCode,
    search_limits::{MOST_TIME, level, search_time},
    wire::WirePosition,
};
pub use annotate::{MoveAnnotation, RecordAnnotations, annotate};
pub use review_answer::{ReviewAnswer, ReviewedMove, ReviewedSide, ReviewedValue, WireJudgement};

/// A game to be reviewed.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReviewQuestion {
    /// The game: its first position and its moves. The last move may be a foul, and moves after the end of the game
    /// are left out.
    pub game: WirePosition,
    /// How much to search, from 1 to 10. Default: 10.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
    pub level: Option<u8>,
    /// How long to search a position at most, in milliseconds. Default: no limit but that of the level.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 60_000))]
    pub time_ms: Option<u32>,
}

/// How far a review has come: the event `progress`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ReviewProgress))]
pub struct WireReviewProgress {
    /// Positions that have been valued.
    pub done: usize,
    /// Positions to value, as far as that is known: doubtful moves add some.
    pub total: usize,
}

/// What a review reports.
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewNews {
    /// How far it has come.
    Progress(WireReviewProgress),
    /// The review, the last of all.
    Review(Box<ReviewAnswer>),
}

/// A review that is to be made.
#[derive(Clone, Debug)]
pub struct ReviewSearch {
    start: core::Position,
    moves: Vec<core::Point>,
    limits: ReviewLimits,
}

impl ReviewSearch {
    /// Checks a question. A position is searched for at most `longest`.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    pub fn new(
        question: &ReviewQuestion,
        longest: Option<Duration>,
    ) -> Result<ReviewSearch, ApiError> {
        let start = question.game.start()?;
        let level = level(question.level, "level")?;
        let mut limits = ReviewLimits::at_level(level, start.rule());
        limits.time = match question.time_ms {
            Some(_) => {
                let longest = longest.unwrap_or(Duration::MAX);
                Some(search_time(question.time_ms, 0, MOST_TIME, longest)?)
            }
            None => longest,
        };
        let moves = question.game.moves.iter().map(|&point| point.into()).collect();
        Ok(ReviewSearch { start, moves, limits })
    }

    /// The review of the main line of a record. A record that names neither is of freestyle, on a board of 15x15.
    ///
    /// # Errors
    ///
    /// If the record is not of moves in turn, or no game can begin with its first stones.
    pub fn from_record(record: &Record) -> Result<ReviewSearch, ApiError> {
        let mut line = MainLine::default();
        line.set(record, 1, 0);
        if let Some(&(number, _)) = line.irregularities.first() {
            let message = format!(
                "before move {}: a pass, a move out of turn or stones that are set",
                number + 1
            );
            let error = ApiError::new(ErrorCode::IllegalMove, message);
            return Err(error.with_reason(ReasonCode::OutOfTurn));
        }
        let area = record.area.unwrap_or(core::Area::square(15));
        let rule = record.rule.unwrap_or(core::Rule::Freestyle);
        let setup = core::Setup { area, stones: line.setup, turn: line.first };
        let start = core::Position::from_setup(rule, &setup).map_err(|error| {
            ApiError::new(ErrorCode::BadSetup, error.to_string()).with_reason(&error)
        })?;
        Ok(ReviewSearch { start, moves: line.moves, limits: ReviewLimits::default() })
    }

    /// The game that is played.
    pub fn rule(&self) -> core::Rule {
        self.start.rule()
    }

    /// Replaces the limits.
    #[must_use]
    pub fn with_limits(self, limits: ReviewLimits) -> ReviewSearch {
        ReviewSearch { limits, ..self }
    }

    /// Reviews with a number of threads, which changes nothing but the time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> ReviewSearch {
        self.limits.threads = threads;
        self
    }

    /// Reviews the game; `report` is called after each position.
    ///
    /// # Errors
    ///
    /// If a move is impossible, the engine does not support the board, or the answer is no longer wanted.
    pub fn run(
        &self,
        cancel: &Cancel<'_>,
        report: &(dyn Fn(ReviewProgress) + Sync),
    ) -> Result<GameReview, ApiError> {
        let stop = || cancel.is_cancelled();
        let review = review_game(&self.start, &self.moves, &self.limits, &stop, report);
        review.map_err(|error| match error {
            ReviewError::Stopped => Cancel::error(),
            ReviewError::Illegal { number, point, illegal, .. } => {
                let place = ErrorPlace::at_move(number, point.into());
                ApiError::at(ErrorCode::IllegalMove, error.to_string(), place).with_reason(illegal)
            }
            ReviewError::Unsuited(unsuited) => unsuited.into(),
            _ => ApiError::new(ErrorCode::Unsuited, error.to_string()),
        })
    }

    /// Reviews the game, as an answer of the API.
    ///
    /// # Errors
    ///
    /// As [`ReviewSearch::run`].
    pub fn answer(
        &self,
        cancel: &Cancel<'_>,
        report: &(dyn Fn(ReviewProgress) + Sync),
    ) -> Result<ReviewAnswer, ApiError> {
        Ok(ReviewAnswer::new(&self.run(cancel, report)?))
    }

    /// Reviews the game, and calls `report` with the progress after each position and with the review.
    ///
    /// # Errors
    ///
    /// As [`ReviewSearch::run`].
    pub fn report(
        &self,
        cancel: &Cancel<'_>,
        report: &(dyn Fn(ReviewNews) + Sync),
    ) -> Result<(), ApiError> {
        let answer = self.answer(cancel, &|ReviewProgress { done, total, .. }| {
            report(ReviewNews::Progress(WireReviewProgress { done, total }));
        })?;
        report(ReviewNews::Review(Box::new(answer)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    fn search(question: &str) -> Result<ReviewSearch, ApiError> {
        ReviewSearch::new(&serde_json::from_str(question).unwrap(), None)
    }

    #[test]
    fn a_foul_is_answered_and_what_is_impossible_is_an_error_with_its_place() {
        let game = |last: &str| {
            let moves = [(6, 7), (0, 0), (7, 8), (14, 0), (8, 7), (0, 14), (7, 6), (14, 14)]
                .map(|(x, y)| format!(r#"{{"x": {x}, "y": {y}}}"#))
                .join(",");
            format!(
                r#"{{"game": {{"rule": "renju", "area": {{"width": 15, "height": 15}},
                "moves": [{moves},{last}]}}, "level": 1}}"#
            )
        };
        let reports = AtomicUsize::new(0);
        let report = |_: ReviewProgress| {
            reports.fetch_add(1, Relaxed);
        };
        let foul = search(&game(r#"{"x": 7, "y": 7}"#)).unwrap();
        let answer = foul.answer(&Cancel::NEVER, &report).unwrap();
        let last = answer.moves.last().unwrap();
        assert_eq!((last.mark, &last.reasons[..]), ("??", &["foul"][..]));
        assert_eq!(answer.sides.iter().map(|side| side.moves).collect::<Vec<_>>(), [5, 4]);
        assert!(reports.load(Relaxed) >= answer.moves.len());
        let json = serde_json::to_value(&answer).unwrap();
        assert_eq!(json["moves"][8]["after"]["kind"], "loses");
        assert_eq!(json["moves"][8]["judgement"], "blunder");

        let twice = search(&game(r#"{"x": 6, "y": 7}"#)).unwrap();
        let error = twice.answer(&Cancel::NEVER, &|_| {}).unwrap_err();
        assert_eq!(error.code, ErrorCode::IllegalMove);
        assert_eq!(error.message, "move 9 on g8: the point is occupied");
        let cancelled = foul.answer(&Cancel::new(&|| true), &|_| {}).unwrap_err();
        assert_eq!(cancelled.code, ErrorCode::Timeout);
    }
}
