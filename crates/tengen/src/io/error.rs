//! Errors of the verbs, and their report on the standard error.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anstyle::{AnsiColor, Style};
use tengen_archive::{ArchiveError, BlocksError, StreamError};
use tengen_notation::Fault;
use tengen_proof::{ProofError, ProofFlaw};
use thiserror::Error;

/// Why a question was not answered.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Broken pipe: the reader of the answers is gone.
    #[error("the pipe is closed")]
    PipeClosed,
    /// Something is wrong in the text.
    #[error("{}: {fault}", place(name, fault))]
    Fault {
        /// The name of the text.
        name: String,
        /// What and where.
        fault: Box<Fault>,
    },
    /// A file cannot be opened or read.
    #[error("{name}: {error}")]
    Read {
        /// The name of the file.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// A proof does not hold.
    #[error("{name}: {error}")]
    Proof {
        /// The name of the file.
        name: String,
        /// Where it breaks, and why.
        error: ProofError,
    },
    /// The log of a book cannot be opened.
    #[error(transparent)]
    Book(#[from] tengen_solver::fives::book::BookLogError),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(io::Error),
    /// The arguments do not go together.
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    /// The error of a text of the given name that was judged in blocks.
    pub(crate) fn of_blocks(name: String, error: BlocksError) -> Failure {
        match error {
            BlocksError::Stream(error) => Failure::from_stream(name, error),
            BlocksError::Write(error) => Failure::of_output(error),
            other => Failure::Usage(format!("{name}: {other}")),
        }
    }

    /// The error of a stream of records of the given name.
    pub(crate) fn from_stream(name: String, error: StreamError) -> Failure {
        match error {
            StreamError::Fault(fault) => Failure::Fault { name, fault },
            StreamError::Read(error) => Failure::Read { name, error },
            other => Failure::Usage(format!("{name}: {other}")),
        }
    }

    /// The error of the proof of the given name.
    pub(crate) fn of_proof(name: String, error: ProofError) -> Failure {
        match error.flaw {
            ProofFlaw::Read(error) => Failure::Read { name, error },
            _ => Failure::Proof { name, error },
        }
    }

    /// What the output failed with.
    pub(crate) fn of_output(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::Output(error),
        }
    }
}

impl From<(String, io::Error)> for Failure {
    fn from((name, error): (String, io::Error)) -> Failure {
        Failure::Read { name, error }
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Failure {
        match error {
            ArchiveError::Read { name, error } => Failure::Read { name, error },
            other => Failure::Usage(other.to_string()),
        }
    }
}

/// Where a fault is: in a table, whose faults name row and column themselves, just the file.
fn place(name: &str, fault: &Fault) -> String {
    match fault.line {
        0 => name.to_owned(),
        line => format!("{name}:{line}:{}", fault.column),
    }
}

/// Prints a failure to stderr, with the line it is in and a caret under the place.
pub(crate) fn report(failure: &Failure) {
    let mut stderr = anstream::stderr().lock();
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    let blue = Style::new().fg_color(Some(AnsiColor::Blue.into()));
    // If stderr is closed, the report is lost.
    let _ = writeln!(stderr, "{red}error:{red:#} {failure}");
    if let Failure::Fault { fault, .. } = failure
        && !fault.excerpt.is_empty()
    {
        let line = fault.line.to_string();
        let margin = " ".repeat(line.len());
        let (gap, carets) = (" ".repeat(fault.caret), "^".repeat(fault.width));
        let _ = writeln!(stderr, "{blue}{margin} |{blue:#}");
        let _ = writeln!(stderr, "{blue}{line} |{blue:#} {}", fault.excerpt);
        let _ = writeln!(stderr, "{blue}{margin} |{blue:#} {gap}{red}{carets}{red:#}");
    }
}
