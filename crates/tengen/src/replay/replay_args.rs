//! The arguments of `tengen replay`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{num::NonZero, path::PathBuf};

use clap::{Args, ValueEnum};
use tengen_core::{Area, Rule};
use tengen_notation::{Format, ReadOptions};

use crate::{
    cli::{Common, fixed_size, threads},
    io::{atomic_file::OutputFile, error::Failure, input_format::RowOrigin},
};

/// Judge records of games: who won, how, and whether the written result agrees.
///
/// Reads records of every format, in files, folders and archives (.gz, .zst, .zip), by the million,
/// and judges each by the rules alone: who won and how, which move cannot be, and whether the result
/// that is written in the record agrees. Prints a summary, the disagreements first; with --json or
/// --csv, one line for each game. A record or file that cannot be read is reported in its place, and
/// the rest goes on.
///
/// A list of moves on its own, the number of moves and that many lines "row column", counted from 1 at
/// the top left, is answered with A (black) or B (white) and the move, or Tie, for each game; Black
/// moves first. Moves after the end of the game do not count, but they must be on the board and on an
/// empty point. If anything is wrong there, nothing is answered.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct ReplayArgs {
    /// Files, folders, archives and patterns ("*.psq") to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Format of the records: moves, positions, sgf, psq, renlib, rif, openings, botzone, ccgc, csv, tsv
    /// or jsonl [default: detected].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,

    /// Rule, whatever the records say: freestyle, exact, renju or nogo [default: that of the record, or
    /// freestyle]. At renju a foul loses for Black; at nogo a move that leaves a chain without a liberty
    /// loses, and so does having no move.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// Size of the board, WIDTHxHEIGHT, of records that do not name it [default: 15x15].
    #[arg(long, value_name = "SIZE", value_parser = fixed_size)]
    pub(crate) size: Option<(u16, u16)>,

    /// Where position strings count their rows from [default: bottom]. The names of points depend on
    /// it; the winners do not.
    #[arg(long, value_name = "END")]
    pub(crate) rows: Option<RowOrigin>,

    /// Explain the verdict on each game.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Print one JSON object a line for each game, and a summary at the end.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,

    /// Print one line of comma-separated values for each game, after a header line.
    #[arg(long, conflicts_with_all = ["explain", "json"])]
    pub(crate) csv: bool,

    /// Also write the verdicts to this Parquet file.
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<PathBuf>,

    /// File to write the answers to; "-" is the standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite files that exist.
    #[arg(long)]
    pub(crate) force: bool,

    /// Print only these games; all are counted.
    #[arg(long, value_name = "WHICH")]
    pub(crate) only: Option<Only>,

    /// Maximum number of disagreements and of faults in the summary [default: 20].
    #[arg(long, value_name = "COUNT")]
    pub(crate) limit: Option<usize>,

    /// Number of threads [default: all cores]. The answers do not depend on it.
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Exit with 1 when a result disagrees with the board or a record has an illegal move; for a list
    /// of moves on its own, when a game has no winner.
    #[arg(long)]
    pub(crate) exit_code: bool,
}

/// Which games are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Only {
    /// Those whose written result is not what the board says.
    Disagreements,
    /// Those with an illegal move, and what cannot be read.
    Faults,
}

impl ReplayArgs {
    /// The options that all verbs which read move lists share.
    pub(crate) fn common(&self) -> Common {
        Common {
            file: self.paths[0].clone(),
            explain: self.explain,
            json: self.json,
            threads: self.threads,
            exit_code: self.exit_code,
        }
    }

    /// Whether something is asked that a list of moves on its own has no answer to.
    pub(crate) fn asks_more(&self) -> bool {
        let asks = self.csv || self.parquet.is_some();
        asks || self.only.is_some() || self.limit.is_some() || self.rows.is_some()
    }

    /// The file for what would be printed, if there is to be one.
    pub(crate) fn output_file(&self) -> Result<Option<OutputFile>, Failure> {
        self.output.as_ref().map(|path| OutputFile::create(path, self.force)).transpose()
    }

    /// What is known about records that do not say it themselves.
    pub(crate) fn reading(&self) -> ReadOptions {
        let rows = self.rows.unwrap_or_default().order();
        let area = self.size.map(|(width, height)| Area::Bounded { width, height });
        ReadOptions { rule: self.rule, rule_forced: true, area, ..ReadOptions::new(rows) }
    }
}
