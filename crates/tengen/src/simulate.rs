//! `tengen simulate`: playouts of NoGo.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fmt::Write as _,
    hash::{BuildHasher, RandomState},
    io::{self, Write},
    num::NonZero,
    process::ExitCode,
    time::Instant,
};

use clap::Args;
use serde::Serialize;
use tengen_core::{Area, Color, Point, Rule, SetupError};
use tengen_engine::playout::{Playout, Rng, Start, StateError, Statistics, Wide};
use tengen_notation::BoardText;

use crate::{
    cli::{StartArgs, threads, threads_or_all},
    io::{
        error::Failure,
        progress::Progress,
        stdout::{json_line, print},
    },
};

/// Play a game of NoGo to its end, or many of them at random.
///
/// The input is one board: a line with its size, and rows of X black, O white and . empty; Black is
/// to move. Prints one legal move a line as "row column", counted from 1 at the top left, for each
/// side in turn, and "-1 -1" when the side to move has none. Each side plays the first legal point
/// in reading order; with --random, a random one. With --games, plays that many random games and
/// prints how often each side won and how long the games were.
#[derive(Args, Debug)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Play at random: each legal point is equally likely.
    #[arg(long)]
    random: bool,

    /// Seed of the random numbers; equal seeds give equal games [default: random].
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Play this many random games and print statistics.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["explain", "random"])]
    games: Option<u64>,

    /// Number of threads for --games [default: all cores]. The results do not depend on it.
    #[arg(long, value_name = "COUNT", requires = "games", value_parser = threads)]
    threads: Option<NonZero<usize>>,

    /// Print the winner after the moves.
    #[arg(long)]
    explain: bool,

    /// Print a JSON object.
    #[arg(long, conflicts_with = "explain")]
    json: bool,
}

/// Plays from the board that the arguments name.
pub(crate) fn run(args: &SimulateArgs) -> Result<ExitCode, Failure> {
    // A random seed is reported too, so that its games can be repeated. Numbers below 2^53 are exact in
    // every reader of JSON.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 11);
    if let Some(games) = args.games {
        let (field, start) = args.start.open(|field, turn| {
            Start::from_cells(field.area(), &mut field.cells().iter().copied(), turn)
                .map_err(setup_error)
        })?;
        many(args, &field, &start, games, seed)
    } else {
        let (field, wide) = args.start.open(|field, turn| {
            Wide::from_cells(field.area(), &mut field.cells().iter().copied(), turn)
                .map_err(setup_error)
        })?;
        one(args, &field, wide, seed)
    }
}

/// Why the cells of a field are no position. There is no other reason for one that was read.
fn setup_error(error: StateError) -> SetupError {
    match error {
        StateError::Setup(error) => error,
        other => unreachable!("a field is not too large: {other}"),
    }
}

/// A game as JSON.
#[derive(Serialize)]
struct SimulatedGame {
    rule: Rule,
    size: Area,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    winner: Color,
    length: u32,
    /// Row and column, from 1 at the top left.
    moves: Vec<(u32, u32)>,
}

/// Plays one game and prints its moves as they come. All of the input was good before the first.
fn one(
    args: &SimulateArgs,
    field: &BoardText,
    mut wide: Wide,
    seed: u64,
) -> Result<ExitCode, Failure> {
    let mut lines = Lines::new(io::stdout().lock(), field.width().max(field.height()));
    let mut moves = Vec::new();
    let mut add_move = |at: Point, _: Color| {
        let (row, column) = (at.y as u32 + 1, at.x as u32 + 1);
        if args.json {
            moves.push((row, column));
        } else {
            lines.add(row, column);
        }
    };
    let Playout { winner, moves: length } = if args.random {
        wide.play_out(&mut Rng::new(seed), &mut add_move)
    } else {
        wide.scan(&mut add_move)
    };
    let mut end = String::new();
    if args.json {
        let (size, seed) = (field.area(), args.random.then_some(seed));
        end = json_line(&SimulatedGame { rule: Rule::NoGo, size, seed, winner, length, moves });
    } else {
        end.push_str("-1 -1\n");
    }
    if args.explain {
        let loser = !winner;
        let _ = writeln!(end, "  after {length} moves {loser} has no legal point; {winner} won");
        if args.random {
            let _ = writeln!(end, "  by chance from seed {seed}");
        }
    }
    lines.text.extend_from_slice(end.as_bytes());
    lines.flush();
    lines.written.and_then(|()| lines.out.flush()).map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}

/// Lines of two numbers. Hot: a large board has tens of millions of them, so each number is formatted
/// once and then copied.
struct Lines<W: Write> {
    out: W,
    /// Lines not yet written.
    text: Vec<u8>,
    /// The digits of each number up to a side of the board, and in the last byte how many there are.
    spelled: Vec<[u8; 8]>,
    /// First error of writing.
    written: io::Result<()>,
}

impl<W: Write> Lines<W> {
    const FULL: usize = 1 << 16;

    /// Lines of numbers up to `most`.
    fn new(out: W, most: u16) -> Lines<W> {
        let spell = |number: u16| {
            let mut spelled = [0; 8];
            let digits = number.to_string();
            spelled[..digits.len()].copy_from_slice(digits.as_bytes());
            spelled[7] = digits.len() as u8;
            spelled
        };
        let text = Vec::with_capacity(Lines::<W>::FULL + 32);
        Lines { out, text, spelled: (0..=most).map(spell).collect(), written: Ok(()) }
    }

    #[inline]
    fn add(&mut self, row: u32, column: u32) {
        for (number, end) in [(row, b' '), (column, b'\n')] {
            let spelled = self.spelled[number as usize];
            let length = self.text.len() + usize::from(spelled[7]);
            self.text.extend_from_slice(&spelled);
            self.text.truncate(length);
            self.text.push(end);
        }
        if self.text.len() >= Lines::<W>::FULL {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.written.is_ok() {
            self.written = self.out.write_all(&self.text);
        }
        self.text.clear();
    }
}

/// Plays many games and prints who won how often, and how long they were.
fn many(
    args: &SimulateArgs,
    field: &BoardText,
    start: &Start,
    games: u64,
    seed: u64,
) -> Result<ExitCode, Failure> {
    let threads = threads_or_all(args.threads);
    let template = "{wide_bar} {human_pos}/{human_len} games {per_sec} {eta} left";
    let progress = Progress::delayed(Some(games), template);
    let started = Instant::now();
    let statistics = start.play_games(games, seed, threads, &|done| progress.reach(done));
    let seconds = started.elapsed().as_secs_f64();
    drop(progress);
    #[allow(clippy::cast_precision_loss, reason = "rates are printed to a few digits")]
    let per_second = |count: u64| (count as f64 / seconds.max(1e-9)).round();
    let report = SimulationReport {
        rule: Rule::NoGo,
        size: field.area(),
        turn: args.start.turn(),
        seed,
        games: statistics.games(),
        black: statistics.wins(Color::Black),
        white: statistics.wins(Color::White),
        moves: statistics.moves(),
        lengths: statistics.lengths().collect(),
        threads: threads.get(),
        seconds,
        games_per_second: per_second(statistics.games()),
        moves_per_second: per_second(statistics.moves()),
    };
    print(if args.json { json_line(&report) } else { report.table(&statistics) })?;
    Ok(ExitCode::SUCCESS)
}

/// Report of many games, as JSON and as a table.
#[derive(Serialize)]
struct SimulationReport {
    rule: Rule,
    size: Area,
    turn: Color,
    seed: u64,
    games: u64,
    black: u64,
    white: u64,
    moves: u64,
    /// Length and number of games, for each length that came up.
    lengths: Vec<(u32, u64)>,
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    moves_per_second: f64,
}

impl SimulationReport {
    /// The report as a table, with a histogram of the lengths.
    fn table(&self, statistics: &Statistics) -> String {
        let SimulationReport { size, turn, seed, games, threads, seconds, .. } = self;
        let (per_second, moves) = (self.games_per_second, self.moves_per_second);
        format!(
            "{games} random games on {size}, {turn} to move, seed {seed}\n{statistics}\
             {seconds:.2} s, {threads} threads: {per_second:.0} games/s, {moves:.0} moves/s\n"
        )
    }
}
