//! Five-in-a-row: who wins by fours or by threats.

use std::{fmt::Write as _, path::Path, process::ExitCode, time::Instant};

use serde::Serialize;
use tengen_core::{Area, Point, Position, Rule, Setup, shape::Shape};
use tengen_notation::StoneList;
use tengen_proof::{WriteError, Written};
use tengen_solver::{
    ExplainedMove,
    fives::{By, Decision, FivesDanger, FivesSolver, FivesVerdict, TooWide, Unforeseen, Win},
};

use super::{Spinner, capital, check_outputs, drawing, print};
use crate::{
    cli::{SolveArgs, Way},
    io::atomic_file::OutputFile,
    io::error::Failure,
    io::start_position::{StartText, over},
};

/// Prints who wins from the pieces in `text`, on a board without edges.
pub(super) fn run_pieces(args: &SolveArgs, text: StartText) -> Result<ExitCode, Failure> {
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    let (name, text) = text.read(StoneList::LIMIT)?;
    let in_text = |fault| Failure::Fault { name: name.clone(), fault };
    let pieces = StoneList::parse(&text).map_err(in_text)?;
    let stones = pieces.stones().to_vec();
    let setup = Setup { area: Area::Unbounded, stones, turn: args.start.turn() };
    if let Some((start, problem)) = over(&setup, rule) {
        let first = pieces.stones().iter().position(|&(point, _)| point == start);
        let number = first.expect("a line is made of stones");
        return Err(in_text(pieces.fault_at(&text, number, problem)));
    }
    run(args, &Position::from_setup(rule, &setup).expect("nobody has won"))
}

/// Prints who wins the position.
pub(super) fn run(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    check_outputs(args)?;
    let spinner = Spinner::new();
    let asked = Asked::ask(args, position);
    drop(spinner);
    let asked = asked.map_err(|error| Failure::Usage(error.to_string()))?;
    let found = asked.keep(args, position, args.proof.as_deref(), args.svg.as_deref())?;
    let text = if args.json {
        let record = found.record();
        format!("{}\n", serde_json::to_string(&record).expect("it has only text and numbers"))
    } else {
        let mut text = found.answer();
        if args.explain {
            text += &found.story();
        }
        text
    };
    print(&text)?;
    Ok(if asked.verdict.win.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What a solver said, and what that took.
pub(super) struct Asked {
    pub(super) verdict: FivesVerdict,
    nodes: u64,
    seconds: f64,
}

impl Asked {
    /// Asks who wins, within the limits of the arguments.
    pub(super) fn ask(args: &SolveArgs, position: &Position) -> Result<Asked, TooWide> {
        let started = Instant::now();
        let mut budget = args.limits.budget();
        let by = match args.by {
            Some(Way::Fours) => By::Fours,
            Some(Way::Threats) | None => By::Threats,
        };
        let solver = FivesSolver::new((args.limits.memory as usize) << 20);
        let verdict = solver.solve(position, by, &mut budget)?;
        Ok(Asked { verdict, nodes: budget.nodes(), seconds: started.elapsed().as_secs_f64() })
    }

    /// Writes the proof and the picture into these files, as far as there are any.
    pub(super) fn keep<'a>(
        &'a self,
        args: &SolveArgs,
        position: &'a Position,
        proof: Option<&Path>,
        svg: Option<&Path>,
    ) -> Result<FivesSolution<'a>, Failure> {
        let Asked { verdict, nodes, seconds } = self;
        let proof = match (proof, &verdict.win) {
            (Some(path), Some(win)) => Some(prove(path, args.force, win, position)?),
            _ => None,
        };
        if let Some(path) = svg {
            drawing::draw(path, args.force, position, verdict)?;
        }
        Ok(FivesSolution { position, verdict, nodes: *nodes, seconds: *seconds, proof })
    }
}

fn prove(path: &Path, force: bool, win: &Win, position: &Position) -> Result<Written, Failure> {
    let mut file = OutputFile::create(path, force)?;
    let written = win.prove(position, &mut file).map_err(|error| match error {
        WriteError::Output(error) => file.failure(error),
        error => no_proof(&error),
    })?;
    file.finish()?;
    Ok(written)
}

fn no_proof(error: &WriteError<Unforeseen>) -> Failure {
    Failure::Usage(format!("no proof can be written: {error}"))
}

/// What was found out.
pub(super) struct FivesSolution<'a> {
    position: &'a Position,
    verdict: &'a FivesVerdict,
    nodes: u64,
    seconds: f64,
    proof: Option<Written>,
}

impl FivesSolution<'_> {
    fn name(&self, point: Point) -> String {
        self.position.board().area().name(point)
    }

    fn names(&self, points: &[Point]) -> String {
        points.iter().map(|&point| self.name(point)).collect::<Vec<_>>().join(" ")
    }

    /// The line that is always printed.
    pub(super) fn answer(&self) -> String {
        if let Some(win) = &self.verdict.win {
            return format!("{}\n", capital(win.winner));
        }
        let FivesVerdict { fours, threats, .. } = self.verdict;
        let ways = [("VCF", fours), ("VCT", threats)];
        let told: Vec<String> = ways
            .into_iter()
            .filter_map(|(way, known)| match known {
                Decision::Fails => Some(format!("no {way}")),
                Decision::FailsNear => Some(format!("no {way} near the stones")),
                Decision::Open(why) => Some(format!("{way} not decided, {why}")),
                Decision::Wins | Decision::Unasked => None,
            })
            .collect();
        let (nodes, seconds) = (self.nodes, self.seconds);
        format!("not decided: {} after {nodes} nodes and {seconds:.1} s\n", told.join("; "))
    }

    /// The lines below it.
    pub(super) fn story(&self) -> String {
        let mut text = String::new();
        let turn = self.position.turn();
        match (&self.verdict.win, &self.verdict.danger) {
            (Some(win), _) => self.tell_win(&mut text, win),
            (None, Some(danger)) => self.tell_danger(&mut text, danger),
            (None, None) => {
                let _ = writeln!(text, "  {turn} is to move; {} threatens nothing", !turn);
            }
        }
        let _ = writeln!(text, "  {} nodes, {:.2} s", self.nodes, self.seconds);
        if let Some(Written { steps, bytes }) = self.proof {
            let _ = writeln!(text, "  the proof has {steps} steps and {bytes} bytes");
        }
        text
    }

    fn tell_win(&self, text: &mut String, win: &Win) {
        let (turn, by) = (self.position.turn(), way(win.by));
        let _ = match &win.threat {
            None => writeln!(text, "  {turn} is to move and wins by {by}"),
            Some(line) => writeln!(
                text,
                "  {turn} is to move and cannot stop {}, who would win by {}",
                win.winner,
                self.names(line)
            ),
        };
        for (number, told) in win.line(self.position).iter().enumerate() {
            let name = self.name(told.point);
            let note = if told.color == win.winner { self.note(told) } else { String::new() };
            let _ = writeln!(text, "  {:>3} {} {name}{note}", number + 1, told.color);
        }
    }

    /// What a move of the winner makes, and what can be done about it.
    fn note(&self, told: &ExplainedMove) -> String {
        if told.shapes.first() == Some(&Shape::Five) {
            return ", five".to_owned();
        }
        let shapes: Vec<&str> = told.shapes.iter().map(|shape| shape.name()).collect();
        let mut note = String::new();
        if !shapes.is_empty() {
            let _ = write!(note, ", {}", shapes.join(" and "));
        }
        if !told.threat.is_empty() {
            let _ = write!(note, ", threatens {}", self.names(&told.threat));
        }
        let _ = match (told.replies.len(), told.foul) {
            (_, Some((block, foul))) => {
                write!(note, "; {} would stop it but is a foul, {foul}", self.name(block))
            }
            (0, None) => write!(note, "; nothing stops it"),
            _ => write!(note, "; stopped by {}", self.names(&told.replies)),
        };
        note
    }

    fn tell_danger(&self, text: &mut String, danger: &FivesDanger) {
        let turn = self.position.turn();
        let line = self.names(&danger.line);
        let _ = writeln!(text, "  {turn} is to move; {} threatens to win by {line}", !turn);
        for &(parry, known) in &danger.parries {
            let name = self.name(parry);
            let _ = match known {
                Decision::Wins => writeln!(text, "  {name} loses"),
                Decision::Fails | Decision::FailsNear => {
                    writeln!(text, "  {name} stops all threats")
                }
                Decision::Open(why) => {
                    writeln!(text, "  {name} parries it; the rest is open, {why}")
                }
                Decision::Unasked => Ok(()),
            };
        }
    }

    pub(super) fn record(&self) -> FivesRecord {
        let names = |points: &[Point]| points.iter().map(|&point| self.name(point)).collect();
        let win = self.verdict.win.as_ref();
        let story = win.map_or_else(Vec::new, |win| win.line(self.position));
        let danger = self.verdict.danger.as_ref();
        FivesRecord {
            rule: self.position.rule().name(),
            size: self.position.board().area().to_string(),
            turn: self.position.turn().to_string(),
            winner: win.map(|win| win.winner.to_string()),
            by: win.map(|win| way(win.by)),
            fours: known(self.verdict.fours),
            threats: known(self.verdict.threats),
            line: story.iter().map(|told| self.name(told.point)).collect(),
            danger: danger.map_or_else(Vec::new, |danger| names(&danger.line)),
            parries: danger.map_or_else(Vec::new, |danger| {
                let parry = |&(point, answer): &(Point, Decision)| Parry {
                    point: self.name(point),
                    threats: known(answer),
                };
                danger.parries.iter().map(parry).collect()
            }),
            nodes: self.nodes,
            seconds: self.seconds,
            proof: self.proof.map(ProofRecord::from),
        }
    }
}

pub(super) fn way(by: By) -> &'static str {
    match by {
        By::Fours => "fours",
        By::Threats => "threats",
    }
}

fn known(known: Decision) -> &'static str {
    match known {
        Decision::Wins => "win",
        Decision::Fails => "no win",
        Decision::FailsNear => "no win near the stones",
        Decision::Open(_) => "not decided",
        Decision::Unasked => "not asked",
    }
}

#[derive(Serialize)]
pub(super) struct FivesRecord {
    rule: &'static str,
    size: String,
    turn: String,
    winner: Option<String>,
    by: Option<&'static str>,
    /// Whether the side to move wins by fours, and by threats.
    fours: &'static str,
    threats: &'static str,
    pub(super) line: Vec<String>,
    /// The fours by which the other side would win, and the moves that parry them.
    danger: Vec<String>,
    parries: Vec<Parry>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofRecord>,
}

#[derive(Serialize)]
struct Parry {
    point: String,
    /// Whether the other side wins by threats all the same.
    threats: &'static str,
}

#[derive(Serialize)]
pub(super) struct ProofRecord {
    steps: u64,
    bytes: u64,
}

impl From<Written> for ProofRecord {
    fn from(Written { steps, bytes }: Written) -> ProofRecord {
        ProofRecord { steps, bytes }
    }
}
