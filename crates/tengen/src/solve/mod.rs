//! `tengen solve`: the winner with best play.

mod book;
mod fives;
mod nogo;
mod pairing;
mod plies;
mod puzzle_lines;
mod solve_args;
mod source;

use std::process::ExitCode;

use serde::Serialize;
use tengen_core::{Position, Rule};
use tengen_notation::Content;
use tengen_proof::Written;

use crate::io::{
    atomic_file::OutputFile,
    error::Failure,
    progress::Progress,
    stdout::{json_line, print},
};
pub(crate) use solve_args::SolveArgs;
use solve_args::Way;
use source::Source;

/// Why there is no pairing of anything else.
const ON_EMPTY_BOARD: &str = "--by pairing goes with an empty board; write --size with its size";

/// Why there is no such answer about a position of NoGo.
const FIVES_ALONE: &str = "--by and --svg go with five-in-a-row";

/// Prints who wins from the stones that the arguments name.
pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let text = match (&args.start.file, args.start.size) {
        (None, Some(_)) => None,
        _ => match Source::open(args)? {
            Source::Own(content, text) => Some((content, text)),
            Source::Shared(shared) => {
                let rule = match (shared.rule(), &args.book) {
                    (Some(rule), _) => rule,
                    (None, Some(_)) => Rule::Freestyle,
                    (None, None) => return Err(no_rule()),
                };
                refuse_options(args, rule)?;
                return solve(args, &shared.position(args, rule)?);
            }
        },
    };
    if args.book.is_some() {
        let rule = args.rule.unwrap_or(Rule::Freestyle);
        refuse_options(args, rule)?;
        return solve(args, &args.start.open_fives(text.map(|(_, text)| text), rule)?);
    }
    match (text, args.rule) {
        (Some((Content::Puzzles, text)), _) => puzzle_lines::run(args, text),
        (Some((Content::StoneList, text)), rule) => match rule {
            Some(Rule::NoGo) => {
                Err(usage("nogo needs a board with edges; a list of pieces has none"))
            }
            _ if args.by == Some(Way::Pairing) => Err(usage(ON_EMPTY_BOARD)),
            _ if args.by.is_some() => fives::run_pieces(args, text),
            _ => plies::run(args, text),
        },
        (_, None) => Err(no_rule()),
        (text, Some(rule)) => {
            refuse_options(args, rule)?;
            solve(args, &args.start.open_board(text.map(|(_, text)| text), rule)?)
        }
    }
}

/// Prints who wins the position, or how far its book has come.
fn solve(args: &SolveArgs, position: &Position) -> Result<ExitCode, Failure> {
    match (&args.book, position.rule()) {
        (Some(folder), _) => book::run(args, folder, position),
        (None, Rule::NoGo) => nogo::run(args, position),
        (None, _) if args.by == Some(Way::Pairing) => pairing::run(args, position),
        (None, _) => fives::run(args, position),
    }
}

/// Refuses what does not go with a board of this rule.
fn refuse_options(args: &SolveArgs, rule: Rule) -> Result<(), Failure> {
    if args.book.is_some() {
        if rule == Rule::NoGo || args.plies.is_some() || args.proof.is_some() {
            return Err(usage("--book goes with five-in-a-row, and without --plies and --proof"));
        }
    } else if args.plies.is_some() {
        return Err(usage("--plies goes with a list of pieces; a board is solved to the end"));
    } else if rule == Rule::NoGo && (args.by.is_some() || args.svg.is_some()) {
        return Err(usage(FIVES_ALONE));
    }
    Ok(())
}

/// Looks at the files to write before the search, so that it is not done for nothing.
fn check_outputs(args: &SolveArgs) -> Result<(), Failure> {
    let mut paths = args.proof.iter().chain(&args.svg);
    paths.try_for_each(|path| OutputFile::check(path, args.force))
}

fn no_rule() -> Failure {
    usage("a board needs a rule; write --rule with its name")
}

fn usage(message: &str) -> Failure {
    Failure::Usage(message.to_owned())
}

/// Lines as an explanation below the answer.
fn indent(text: &str) -> String {
    text.lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

/// The proof that was written as JSON.
#[derive(Serialize)]
struct ProofRecord {
    steps: u64,
    bytes: u64,
}

impl From<Written> for ProofRecord {
    fn from(Written { steps, bytes }: Written) -> ProofRecord {
        ProofRecord { steps, bytes }
    }
}
