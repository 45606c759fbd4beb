//! The arguments of `tengen convert`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::path::PathBuf;

use clap::Args;
use tengen_notation::Format;

use crate::render::{Rows, SourceArgs};

/// Writes records of games in another format.
///
/// Everything is kept that the other format can hold: variations, comments, labels, names. What it
/// cannot hold is told on stderr, one line for each kind, and so is what was mended on the way in.
/// Many games in one file stay many games in one file; psq and renlib, which hold one game in a
/// file, are written into a folder.
///
/// A record that cannot be read, or not be written in the other format at all, is left out and
/// told, and the exit status is 1.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The files, folders, archives (.gz, .zst, .zip) and patterns ("*.psq") to read; "-" is the
    /// standard input.
    #[arg(default_value = "-", value_name = "PATH")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) source: SourceArgs,

    /// The format to write: moves, positions, sgf, psq, renlib, csv, tsv, jsonl and others; by the
    /// name of the output unless told.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Format>,

    /// The file to write, or a folder for one file a game; "-" is the standard output, and so is
    /// nothing at all.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,

    /// From where position strings that are written count their rows; as those that are read unless
    /// told.
    #[arg(long, value_enum, value_name = "END")]
    pub(crate) to_rows: Option<Rows>,

    /// Write over files that exist.
    #[arg(long)]
    pub(crate) force: bool,

    /// Write nothing and exit with 1 if anything would be lost or left out.
    #[arg(long)]
    pub(crate) strict: bool,

    /// For each game one JSON object a line on stdout, with what was dropped and mended. Only with
    /// --output.
    #[arg(long, requires = "output")]
    pub(crate) json: bool,
}
