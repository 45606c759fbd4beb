//! What every verb does around its question: open, cut, judge on all cores, answer in order.

use std::{
    io::{IsTerminal, Read},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tengen_archive::{Blocks, judge_blocks};
use tengen_notation::{BlockOffset, Fault, Preamble, RecordSplitter};

use crate::{
    cli::{Common, threads_or_all},
    io::atomic_file::OutputFile,
    io::buffered_output::Answers,
    io::error::Failure,
    io::input::Input,
};

/// A text that has been opened and looked at.
pub(crate) struct Text {
    name: String,
    length: Option<u64>,
    source: Blocks<Box<dyn Read + Send>>,
    /// How it begins.
    pub(crate) opening: Preamble,
}

impl Text {
    /// Looks at a text that has been opened.
    pub(crate) fn of_input(Input { name, length, reader }: Input) -> Result<Text, Failure> {
        let mut source = Blocks::new(reader);
        match source.open() {
            Ok(opening) => Ok(Text { name, length, source, opening }),
            Err(error) => Err(Failure::of_stream(error, name)),
        }
    }
}

/// Whether any answer was negative. Shared by all cores.
#[derive(Default)]
pub(crate) struct Negative(AtomicBool);

impl Negative {
    /// Says that an answer was negative.
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Judges all of `text` and prints the answers, or writes them into `output`.
pub(crate) fn judge(
    text: Text,
    common: &Common,
    output: Option<OutputFile>,
    splitter: impl RecordSplitter,
    question: impl Fn(&[u8], BlockOffset, &mut Vec<u8>, &Negative) -> Result<(), Box<Fault>> + Sync,
) -> Result<ExitCode, Failure> {
    let workers = threads_or_all(common.threads);
    let negative = Negative::default();
    let mut answers = Answers::new();
    let mut progress = Progress::new(text.length);
    let judged = judge_blocks(
        text.source,
        splitter,
        workers,
        |records, place, out| question(records, place, out, &negative),
        |out, length| {
            progress.advance(length as u64);
            answers.add(out)
        },
    );
    progress.finish();
    judged.map_err(|error| Failure::of_stream(error, text.name))?;
    answers.deliver(output)?;
    let failed = common.exit_code && negative.0.load(Ordering::Relaxed);
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Adds `record` to the answers as a line of JSON.
pub(crate) fn add_json(out: &mut Vec<u8>, record: &impl Serialize) {
    serde_json::to_writer(&mut *out, record).expect("plain data can be written to memory");
    out.push(b'\n');
}

/// A bar on stderr, if that is a terminal and it takes long enough to be worth one.
pub(crate) struct Progress {
    started: Instant,
    length: Option<u64>,
    done: u64,
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_millis(700);

    /// Of work of so many bytes, if that is known.
    pub(crate) fn new(length: Option<u64>) -> Progress {
        let wanted = std::io::stderr().is_terminal();
        Progress { started: Instant::now(), length, done: 0, bar: None, wanted }
    }

    /// So many more bytes are done.
    pub(crate) fn advance(&mut self, bytes: u64) {
        self.reach(self.done + bytes);
    }

    /// So many bytes are done in all.
    pub(crate) fn reach(&mut self, bytes: u64) {
        self.done = bytes;
        if self.bar.is_none() && self.wanted && self.started.elapsed() > Progress::PATIENCE {
            let (bar, template) = match self.length {
                Some(length) => (
                    ProgressBar::new(length),
                    "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left",
                ),
                None => (ProgressBar::no_length(), "{spinner} {bytes} {bytes_per_sec} {elapsed}"),
            };
            let style = ProgressStyle::with_template(template).expect("the template is a constant");
            let elapsed = self.started.elapsed();
            self.bar = Some(bar.with_style(style).with_position(self.done).with_elapsed(elapsed));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
