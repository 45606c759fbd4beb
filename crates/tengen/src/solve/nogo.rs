//! NoGo, solved to the end.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use serde::Serialize;
use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_proof::{WriteError, Written};
use tengen_solver::{
    Budget, Stopped,
    nogo::{NoGoError, NoGoSolver},
};

use super::solve_args::SolveArgs;
use super::{Progress, ProofRecord, check_outputs, json_line, print};
use crate::{cli::SearchCost, io::atomic_file::OutputFile, io::error::Failure};

/// Prints who wins the position.
pub(super) fn run(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    check_outputs(args)?;
    let spinner = Progress::search();
    let answer = NoGoAnswer::find(args, position, args.proof.as_deref());
    drop(spinner);
    let answer = answer?;
    let text = if args.json {
        json_line(&answer.record())
    } else if args.explain {
        answer.answer() + &answer.explanation()
    } else {
        answer.answer()
    };
    print(text)?;
    Ok(if answer.is_solved() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The answer about a position, and what the search cost.
pub(super) struct NoGoAnswer<'a> {
    position: &'a Position,
    found: Result<NoGoSolution, Stopped>,
    cost: SearchCost,
}

/// The solution of a position.
#[derive(Default)]
struct NoGoSolution {
    winner: Option<Color>,
    /// All moves that win, and a line of play; empty if they are not printed.
    winning_moves: Vec<Point>,
    line: Vec<Point>,
    proof: Option<Written>,
}

impl<'a> NoGoAnswer<'a> {
    /// Solves the position as far as the arguments ask for, and writes a proof into this file, if there is one.
    pub(super) fn find(
        args: &SolveArgs,
        position: &'a Position,
        proof: Option<&Path>,
    ) -> Result<NoGoAnswer<'a>, Failure> {
        let (found, cost) = args.limits.measure(|budget| solve(args, position, proof, budget));
        match found? {
            Ok(found) => Ok(NoGoAnswer { position, found: Ok(found), cost }),
            Err(NoGoError::Stopped(why)) => Ok(NoGoAnswer { position, found: Err(why), cost }),
            Err(error) => Err(Failure::Usage(error.to_string())),
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.found.is_ok()
    }

    /// The line that is always printed.
    pub(super) fn answer(&self) -> String {
        match &self.found {
            Ok(found) => format!("{}\n", found.winner.map_or("", Color::capitalized)),
            Err(why) => self.cost.undecided(why),
        }
    }

    /// The lines below it.
    pub(super) fn explanation(&self) -> String {
        let Ok(found) = &self.found else { return String::new() };
        let (turn, area) = (self.position.turn(), self.position.board().area());
        let [winning_moves, line] =
            [&found.winning_moves, &found.line].map(|points| area.names(points).join(" "));
        let mut text = if winning_moves.is_empty() {
            format!("  {turn} is to move and has no winning move\n")
        } else {
            format!("  {turn} is to move and wins by {winning_moves}\n")
        };
        if !line.is_empty() {
            let _ = writeln!(text, "  a line of play: {line}");
        }
        text + &self.cost.describe(found.proof)
    }

    pub(super) fn record(&self) -> NoGoRecord {
        let (area, none) = (self.position.board().area(), NoGoSolution::default());
        let found = self.found.as_ref().unwrap_or(&none);
        NoGoRecord {
            rule: self.position.rule(),
            size: area,
            turn: self.position.turn(),
            winner: found.winner,
            winning_moves: area.names(&found.winning_moves),
            line: area.names(&found.line),
            cost: self.cost,
            proof: found.proof.map(ProofRecord::from),
        }
    }
}

fn solve(
    args: &SolveArgs,
    position: &Position,
    proof: Option<&Path>,
    budget: &mut Budget<'_>,
) -> Result<Result<NoGoSolution, NoGoError>, Failure> {
    let mut solver = NoGoSolver::new(budget.memory());
    let explains = args.explain || args.json;
    let mut find = || {
        let winner = Some(solver.winner(position, budget)?);
        let (mut winning_moves, mut line) = (Vec::new(), Vec::new());
        if explains {
            winning_moves = solver.winning_moves(position, budget)?;
            line = solver.line(position, budget)?;
        }
        Ok(NoGoSolution { winner, winning_moves, line, proof: None })
    };
    let mut found = find();
    if let (Ok(solution), Some(path)) = (&mut found, proof) {
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

/// The answer about a position of NoGo as JSON.
#[derive(Serialize)]
pub(super) struct NoGoRecord {
    rule: Rule,
    size: Area,
    turn: Color,
    winner: Option<Color>,
    winning_moves: Vec<String>,
    pub(super) line: Vec<String>,
    #[serde(flatten)]
    cost: SearchCost,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}
