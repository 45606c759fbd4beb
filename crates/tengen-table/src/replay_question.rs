//! The verdict on the game of every row.

use std::{convert::Infallible, ops::ControlFlow, sync::Arc};

use arrow_array::ArrayRef;
use arrow_schema::Field;
use tengen_archive::{BlockJudge, JudgeResult, VerdictBatch, VerdictSchema};

use crate::{QuestionRows, table_answers::TableQuestion};

/// Who won the game of a row, at which move and by which stones, and whether the result that is written
/// agrees.
///
/// The columns are those of an archive's verdicts, with `row` for the number of the record and `error` for
/// its fault; there is no file and no line.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReplayQuestion {
    /// The types of the columns.
    pub schema: VerdictSchema,
}

/// The columns that a table has none of.
const ABSENT: [&str; 3] = ["file", "line", "column"];

/// What columns are called that are called otherwise.
const RENAMED: [(&str, &str); 2] = [("game", "row"), ("fault", "error")];

impl ReplayQuestion {
    /// The columns in their order, and their names here.
    fn columns(self) -> Vec<(usize, Field)> {
        let schema = self.schema.arrow();
        let fields = schema.fields().iter().enumerate();
        let kept = fields.filter(|(_, field)| !ABSENT.contains(&field.name().as_str()));
        let mut columns: Vec<(usize, Field)> = kept
            .map(|(index, field)| {
                let renamed = RENAMED.iter().find(|(name, _)| name == field.name());
                let name = renamed.map_or(field.name().as_str(), |&(_, name)| name);
                (index, field.as_ref().clone().with_name(name))
            })
            .collect();
        // What is wrong comes last, as with every question.
        columns.sort_by_key(|(_, field)| field.name() == "error");
        columns
    }
}

impl TableQuestion for ReplayQuestion {
    fn takes_positions(&self) -> bool {
        false
    }

    fn fields(&self) -> Vec<Field> {
        self.columns().into_iter().map(|(_, field)| field).collect()
    }

    fn rows_at_once(&self) -> usize {
        8192
    }

    fn answer(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef> {
        let (mut judge, mut verdicts) = (BlockJudge::default(), VerdictBatch::default());
        verdicts.file("");
        let each = |judged: JudgeResult<'_, '_>| {
            match judged {
                Ok(judged) => verdicts.add(judged),
                Err((number, fault)) => {
                    verdicts.add_unreadable(number, 0, 0, &fault.to_string());
                }
            }
            ControlFlow::<Infallible>::Continue(())
        };
        let ControlFlow::Continue(()) =
            judge.judge_table(&rows.block(), rows.reading, |_| {}, each);
        let batch = verdicts.into_record_batch(self.schema);
        self.columns().into_iter().map(|(index, _)| Arc::clone(batch.column(index))).collect()
    }
}
