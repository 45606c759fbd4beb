//! `tengen puzzles`: sets of puzzles made, checked and listed.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use clap::{Args, Subcommand};
use tengen_answers::{
    Cancel,
    puzzles::{GradedPuzzle, PuzzleSet},
};
use tengen_engine::puzzles::PuzzleMaker;
use tengen_notation::puzzles::Puzzles;
use tengen_solver::puzzle::PuzzleKind;

use crate::io::{
    atomic_file::OutputFile,
    error::{Failure, report},
    input::Input,
    progress::Progress,
    stdout::print,
    stop,
};

/// Make puzzles from games of the engine against itself, check them, list those of this program.
///
/// A puzzle has exactly one first move that solves it; the solver tries all legal ones. Its kind is vcf (a win by fours),
/// vct (a win by threats), foul (White drives Black onto a forbidden point), defence (the one move that stops a win) or
/// nogo (the one move that wins).
#[derive(Args, Debug)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    what: PuzzleTask,
}

/// What is done about puzzles.
#[derive(Subcommand, Debug)]
enum PuzzleTask {
    /// Make puzzles and add them to a file, one a line. The same command resumes a file that is not complete.
    Make {
        /// File to write.
        file: PathBuf,

        /// Seed of the random numbers. Equal seeds and numbers wanted give equal files.
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,

        /// Number of puzzles of each kind.
        #[arg(
            long,
            default_value = "vcf=400,vct=250,foul=120,defence=130,nogo=100",
            value_delimiter = ',',
            value_name = "KIND=COUNT",
            value_parser = wanted
        )]
        wanted: Vec<(PuzzleKind, usize)>,
    },
    /// Check that each puzzle has one solution, has its proofs accepted, and is no image of another.
    ///
    /// Prints a line for each kind. What is wrong is reported, and the exit status is 1.
    Check {
        /// File with puzzles; "-" is the standard input [default: the puzzles of this program].
        file: Option<PathBuf>,
    },
    /// Print the puzzles of this program, one a line, as "solve" reads them.
    List {
        /// Kind of puzzles [default: all].
        kind: Option<PuzzleKind>,
    },
}

/// Parses a kind and a number.
fn wanted(text: &str) -> Result<(PuzzleKind, usize), String> {
    let (kind, count) = text.split_once('=').ok_or("write a kind and a number like vcf=100")?;
    let kind = kind.parse().map_err(|error| format!("{error}"))?;
    Ok((kind, count.parse().map_err(|_| format!("{count:?} is not a number"))?))
}

/// Makes, checks or lists puzzles.
pub(crate) fn run(args: &PuzzlesArgs) -> Result<ExitCode, Failure> {
    match &args.what {
        PuzzleTask::Make { file, seed, wanted } => {
            make(file, PuzzleMaker::new(*seed, wanted.iter().copied()))
        }
        PuzzleTask::Check { file } => check(file.as_deref()),
        PuzzleTask::List { kind } => {
            let of_kind = |puzzle: &GradedPuzzle| kind.is_none_or(|kind| puzzle.kind == kind);
            let puzzles = PuzzleSet::built_in().iter().filter(|(_, puzzle)| of_kind(puzzle));
            print(puzzles.map(|(_, puzzle)| puzzle.to_string()).collect::<String>())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn is_stopped() -> bool {
    stop::flag().load(Ordering::Relaxed)
}

fn make(path: &Path, mut maker: PuzzleMaker) -> Result<ExitCode, Failure> {
    if path.exists() {
        let (name, made) = Input::open(path)?.text(Puzzles::LIMIT)?;
        let whole = PuzzleSet::resume(&mut maker, &made);
        OutputFile::write(path, true, whole.map_err(|fault| Failure::Fault { name, fault })?)?;
    }
    let mut file = OutputFile::append(path)?;
    let template = "{wide_bar} {pos}/{len} puzzles {msg} {elapsed}";
    let bar = Progress::ticking(maker.progress().wanted as u64, template);
    while let Some(puzzle) = maker.next_puzzle(&is_stopped, &mut |progress| {
        bar.reach(progress.made as u64);
        bar.set_message(format!("of {} games", progress.game));
    }) {
        let line = GradedPuzzle::from(puzzle).to_string();
        let written = file.write_all(line.as_bytes());
        written.map_err(|error| Failure::Write { path: path.to_owned(), error })?;
    }
    drop(bar);
    let progress = maker.progress();
    let (done, wanted, games) = (progress.made, progress.wanted, progress.game);
    print(format!("{done} of {wanted} puzzles from {games} games in {}\n", path.display()))?;
    Ok(ExitCode::from(u8::from(done < wanted)))
}

fn check(file: Option<&Path>) -> Result<ExitCode, Failure> {
    let Some(path) = file else {
        return check_set("the puzzles of this program", PuzzleSet::built_in());
    };
    let (name, text) = Input::open(path)?.unpacked()?.text(Puzzles::LIMIT)?;
    let set = PuzzleSet::parse(&text);
    check_set(&name, &set.map_err(|fault| Failure::Fault { name: name.clone(), fault })?)
}

/// Checks a set and prints the counts.
fn check_set(name: &str, set: &PuzzleSet) -> Result<ExitCode, Failure> {
    let bar = Progress::ticking(set.len() as u64, "{wide_bar} {pos}/{len} puzzles {eta} left");
    let check = set.check(&Cancel::new(&is_stopped), &mut || bar.inc(1));
    drop(bar);
    let check = check.map_err(|_| Failure::Usage("the check was stopped".to_owned()))?;
    print(format!("{name}\n{check}"))?;
    for (number, flaw) in &check.flaws {
        report(&Failure::Usage(format!("{name}: puzzle {number}: {flaw}")));
    }
    Ok(ExitCode::from(u8::from(!check.flaws.is_empty())))
}
