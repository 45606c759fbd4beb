//! Streams that are long, that break off, that nobody reads.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
use arrow_schema::ArrowError;
use tengen_archive::{Archive, ArchiveOptions, VerdictSchema};
use tengen_table::{
    EvaluateQuestion, NextAnswer, ReplayQuestion, TableAnswers, TableOptions, scan,
};

use crate::support::options;

fn games(rows: usize) -> RecordBatch {
    let moves: ArrayRef = Arc::new(StringArray::from(vec!["h8i9"; rows]));
    RecordBatch::try_from_iter([("moves", moves)]).unwrap()
}

fn replay(table: &RecordBatch, threads: usize) -> TableAnswers {
    let mut options = options(threads, None);
    options.keep.clear();
    TableAnswers::new(ReplayQuestion::default(), &table.schema(), &options).unwrap()
}

#[test]
fn the_input_is_not_read_far_ahead_of_the_answers() {
    for threads in [1, 3] {
        let table = games(10);
        let pulled = Arc::new(AtomicUsize::new(0));
        let (count, batch) = (Arc::clone(&pulled), table.clone());
        let input = (0..100_000).map(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(batch.clone())
        });
        let mut answers = replay(&table, threads).ask(input);
        for read in 1..200 {
            assert!(answers.next().unwrap().is_ok());
            // One for each worker, one for each place in the queue.
            assert!(pulled.load(Ordering::Relaxed) <= read + 2 * threads + 1);
        }
    }
}

#[test]
fn an_error_of_the_input_comes_after_what_was_answered() {
    for threads in [1, 3] {
        let table = games(5);
        let broken = || Err(ArrowError::IoError("gone".to_owned(), std::io::Error::other("gone")));
        let input = vec![Ok(table.clone()), Ok(table.clone()), broken()];
        let answers: Vec<_> = replay(&table, threads).ask(input.into_iter()).collect();
        assert_eq!(answers.len(), 3);
        assert!(answers[0].is_ok() && answers[1].is_ok());
        assert!(answers[2].as_ref().unwrap_err().to_string().contains("gone"));
    }
}

#[test]
fn a_stream_that_is_stopped_stops_its_searches() {
    let table = games(4);
    let mut question = EvaluateQuestion::default();
    question.nodes = None;
    let mut answers = TableAnswers::new(question, &table.schema(), &TableOptions::default())
        .unwrap()
        .ask([Ok(table)].into_iter());
    // Without a limit a search goes on until it is stopped.
    assert!(matches!(answers.next_within(Duration::from_millis(50)), NextAnswer::Pending));
    answers.stop();
    assert!(matches!(answers.next_within(Duration::ZERO), NextAnswer::End));
}

#[test]
fn an_archive_is_scanned_in_order_in_both_schemas() {
    let text = "h8i9\n".repeat(200_000);
    for schema in [VerdictSchema::Compact, VerdictSchema::Plain] {
        let bytes = std::io::Cursor::new(text.clone().into_bytes());
        let archive = Archive::from_reader("games", bytes, &ArchiveOptions::default());
        let mut rows = 0;
        for batch in scan(archive, schema) {
            let batch = batch.unwrap();
            assert_eq!(batch.schema(), schema.arrow());
            if schema == VerdictSchema::Plain {
                let games = batch["game"].as_primitive::<arrow_array::types::Int64Type>();
                assert_eq!(games.value(0), rows as i64 + 1);
                assert_eq!(games.null_count(), 0);
            }
            rows += batch.num_rows();
        }
        assert_eq!(rows, 200_000);
    }
}
