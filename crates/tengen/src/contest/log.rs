//! What is said in a match, word for word, for whoever looks for a mistake.

use std::{
    fs::File,
    io::Write,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use crate::{error::Failure, output_file::OutputFile};

/// A file with a line for every line that is said: when, who, to or from, what.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    started: Instant,
    processes: AtomicU64,
}

impl Log {
    pub(super) fn create(path: &Path, force: bool) -> Result<Log, Failure> {
        let file = OutputFile::open_log(path, force)?;
        Ok(Log { file, started: Instant::now(), processes: AtomicU64::new(0) })
    }
}

/// The part of one process in the log, if there is one.
#[derive(Clone, Default, Debug)]
pub(super) struct Transcript {
    log: Option<Arc<Log>>,
    /// The name of the engine and the number of the process.
    who: String,
}

impl Transcript {
    /// The part of a new process of the engine of this name.
    pub(super) fn new(log: Option<&Arc<Log>>, name: &str) -> Transcript {
        let number = log.map_or(0, |log| log.processes.fetch_add(1, Relaxed) + 1);
        Transcript { log: log.cloned(), who: format!("{name}#{number}") }
    }

    /// The process was told this.
    pub(super) fn told(&self, lines: &str) {
        for line in lines.lines() {
            self.add('>', line.as_bytes());
        }
    }

    /// The process said this.
    pub(super) fn heard(&self, line: &[u8]) {
        self.add('<', line);
    }

    /// Something happened to the process.
    pub(super) fn note(&self, what: &str) {
        self.add('!', what.as_bytes());
    }

    fn add(&self, mark: char, line: &[u8]) {
        let Some(log) = &self.log else { return };
        let seconds = log.started.elapsed().as_secs_f64();
        let line = format!("{seconds:.6} {} {mark} {}\n", self.who, printable(line));
        // All of it at once, so that lines of several threads do not mix. A log that cannot be
        // written is not worth a match.
        let _ = (&log.file).write_all(line.as_bytes());
    }
}

/// A line as text, with what cannot be printed spelled out.
fn printable(line: &[u8]) -> String {
    let mut text = String::new();
    for &byte in line {
        match byte {
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.extend(byte.escape_ascii().map(char::from)),
        }
    }
    text
}
