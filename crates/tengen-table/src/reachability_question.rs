//! Whether the position of every row could have come about.

use arrow_array::{
    ArrayRef,
    builder::{BooleanBuilder, Int64Builder, StringBuilder},
};
use arrow_schema::Field;
use tengen_referee::{Reach, Reason, reach, reach_until};

use crate::{
    QuestionRows,
    answer_columns::answer_columns,
    question_rows::spell_moves,
    table_answers::{TableQuestion, with_row_and_error},
};

/// Whether the stones of a row could have come about by legal moves, none of them after a win.
///
/// `reachable` is null if that was not found out within the limit; `moves` then lead to the position, or
/// `reason` is a word for why none do, and `explanation` says it in a sentence.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReachabilityQuestion {
    /// How many steps a search may try.
    pub limit: u64,
}

impl Default for ReachabilityQuestion {
    fn default() -> ReachabilityQuestion {
        ReachabilityQuestion { limit: reach::DEFAULT_LIMIT }
    }
}

impl ReachabilityQuestion {
    /// The question with a limit of steps that a search may try.
    pub const fn with_limit(limit: u64) -> ReachabilityQuestion {
        ReachabilityQuestion { limit }
    }
}

answer_columns! {
    ReachabilityColumns {
        reachable: BooleanBuilder = "reachable";
        reason: StringBuilder = "reason";
        explanation: StringBuilder = "explanation";
        moves: StringBuilder = "moves";
        tried: Int64Builder = "tried";
    }
}

impl TableQuestion for ReachabilityQuestion {
    fn fields(&self) -> Vec<Field> {
        with_row_and_error::<ReachabilityColumns>()
    }

    fn rows_at_once(&self) -> usize {
        512
    }

    fn answer(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef> {
        rows.each_board::<ReachabilityColumns>(|board, rule, columns| {
            match reach_until(board, rule, self.limit, &|| rows.is_cancelled()) {
                Reach::Yes(moves) => {
                    columns.reachable.append_value(true);
                    columns.moves.append_value(spell_moves(board.area(), moves));
                }
                Reach::No(reason) => {
                    columns.reachable.append_value(false);
                    columns.reason.append_value(reason.code());
                    columns.explanation.append_value(reason.to_string());
                    if let Reason::NoOrder { tried, .. } | Reason::NoLegalOrder { tried } = reason {
                        columns.tried.append_value(tried as i64);
                    }
                }
                Reach::Unknown { tried } => columns.tried.append_value(tried as i64),
            }
            Ok(())
        })
    }
}
