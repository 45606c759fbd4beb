//! Files of the repository.

use std::{fs, path::PathBuf};

/// The path of a file of the repository, given relative to its root.
pub fn file(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// The text of a file of the repository.
///
/// # Panics
///
/// If it cannot be read.
pub fn read(path: &str) -> String {
    let text = fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    // Git may check a text file out with the line ends of the machine.
    text.replace("\r\n", "\n")
}
