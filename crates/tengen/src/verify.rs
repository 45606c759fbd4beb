//! `tengen verify`: proof checking.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{fmt::Write as _, io::BufReader, path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Color, Rule};
use tengen_proof::{Proved, check};

use crate::io::{
    error::Failure,
    input::Input,
    progress::Progress,
    stdout::{json_line, print},
};

/// Check proofs that "solve --proof" wrote, by the rules alone.
///
/// Prints "proved" and the claim for each file. Every move in a proof is checked by the rules of the
/// game alone. If one does not hold, only the place of the error is printed, and the exit status is 2.
/// Files may be compressed by gzip or zstd.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Proofs to check; "-" is the standard input.
    #[arg(required = true, value_name = "PROOF")]
    files: Vec<PathBuf>,

    /// Print one JSON object a line for each proof.
    #[arg(long)]
    json: bool,
}

/// A proof that holds, as JSON.
#[derive(Serialize)]
struct VerifyRecord<'a> {
    proof: &'a str,
    rule: Rule,
    size: Area,
    stones: usize,
    turn: Color,
    winner: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    steps: u64,
    bytes: u64,
}

/// Checks every proof, and prints what is proved if all of them hold.
pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    for path in &args.files {
        let Input { name, reader, .. } = Input::open(path)?.unpacked()?;
        let spinner = Progress::search();
        let checked = check(BufReader::with_capacity(1 << 16, reader));
        drop(spinner);
        let Proved { claim, nodes, steps, bytes } =
            checked.map_err(|error| Failure::of_proof(name.clone(), error))?;
        if args.json {
            text += &json_line(&VerifyRecord {
                proof: &name,
                rule: claim.rule,
                size: claim.setup.area,
                stones: claim.setup.stones.len(),
                turn: claim.setup.turn,
                winner: claim.winner(),
                nodes,
                steps,
                bytes,
            });
        } else {
            let nodes = nodes.map(|nodes| format!("{nodes} nodes, ")).unwrap_or_default();
            let _ = writeln!(text, "proved: {claim} ({nodes}{steps} steps, {bytes} bytes)");
        }
    }
    print(text)?;
    Ok(ExitCode::SUCCESS)
}
