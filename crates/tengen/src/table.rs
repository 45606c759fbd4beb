//! `tengen table`: the winners of empty boards.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Color, Position, Rule};
use tengen_solver::nogo::{NoGoError, NoGoSolver};

use crate::{
    cli::{LimitArgs, SearchCost, field_size},
    io::{
        error::Failure,
        progress::Progress,
        stdout::{json_line, print},
    },
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
    rule: Rule,
    size: Area,
    /// Null if it was not decided within the limits.
    winner: Option<Color>,
    nodes: u64,
    seconds: f64,
}

/// Prints a line for each board as soon as it is solved.
pub(crate) fn run(args: &TableArgs) -> Result<ExitCode, Failure> {
    if args.rule != Rule::NoGo {
        return Err(Failure::Usage(format!("there is no table for {}; write nogo", args.rule)));
    }
    if !args.json {
        print(format!("{:<6} {:<12} {:>14} {:>10}\n", "size", "winner", "nodes", "seconds"))?;
    }
    for (width, height) in sizes(args) {
        let area = Area::Bounded { width, height };
        let position = Position::new(args.rule, area).expect("the board has points");
        let spinner = Progress::search();
        // A new one for each board, so that the nodes do not depend on which came before.
        let (solved, SearchCost { nodes, seconds }) = args
            .limits
            .measure(|budget| NoGoSolver::new(budget.memory()).winner(&position, budget));
        drop(spinner);
        let winner = match solved {
            Ok(winner) => Some(winner),
            Err(NoGoError::Stopped(_)) => None,
            Err(error) => return Err(Failure::Usage(error.to_string())),
        };
        print(if args.json {
            json_line(&TableRecord { rule: args.rule, size: area, winner, nodes, seconds })
        } else {
            let (size, winner) =
                (area.to_string(), winner.map_or("not decided", Color::capitalized));
            format!("{size:<6} {winner:<12} {nodes:>14} {seconds:>10.2}\n")
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The sizes of the arguments: one, or all that are no higher than wide.
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
