//! `tengen botzone`: a bot for the NoGo of botzone.org, on stdin and stdout.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{io, process::ExitCode};

use clap::Args;
use tengen_core::Area;
use tengen_protocol::botzone::{self, BotzoneOptions, BotzoneSessionError};

use crate::{
    cli::{NoGoSearchArgs, playable_size},
    io::error::Failure,
};

/// Play NoGo as a bot of botzone.org.
///
/// Reads a turn as JSON from the standard input and writes a move as JSON to the standard output.
#[derive(Args, Debug)]
pub(crate) struct BotzoneArgs {
    /// Size of the board, WIDTHxHEIGHT.
    #[arg(long, default_value = "9x9", value_name = "SIZE", value_parser = playable_size)]
    size: (u16, u16),

    /// Ask to be kept running after each move, until the end of the input.
    #[arg(long)]
    keep_running: bool,

    /// Do not make the first move of a game in the center, as some contests ask.
    #[arg(long)]
    spare_center: bool,

    #[command(flatten)]
    search: NoGoSearchArgs,
}

/// Answers one turn, or all until the end of stdin.
pub(crate) fn run(args: &BotzoneArgs) -> Result<ExitCode, Failure> {
    let mut options = BotzoneOptions::default();
    let (width, height) = args.size;
    options.area = Area::Bounded { width, height };
    options.time = args.search.time.unwrap_or(options.time);
    options.playouts = args.search.playouts;
    options.resources = args.search.resources();
    options.keep_running = args.keep_running;
    options.spares_center = args.spare_center;
    match botzone::run(&options, io::stdin(), &mut io::stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(BotzoneSessionError::Output(error)) => Err(Failure::of_output(error)),
        Err(error @ BotzoneSessionError::Input { .. }) => {
            Err(Failure::Usage(format!("stdin:{error}")))
        }
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}
