//! The arguments of `tengen convert`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::path::PathBuf;

use clap::Args;
use tengen_notation::Format;

use crate::io::input_format::{RowOrigin, SourceArgs};

/// Convert records of games to another format.
///
/// Everything is kept that the other format can hold: variations, comments, labels, names. What it
/// cannot hold is reported on stderr, one line for each kind, and so are repairs on the way in.
/// Many games in one file stay many games in one file; psq and renlib, which hold one game in a
/// file, are written into a folder.
///
/// A record that cannot be read, or not be written in the other format at all, is left out and
/// reported, and the exit status is 1.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files, folders, archives (.gz, .zst, .zip) and patterns ("*.psq") to read; "-" is the standard
    /// input.
    #[arg(default_value = "-", value_name = "PATH")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) source: SourceArgs,

    /// Format to write: moves, positions, sgf, psq, renlib, csv, tsv, jsonl and others [default: by the
    /// extension of the output].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Format>,

    /// File to write, or folder for one file per game; "-" or none is the standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,

    /// Where written position strings count their rows from [default: as those that are read].
    #[arg(long, value_enum, value_name = "END")]
    pub(crate) to_rows: Option<RowOrigin>,

    /// Overwrite files that exist.
    #[arg(long)]
    pub(crate) force: bool,

    /// Write nothing and exit with 1 if anything would be lost or left out.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print one JSON object a line for each game, with what was dropped and repaired. Only with
    /// --output.
    #[arg(long, requires = "output")]
    pub(crate) json: bool,
}
