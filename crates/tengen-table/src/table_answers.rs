//! The front door: a question about every row of a table.

use std::{num::NonZero, sync::Arc};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use tengen_archive::LayoutError;
use tengen_notation::{ReadOptions, RowOrder};
use thiserror::Error;

use crate::{
    AnswerStream, QuestionRows, answer_columns::AnswerColumns, question_rows::QuestionLayout,
};

/// A question that is asked about every row of a table.
pub trait TableQuestion: Send + Sync + 'static {
    /// Whether rows may hold positions instead of games.
    fn takes_positions(&self) -> bool {
        true
    }

    /// The names and types of the answers: the number of the row first, what is wrong with it last.
    fn fields(&self) -> Vec<Field>;

    /// How many rows a worker answers at once.
    fn rows_at_once(&self) -> usize;

    /// The answers about some rows, in the columns of [`fields`](TableQuestion::fields).
    fn answer(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef>;
}

/// The columns of answers, between the number of the row and what is wrong with it.
pub(crate) fn with_row_and_error<C: AnswerColumns>() -> Vec<Field> {
    let mut fields = vec![Field::new("row", DataType::Int64, false)];
    fields.append(&mut C::fields());
    fields.push(Field::new("error", DataType::Utf8, true));
    fields
}

/// How a table is read and answered.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableOptions {
    /// What rows do not say themselves.
    pub reading: ReadOptions,
    /// The number of worker threads.
    pub threads: NonZero<usize>,
    /// The columns of the table that stand before the answers.
    pub keep: Vec<String>,
    /// The most rows of a batch of answers; what suits the question if `None`.
    pub batch_size: Option<NonZero<usize>>,
}

impl Default for TableOptions {
    fn default() -> TableOptions {
        TableOptions {
            reading: ReadOptions::new(RowOrder::FromBottom),
            threads: NonZero::<usize>::MIN,
            keep: Vec::new(),
            batch_size: None,
        }
    }
}

/// Why no question can be asked about a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The table cannot be read.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A column to be kept is not there.
    #[error("there is no column \"{name}\" to keep: the table has {columns}")]
    NoColumn {
        /// Its name.
        name: String,
        /// The names of all columns.
        columns: String,
    },
    /// A column to be kept is called as one of the answers.
    #[error("column \"{0}\" cannot be kept: an answer is called so; rename yours")]
    Taken(String),
}

/// A question about the rows of tables with one schema.
pub struct TableAnswers {
    question: Arc<dyn TableQuestion>,
    layout: QuestionLayout,
    options: TableOptions,
    /// The columns that are kept.
    kept: Vec<usize>,
    schema: SchemaRef,
}

impl std::fmt::Debug for TableAnswers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableAnswers").field("schema", &self.schema).finish_non_exhaustive()
    }
}

impl TableAnswers {
    /// Prepares a question about tables of the given schema.
    ///
    /// # Errors
    ///
    /// If such a table cannot be read, or a column not be kept.
    pub fn new(
        question: impl TableQuestion,
        schema: &Schema,
        options: &TableOptions,
    ) -> Result<TableAnswers, TableError> {
        TableAnswers::shared(Arc::new(question), schema, options)
    }

    /// Prepares a question that is known when the program runs, as [`new`](TableAnswers::new) does.
    ///
    /// # Errors
    ///
    /// If such a table cannot be read, or a column not be kept.
    pub fn shared(
        question: Arc<dyn TableQuestion>,
        schema: &Schema,
        options: &TableOptions,
    ) -> Result<TableAnswers, TableError> {
        let layout = if question.takes_positions() {
            QuestionLayout::for_positions(schema)?
        } else {
            QuestionLayout::for_games(schema)?
        };
        let answers = question.fields();
        let (mut kept, mut fields) = (Vec::new(), Vec::<FieldRef>::new());
        for name in &options.keep {
            let Ok(index) = schema.index_of(name) else {
                let names = schema.fields().iter().map(|field| format!("\"{}\"", field.name()));
                let columns = names.collect::<Vec<String>>().join(", ");
                return Err(TableError::NoColumn { name: name.clone(), columns });
            };
            if kept.contains(&index) || answers.iter().any(|field| field.name() == name) {
                return Err(TableError::Taken(name.clone()));
            }
            kept.push(index);
            fields.push(Arc::clone(&schema.fields()[index]));
        }
        fields.extend(answers.into_iter().map(Arc::new));
        let schema = Arc::new(Schema::new(fields));
        Ok(TableAnswers { question, layout, options: options.clone(), kept, schema })
    }

    /// The names and types of the columns of the answers, those that are kept first.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Asks the question about all rows of `input`, on worker threads that begin at once. The answers come
    /// in the order of the rows, and no more than a few batches are in memory at a time.
    pub fn ask(
        self,
        input: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
    ) -> AnswerStream {
        AnswerStream::new(self, Box::new(input))
    }

    pub(crate) const fn threads(&self) -> NonZero<usize> {
        self.options.threads
    }

    /// The most rows of a batch of answers.
    pub(crate) fn rows_at_once(&self) -> usize {
        self.options.batch_size.map_or(self.question.rows_at_once(), NonZero::get)
    }

    /// The answers about some rows, of which `before` come before.
    pub(crate) fn answer(
        &self,
        batch: RecordBatch,
        before: u64,
        cancelled: &std::sync::atomic::AtomicBool,
    ) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> =
            self.kept.iter().map(|&index| Arc::clone(batch.column(index))).collect();
        let (layout, reading) = (&self.layout, &self.options.reading);
        let rows = QuestionRows { batch, layout, reading, before, cancelled };
        columns.append(&mut self.question.answer(&rows));
        RecordBatch::try_new(self.schema(), columns)
    }
}
