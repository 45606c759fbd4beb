//! The log of a match: every line to and from the engines, for debugging.

use std::{
    fmt,
    io::Write,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

/// A log with a line for every line that is sent or received: seconds, engine, direction, text.
pub struct EngineLog {
    out: Mutex<Box<dyn Write + Send>>,
    started: Instant,
    processes: AtomicU64,
}

impl EngineLog {
    /// A log that is written to `out`.
    pub fn new(out: impl Write + Send + 'static) -> EngineLog {
        let out = Mutex::new(Box::new(out) as Box<_>);
        EngineLog { out, started: Instant::now(), processes: AtomicU64::new(0) }
    }
}

impl fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineLog").field("processes", &self.processes).finish_non_exhaustive()
    }
}

/// The handle of one process to the log, if there is one.
#[derive(Clone, Default, Debug)]
pub(crate) struct EngineTranscript {
    log: Option<Arc<EngineLog>>,
    /// The name of the engine and the number of the process.
    who: String,
}

impl EngineTranscript {
    /// The handle of a new process of the engine with this name.
    pub(crate) fn new(log: Option<&Arc<EngineLog>>, name: &str) -> EngineTranscript {
        let number = log.map_or(0, |log| log.processes.fetch_add(1, Relaxed) + 1);
        EngineTranscript { log: log.cloned(), who: format!("{name}#{number}") }
    }

    /// Logs lines that were sent to the process.
    pub(crate) fn sent(&self, lines: &str) {
        for line in lines.lines() {
            self.add('>', line.as_bytes());
        }
    }

    /// Logs a line that the process printed.
    pub(crate) fn received(&self, line: &[u8]) {
        self.add('<', line);
    }

    /// Logs an event in the life of the process.
    pub(crate) fn note(&self, what: &str) {
        self.add('!', what.as_bytes());
    }

    fn add(&self, mark: char, line: &[u8]) {
        let Some(log) = &self.log else { return };
        let seconds = log.started.elapsed().as_secs_f64();
        let line = format!("{seconds:.6} {} {mark} {}\n", self.who, printable(line));
        // Under a lock, so that lines of several threads do not mix. A log that cannot be written does
        // not end the match.
        let _ = log.out.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// A line as text, with unprintable bytes escaped.
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
