//! `tengen verify`: whether a proof holds.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fmt::Write as _,
    io::{self, BufReader, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args;
use serde::Serialize;
use tengen_proof::{ProofFlaw, Proved, check};

use crate::io::{error::Failure, input::Input, spinner::Spinner};

/// Check proofs that "solve --proof" wrote, by the rules alone.
///
/// Prints "proved" and the claim for each file. Every move in a proof is checked by the rules of the
/// game alone. If one does not hold, only the place of the error is printed, and the exit status is 2.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Proofs to check; "-" is the standard input.
    #[arg(required = true, value_name = "PROOF")]
    files: Vec<PathBuf>,

    /// Print one JSON object a line for each proof.
    #[arg(long)]
    json: bool,
}

/// Checked proof as JSON.
#[derive(Serialize)]
struct VerifyRecord<'a> {
    proof: &'a str,
    rule: &'static str,
    size: String,
    stones: usize,
    turn: String,
    winner: String,
    steps: u64,
    bytes: u64,
}

/// Checks every proof, and says what is proved if all of them hold.
pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    for path in &args.files {
        let Input { name, reader, .. } = Input::open(path)?;
        let spinner = Spinner::new();
        let checked = check(BufReader::with_capacity(1 << 16, reader));
        drop(spinner);
        let proved = checked.map_err(|error| match error.trouble {
            ProofFlaw::Read(error) => Failure::Read { name: name.clone(), error },
            _ => Failure::Proof { name: name.clone(), error },
        })?;
        if args.json {
            let record = record(&name, &proved);
            text += &serde_json::to_string(&record).expect("it has only text and numbers");
            text.push('\n');
        } else {
            let Proved { claim, steps, bytes } = proved;
            let _ = writeln!(text, "proved: {claim} ({steps} steps, {bytes} bytes)");
        }
    }
    io::stdout().lock().write_all(text.as_bytes()).map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}

fn record<'a>(name: &'a str, proved: &Proved) -> VerifyRecord<'a> {
    let Proved { claim, steps, bytes } = proved;
    VerifyRecord {
        proof: name,
        rule: claim.rule.name(),
        size: claim.setup.area.to_string(),
        stones: claim.setup.stones.len(),
        turn: claim.setup.turn.to_string(),
        winner: claim.winner.to_string(),
        steps: *steps,
        bytes: *bytes,
    }
}
