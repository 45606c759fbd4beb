//! Five-in-a-row: who wins by fours or by threats.

use std::{path::Path, process::ExitCode};

use serde::Serialize;
use tengen_answers::solutions::solution_picture;
use tengen_core::{Area, Color, Position, Rule, Setup};
use tengen_notation::{StoneList, subject::already_won};
use tengen_picture::Theme;
use tengen_proof::{WriteError, Written};
use tengen_solver::fives::{By, FivesSolver, FivesVerdict, TooWide, Win};

use super::solve_args::{SolveArgs, Way};
use super::{Progress, ProofRecord, check_outputs, indent, json_line, print};
use crate::{cli::SearchCost, io::atomic_file::OutputFile, io::error::Failure, io::input::Input};

/// Prints who wins from the pieces in `text`, on a board without edges.
pub(super) fn run_pieces(args: &SolveArgs, text: Input) -> Result<ExitCode, Failure> {
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    let (name, text) = text.text(StoneList::LIMIT)?;
    let in_text = |fault| Failure::Fault { name: name.clone(), fault };
    let pieces = StoneList::parse(&text).map_err(in_text)?;
    let stones = pieces.stones().to_vec();
    let setup = Setup { area: Area::Unbounded, stones, turn: args.start.turn() };
    if let Some((start, problem)) = already_won(&setup, rule) {
        let first = pieces.stones().iter().position(|&(point, _)| point == start);
        let number = first.expect("a line is made of stones");
        return Err(in_text(pieces.fault_at(&text, number, problem)));
    }
    run(args, &Position::from_setup(rule, &setup).expect("nobody has won"))
}

/// Prints who wins the position.
pub(super) fn run(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    check_outputs(args)?;
    let spinner = Progress::search();
    let asked = Asked::ask(args, position);
    drop(spinner);
    let asked = asked.map_err(|error| Failure::Usage(error.to_string()))?;
    let found = asked.keep(args, position, args.proof.as_deref(), args.svg.as_deref())?;
    let text = if args.json {
        json_line(&found.record())
    } else if args.explain {
        found.answer() + &found.explanation()
    } else {
        found.answer()
    };
    print(text)?;
    Ok(if asked.verdict.win.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The verdict of the solver, and what the search cost.
pub(super) struct Asked {
    pub(super) verdict: FivesVerdict,
    cost: SearchCost,
}

impl Asked {
    /// Asks who wins, within the limits of the arguments.
    pub(super) fn ask(args: &SolveArgs, position: &Position) -> Result<Asked, TooWide> {
        let by = match args.by {
            Some(Way::Fours) => By::Fours,
            // A pairing is asked for elsewhere.
            Some(Way::Quiet) => By::QuietMoves,
            Some(Way::Threats | Way::Pairing) | None => By::Threats,
        };
        let (verdict, cost) = args
            .limits
            .measure(|budget| FivesSolver::new(budget.memory()).solve(position, by, budget));
        Ok(Asked { verdict: verdict?, cost })
    }

    /// Writes the proof and the picture into these files, as far as there are any.
    pub(super) fn keep<'a>(
        &'a self,
        args: &SolveArgs,
        position: &'a Position,
        proof: Option<&Path>,
        svg: Option<&Path>,
    ) -> Result<FivesSolution<'a>, Failure> {
        let Asked { verdict, cost } = self;
        let proof = match (proof, &verdict.win) {
            (Some(path), Some(win)) => Some(prove(path, args.force, win, position)?),
            _ => None,
        };
        if let Some(path) = svg {
            let picture = solution_picture(position, verdict);
            OutputFile::write(path, args.force, picture.svg(&Theme::WOOD).as_bytes())?;
        }
        Ok(FivesSolution { position, verdict, cost: *cost, proof })
    }
}

fn prove(path: &Path, force: bool, win: &Win, position: &Position) -> Result<Written, Failure> {
    let mut file = OutputFile::create(path, force)?;
    let written = win.prove(position, &mut file).map_err(|error| match error {
        WriteError::Output(error) => file.failure(error),
        error => Failure::Usage(format!("no proof can be written: {error}")),
    })?;
    file.finish()?;
    Ok(written)
}

/// The answer about a position.
pub(super) struct FivesSolution<'a> {
    position: &'a Position,
    verdict: &'a FivesVerdict,
    cost: SearchCost,
    proof: Option<Written>,
}

impl FivesSolution<'_> {
    /// The line that is always printed.
    pub(super) fn answer(&self) -> String {
        match &self.verdict.win {
            Some(win) => format!("{}\n", win.winner.capitalized()),
            None => self.cost.undecided(self.verdict.summary()),
        }
    }

    /// The lines below it.
    pub(super) fn explanation(&self) -> String {
        indent(&self.verdict.describe(self.position)) + &self.cost.describe(self.proof)
    }

    pub(super) fn record(&self) -> FivesRecord {
        let area = self.position.board().area();
        let FivesVerdict { fours, threats, quiet, danger, win } = self.verdict;
        let moves = win.iter().flat_map(|win| win.line(self.position));
        let parries = danger.iter().flat_map(|danger| &danger.parries);
        FivesRecord {
            rule: self.position.rule(),
            size: area,
            turn: self.position.turn(),
            winner: win.as_ref().map(|win| win.winner),
            by: win.as_ref().map(|win| win.by.to_string()),
            fours: fours.to_string(),
            threats: threats.to_string(),
            quiet: quiet.to_string(),
            line: moves.map(|explained| area.name(explained.point)).collect(),
            danger: area.names(danger.iter().flat_map(|danger| &danger.line)),
            parries: parries
                .map(|&(point, known)| Parry {
                    point: area.name(point),
                    threats: known.to_string(),
                })
                .collect(),
            cost: self.cost,
            proof: self.proof.map(ProofRecord::from),
        }
    }
}

/// The answer about a position of five-in-a-row as JSON.
#[derive(Serialize)]
pub(super) struct FivesRecord {
    rule: Rule,
    size: Area,
    turn: Color,
    winner: Option<Color>,
    by: Option<String>,
    /// Whether the side to move wins by fours, by threats, and by threats with quiet moves between them.
    fours: String,
    threats: String,
    quiet: String,
    pub(super) line: Vec<String>,
    /// The fours by which the other side would win, and the moves that parry them.
    danger: Vec<String>,
    parries: Vec<Parry>,
    #[serde(flatten)]
    cost: SearchCost,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}

#[derive(Serialize)]
struct Parry {
    point: String,
    /// Whether the other side wins by threats all the same.
    threats: String,
}
