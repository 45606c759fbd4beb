//! Puzzles, one a line: an answer for each, in their order.

use std::{
    fmt::Write as _,
    io::{self, IsTerminal, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tengen_core::{Outcome, Position, Rule};
use tengen_notation::{Problem, puzzles::Puzzle, puzzles::Puzzles};
use tengen_solver::fives::FivesSolver;

use super::{
    fives::{Asked, FivesRecord},
    print, usage,
};
use crate::{
    cli::SolveArgs, io::atomic_file::OutputFile, io::error::Failure, io::start_position::StartText,
    io::stop,
};

/// Prints who wins each of the puzzles in `text`. All are read before the first one is asked about.
pub(super) fn run(args: &SolveArgs, text: StartText) -> Result<ExitCode, Failure> {
    refuse_what_puzzles_say(args)?;
    let (name, text) = text.read(Puzzles::LIMIT)?;
    if text.len() > Puzzles::LIMIT {
        return Err(Failure::Usage(format!("{name} has more than {} bytes", Puzzles::LIMIT)));
    }
    let puzzles = read(&name, &text)?;
    let keeper = Keeper::new(args, puzzles.len())?;
    let bar = bar(puzzles.len());
    let (mut asked, mut solved) = (0, 0);
    for (number, (puzzle, position)) in (1..).zip(&puzzles) {
        let (answer, is_solved) = answer(args, number, puzzle, position, &keeper)?;
        asked += 1;
        solved += usize::from(is_solved);
        bar.suspend(|| print(&answer))?;
        bar.inc(1);
        if stop::flag().load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    if args.explain {
        let all = puzzles.len();
        let rest = if asked < all { format!(", {} not asked", all - asked) } else { String::new() };
        // If stderr is gone there is nobody to tell.
        let _ = writeln!(io::stderr(), "{solved} of {all} solved{rest}");
    }
    Ok(if solved == puzzles.len() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn refuse_what_puzzles_say(args: &SolveArgs) -> Result<(), Failure> {
    if args.rule.is_some() {
        return Err(usage("--rule goes with a board or a list; a puzzle has its own"));
    }
    if args.start.turn.is_some() {
        return Err(usage("--turn goes with a board or a list; a puzzle has its own"));
    }
    if args.plies.is_some() {
        return Err(usage("--plies goes with a list of pieces; puzzles are searched --by threats"));
    }
    Ok(())
}

/// The puzzles of a text of the given name, each with a game that can go on from it.
fn read(name: &str, text: &[u8]) -> Result<Vec<(Puzzle, Position)>, Failure> {
    let mut puzzles = Puzzles::new(text);
    let mut all = Vec::new();
    while let Some(puzzle) = puzzles.next() {
        let refuse = |fault| Failure::Fault { name: name.to_owned(), fault };
        let puzzle = puzzle.map_err(refuse)?;
        let over = |why: String| refuse(puzzles.fault(Problem::Over(why)));
        let unsolvable = |why: String| refuse(puzzles.fault(Problem::Unsolvable(why)));
        if puzzle.rule == Rule::NoGo {
            return Err(unsolvable("of nogo only a board is solved, with --rule nogo".to_owned()));
        }
        let position = Position::from_setup(puzzle.rule, &puzzle.setup)
            .map_err(|error| over(error.to_string()))?;
        match position.outcome() {
            None => {}
            Some(Outcome::Won(color)) => return Err(over(format!("{color} has won already"))),
            Some(Outcome::Drawn) => return Err(over("the board is full".to_owned())),
        }
        FivesSolver::check(&position).map_err(|wide| unsolvable(wide.to_string()))?;
        all.push((puzzle, position));
    }
    Ok(all)
}

/// What is printed for a puzzle, and whether it is solved.
fn answer(
    args: &SolveArgs,
    number: usize,
    puzzle: &Puzzle,
    position: &Position,
    keeper: &Keeper,
) -> Result<(String, bool), Failure> {
    let asked = Asked::ask(args, position).expect("all were looked at before");
    let (proof, svg) = keeper.files(number);
    let found = asked.keep(args, position, proof.as_deref(), svg.as_deref())?;
    let is_solved = asked.verdict.win.is_some();
    if args.json {
        let record = found.record();
        let first = record.line.first().cloned();
        let (name, kind) = (puzzle.name.as_deref(), puzzle.kind.as_deref());
        let record = PuzzleRecord { number, name, kind, first, record };
        let json = serde_json::to_string(&record).expect("it has only text and numbers");
        return Ok((format!("{json}\n"), is_solved));
    }
    let mut text = found.answer();
    if args.explain {
        let name = puzzle.name.as_deref().map_or_else(String::new, |name| format!(": {name}"));
        let kind = puzzle.kind.as_deref().map_or_else(String::new, |kind| format!(" ({kind})"));
        let _ = writeln!(text, "  puzzle {number}{}", printable(&(name + &kind)));
        text += &found.story();
    }
    Ok((text, is_solved))
}

/// A text of a stranger without what could upset a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { '\u{FFFD}' } else { sign }).collect()
}

/// Where proofs and pictures go: into the file that the arguments name, or for many puzzles into
/// the folder, under their numbers.
struct Keeper {
    proof: Option<PuzzleOutput>,
    svg: Option<PuzzleOutput>,
}

enum PuzzleOutput {
    File(PathBuf),
    Folder(PathBuf),
}

impl Keeper {
    fn new(args: &SolveArgs, puzzles: usize) -> Result<Keeper, Failure> {
        let place = |path: &Option<PathBuf>, option: &str| match path {
            None => Ok(None),
            Some(path) if path.is_dir() => Ok(Some(PuzzleOutput::Folder(path.clone()))),
            Some(path) if puzzles == 1 => Ok(Some(PuzzleOutput::File(path.clone()))),
            Some(path) => {
                let path = path.display();
                let message =
                    format!("{option} needs a folder for {puzzles} puzzles, and {path} is none");
                Err(Failure::Usage(message))
            }
        };
        let keeper =
            Keeper { proof: place(&args.proof, "--proof")?, svg: place(&args.svg, "--svg")? };
        for number in 1..=puzzles {
            let (proof, svg) = keeper.files(number);
            for path in proof.iter().chain(&svg) {
                OutputFile::check(path, args.force)?;
            }
        }
        Ok(keeper)
    }

    /// The files for the proof and the picture of the puzzle of this number.
    fn files(&self, number: usize) -> (Option<PathBuf>, Option<PathBuf>) {
        let file = |place: &Option<PuzzleOutput>, ending: &str| {
            place.as_ref().map(|place| match place {
                PuzzleOutput::File(path) => path.clone(),
                PuzzleOutput::Folder(folder) => {
                    Path::new(folder).join(format!("{number}.{ending}"))
                }
            })
        };
        (file(&self.proof, "proof"), file(&self.svg, "svg"))
    }
}

/// A bar on stderr, if that is a terminal and there is more than one puzzle.
fn bar(puzzles: usize) -> ProgressBar {
    if puzzles < 2 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{wide_bar} {pos}/{len} puzzles {elapsed}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    let bar = ProgressBar::new(puzzles as u64).with_style(style);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    bar
}

#[derive(Serialize)]
struct PuzzleRecord<'a> {
    /// From 1 in the file.
    number: usize,
    name: Option<&'a str>,
    kind: Option<&'a str>,
    /// The first move of the line.
    #[serde(rename = "move")]
    first: Option<String>,
    #[serde(flatten)]
    record: FivesRecord,
}
