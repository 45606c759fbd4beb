//! The bars that the player of five-in-a-row is held to, each with a full run.
//!
//! ```sh
//! cargo run --release -p tengen-engine --example bars -- BAR [OPTION]...
//! ```
//!
//! | bar | what it does |
//! |---|---|
//! | `rules` | fast games of the player against itself, per rule and board, each judged by the referee |
//! | `tactics` | puzzles from standard input: does the first move win? the solver says so, or play does |
//! | `time` | games at a fixed time a move: how many were overstepped, and the longest |
//! | `strength` | the player against the plain opponent of the tests |
//! | `ladder` | each level against the one below |
//! | `puzzles` | no bar: writes `games=10` puzzles of each kind and rule, from games of a middle level |
//!
//! Options are words with values, such as `games=200`, `rule=renju`, `size=15x15`, `seed=1`,
//! `time=0.5` (seconds a move), `cpu` (count them by the processor, on a machine that has other
//! things to do), `nodes=5000` (a move), `threads=1`, `memory=64` (MiB), `level=10`.
//! For puzzles `kind=VCF`, `from=1`, `to=50`. For the ladder `low=1`, `high=10`.
//! `strength` and `time` take one rule or go through all three. It ends with 1 if a bar is missed.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]
#![allow(clippy::cast_precision_loss, reason = "means are shown to a few digits")]

use std::process::ExitCode;

#[path = "../../tests/it/fives/arena.rs"]
mod arena;
#[path = "../../tests/it/fives/judge.rs"]
mod judge;
mod ladder;
mod matches;
mod options;
mod puzzles;
mod rules;
mod tactics;
#[path = "../../tests/it/fives/twin.rs"]
mod twin;

use options::Options;

fn run() -> Result<bool, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((bar, words)) = arguments.split_first() else {
        return Err("name a bar: rules, tactics, time, strength or ladder".to_owned());
    };
    let options = Options::read(words)?;
    match bar.as_str() {
        "rules" => Ok(rules::run(&options)),
        "tactics" => tactics::run(&options),
        "time" => Ok(matches::time(&options)),
        "strength" => Ok(matches::strength(&options)),
        "puzzles" => Ok(puzzles::run(&options)),
        "ladder" => ladder::run(&options),
        _ => Err(format!("{bar:?} is no bar")),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
