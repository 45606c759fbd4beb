//! `tengen lookup`: what a proof plays.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use tengen_core::Color;

use crate::io::{
    error::Failure,
    proof_book,
    stdout::{json_line, print},
};

/// Look a position up in a proof: the winner's move, and why it wins.
///
/// A proof of five-in-a-row that "solve --book" wrote is an opening book that is never wrong. The moves
/// of both sides are those after the first position of the proof; they are found in any order and in
/// any image. The proof is not checked; "verify" does that. Exits with 1 if the position is not in it.
#[derive(Args, Debug)]
pub(crate) struct LookupArgs {
    /// Proof of version 2, may be compressed by gzip or zstd; "-" is the standard input.
    #[arg(value_name = "PROOF")]
    proof: PathBuf,

    /// Moves, such as h8 i9 or h8i9.
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,

    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// An answer as JSON.
#[derive(Serialize)]
struct LookupRecord {
    winner: Color,
    #[serde(rename = "move")]
    point: Option<String>,
    reason: Option<&'static str>,
    line: Option<Vec<String>>,
    moves_left: Option<u32>,
    why: Option<String>,
}

/// Prints what the proof says of the position after the moves.
pub(crate) fn run(args: &LookupArgs) -> Result<ExitCode, Failure> {
    let book = proof_book::read(&args.proof)?;
    let area = book.claim().setup.area;
    let mut position = book.start().clone();
    let usage = |what: String| Failure::Usage(what);
    let moves =
        area.parse_points(&args.moves.join(" ")).map_err(|error| usage(error.to_string()))?;
    for (number, point) in (1..).zip(moves) {
        let wrong = |illegal| usage(format!("move {number} on {}: {illegal}", area.name(point)));
        position.play(point).map_err(wrong)?;
    }
    let found = book.lookup(&position);
    let entry = found.as_ref().ok();
    let text = if args.json {
        json_line(&LookupRecord {
            winner: book.winner(),
            point: entry.and_then(|entry| entry.point).map(|point| area.name(point)),
            reason: entry.map(|entry| entry.how.word()),
            line: entry.and_then(|entry| entry.how.line()).map(|line| area.names(line)),
            moves_left: entry.map(|entry| entry.moves_left),
            why: found.as_ref().err().map(|out| book.describe_departure(out)),
        })
    } else {
        book.describe(position.turn(), &found) + "\n"
    };
    print(text)?;
    Ok(ExitCode::from(u8::from(found.is_err())))
}
