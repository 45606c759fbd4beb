//! A protocol session: lines in, lines out.

use std::io::{self, Read, Write};

use crate::input_lines::{InputLine, InputLines, InputSignals, Urgency};

/// The two ends of a conversation. Output is flushed after every answer.
pub(crate) struct ProtocolSession<'a> {
    pub(crate) lines: InputLines,
    pub(crate) out: &'a mut dyn Write,
}

impl<'a> ProtocolSession<'a> {
    /// A session over any reader and writer; see [`InputLines::new`].
    pub(crate) fn new(
        input: impl Read + Send + 'static,
        out: &'a mut dyn Write,
        max_length: usize,
        urgency: fn(&[u8]) -> Urgency,
    ) -> ProtocolSession<'a> {
        ProtocolSession { lines: InputLines::new(input, max_length, urgency), out }
    }

    /// The next line; none at the end.
    pub(crate) fn next_line(&self) -> Option<InputLine> {
        self.lines.next()
    }

    /// What is known of the lines that have not been read.
    pub(crate) fn signals(&self) -> &InputSignals {
        self.lines.signals()
    }

    /// Writes an answer.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The command is wrong, or cannot be carried out; the text is the answer.
    Invalid(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl From<String> for CommandError {
    fn from(text: String) -> CommandError {
        CommandError::Invalid(text)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        CommandError::Output(error)
    }
}
