//! `tengen brain`: five-in-a-row in the protocol of Gomocup, on stdin and stdout.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{io, num::NonZero, path::PathBuf, process::ExitCode, time::Duration};

use clap::Args;
use tengen_core::Rule;
use tengen_protocol::brain::{self, BrainOptions};

use crate::{
    cli::{rule_of_fives, seconds, threads},
    io::{error::Failure, proof_book},
};

/// Play five-in-a-row in the Gomocup protocol (Piskvork, Yixin's board).
///
/// Reads commands from the standard input, a line each, and answers on the standard output, until
/// "END" or the end of the input. A copy of or a link to this program whose name begins with
/// "pbrain-", which is what managers of tournaments look for, is started as if "brain" were its first
/// argument.
#[derive(Args, Debug)]
pub(crate) struct BrainArgs {
    /// The game until "INFO rule" sets another: freestyle, exact or renju.
    #[arg(long, default_value_t = Rule::Freestyle, value_name = "RULE", value_parser = rule_of_fives)]
    rule: Rule,

    /// Time for a move in seconds, until "INFO timeout_turn" sets another [default: 1 if there is no
    /// other limit].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Maximum number of nodes of a search, until "INFO max_node" sets another. With one thread, equal
    /// games then have equal moves.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Strength from 1 to 10, until "INFO strength" sets another.
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
        value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    /// Number of search threads, until "INFO thread_num" sets another.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads)]
    threads: NonZero<usize>,

    /// Memory of the search in MiB, until "INFO hash_size" sets another. "INFO max_memory" makes it
    /// less, but not more.
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,

    /// Seed of the random numbers, which decide what openings are proposed and what the lower levels
    /// overlook [default: another one each time].
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Proof to play the winner's side by, at level 10; "verify" checks it.
    #[arg(long, value_name = "FILE")]
    proof_book: Option<PathBuf>,

    /// Ponder on the opponent's time, until "INFO pondering" sets another.
    #[arg(long)]
    ponder: bool,

    /// Suggest moves, and let the manager play these or others.
    #[arg(long)]
    suggest: bool,

    /// Print the analysis at each depth, not only at the end.
    #[arg(long)]
    verbose: bool,
}

/// Runs a session on stdin and stdout.
pub(crate) fn run(args: &BrainArgs) -> Result<ExitCode, Failure> {
    let mut options = BrainOptions::default();
    options.rule = args.rule;
    options.time = args.time;
    options.nodes = args.nodes;
    options.level = args.level;
    options.threads = args.threads;
    options.memory = u64::from(args.memory) << 20;
    options.seed = args.seed;
    options.ponder = args.ponder;
    options.suggest = args.suggest;
    options.verbose = args.verbose;
    options.book = proof_book::load(args.proof_book.as_deref())?;
    brain::run(&options, io::stdin(), &mut io::stdout().lock()).map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}
