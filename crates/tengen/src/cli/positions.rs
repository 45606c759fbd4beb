//! What verbs about positions can be told about them.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use clap::Args;
use tengen_core::{Area, Rule};
use tengen_notation::boards::DiagramSize;

use super::BoardSize;
use crate::render::{From, Rows, SourceArgs};

/// What verbs about positions can be told about them.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// What the input is: board, or a format of records (moves, positions, sgf, psq, renlib, rif,
    /// botzone, ccgc, csv, tsv or jsonl); found by looking unless told.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,

    /// The size of every board, WIDTHxHEIGHT, or "any" if each has its own; 19x19 unless told. Of
    /// records that do not say it: 15x15 unless told, where their format has a usual one.
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<BoardSize>,

    /// From where position strings count their rows.
    #[arg(long, value_enum, value_name = "END", default_value_t)]
    pub(crate) rows: Rows,
}

impl PositionArgs {
    /// The size of boards.
    pub(crate) fn board_size(&self) -> DiagramSize {
        self.size.map_or(DiagramSize::square(19), |size| size.0)
    }

    /// What records are read with.
    pub(crate) fn source(&self, rule: Option<Rule>) -> SourceArgs {
        let size = self.size.and_then(|size| match size.0 {
            DiagramSize::Fixed { width, height } => Some(Area::Bounded { width, height }),
            DiagramSize::Any => None,
        });
        SourceArgs { from: self.from, rule, size, rows: self.rows, encoding: None }
    }
}
