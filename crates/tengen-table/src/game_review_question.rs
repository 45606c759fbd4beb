//! The mistakes in the game of every row.

use std::time::Duration;

use arrow_array::{
    ArrayRef,
    builder::{Float64Builder, Int64Builder, ListBuilder, StringBuilder},
};
use arrow_schema::Field;
use tengen_core::Color;
use tengen_engine::{
    Level,
    review::{ReviewLimits, SideReview, review_game},
};

use crate::{
    QuestionRows, RowError,
    answer_columns::answer_columns,
    table_answers::{TableQuestion, with_row_and_error},
};

/// Every move of the game of a row, valued and judged: how accurately each side played, and where it went
/// wrong.
///
/// `judgements`, `losses`, `best` and `reasons` are lists with an entry for each move up to the end of the game.
/// A row is reviewed by one thread, so that its answer depends on nothing but the row and the limits; a limit
/// of time is the exception.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameReviewQuestion {
    /// The level of strength that the moves are judged at.
    pub level: Level,
    /// The most nodes of a position, of playouts at NoGo; those of the level if `None`.
    pub nodes: Option<u64>,
    /// The most time of a position.
    pub time: Option<Duration>,
    /// The most memory of a row in bytes.
    pub memory: usize,
}

impl Default for GameReviewQuestion {
    fn default() -> GameReviewQuestion {
        GameReviewQuestion { level: Level::FULL, nodes: None, time: None, memory: 32 << 20 }
    }
}

answer_columns! {
    GameReviewColumns {
        black_accuracy: Float64Builder = "black_accuracy";
        black_inaccuracies: Int64Builder = "black_inaccuracies";
        black_mistakes: Int64Builder = "black_mistakes";
        black_blunders: Int64Builder = "black_blunders";
        white_accuracy: Float64Builder = "white_accuracy";
        white_inaccuracies: Int64Builder = "white_inaccuracies";
        white_mistakes: Int64Builder = "white_mistakes";
        white_blunders: Int64Builder = "white_blunders";
        judgements: ListBuilder<StringBuilder> = "judgements";
        losses: ListBuilder<Float64Builder> = "losses";
        best: ListBuilder<StringBuilder> = "best";
        reasons: ListBuilder<StringBuilder> = "reasons";
        summary: StringBuilder = "summary";
        nodes: Int64Builder = "nodes";
    }
}

impl GameReviewColumns {
    fn add_side(&mut self, side: &SideReview) {
        let (accuracy, inaccuracies, mistakes, blunders) = match side.color {
            Color::Black => (
                &mut self.black_accuracy,
                &mut self.black_inaccuracies,
                &mut self.black_mistakes,
                &mut self.black_blunders,
            ),
            Color::White => (
                &mut self.white_accuracy,
                &mut self.white_inaccuracies,
                &mut self.white_mistakes,
                &mut self.white_blunders,
            ),
        };
        accuracy.append_option(side.accuracy.map(f64::from));
        inaccuracies.append_value(side.inaccuracies as i64);
        mistakes.append_value(side.mistakes as i64);
        blunders.append_value(side.blunders as i64);
    }
}

impl TableQuestion for GameReviewQuestion {
    fn takes_positions(&self) -> bool {
        false
    }

    fn fields(&self) -> Vec<Field> {
        with_row_and_error::<GameReviewColumns>()
    }

    fn rows_at_once(&self) -> usize {
        1
    }

    fn answer(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef> {
        rows.each_game::<GameReviewColumns>(|start, moves, columns| {
            let mut limits = ReviewLimits::at_level(self.level, start.rule());
            limits.nodes = self.nodes.or(limits.nodes);
            (limits.time, limits.memory, limits.threads) = (self.time, self.memory, 1);
            let stop = || rows.is_cancelled();
            let review = review_game(start, moves, &limits, &stop, &|_| {})
                .map_err(|error| RowError::new(error.to_string()))?;
            for color in Color::ALL {
                columns.add_side(&review.side(color));
            }
            for reviewed in &review.moves {
                columns.judgements.values().append_value(reviewed.judgement.word());
                columns.losses.values().append_value(reviewed.loss.into());
                columns.best.values().append_value(review.area.name(reviewed.best));
                columns.reasons.values().append_option(reviewed.reason_text());
            }
            columns.judgements.append(true);
            columns.losses.append(true);
            columns.best.append(true);
            columns.reasons.append(true);
            columns.summary.append_value(review.summary());
            columns.nodes.append_value(review.nodes as i64);
            Ok(())
        })
    }
}
