//! Puzzles, one a line: an answer for each, in order.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use serde::Serialize;
use tengen_core::{Outcome, Position, Rule};
use tengen_notation::{Problem, puzzles::Puzzle, puzzles::Puzzles};
use tengen_solver::{fives::FivesSolver, nogo::NoGoSolver};

use super::solve_args::{SolveArgs, Way};
use super::{
    FIVES_ALONE, ON_EMPTY_BOARD, Progress,
    fives::{Asked, FivesRecord},
    json_line,
    nogo::{NoGoAnswer, NoGoRecord},
    print, usage,
};
use crate::{io::atomic_file::OutputFile, io::error::Failure, io::input::Input, io::stop};

/// Prints who wins each of the puzzles in `text`. All are read before the first one is asked about.
pub(super) fn run(args: &SolveArgs, text: Input) -> Result<ExitCode, Failure> {
    refuse_what_puzzles_say(args)?;
    let (name, text) = text.text(Puzzles::LIMIT)?;
    if text.len() > Puzzles::LIMIT {
        return Err(Failure::Usage(format!("{name} has more than {} bytes", Puzzles::LIMIT)));
    }
    let puzzles = read(args, &name, &text)?;
    let outputs = PuzzleOutputs::new(args, puzzles.len())?;
    let template = "{wide_bar} {pos}/{len} puzzles {elapsed}, {eta} left";
    let bar = Progress::ticking(puzzles.len() as u64, template);
    let (mut asked, mut solved) = (0, 0);
    for (number, (puzzle, position)) in (1..).zip(&puzzles) {
        let (answer, is_solved) = answer(args, number, puzzle, position, &outputs)?;
        asked += 1;
        solved += usize::from(is_solved);
        bar.suspend(|| print(answer))?;
        bar.inc(1);
        if stop::flag().load(Ordering::Relaxed) {
            break;
        }
    }
    drop(bar);
    if args.explain {
        let all = puzzles.len();
        let rest = if asked < all { format!(", {} not asked", all - asked) } else { String::new() };
        // If stderr is closed, nothing is left to do.
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
    if args.by == Some(Way::Pairing) {
        return Err(usage(ON_EMPTY_BOARD));
    }
    if args.plies.is_some() {
        return Err(usage("--plies goes with a list of pieces; puzzles are searched --by threats"));
    }
    Ok(())
}

/// The puzzles of a text of the given name, each with a game that can go on from it.
fn read(args: &SolveArgs, name: &str, text: &[u8]) -> Result<Vec<(Puzzle, Position)>, Failure> {
    let mut puzzles = Puzzles::new(text);
    let mut all = Vec::new();
    while let Some(puzzle) = puzzles.next() {
        let refuse = |fault| Failure::Fault { name: name.to_owned(), fault };
        let puzzle = puzzle.map_err(refuse)?;
        let over = |why: String| refuse(puzzles.fault(Problem::Over(why)));
        let unsolvable = |why: String| refuse(puzzles.fault(Problem::Unsolvable(why)));
        if puzzle.rule == Rule::NoGo && (args.by.is_some() || args.svg.is_some()) {
            return Err(unsolvable(FIVES_ALONE.to_owned()));
        }
        let position = Position::from_setup(puzzle.rule, &puzzle.setup)
            .map_err(|error| over(error.to_string()))?;
        match position.outcome() {
            None => {}
            Some(Outcome::Won(color)) => return Err(over(format!("{color} has won already"))),
            Some(Outcome::Drawn) => return Err(over("the board is full".to_owned())),
        }
        match puzzle.rule {
            Rule::NoGo => NoGoSolver::check(&position).map_err(|error| error.to_string()),
            _ => FivesSolver::check(&position).map_err(|error| error.to_string()),
        }
        .map_err(unsolvable)?;
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
    outputs: &PuzzleOutputs<'_>,
) -> Result<(String, bool), Failure> {
    let [proof, svg] = outputs.files(number);
    // The line of a win may take longer to find than the win: it is looked for only if it is to be shown.
    let (is_solved, answer, explanation, record) = if position.rule() == Rule::NoGo {
        let found = NoGoAnswer::find(args, position, proof.as_deref())?;
        let explanation = args.explain.then(|| found.explanation());
        let record = args.json.then(|| AnswerRecord::NoGo(found.record()));
        (found.is_solved(), found.answer(), explanation, record)
    } else {
        let asked = Asked::ask(args, position).expect("all were looked at before");
        let found = asked.keep(args, position, proof.as_deref(), svg.as_deref())?;
        let explanation = args.explain.then(|| found.explanation());
        let record = args.json.then(|| AnswerRecord::Fives(found.record()));
        (asked.verdict.win.is_some(), found.answer(), explanation, record)
    };
    let [name, kind] = [&puzzle.name, &puzzle.kind].map(Option::as_deref);
    if let Some(record) = record {
        let record = PuzzleRecord { number, name, kind, first: record.first(), record };
        return Ok((json_line(&record), is_solved));
    }
    let mut text = answer;
    if let Some(explanation) = explanation {
        let name = name.map_or_else(String::new, |name| format!(": {name}"));
        let kind = kind.map_or_else(String::new, |kind| format!(" ({kind})"));
        let _ = writeln!(text, "  puzzle {number}{}", printable(&(name + &kind)));
        text += &explanation;
    }
    Ok((text, is_solved))
}

/// Replaces control characters, which a terminal would act on.
fn printable(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { '\u{FFFD}' } else { sign }).collect()
}

/// Output paths of proofs and pictures: the files that the arguments name, or for many puzzles files in
/// the folders that they name.
struct PuzzleOutputs<'a> {
    args: &'a SolveArgs,
}

impl PuzzleOutputs<'_> {
    /// Checks that the files of all puzzles can be written.
    fn new(args: &SolveArgs, puzzles: usize) -> Result<PuzzleOutputs<'_>, Failure> {
        for (path, option) in [(&args.proof, "--proof"), (&args.svg, "--svg")] {
            if let Some(path) = path.as_ref().filter(|path| puzzles != 1 && !path.is_dir()) {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{option} needs a folder for {puzzles} puzzles, and {path} is none"
                )));
            }
        }
        let outputs = PuzzleOutputs { args };
        for number in 1..=puzzles {
            for path in outputs.files(number).into_iter().flatten() {
                OutputFile::check(&path, args.force)?;
            }
        }
        Ok(outputs)
    }

    /// The files of the proof and the picture of the puzzle of this number.
    fn files(&self, number: usize) -> [Option<PathBuf>; 2] {
        let file = |path: &Path, extension: &str| {
            if path.is_dir() { path.join(format!("{number}.{extension}")) } else { path.to_owned() }
        };
        let SolveArgs { proof, svg, .. } = self.args;
        [
            proof.as_deref().map(|path| file(path, "proof")),
            svg.as_deref().map(|path| file(path, "svg")),
        ]
    }
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
    record: AnswerRecord,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AnswerRecord {
    Fives(FivesRecord),
    NoGo(NoGoRecord),
}

impl AnswerRecord {
    fn first(&self) -> Option<String> {
        let (AnswerRecord::Fives(FivesRecord { line, .. })
        | AnswerRecord::NoGo(NoGoRecord { line, .. })) = self;
        line.first().cloned()
    }
}
