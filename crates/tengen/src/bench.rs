//! `tengen bench`: fixed questions to the player of five-in-a-row, to compare programs.

#![allow(clippy::cast_precision_loss, reason = "speeds are shown to a few digits")]
#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fs,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Args;
use tengen_core::{Position, Rule};
use tengen_engine::{
    Thought,
    fives::bench::{self, BenchResult},
};

use crate::{
    cli::rule_of_fives,
    io::{error::Failure, stdout::print},
};

/// Benchmark the engine on fixed positions, and print its signature.
///
/// Searches fixed positions of each rule to a fixed depth with one thread. Prints the number of nodes,
/// which is equal on every run, and the speed: a node is a position visited by the search or in a line
/// of fours or threats. The signature is the sum of all nodes: a change that keeps it does not change
/// what the engine plays. Speeds are per second of CPU time where the system reports it.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Rule: freestyle, exact or renju [default: all three].
    #[arg(long, value_name = "RULE", value_parser = rule_of_fives)]
    rule: Option<Rule>,

    /// Search depth, in plies.
    #[arg(long, default_value_t = bench::DEPTH, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,

    /// Print for each position the best move, its value and the nodes.
    #[arg(long)]
    explain: bool,
}

/// CPU time of this thread, where the system reports it.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// Runs the bench and prints the counts.
pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let clock = || cpu_time().unwrap_or_else(|| started.elapsed());
    let mut signature = 0;
    for rule in args.rule.map_or(Rule::FIVES.to_vec(), |rule| vec![rule]) {
        let mut result = BenchResult::default();
        for position in bench::positions(rule) {
            let thought = result.measure(&position, args.depth, clock);
            if args.explain {
                print(explain(&position, &thought))?;
            }
        }
        let per_second = |count: u64, time: Duration| count as f64 / time.as_secs_f64().max(1e-9);
        print(format!(
            "{rule}: {} nodes ({} of them in fours and threats), {:.2} million a second; \
             {:.2} million moves made and unmade a second\n",
            result.nodes,
            result.threat_nodes,
            per_second(result.nodes, result.thinking) / 1e6,
            per_second(result.moves, result.moving) / 1e6,
        ))?;
        signature += result.nodes;
    }
    print(format!("signature {signature}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The best move of a position in a line of text.
fn explain(position: &Position, thought: &Thought) -> String {
    let area = position.board().area();
    let best = thought
        .best()
        .map_or("none ".to_owned(), |best| format!("{} {:?}", area.name(best.point), best.value));
    let (rule, moves) = (position.rule(), position.moves().len());
    let (depth, nodes) = (thought.depth.unwrap_or(0), thought.nodes);
    format!("  {rule} after {moves} moves: {best}, depth {depth}, {nodes} nodes\n")
}
