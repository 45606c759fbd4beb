//! `tengen`: the referee, the solver and the player on the command line.
//!
//! The only crate that touches arguments, files and the terminal. Each verb is a file: it says how
//! its input is cut, what is asked about each record, and how the answer is spelled.

mod analyse;
mod bench;
mod botzone;
mod brain;
mod check;
mod cli;
mod convert;
mod generate;
mod gtp;
mod io;
mod lookup;
mod match_;
mod perft;
mod puzzles;
mod render;
mod replay;
mod review;
mod serve;
mod simulate;
mod solve;
mod table;
mod tune;
mod verify;
mod winner;

use std::{ffi::OsString, path::Path, process::ExitCode};

use clap::FromArgMatches;

use crate::{
    cli::{Cli, Verb},
    io::error::Failure,
};

fn main() -> ExitCode {
    let matches = cli::command().get_matches_from(arguments());
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    cli.verb.take_dash_for_stdout();
    cli.color.write_global();
    let answered = match &cli.verb {
        Verb::Check(args) => check::run(args),
        Verb::Winner(args) => winner::run(args),
        Verb::Replay(args) => replay::run(args),
        Verb::Review(args) => review::run(args),
        Verb::Convert(args) => convert::run(args),
        Verb::Render(args) => render::run(args),
        Verb::Simulate(args) => simulate::run(args),
        Verb::Solve(args) => solve::run(args),
        Verb::Analyse(args) => analyse::run(args),
        Verb::Verify(args) => verify::run(args),
        Verb::Lookup(args) => lookup::run(args),
        Verb::Puzzles(args) => puzzles::run(args),
        Verb::Table(args) => table::run(args),
        Verb::Perft(args) => perft::run(args),
        Verb::Brain(args) => brain::run(args),
        Verb::Bench(args) => bench::run(args),
        Verb::Gtp(args) => gtp::run(args),
        Verb::Botzone(args) => botzone::run(args),
        Verb::Match(args) => match_::run(args),
        Verb::Tune(args) => tune::run(args),
        Verb::Generate(args) => generate::run(args),
        Verb::Serve(args) => serve::run(args),
    };
    match answered {
        Ok(code) => code,
        // A broken pipe: the reader has enough.
        Err(Failure::PipeClosed) => ExitCode::SUCCESS,
        Err(failure) => {
            io::error::report(&failure);
            ExitCode::from(2)
        }
    }
}

/// The arguments; a program whose name begins with `pbrain-` is a brain, as managers expect.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let name = arguments.first().and_then(|path| Path::new(path).file_name());
    let is_brain = name
        .is_some_and(|name| name.as_encoded_bytes().to_ascii_lowercase().starts_with(b"pbrain-"));
    if is_brain {
        arguments.insert(1, "brain".into());
    }
    arguments
}
