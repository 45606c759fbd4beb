//! Five-in-a-row: a draw by pairing.

use std::{path::Path, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Color, Position, Rule};
use tengen_proof::{PairingStrategy, Written};
use tengen_solver::fives::{PairingError, find_pairing};

use super::{Progress, ProofRecord, check_outputs, json_line, print, usage};
use crate::{cli::SearchCost, cli::SolveArgs, io::atomic_file::OutputFile, io::error::Failure};

/// Prints whether the empty board is drawn by a pairing.
pub(super) fn run(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    if args.svg.is_some() {
        return Err(usage("--svg goes with a win; a pairing is listed by --explain"));
    }
    check_outputs(args)?;
    let spinner = Progress::search();
    let (found, cost) = args.limits.measure(|budget| find_pairing(position, budget));
    drop(spinner);
    let (strategy, why) = match found {
        Ok(Some(strategy)) => (Some(strategy), None),
        Ok(None) => (None, Some("no pairing exists".to_owned())),
        Err(PairingError::Stopped(why)) => (None, Some(why.to_string())),
        Err(error) => return Err(Failure::Usage(error.to_string())),
    };
    let proof = match (&args.proof, &strategy) {
        (Some(path), Some(strategy)) => Some(write_proof(path, args.force, strategy)?),
        _ => None,
    };
    let area = position.board().area();
    let pairs = strategy.iter().flat_map(PairingStrategy::pairs);
    let pairs: Vec<[String; 2]> = pairs.map(|pair| pair.map(|point| area.name(point))).collect();
    let is_drawn = strategy.is_some();
    let text = if args.json {
        json_line(&PairingRecord {
            rule: position.rule(),
            size: area,
            turn: position.turn(),
            drawn: is_drawn,
            pairs,
            why,
            cost,
            proof: proof.map(ProofRecord::from),
        })
    } else if let Some(why) = why {
        cost.undecided(why)
    } else if args.explain {
        let pairs: Vec<String> = pairs.iter().map(|pair| pair.join("-")).collect();
        let list = if pairs.is_empty() { String::new() } else { format!(": {}", pairs.join(" ")) };
        let count = pairs.len();
        let fives = "every five points in a row hold one";
        format!("Draw\n  {count} pairs, {fives}{list}\n{}", cost.describe(proof))
    } else {
        "Draw\n".to_owned()
    };
    print(text)?;
    Ok(ExitCode::from(u8::from(!is_drawn)))
}

fn write_proof(path: &Path, force: bool, strategy: &PairingStrategy) -> Result<Written, Failure> {
    let mut file = OutputFile::create(path, force)?;
    let written = strategy.write(&mut file).map_err(|error| file.failure(error))?;
    file.finish()?;
    Ok(written)
}

/// The answer about a pairing as JSON.
#[derive(Serialize)]
struct PairingRecord {
    rule: Rule,
    size: Area,
    turn: Color,
    drawn: bool,
    pairs: Vec<[String; 2]>,
    /// Why no pairing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(flatten)]
    cost: SearchCost,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}
