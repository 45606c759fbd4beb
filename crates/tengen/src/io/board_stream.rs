//! What every verb does around its question: open, cut, judge on all cores, answer in order.

use std::{
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::Serialize;
use tengen_archive::{Blocks, judge_blocks};
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, Fault, RecordSplitter,
    boards::{Boards, Diagram, DiagramSize},
};

use crate::{
    cli::{Common, threads_or_all},
    io::atomic_file::OutputFile,
    io::buffered_output::Answers,
    io::error::Failure,
    io::input::Input,
    io::progress::Progress,
};

/// Whether any answer was negative. Shared by all cores.
#[derive(Default)]
pub(crate) struct Negative(AtomicBool);

impl Negative {
    /// Says that an answer was negative.
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Judges all of `input` and prints the answers, or writes them into `output`.
pub(crate) fn judge(
    input: Input,
    common: &Common,
    output: Option<OutputFile>,
    splitter: impl RecordSplitter + 'static,
    question: impl Fn(&[u8], BlockOffset, &mut Vec<u8>, &Negative) -> Result<(), Box<Fault>> + Sync,
) -> Result<ExitCode, Failure> {
    let Input { name, length, reader } = input.without_byte_order_mark()?;
    let workers = threads_or_all(common.threads);
    let negative = Negative::default();
    let mut answers = Answers::new();
    let progress = Progress::new(length);
    let mut done = 0;
    let judged = judge_blocks(
        Blocks::new(reader, Box::new(splitter)),
        workers,
        |records, place, out| question(records, place, out, &negative),
        |out, length| {
            done += length as u64;
            progress.reach(done);
            answers.add(out)
        },
    );
    drop(progress);
    judged.map_err(|error| Failure::of_blocks(name, error))?;
    answers.deliver(output)?;
    let failed = common.exit_code && negative.0.load(Ordering::Relaxed);
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Judges all boards of `input`. `question` gets a board and its number, writes its answer, and says whether
/// it is negative.
pub(crate) fn judge_boards(
    input: Input,
    common: &Common,
    form: BoardForm,
    size: DiagramSize,
    question: impl Fn(&Diagram, u64, &mut Vec<u8>) -> bool + Sync,
) -> Result<ExitCode, Failure> {
    let splitter = BoardSplitter::new(form, size);
    judge(input, common, None, splitter, |records, place, out, negative| {
        let mut boards = Boards::new(records, form, size, place);
        let mut number = place.records;
        while let Some(diagram) = boards.read()? {
            number += 1;
            if question(diagram, number, out) {
                negative.note();
            }
        }
        Ok(())
    })
}

/// Adds `record` to the answers as a line of JSON.
pub(crate) fn add_json(out: &mut Vec<u8>, record: &impl Serialize) {
    serde_json::to_writer(&mut *out, record).expect("plain data can be written to memory");
    out.push(b'\n');
}
