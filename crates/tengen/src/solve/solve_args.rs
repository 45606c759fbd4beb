//! The arguments of `tengen solve`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{num::NonZero, path::PathBuf};

use clap::{Args, ValueEnum};
use tengen_core::Rule;
use tengen_notation::{Content, subject::MoveNumber};

use crate::{
    cli::{LimitArgs, StartArgs, threads},
    io::input_format::{RowOrigin, content},
};

/// Solve positions: prints the winner with best play, or None.
///
/// The input is a JSON list of pieces on a board without edges, each of them a list of x, y and color (0
/// black, 1 white); or one board: a line with its size, and rows of X black, O white and . empty; or
/// puzzles, one JSON object a line with the keys rule, size, to_move, black and white, each with its own
/// answer; or a record of a game in any format that "replay" reads, of which --move picks the position;
/// or a link to a position on the page of "serve" or on gomocalc, in a file or in place of one; or a
/// drawing or a board as "render" and "check" read them.
///
/// A list is searched for --plies moves of both sides together, each playing for the best it can have
/// by then; None if neither can make a five. A board of five-in-a-row is searched for a win --by fours
/// or threats, and so is a list with --by; a side that has no such win may still win otherwise. An
/// empty board is searched --by pairing for a draw: pairs of points of which every five in a row holds one. A
/// board of nogo is solved to the end, and at most 64 points may be left to play on.
///
/// The answer is exact, and can be written down as a proof that "verify" checks. If there is none, or
/// a limit is reached first, it prints "not decided" with what is known, and exits with 1.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    /// Rule: freestyle, exact, renju or nogo [default: that of the record or link; freestyle for a list].
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// Format of the input: field, pieces, board, drawing or link, or of a record moves, positions, sgf,
    /// psq, renlib, rif, botzone, ccgc, csv, tsv or jsonl [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = content)]
    pub(crate) from: Option<Content>,

    /// Number of the game in the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Number of moves after which to solve the position; 0 is before the first one.
    #[arg(long = "move", visible_alias = "at", value_name = "MOVE", default_value = "last")]
    pub(crate) at: MoveNumber,

    /// Where position strings count their rows from.
    #[arg(long, value_enum, value_name = "END", default_value_t)]
    pub(crate) rows: RowOrigin,

    /// Number of moves of both sides together, for a list [default: 3].
    #[arg(long, value_name = "COUNT", conflicts_with = "by")]
    pub(crate) plies: Option<u32>,

    /// Kind of result at five-in-a-row: a win by fours (VCF), by threats (VCT) or with quiet moves between them, or on an empty board a draw
    /// by pairing [default: threats].
    #[arg(long, value_name = "WAY")]
    pub(crate) by: Option<Way>,

    /// Write a proof of the answer into this file; for several puzzles into this folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,

    /// Prove, reply by reply, that the side to move wins although it has no threats yet. Results are
    /// stored in this directory, and the next call resumes there. --nodes is for one search, --time
    /// for all.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["by", "svg", "explain", "json"])]
    pub(crate) book: Option<PathBuf>,

    /// Moves to try first in the book: a line is the moves of both sides from the start, and ends with one of the side
    /// to move there. They are never believed.
    #[arg(long, value_name = "FILE", requires = "book")]
    pub(crate) hints: Option<PathBuf>,

    /// Nodes of the engine's search for moves to try where there is no hint; with 0, they are tried in a static order
    /// [default: 100000 without hints, 0 with them].
    #[arg(long, value_name = "COUNT", requires = "book")]
    pub(crate) advice: Option<u64>,

    /// Number of threads of the book [default: all cores].
    #[arg(long, value_name = "COUNT", value_parser = threads, requires = "book")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Print the progress of the book, and do nothing.
    #[arg(long, requires = "book")]
    pub(crate) status: bool,

    /// Draw the winning line of five-in-a-row into this file; for several puzzles into this folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Overwrite a proof or a picture that exists.
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Explain the win: the winning line, what each move threatens, and the answer to every reply; for
    /// nogo, all winning moves and a line of play.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Print a JSON object, with all that --explain prints.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,
}

/// Kind of result at five-in-a-row.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Way {
    /// By fours alone.
    Fours,
    /// By threats.
    Threats,
    /// By threats, or by threats with quiet moves between them.
    Quiet,
    /// By pairing, a draw.
    Pairing,
}
