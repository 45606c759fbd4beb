//! `tengen perft`: counts lines of play, to compare rule implementations with each other.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::process::ExitCode;

use clap::Args;
use tengen_core::{Area, Position, Rule, perft};

use crate::{
    cli::fixed_size,
    io::{error::Failure, stdout::print},
};

/// Count the lines of play of each length from the empty board.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Rule: freestyle, exact, renju or nogo.
    #[arg(long, default_value_t = Rule::Freestyle, value_name = "RULE")]
    rule: Rule,

    /// Size of the board, WIDTHxHEIGHT.
    #[arg(long, default_value = "15x15", value_name = "SIZE", value_parser = fixed_size)]
    size: (u16, u16),

    /// Number of moves of the longest lines.
    #[arg(value_name = "DEPTH")]
    depth: u32,
}

/// Prints the number of lines of play of each length.
pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode, Failure> {
    let (width, height) = args.size;
    let mut position = Position::new(args.rule, Area::Bounded { width, height })
        .map_err(|error| Failure::Usage(error.to_string()))?;
    for depth in 0..=args.depth {
        print(format!("{depth} {}\n", perft(&mut position, depth)))?;
    }
    Ok(ExitCode::SUCCESS)
}
