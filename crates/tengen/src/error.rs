//! What went wrong, told to a person.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anstyle::{AnsiColor, Style};
use tengen_notation::Fault;
use tengen_referee::stream::StreamError;
use thiserror::Error;

/// Why a question was not answered.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Nobody reads the answers any more.
    #[error("the pipe is closed")]
    PipeClosed,
    /// Something is wrong in the text.
    #[error("{name}:{}:{}: {fault}", fault.line, fault.column)]
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
        error: tengen_proof::ProofError,
    },
    /// Something is wrong in the log of a book.
    #[error("{}:{line}:{column}: {what}", path.display())]
    Book {
        /// The log.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong, or what would be right.
        what: String,
    },
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
    /// What a stream of the given name failed with.
    pub(crate) fn of_stream(error: StreamError, name: String) -> Failure {
        match error {
            StreamError::Fault(fault) => Failure::Fault { name, fault },
            StreamError::Read(error) => Failure::Read { name, error },
            StreamError::Write(error) => Failure::of_output(error),
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

/// Prints a failure to stderr, with the line it is in and a caret under the place.
pub(crate) fn report(failure: &Failure) {
    let mut stderr = anstream::stderr().lock();
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    let blue = Style::new().fg_color(Some(AnsiColor::Blue.into()));
    // If even stderr is gone there is nobody left to tell.
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
