//! Standard output of the verbs with short answers.

use std::io::{self, Write};

use tengen_core::Color;

use crate::io::error::Failure;

/// Prints text to the standard output and flushes it.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::of_output)
}

/// Name of a color as an answer: capitalized.
pub(crate) fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
