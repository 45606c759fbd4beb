//! NoGo, solved to the end.

use std::{fmt::Write as _, path::Path, process::ExitCode, time::Instant};

use serde::Serialize;
use tengen_core::{Color, Point, Position};
use tengen_proof::{WriteError, Written};
use tengen_solver::{
    Budget,
    nogo::{NoGoError, NoGoSolver},
};

use super::{Spinner, capital, check_outputs, fives::ProofRecord, print, undecided};
use crate::{cli::SolveArgs, io::atomic_file::OutputFile, io::error::Failure};

/// Prints who wins the position.
pub(super) fn run(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    check_outputs(args)?;
    let started = Instant::now();
    let spinner = Spinner::new();
    let mut budget = args.limits.budget();
    let mut solver = NoGoSolver::new((args.limits.memory as usize) << 20);
    let found = NoGoSolution::find(&mut solver, position, args, &mut budget);
    drop(spinner);
    let (nodes, seconds) = (budget.nodes(), started.elapsed().as_secs_f64());
    let found = match found {
        Ok(found) => found,
        Err(Untold::Failure(failure)) => return Err(failure),
        Err(Untold::NoGoError(NoGoError::TooLarge(error))) => {
            return Err(Failure::Usage(error.to_string()));
        }
        Err(Untold::NoGoError(NoGoError::Stopped(why))) => {
            return undecided(&why.to_string(), nodes, seconds);
        }
    };
    let text = if args.json {
        let record = found.record(position, nodes, seconds);
        format!("{}\n", serde_json::to_string(&record).expect("it has only text and numbers"))
    } else {
        let mut text = format!("{}\n", capital(found.winner));
        if args.explain {
            text += &found.story(position, nodes, seconds);
        }
        text
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What was found out.
struct NoGoSolution {
    winner: Color,
    /// If asked for: all moves that win, and a line of play.
    told: Option<(Vec<Point>, Vec<Point>)>,
    proof: Option<Written>,
}

/// Why nothing is told.
enum Untold {
    Failure(Failure),
    NoGoError(NoGoError),
}

impl From<NoGoError> for Untold {
    fn from(why: NoGoError) -> Untold {
        Untold::NoGoError(why)
    }
}

impl NoGoSolution {
    fn find(
        solver: &mut NoGoSolver,
        position: &Position,
        args: &SolveArgs,
        budget: &mut Budget<'_>,
    ) -> Result<NoGoSolution, Untold> {
        let winner = solver.winner(position, budget)?;
        let mut found = NoGoSolution { winner, told: None, proof: None };
        if args.explain || args.json {
            let winning = solver.winning_moves(position, budget)?;
            found.told = Some((winning, solver.line(position, budget)?));
        }
        if let Some(path) = &args.proof {
            found.proof = Some(write_proof(solver, position, budget, path, args.force)?);
        }
        Ok(found)
    }

    fn story(&self, position: &Position, nodes: u64, seconds: f64) -> String {
        let area = position.board().area();
        let names = |points: &[Point]| {
            points.iter().map(|&point| area.name(point)).collect::<Vec<_>>().join(" ")
        };
        let mut text = String::new();
        if let Some((winning, line)) = &self.told {
            let turn = position.turn();
            let _ = match winning.len() {
                0 => writeln!(text, "  {turn} is to move and has no winning move"),
                _ => writeln!(text, "  {turn} is to move and wins by {}", names(winning)),
            };
            if !line.is_empty() {
                let _ = writeln!(text, "  a line of play: {}", names(line));
            }
        }
        let _ = writeln!(text, "  {nodes} nodes, {seconds:.2} s");
        if let Some(Written { steps, bytes }) = self.proof {
            let _ = writeln!(text, "  the proof has {steps} steps and {bytes} bytes");
        }
        text
    }

    fn record(&self, position: &Position, nodes: u64, seconds: f64) -> NoGoRecord {
        let area = position.board().area();
        let names = |points: &[Point]| points.iter().map(|&point| area.name(point)).collect();
        let (winning, line) = self.told.as_ref().expect("it was asked for");
        NoGoRecord {
            rule: position.rule().name(),
            size: area.to_string(),
            turn: position.turn().to_string(),
            winner: self.winner.to_string(),
            winning_moves: names(winning),
            line: names(line),
            nodes,
            seconds,
            proof: self.proof.map(ProofRecord::from),
        }
    }
}

#[derive(Serialize)]
struct NoGoRecord {
    rule: &'static str,
    size: String,
    turn: String,
    winner: String,
    winning_moves: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}

fn write_proof(
    solver: &mut NoGoSolver,
    position: &Position,
    budget: &mut Budget<'_>,
    path: &Path,
    force: bool,
) -> Result<Written, Untold> {
    let mut file = OutputFile::create(path, force).map_err(Untold::Failure)?;
    let (_, written) = solver.prove(position, budget, &mut file).map_err(|error| match error {
        WriteError::Output(error) => Untold::Failure(file.failure(error)),
        WriteError::Strategy(why) => Untold::NoGoError(why),
        error => Untold::Failure(Failure::Usage(error.to_string())),
    })?;
    file.finish().map_err(Untold::Failure)?;
    Ok(written)
}
