//! `tengen simulate`: play it out.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    fmt::Write as _,
    hash::{BuildHasher, RandomState},
    io::{self, IsTerminal, Write},
    num::NonZero,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tengen_core::{Color, Point, SetupError};
use tengen_engine::playout::{Playout, Rng, Start, StateError, Statistics, Wide};
use tengen_notation::BoardText;

use crate::{
    cli::{StartArgs, threads, threads_or_all},
    io::error::Failure,
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
    // Chance that nobody chose still has a name, so that what it did can be seen again. Numbers
    // below 2^53 are exact in every reader of JSON.
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

/// How one game went.
#[derive(Serialize)]
struct SimulatedGame {
    rule: &'static str,
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    winner: String,
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
    let mut tell = |at: Point, _: Color| {
        let (row, column) = (at.y as u32 + 1, at.x as u32 + 1);
        if args.json {
            moves.push((row, column));
        } else {
            lines.add(row, column);
        }
    };
    let Playout { winner, moves: length } = if args.random {
        wide.play_out(&mut Rng::new(seed), &mut tell)
    } else {
        wide.scan(&mut tell)
    };
    let mut end = String::new();
    if args.json {
        let (seed, winner) = (args.random.then_some(seed), winner.to_string());
        let size = field.area().to_string();
        let record = SimulatedGame { rule: "nogo", size, seed, winner, length, moves };
        end = serde_json::to_string(&record).expect("plain data can be written to memory");
        end.push('\n');
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

/// Lines of two numbers. Hot: a large board has tens of millions of them, so that each number is
/// spelled once and then copied.
struct Lines<W: Write> {
    out: W,
    /// What is not written yet.
    text: Vec<u8>,
    /// The digits of each number up to a side of the board, and in the last byte how many there are.
    spelled: Vec<[u8; 8]>,
    /// The first thing that went wrong.
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

/// Statistics as JSON.
#[derive(Serialize)]
struct ManyRecord {
    rule: &'static str,
    size: String,
    turn: String,
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

/// Plays many games and prints who won how often, and how long they were.
fn many(
    args: &SimulateArgs,
    field: &BoardText,
    start: &Start,
    games: u64,
    seed: u64,
) -> Result<ExitCode, Failure> {
    let threads = threads_or_all(args.threads);
    let progress = PlayoutProgress::new(games);
    let started = Instant::now();
    let statistics = start.play_games(games, seed, threads, &|done| progress.show(done));
    let seconds = started.elapsed().as_secs_f64();
    progress.finish();
    let (size, turn, threads) = (field.area().to_string(), args.start.turn(), threads.get());
    let report = SimulationReport { size, turn, seed, threads, seconds, statistics };
    let mut text = if args.json { report.json() } else { report.table() };
    text.push('\n');
    let written = io::stdout().lock().write_all(text.as_bytes());
    written.map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}

/// Report of many games.
struct SimulationReport {
    size: String,
    turn: Color,
    seed: u64,
    threads: usize,
    seconds: f64,
    statistics: Statistics,
}

impl SimulationReport {
    #[allow(clippy::cast_precision_loss, reason = "rates are told to a few digits")]
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.seconds.max(1e-9)
    }

    fn json(&self) -> String {
        let statistics = &self.statistics;
        let record = ManyRecord {
            rule: "nogo",
            size: self.size.clone(),
            turn: self.turn.to_string(),
            seed: self.seed,
            games: statistics.games(),
            black: statistics.wins(Color::Black),
            white: statistics.wins(Color::White),
            moves: statistics.moves(),
            lengths: statistics.lengths().collect(),
            threads: self.threads,
            seconds: self.seconds,
            games_per_second: self.per_second(statistics.games()).round(),
            moves_per_second: self.per_second(statistics.moves()).round(),
        };
        serde_json::to_string(&record).expect("plain data can be written to memory")
    }

    /// A table for people, with a picture of the lengths.
    #[allow(clippy::cast_precision_loss, reason = "shares are told to a few digits")]
    fn table(&self) -> String {
        let SimulationReport { size, turn, seed, threads, seconds, statistics } = self;
        let games = statistics.games();
        let share = |count: u64| 100.0 * count as f64 / games.max(1) as f64;
        let mut text = String::new();
        let _ = writeln!(text, "{games} random games on {size}, {turn} to move, seed {seed}");
        for color in Color::ALL {
            let wins = statistics.wins(color);
            let _ = writeln!(text, "{color} won {wins} ({:.2} %)", share(wins));
        }
        let lengths: Vec<(u32, u64)> = statistics.lengths().collect();
        if let (Some((least, _)), Some((most, _))) = (lengths.first(), lengths.last()) {
            let mean = statistics.mean_moves();
            let _ = writeln!(text, "{mean:.2} moves a game, from {least} to {most}");
            let width = (most - least) / 16 + 1;
            let bins: Vec<(u32, u64)> = (*least..=*most)
                .step_by(width as usize)
                .map(|from| {
                    let within =
                        |&&(length, _): &&(u32, u64)| (from..from + width).contains(&length);
                    (from, lengths.iter().filter(within).map(|&(_, count)| count).sum())
                })
                .collect();
            let highest = bins.iter().map(|bin| bin.1).max().unwrap_or(1).max(1);
            for (from, count) in bins {
                let bar = "#".repeat((40 * count / highest) as usize);
                let line = format!("{from:>6} {:>7.3} % {bar}", share(count));
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        let (games, moves) = (self.per_second(games), self.per_second(statistics.moves()));
        let _ = write!(
            text,
            "{seconds:.2} s, {threads} threads: {games:.0} games/s, {moves:.0} moves/s"
        );
        text
    }
}

/// A bar on stderr, if that is a terminal and it takes long enough to be worth one.
struct PlayoutProgress {
    started: Instant,
    bar: Option<ProgressBar>,
}

impl PlayoutProgress {
    fn new(games: u64) -> PlayoutProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(
                "{wide_bar} {human_pos}/{human_len} games {per_sec} {eta} left",
            );
            ProgressBar::new(games).with_style(style.expect("the template is a constant"))
        });
        PlayoutProgress { started: Instant::now(), bar }
    }

    /// Shows the number of games played.
    fn show(&self, done: u64) {
        if let Some(bar) = &self.bar
            && self.started.elapsed() > Duration::from_millis(700)
        {
            bar.set_position(done);
        }
    }

    fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
