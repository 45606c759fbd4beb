//! `tengen perft`: counts lines of play, to compare rule implementations with each other.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use tengen_core::{Area, Position, perft};

use crate::{cli::PerftArgs, io::error::Failure};

/// Prints the number of lines of play of each length.
pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode, Failure> {
    let (width, height) = args.size;
    let mut position = Position::new(args.rule, Area::Bounded { width, height })
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut stdout = io::stdout().lock();
    for depth in 0..=args.depth {
        writeln!(stdout, "{depth} {}", perft(&mut position, depth)).map_err(Failure::of_output)?;
    }
    Ok(ExitCode::SUCCESS)
}
