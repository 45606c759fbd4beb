//! `tengen table`: who wins the empty boards.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    io::{self, Write},
    process::ExitCode,
    time::Instant,
};

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Position, Rule};
use tengen_solver::nogo::{NoGoError, NoGoSolver};

use crate::{
    cli::{LimitArgs, field_size},
    io::{error::Failure, spinner::Spinner, stdout::capital},
};

/// Solve empty boards of NoGo: winner, nodes and time for each size.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// Rule; only nogo can be solved.
    #[arg(value_name = "RULE")]
    rule: Rule,

    /// Maximum number of points of a board.
    #[arg(long, value_name = "POINTS", default_value_t = 16,
        value_parser = clap::value_parser!(u16).range(1..=64))]
    up_to: u16,

    /// Solve only the board of this size, WIDTHxHEIGHT.
    #[arg(long, value_name = "SIZE", value_parser = field_size, conflicts_with_all = ["up_to", "max"])]
    size: Option<(u16, u16)>,

    /// Maximum size of a board, WIDTHxHEIGHT, upright or turned.
    #[arg(long, value_name = "SIZE", value_parser = field_size)]
    max: Option<(u16, u16)>,

    /// Limits for each board.
    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object a line for each board.
    #[arg(long)]
    json: bool,
}

/// Solved board as JSON.
#[derive(Serialize)]
struct TableRecord {
    rule: &'static str,
    size: String,
    /// Null if it was not decided within the limits.
    winner: Option<String>,
    nodes: u64,
    seconds: f64,
}

/// Prints a line for each board, as soon as it is known.
pub(crate) fn run(args: &TableArgs) -> Result<ExitCode, Failure> {
    if args.rule != Rule::NoGo {
        return Err(Failure::Usage(format!("there is no table for {}; write nogo", args.rule)));
    }
    let mut stdout = io::stdout().lock();
    if !args.json {
        let head = format!("{:<6} {:<12} {:>14} {:>10}\n", "size", "winner", "nodes", "seconds");
        stdout.write_all(head.as_bytes()).map_err(Failure::of_output)?;
    }
    for (width, height) in sizes(args) {
        let area = Area::Bounded { width, height };
        let position = Position::new(args.rule, area).expect("the board has points");
        let started = Instant::now();
        let spinner = Spinner::new();
        let mut budget = args.limits.budget();
        // A new one for each board, so that the nodes do not depend on which came before.
        let mut solver = NoGoSolver::new((args.limits.memory as usize) << 20);
        let winner = match solver.winner(&position, &mut budget) {
            Ok(winner) => Some(winner),
            Err(NoGoError::Stopped(_)) => None,
            Err(NoGoError::TooLarge(error)) => return Err(Failure::Usage(error.to_string())),
        };
        drop(spinner);
        let (nodes, seconds) = (budget.nodes(), started.elapsed().as_secs_f64());
        let size = area.to_string();
        let line = if args.json {
            let winner = winner.map(|winner| winner.to_string());
            let record = TableRecord { rule: args.rule.name(), size, winner, nodes, seconds };
            serde_json::to_string(&record).expect("it has only text and numbers")
        } else {
            let winner = winner.map_or("not decided", capital);
            format!("{size:<6} {winner:<12} {nodes:>14} {seconds:>10.2}")
        };
        writeln!(stdout, "{line}").and_then(|()| stdout.flush()).map_err(Failure::of_output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All boards that are asked for: one, or those no higher than wide.
fn sizes(args: &TableArgs) -> Vec<(u16, u16)> {
    if let Some(size) = args.size {
        return vec![size];
    }
    let (longest, shortest) = match args.max {
        Some((width, height)) => (width.max(height), width.min(height)),
        None => (args.up_to, args.up_to),
    };
    let wide = |height: u16| {
        (height..=(args.up_to / height).min(longest)).map(move |width| (width, height))
    };
    (1..=shortest.min(args.up_to)).flat_map(wide).collect()
}
