//! Options of the verbs that judge positions.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use clap::Args;
use tengen_core::{Area, Rule};
use tengen_notation::{Content, boards::DiagramSize};

use super::BoardSize;
use crate::io::input_format::{RowOrigin, SourceArgs, content};

/// Options of the verbs that judge positions.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// Format of the input: board, or of records moves, positions, sgf, psq, renlib, rif, botzone, ccgc,
    /// csv, tsv or jsonl [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = content)]
    pub(crate) from: Option<Content>,

    /// Size of the boards, WIDTHxHEIGHT, or "any" if each has its own [default: 19x19; for records
    /// without a size 15x15, where their format has a usual one].
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: Option<BoardSize>,

    /// Where position strings count their rows from.
    #[arg(long, value_enum, value_name = "END", default_value_t)]
    pub(crate) rows: RowOrigin,
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
