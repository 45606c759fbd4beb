//! The worker: reads and judges one work item, and adds what it finds to its output.

use std::{convert::Infallible, ops::ControlFlow};

use tengen_notation::MainLine;
use tengen_referee::Verdict;

use crate::{
    block_judge::{BlockJudge, JudgeResult, JudgedRecord},
    blocks::StreamError,
    gomocup_results::Results,
    inputs::SmallFile,
    record_stream::StreamOptions,
    verdict_batch::VerdictBatch,
    verdict_tally::VerdictTally,
    work_queue::{QueuedWork, WorkItem},
};

/// Collector of what becomes of the records of one block. Each worker has one, and uses it over and
/// over.
pub trait BlockOutput: Send {
    /// Empties the output before a new block.
    fn clear(&mut self);

    /// Says that the records that follow are of this file.
    fn begin_file(&mut self, name: &str);

    /// Counts a file that has records, or one that was skipped because it has none.
    fn count_file(&mut self, skipped: bool);

    /// Adds a judged record of the file of this name.
    fn add(&mut self, file: &str, record: &JudgedRecord<'_>);

    /// Adds a record that cannot be read, with its number from 1; or a file, with the number 0.
    fn add_unreadable(&mut self, file: &str, number: u64, error: StreamError);

    /// Ends the block.
    fn finish(&mut self) {}
}

/// The verdicts on the records of one block, in columns and in numbers.
#[derive(Clone, Default, Debug)]
pub struct VerdictBlock {
    /// One row for each record, and for each file that cannot be read.
    pub batch: VerdictBatch,
    /// The counts.
    pub tally: VerdictTally,
    /// The number of files begun.
    pub files: u64,
    /// The number of files skipped because they hold no records.
    pub skipped: u64,
}

impl BlockOutput for VerdictBlock {
    fn clear(&mut self) {
        self.batch.clear();
        (self.tally, self.files, self.skipped) = (VerdictTally::default(), 0, 0);
    }

    fn begin_file(&mut self, name: &str) {
        self.batch.file(name);
    }

    fn count_file(&mut self, skipped: bool) {
        self.files += u64::from(!skipped);
        self.skipped += u64::from(skipped);
    }

    fn add(&mut self, _: &str, record: &JudgedRecord<'_>) {
        self.tally.add_record(record);
        self.batch.add(record);
    }

    fn add_unreadable(&mut self, _: &str, number: u64, error: StreamError) {
        self.tally.count(None, &Verdict::UNREADABLE);
        let (line, column) = error.position();
        self.batch.add_unreadable(number, line, column, &error.to_string());
    }
}

/// Judges work items, one after another.
#[derive(Default)]
pub(crate) struct Worker {
    judge: BlockJudge,
    /// The bytes of a small file.
    small: Vec<u8>,
}

impl Worker {
    /// Judges all records of `item` and adds them to `output`.
    pub(crate) fn work(
        &mut self,
        options: &StreamOptions,
        item: &mut WorkItem,
        output: &mut impl BlockOutput,
    ) {
        output.clear();
        match std::mem::take(&mut item.work) {
            QueuedWork::Nothing => {}
            QueuedWork::File { skipped } => output.count_file(skipped),
            QueuedWork::Records { name, results, block } => {
                output.begin_file(&name);
                let (amend, each) = (amender(&name, &results), collector(&name, output));
                let ControlFlow::Continue(()) = self.judge.judge(&block, amend, each);
                item.judged = Some(block);
            }
            #[cfg(feature = "parquet")]
            QueuedWork::Rows { name, results, block } => {
                output.begin_file(&name);
                let (amend, each) = (amender(&name, &results), collector(&name, output));
                let reading = &options.reading;
                let ControlFlow::Continue(()) =
                    self.judge.judge_table(&block, reading, amend, each);
            }
            QueuedWork::Small(files) => {
                for file in &files {
                    self.work_small(options, file, output);
                }
            }
            QueuedWork::Unreadable { name, number, error, begun } => {
                if !begun {
                    output.count_file(false);
                }
                output.begin_file(&name);
                output.add_unreadable(&name, number, error);
            }
        }
        output.finish();
    }

    /// Reads a small file and judges all records in it.
    fn work_small(
        &mut self,
        options: &StreamOptions,
        file: &SmallFile,
        output: &mut impl BlockOutput,
    ) {
        let mut bytes = std::mem::take(&mut self.small);
        let name = file.name.as_str();
        let opened = file.read(&mut bytes).map_err(StreamError::Read);
        match opened.and_then(|()| Ok(options.reader(&bytes, name)?)) {
            Ok(reader) => {
                output.count_file(false);
                output.begin_file(name);
                let (amend, each) = (amender(name, &file.results), collector(name, output));
                let ControlFlow::Continue(()) = self.judge.judge_text(&reader, &bytes, amend, each);
            }
            Err(StreamError::Fault(_)) if !options.expects(name) => output.count_file(true),
            Err(error) => {
                output.count_file(false);
                output.begin_file(name);
                output.add_unreadable(name, 0, error);
            }
        }
        self.small = bytes;
    }
}

/// Adds the result of the game in the file of this name, if `results` has one.
fn amender(name: &str, results: &Results) -> impl FnMut(&mut MainLine) {
    // A member of an archive is named after it and a colon.
    let file_name = name.rsplit(['/', ':']).next().unwrap_or(name);
    let state = results.as_ref().and_then(|results| results.find_named(file_name));
    move |line| {
        if let (Some(state), Some(claim)) = (&state, &mut line.claim) {
            *claim = state.resolve(*claim);
        }
    }
}

/// Adds the judged records of the file of this name to `output`.
fn collector(
    name: &str,
    output: &mut impl BlockOutput,
) -> impl FnMut(JudgeResult<'_, '_>) -> ControlFlow<Infallible> {
    move |judged| {
        match judged {
            Ok(judged) => output.add(name, judged),
            Err((number, fault)) => output.add_unreadable(name, number, StreamError::Fault(fault)),
        }
        ControlFlow::Continue(())
    }
}
