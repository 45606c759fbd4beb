//! Standard output of the verbs with short answers.

use std::io::{self, Write};

use serde::Serialize;

use crate::io::error::Failure;

/// Prints text to the standard output and flushes it.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_ref()).and_then(|()| stdout.flush()).map_err(Failure::of_output)
}

/// A line of JSON.
pub(crate) fn json_line(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("plain data can be written to memory") + "\n"
}
