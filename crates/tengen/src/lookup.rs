//! `tengen lookup`: what a proof plays.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Color, Point};
use tengen_proof::{OutOfBook, ProofBook, ProofBookEntry, WinReason};

use crate::io::{
    error::Failure,
    proof_book,
    stdout::{json_line, print},
};

/// Look a position up in a proof: the winner's move, and why it wins.
///
/// Prints the move, its reason and the most moves that are left.
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
    turn: Color,
    in_book: bool,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    point: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_left: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Prints what the proof says of the position after the moves.
pub(crate) fn run(args: &LookupArgs) -> Result<ExitCode, Failure> {
    let book = proof_book::read(&args.proof)?;
    let area = book.claim().setup.area;
    let mut position = book.start().clone();
    for (number, point) in moves(area, &args.moves)?.into_iter().enumerate() {
        position.play(point).map_err(|illegal| {
            Failure::Usage(format!("move {} on {}: {illegal}", number + 1, area.name(point)))
        })?;
    }
    let found = book.lookup(&position);
    let text = if args.json {
        json_line(&record(&book, position.turn(), &found))
    } else {
        format!("{}\n", sentence(&book, position.turn(), &found))
    };
    print(text)?;
    Ok(ExitCode::from(u8::from(found.is_err())))
}

/// The points of the moves, with or without blanks between them.
fn moves(area: Area, words: &[String]) -> Result<Vec<Point>, Failure> {
    let text = words.join(" ");
    let starts = text.char_indices().filter(|&(at, sign)| {
        let after_letter = text[..at].ends_with(|before: char| before.is_ascii_alphabetic());
        sign.is_ascii_alphabetic() && !after_letter
    });
    let mut starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let first = starts.first().copied().unwrap_or(text.len());
    let wrong = |name: &str| {
        let size = area.to_string();
        Failure::Usage(format!("\"{name}\" is no point of a board of {size}: write h8 or h8i9"))
    };
    if !text[..first].trim().is_empty() {
        return Err(wrong(text[..first].trim()));
    }
    starts.push(text.len());
    let names = starts.windows(2).map(|ends| text[ends[0]..ends[1]].trim());
    names.map(|name| area.point(name).map_err(|_| wrong(name))).collect()
}

/// The answer for people.
fn sentence(book: &ProofBook, turn: Color, found: &Result<ProofBookEntry, OutOfBook>) -> String {
    let (area, winner) = (book.claim().setup.area, book.winner());
    match found {
        Ok(ProofBookEntry { point, how, moves_left }) => {
            let first = match point {
                Some(point) => format!("{}: {}", area.name(*point), reason_text(area, how)),
                None => format!("{turn} to move: {}", reason_text(area, how)),
            };
            let moves = if *moves_left == 1 { "move" } else { "moves" };
            format!("{first}; {winner} wins in at most {moves_left} {moves}")
        }
        Err(out) => format!("not in the book: {}", out_text(area, out)),
    }
}

fn reason_text(area: Area, how: &WinReason) -> String {
    match how {
        WinReason::Wins => "five".to_owned(),
        WinReason::Four => "four".to_owned(),
        WinReason::Threat(line) => format!("threat {}", names(area, line).join(" ")),
        WinReason::All => "quiet, every reply is answered".to_owned(),
    }
}

fn out_text(area: Area, out: &OutOfBook) -> String {
    match out {
        OutOfBook::Left { book: Some(point), .. } => {
            format!("{out}; it plays {} then", area.name(*point))
        }
        _ => out.to_string(),
    }
}

fn names(area: Area, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| area.name(point)).collect()
}

fn record(
    book: &ProofBook,
    turn: Color,
    found: &Result<ProofBookEntry, OutOfBook>,
) -> LookupRecord {
    let (area, winner) = (book.claim().setup.area, book.winner());
    let entry = found.as_ref().ok();
    LookupRecord {
        winner,
        turn,
        in_book: entry.is_some(),
        point: entry.and_then(|entry| entry.point).map(|point| area.name(point)),
        reason: entry.map(|entry| match entry.how {
            WinReason::Wins => "five",
            WinReason::Four => "four",
            WinReason::Threat(_) => "threat",
            WinReason::All => "quiet",
        }),
        line: entry.and_then(|entry| match &entry.how {
            WinReason::Threat(line) => Some(names(area, line)),
            _ => None,
        }),
        moves_left: entry.map(|entry| entry.moves_left),
        why: found.as_ref().err().map(|out| out_text(area, out)),
    }
}
