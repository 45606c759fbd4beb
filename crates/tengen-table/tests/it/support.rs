//! Tables of random games, and answers as rows.

use std::{num::NonZero, sync::Arc};

use arrow_array::{
    Array, ArrayRef, Int64Array, RecordBatch, StringArray,
    cast::AsArray,
    types::{Float64Type, Int64Type},
};
use arrow_schema::{ArrowError, DataType};
use tengen_core::{Area, Position, Rule};
use tengen_table::{TableAnswers, TableOptions, TableQuestion};
use tengen_testkit::TestRng;

/// The beginnings of random games, legal ones, with their rules and a number for each.
pub(crate) fn random_table(
    rng: &mut TestRng,
    rows: usize,
    area: Area,
    rules: &[Rule],
) -> RecordBatch {
    let (mut moves, mut names) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let rule = rules[rng.below(rules.len())];
        let mut position = Position::new(rule, area).unwrap();
        let mut text = String::new();
        for point in rng.shuffled_points(area).into_iter().take(rng.below(14)) {
            if position.outcome().is_none() && position.play(point).is_ok() {
                text.push_str(&area.name(point));
            }
        }
        moves.push(text);
        names.push(rule.name());
    }
    let size = vec![area.to_string(); rows];
    RecordBatch::try_from_iter([
        ("id", Arc::new(Int64Array::from_iter_values((0..rows as i64).map(|n| 7 * n))) as ArrayRef),
        ("moves", Arc::new(StringArray::from(moves))),
        ("rule", Arc::new(StringArray::from(names))),
        ("size", Arc::new(StringArray::from(size))),
    ])
    .unwrap()
}

/// Options for some threads, with the column `id` kept.
pub(crate) fn options(threads: usize, batch_size: Option<usize>) -> TableOptions {
    let mut options = TableOptions::default();
    options.threads = NonZero::new(threads).unwrap();
    options.keep = vec!["id".to_owned()];
    options.batch_size = batch_size.and_then(NonZero::new);
    options
}

/// A cell as text; nothing if it is null.
pub(crate) fn cell(column: &dyn Array, row: usize) -> Option<String> {
    if column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Binary => format!("{:?}", column.as_binary::<i32>().value(row)),
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            let cells: Vec<_> = (0..list.len()).map(|index| cell(&list, index)).collect();
            format!("{cells:?}")
        }
        other => panic!("no column is {other}"),
    })
}

/// All rows of answers as text.
pub(crate) fn rows(
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
) -> Vec<Vec<Option<String>>> {
    let mut rows = Vec::new();
    for batch in batches {
        let batch = batch.unwrap();
        for row in 0..batch.num_rows() {
            rows.push(batch.columns().iter().map(|column| cell(column, row)).collect());
        }
    }
    rows
}

/// The answers about a table that comes in batches of `cut` rows.
pub(crate) fn ask(
    question: impl TableQuestion,
    table: &RecordBatch,
    options: &TableOptions,
    cut: usize,
) -> Vec<Vec<Option<String>>> {
    let answers = TableAnswers::new(question, &table.schema(), options).unwrap();
    let table = table.clone();
    let starts = (0..table.num_rows()).step_by(cut);
    rows(answers.ask(starts.map(move |at| Ok(table.slice(at, cut.min(table.num_rows() - at))))))
}

/// A column of one table by name.
pub(crate) fn column(
    question: impl TableQuestion,
    table: &RecordBatch,
    name: &str,
) -> Vec<Option<String>> {
    let answers = TableAnswers::new(question, &table.schema(), &TableOptions::default()).unwrap();
    let index = answers.schema().index_of(name).unwrap();
    let answered = rows(answers.ask([Ok(table.clone())].into_iter()));
    answered.into_iter().map(|mut row| row.swap_remove(index)).collect()
}
