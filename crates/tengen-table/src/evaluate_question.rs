//! What seems best in the position of every row.

use std::time::Duration;

use arrow_array::{
    ArrayRef,
    builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder},
};
use arrow_schema::Field;
use tengen_engine::{Level, Limits, Player, Resources, Value};

use crate::{
    QuestionRows, RowError,
    answer_columns::answer_columns,
    question_rows::spell_moves,
    table_answers::{TableQuestion, with_row_and_error},
};

/// The best move in the position of a row, its value and the line that follows, within a number of nodes.
///
/// Every row is searched by one thread, with empty tables and the same seed, so that its answer depends on
/// nothing but the row, the limits and the seed: not on the number of threads, nor on how the table is cut.
/// A limit of time is the exception.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EvaluateQuestion {
    /// The most nodes of a row; of playouts at NoGo.
    pub nodes: Option<u64>,
    /// The most time of a row.
    pub time: Option<Duration>,
    /// The level of strength.
    pub level: Level,
    /// The most memory of a row in bytes.
    pub memory: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl EvaluateQuestion {
    /// The nodes of a row if no limit is named.
    pub const NODES: u64 = 10_000;
}

impl Default for EvaluateQuestion {
    fn default() -> EvaluateQuestion {
        EvaluateQuestion {
            nodes: Some(EvaluateQuestion::NODES),
            time: None,
            level: Level::FULL,
            memory: 16 << 20,
            seed: 0,
        }
    }
}

answer_columns! {
    EvaluateColumns {
        best: StringBuilder = "move";
        chances: Float64Builder = "chances";
        value: Int64Builder = "value";
        wins: BooleanBuilder = "wins";
        plies: Int64Builder = "plies";
        depth: Int64Builder = "depth";
        nodes: Int64Builder = "nodes";
        line: StringBuilder = "line";
    }
}

impl TableQuestion for EvaluateQuestion {
    fn fields(&self) -> Vec<Field> {
        with_row_and_error::<EvaluateColumns>()
    }

    fn rows_at_once(&self) -> usize {
        16
    }

    fn answer(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef> {
        let resources = Resources { threads: 1, memory: self.memory, seed: self.seed };
        let limits =
            Limits { nodes: self.nodes, time: self.time, level: self.level, ..Limits::default() };
        rows.each_position::<EvaluateColumns>(|position, columns| {
            if position.outcome().is_some() {
                return Err(RowError::new("the game is over: there is nothing to evaluate"));
            }
            let thought = Player::for_rule(position.rule(), resources)
                .think(position, &limits, &|| rows.is_cancelled(), &mut |_| {})
                .map_err(|error| RowError::new(error.to_string()))?;
            columns.nodes.append_value(thought.nodes as i64);
            if let Some(depth) = thought.depth {
                columns.depth.append_value(depth.into());
            }
            let Some(best) = thought.best() else { return Ok(()) };
            let area = position.board().area();
            columns.best.append_value(area.name(best.point));
            columns.chances.append_value(best.chances.into());
            columns.line.append_value(spell_moves(area, best.line.iter().copied()));
            match best.value {
                Value::Seems(value) => columns.value.append_value(value.into()),
                Value::Wins(plies) | Value::Loses(plies) => {
                    columns.plies.append_value(plies.into());
                }
            }
            if let Some(wins) = thought.wins {
                columns.wins.append_value(wins);
            }
            Ok(())
        })
    }
}
