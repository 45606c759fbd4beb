//! Five-in-a-row: a draw by pairing.

use std::process::ExitCode;

use serde::Serialize;
use tengen_core::{Area, Position, Rule};
use tengen_proof::PairingStrategy;
use tengen_solver::fives::{PairingError, find_pairing};

use super::solve_args::SolveArgs;
use super::{Progress, ProofRecord, check_outputs, json_line, print, usage};
use crate::{cli::SearchCost, io::atomic_file::OutputFile, io::error::Failure};

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
        (Some(path), Some(strategy)) => {
            let mut file = OutputFile::create(path, args.force)?;
            let written = strategy.write(&mut file).map_err(|error| file.failure(error))?;
            file.finish().map(|()| Some(written))?
        }
        _ => None,
    };
    let area = position.board().area();
    let pairs = strategy.iter().flat_map(PairingStrategy::pairs);
    let pairs: Vec<[String; 2]> = pairs.map(|pair| pair.map(|point| area.name(point))).collect();
    let text = if args.json {
        json_line(&PairingRecord {
            rule: position.rule(),
            size: area,
            drawn: strategy.is_some(),
            pairs,
            why,
            cost,
            proof: proof.map(ProofRecord::from),
        })
    } else if let Some(why) = why {
        cost.undecided(why)
    } else if let (true, Some(strategy)) = (args.explain, &strategy) {
        format!("Draw\n  {strategy}\n{}", cost.describe(proof))
    } else {
        "Draw\n".to_owned()
    };
    print(text)?;
    Ok(ExitCode::from(u8::from(strategy.is_none())))
}

/// The answer about a pairing as JSON.
#[derive(Serialize)]
struct PairingRecord {
    rule: Rule,
    size: Area,
    drawn: bool,
    pairs: Vec<[String; 2]>,
    /// Why no pairing was found.
    why: Option<String>,
    #[serde(flatten)]
    cost: SearchCost,
    proof: Option<ProofRecord>,
}
