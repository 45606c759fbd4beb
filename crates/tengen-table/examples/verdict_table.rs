//! Judges every row of an Arrow table and prints the verdicts beside the names of the games.
//!
//! `cargo run -p tengen-table --example verdict_table`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, cast::AsArray};
use tengen_archive::VerdictSchema;
use tengen_table::{ReplayQuestion, TableAnswers, TableOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let texts =
        |texts: [&'static str; 3]| Arc::new(StringArray::from_iter_values(texts)) as ArrayRef;
    let table = RecordBatch::try_from_iter([
        ("name", texts(["a five", "one move", "no move"])),
        ("moves", texts(["h8a1i8a2j8a3k8a4l8", "h8", "h8?"])),
    ])?;

    // The columns to keep stand before the answers; a row that cannot be read has an error and stops nothing.
    let mut options = TableOptions::default();
    options.keep = vec!["name".to_owned()];
    let question = ReplayQuestion { schema: VerdictSchema::Plain };
    let answers = TableAnswers::new(question, &table.schema(), &options)?;
    for batch in answers.ask([Ok(table)].into_iter()) {
        let batch = batch?;
        let [names, ends, errors] =
            ["name", "end", "error"].map(|column| batch[column].as_string::<i32>());
        for ((name, end), error) in names.iter().zip(ends).zip(errors) {
            let (name, end) = (name.unwrap_or_default(), end.unwrap_or_default());
            println!("{name}: {end} {}", error.unwrap_or_default());
        }
    }
    Ok(())
}
