//! `tengen replay`: who won these games, at which move, and is that what the records say?

mod output;
mod replay_args;
mod replay_summary;
mod run;
mod seed;
mod verdict_sink;

use std::process::ExitCode;

use tengen_archive::{Archive, InputPaths, Inputs, Packing};
use tengen_notation::{Content, Format};

use crate::{io::error::Failure, io::input::Input};
pub(crate) use replay_args::ReplayArgs;

/// Answers for every game.
pub(crate) fn run(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let options = run::options(args);
    let [path] = args.paths.as_slice() else {
        let paths = InputPaths::new(&args.paths)?;
        Input::announce_terminal(&args.paths);
        return run::run(args, Archive::from_inputs(Inputs::new(paths), &options));
    };
    let paths = InputPaths::new(std::slice::from_ref(path))?;
    if path.is_dir() || paths.is_pattern() {
        return run::run(args, Archive::from_inputs(Inputs::new(paths), &options));
    }
    let mut input = Input::open(path)?;
    let head = input.head()?;
    let seed = is_seed(args, &head, &input.name);
    // What is no file cannot be opened again.
    match (seed, input.length.is_some()) {
        (true, _) => seed::run(args, input),
        (false, true) => run::run(args, Archive::from_inputs(Inputs::new(paths), &options)),
        (false, false) => run::run(args, Archive::from_reader(&input.name, input.reader, &options)),
    }
}

/// Whether this is a list of moves on its own, or nothing that is known: then, too, it is said what a
/// list of moves would be.
fn is_seed(args: &ReplayArgs, head: &[u8], name: &str) -> bool {
    if args.asks_more() || [Packing::sniff(head), Packing::from_name(name)] != [Packing::Plain; 2] {
        return false;
    }
    let format = args.from.or_else(|| Content::sniff(head, name)?.format());
    format.is_none_or(|format| format == Format::Moves)
}
