//! `tengen gtp`: NoGo and five-in-a-row in the Go Text Protocol, on stdin and stdout.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{io, process::ExitCode};

use clap::Args;
use tengen_core::{Area, Rule};
use tengen_protocol::gtp::{self, GtpOptions};

use crate::{
    cli::{NoGoSearchArgs, playable_size},
    io::error::Failure,
};

/// Play NoGo or five-in-a-row in the Go Text Protocol, version 2 (GoGui, Sabaki, Lizzie).
///
/// Reads commands from the standard input, a line each, and answers on the standard output, until
/// "quit" or the end of the input.
#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    /// The game: freestyle, exact, renju or nogo.
    #[arg(long, default_value_t = Rule::NoGo, value_name = "RULE")]
    rule: Rule,

    /// The size of the board until "boardsize" sets another, WIDTHxHEIGHT [default: 9x9 at nogo, else
    /// 15x15].
    #[arg(long, value_name = "SIZE", value_parser = playable_size)]
    size: Option<(u16, u16)>,

    #[command(flatten)]
    search: NoGoSearchArgs,
}

/// Runs a session on stdin and stdout.
pub(crate) fn run(args: &GtpArgs) -> Result<ExitCode, Failure> {
    let mut options = GtpOptions::for_rule(args.rule);
    if let Some((width, height)) = args.size {
        let lengths = gtp::side_lengths(args.rule);
        if ![width, height].iter().all(|side| lengths.contains(side)) {
            let (least, most) = (lengths.start(), lengths.end());
            let text = format!("--size: sides are from {least} to {most} at {}", args.rule);
            return Err(Failure::Usage(text));
        }
        options.area = Area::Bounded { width, height };
    }
    options.time = args.search.time.unwrap_or(options.time);
    options.playouts = args.search.playouts;
    options.resources = args.search.resources();
    gtp::run(&options, io::stdin(), &mut io::stdout().lock()).map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}
