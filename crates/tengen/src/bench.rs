//! `tengen bench`: fixed questions to the player of five-in-a-row, to compare programs.

#![allow(clippy::cast_precision_loss, reason = "speeds are shown to a few digits")]
#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fs,
    io::{self, Write},
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Args;
use tengen_core::Rule;
use tengen_engine::fives::bench;

use crate::{cli::rule_of_fives, io::error::Failure};

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

/// Moves made and unmade on each position.
const MOVES: u64 = 100_000;

/// Time on the processor, where the system tells it; else time on the wall.
struct Watch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Watch {
    fn start() -> Watch {
        Watch { cpu: cpu_time(), wall: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.cpu, cpu_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// How long this thread has run.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// What was counted for a rule.
#[derive(Default)]
struct Sum {
    nodes: u64,
    threat_nodes: u64,
    thinking: Duration,
    moves: u64,
    moving: Duration,
}

fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

/// Asks all questions and prints the counts.
pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    let rules = args.rule.map_or(Rule::FIVES.to_vec(), |rule| vec![rule]);
    let mut stdout = io::stdout().lock();
    let mut signature = 0;
    for rule in rules {
        let mut sum = Sum::default();
        for position in bench::positions(rule) {
            let player = bench::player();
            let watch = Watch::start();
            let thought = bench::think(player, &position, args.depth);
            sum.thinking += watch.elapsed();
            sum.nodes += thought.nodes;
            sum.threat_nodes += thought.threat_nodes;
            if args.explain {
                let area = position.board().area();
                let best = thought.best().map(|best| (area.name(best.point), best.value));
                let (point, value) = best.map_or_else(
                    || ("none".to_owned(), String::new()),
                    |(point, value)| (point, format!("{value:?}")),
                );
                writeln!(
                    stdout,
                    "  {rule} after {} moves: {point} {value}, depth {}, {} nodes",
                    position.moves().len(),
                    thought.depth.unwrap_or(0),
                    thought.nodes
                )
                .map_err(Failure::of_output)?;
            }
            let watch = Watch::start();
            sum.moves += bench::make_and_unmake(&position, MOVES);
            sum.moving += watch.elapsed();
        }
        signature += sum.nodes;
        writeln!(
            stdout,
            "{rule}: {} nodes ({} of them in fours and threats), {:.2} million a second; \
             {:.2} million moves made and unmade a second",
            sum.nodes,
            sum.threat_nodes,
            per_second(sum.nodes, sum.thinking) / 1e6,
            per_second(sum.moves, sum.moving) / 1e6,
        )
        .map_err(Failure::of_output)?;
    }
    writeln!(stdout, "signature {signature}").map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}
