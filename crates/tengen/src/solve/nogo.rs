//! NoGo, solved to the end.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_proof::{WriteError, Written};
use tengen_solver::{
    Budget,
    nogo::{NoGoError, NoGoSolver},
};

use super::{Progress, ProofRecord, capital, check_outputs, json_line, print};
use crate::{cli::SearchCost, cli::SolveArgs, io::atomic_file::OutputFile, io::error::Failure};

/// Prints who wins the position.
pub(super) fn run(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    check_outputs(args)?;
    let spinner = Progress::search();
    let (solved, cost) = args.limits.measure(|budget| solve(args, position, budget));
    drop(spinner);
    let found = match solved? {
        Ok(found) => found,
        Err(NoGoError::TooLarge(error)) => return Err(Failure::Usage(error.to_string())),
        Err(NoGoError::Stopped(why)) => {
            print(cost.undecided(why))?;
            return Ok(ExitCode::from(1));
        }
    };
    let NoGoSolution { winner, winning_moves, line, proof } = found;
    let (turn, area) = (position.turn(), position.board().area());
    let [winning_moves, line] = [winning_moves, line].map(|points| area.names(&points));
    if args.json {
        let (rule, proof) = (position.rule(), proof.map(ProofRecord::from));
        print(json_line(&NoGoRecord {
            rule,
            size: area,
            turn,
            winner,
            winning_moves,
            line,
            cost,
            proof,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{}\n", capital(winner));
    if args.explain {
        let _ = match winning_moves.len() {
            0 => writeln!(text, "  {turn} is to move and has no winning move"),
            _ => writeln!(text, "  {turn} is to move and wins by {}", winning_moves.join(" ")),
        };
        if !line.is_empty() {
            let _ = writeln!(text, "  a line of play: {}", line.join(" "));
        }
        text += &cost.describe(proof);
    }
    print(text)?;
    Ok(ExitCode::SUCCESS)
}

/// The solution of a position.
struct NoGoSolution {
    winner: Color,
    /// All moves that win, and a line of play; empty if they are not printed.
    winning_moves: Vec<Point>,
    line: Vec<Point>,
    proof: Option<Written>,
}

/// Solves the position as far as the arguments ask for.
fn solve(
    args: &SolveArgs,
    position: &Position,
    budget: &mut Budget<'_>,
) -> Result<Result<NoGoSolution, NoGoError>, Failure> {
    let mut solver = NoGoSolver::new(budget.memory());
    let explains = args.explain || args.json;
    let mut find = || {
        let winner = solver.winner(position, budget)?;
        let (mut winning_moves, mut line) = (Vec::new(), Vec::new());
        if explains {
            winning_moves = solver.winning_moves(position, budget)?;
            line = solver.line(position, budget)?;
        }
        Ok(NoGoSolution { winner, winning_moves, line, proof: None })
    };
    let mut found = find();
    if let (Ok(solution), Some(path)) = (&mut found, &args.proof) {
        match write_proof(&mut solver, position, budget, path, args.force)? {
            Ok(written) => solution.proof = Some(written),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(found)
}

fn write_proof(
    solver: &mut NoGoSolver,
    position: &Position,
    budget: &mut Budget<'_>,
    path: &Path,
    force: bool,
) -> Result<Result<Written, NoGoError>, Failure> {
    let mut file = OutputFile::create(path, force)?;
    match solver.prove(position, budget, &mut file) {
        Ok((_, written)) => file.finish().map(|()| Ok(written)),
        Err(WriteError::Strategy(why)) => Ok(Err(why)),
        Err(WriteError::Output(error)) => Err(file.failure(error)),
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}

/// The answer about a board of NoGo as JSON.
#[derive(Serialize)]
struct NoGoRecord {
    rule: Rule,
    size: Area,
    turn: Color,
    winner: Color,
    winning_moves: Vec<String>,
    line: Vec<String>,
    #[serde(flatten)]
    cost: SearchCost,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}
