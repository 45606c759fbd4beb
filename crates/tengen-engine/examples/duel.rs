//! Two NoGo players meet, to measure whether a change made one of them stronger.
//!
//! ```sh
//! cargo run --release -p tengen-engine --example duel -- FIRST SECOND [OPTION]...
//! ```
//!
//! A player is a list of words with commas between them:
//!
//! | word | meaning |
//! |---|---|
//! | `strong`, `netless`, `plain` | the settings to start from; `plain` is UCT with uniform playouts |
//! | `time=S` | S seconds a move |
//! | `playouts=N` | N playouts a move |
//! | `same` | as many playouts as the other player made for its last move |
//! | `threads=N`, `memory=MIB` | what it may use |
//! | `exploration=`, `puct=`, `net_share=`, `net_slope=`, `rave=`, `prior=`, `prior_slope=`, `expand_after=`, `solve_after=`, `solve_at=`, `solve_nodes=` | the fields of `MctsSettings` |
//! | `uniform`, `shared=SLOPE`, `first=SLOPE` | how playouts go: uniform, on shared points and counted, shared points first |
//!
//! Options: `size=9x9`, `games=200`, `seed=1`, `random=2` (moves of each opening, which is played
//! twice with the colors swapped), `to-the-end` (otherwise a game ends when a side has proven its
//! win), `sequential` (stop as soon as the result is clear), `margin=0.1` (seconds over the time
//! that are not yet an overrun).
//!
//! Every move is checked by the rules of the core. Games, illegal moves and overruns are counted.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]
#![allow(clippy::cast_precision_loss, reason = "means are shown to a few digits")]

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_engine::{
    Limits, Resources, SearchRequest,
    nogo::{MctsSettings, NoGoPlayer, PlayoutPolicy},
};
use tengen_testkit::number;

/// One side of a match.
#[derive(Clone)]
struct Side {
    name: String,
    settings: MctsSettings,
    resources: Resources,
    limits: Limits,
    same: bool,
    wins: u32,
    playouts: u64,
    moves: u64,
    thinking: Duration,
    longest: Duration,
    overruns: u32,
}

impl Side {
    fn read(text: &str) -> Result<Side, String> {
        let mut side = Side {
            name: text.to_owned(),
            settings: MctsSettings::STRONG,
            resources: Resources::default(),
            limits: Limits::default(),
            same: false,
            wins: 0,
            playouts: 0,
            moves: 0,
            thinking: Duration::ZERO,
            longest: Duration::ZERO,
            overruns: 0,
        };
        for part in text.split(',') {
            let (word, value) = part.split_once('=').unwrap_or((part, ""));
            let settings = &mut side.settings;
            match word {
                "strong" => *settings = MctsSettings::STRONG,
                "netless" => *settings = MctsSettings::NETLESS,
                "plain" => *settings = MctsSettings::PLAIN,
                "same" => side.same = true,
                "uniform" => settings.playout = PlayoutPolicy::Uniform,
                "shared" => {
                    settings.playout = PlayoutPolicy::Shared { slope: number(word, value)? }
                }
                "first" => {
                    settings.playout = PlayoutPolicy::SharedFirst { slope: number(word, value)? }
                }
                "time" => {
                    side.limits.time = Some(Duration::from_secs_f64(number(word, value)?));
                }
                "playouts" | "n" => side.limits.nodes = Some(number(word, value)?),
                "threads" => side.resources.threads = number(word, value)?,
                "memory" => side.resources.memory = number::<usize>(word, value)? << 20,
                "exploration" | "c" => settings.exploration = number(word, value)?,
                "puct" => settings.puct = number(word, value)?,
                "net_share" => settings.net_share = number(word, value)?,
                "net_slope" => settings.net_slope = number(word, value)?,
                "rave" => settings.rave = number(word, value)?,
                "prior" => settings.prior = number(word, value)?,
                "prior_slope" => settings.prior_slope = number(word, value)?,
                "solve_after" => settings.solve_after = number(word, value)?,
                "solve_at" => settings.solve_at = number(word, value)?,
                "solve_nodes" => settings.solve_nodes = number(word, value)?,
                "expand_after" => settings.expand_after = number(word, value)?,
                _ => return Err(format!("{part:?} is no word for a player")),
            }
        }
        Ok(side)
    }
}

/// How a match is played.
struct Terms {
    area: Area,
    games: u32,
    seed: u64,
    random: u32,
    to_the_end: bool,
    sequential: bool,
    margin: Duration,
}

impl Terms {
    fn read(options: &[String]) -> Result<Terms, String> {
        let mut terms = Terms {
            area: Area::square(9),
            games: 200,
            seed: 1,
            random: 2,
            to_the_end: false,
            sequential: false,
            margin: Duration::from_millis(100),
        };
        for option in options {
            let (word, value) = option.split_once('=').unwrap_or((option, ""));
            match word {
                "size" => {
                    terms.area = value.parse().map_err(|error| format!("{option}: {error}"))?;
                }
                "games" => terms.games = number(word, value)?,
                "seed" => terms.seed = number(word, value)?,
                "random" => terms.random = number(word, value)?,
                "to-the-end" => terms.to_the_end = true,
                "sequential" => terms.sequential = true,
                "margin" => terms.margin = Duration::from_secs_f64(number(word, value)?),
                _ => return Err(format!("{option:?} is no option")),
            }
        }
        Ok(terms)
    }
}

/// A position after a few random moves.
fn opening(terms: &Terms, pair: u32) -> Result<Position, String> {
    let mut position = Position::new(Rule::NoGo, terms.area).map_err(|error| error.to_string())?;
    let mut state = terms.seed ^ u64::from(pair).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..terms.random {
        let legal = position.legal_points();
        if legal.len() < 4 {
            break;
        }
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position
            .play(legal[(state >> 33) as usize % legal.len()])
            .expect("a listed point is legal");
    }
    Ok(position)
}

/// Plays a game; which side won, by its place in `sides`.
fn play(
    terms: &Terms,
    mut position: Position,
    black: usize,
    sides: &mut [Side; 2],
    seed: u64,
) -> Result<usize, String> {
    let mut players = sides
        .each_ref()
        .map(|side| NoGoPlayer::with_settings(Resources { seed, ..side.resources }, side.settings));
    let mut last = 0;
    loop {
        let who = if position.turn() == Color::Black { black } else { 1 - black };
        if let Some(Outcome::Won(winner)) = position.outcome() {
            return Ok(if winner == Color::Black { black } else { 1 - black });
        }
        let side = &mut sides[who];
        let mut limits = side.limits;
        if side.same {
            limits.nodes = Some(last.max(1));
        }
        let started = Instant::now();
        let thought = players[who]
            .think(SearchRequest::new(&position, &limits))
            .map_err(|error| error.to_string())?;
        let taken = started.elapsed();
        last = thought.nodes;
        side.playouts += thought.nodes;
        side.moves += 1;
        side.thinking += taken;
        side.longest = side.longest.max(taken);
        side.overruns += u32::from(limits.time.is_some_and(|time| taken > time + terms.margin));
        match thought.wins {
            Some(wins) if !terms.to_the_end => return Ok(if wins { who } else { 1 - who }),
            _ => {}
        }
        let best: Point = thought.candidates.first().ok_or("no move was found")?.point;
        position.play(best).map_err(|illegal| {
            format!("illegal: {} played {}: {illegal}", side.name, terms.area.name(best))
        })?;
    }
}

/// The share of the first side with the bounds of a 95 % Wilson interval, in percent.
fn share(wins: u32, games: u32) -> [f64; 3] {
    let (n, p, z) = (f64::from(games), f64::from(wins) / f64::from(games), 1.96_f64);
    let center = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    [p, center - reach, center + reach].map(|part| 100.0 * part)
}

fn run() -> Result<String, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, options @ ..] = arguments.as_slice() else {
        return Err("name two players, as in: duel strong,time=1 plain,same".to_owned());
    };
    let mut sides = [Side::read(first)?, Side::read(second)?];
    let terms = Terms::read(options)?;
    let mut played = 0;
    for game in 0..terms.games {
        let position = opening(&terms, game / 2)?;
        let seed = terms.seed.wrapping_add(u64::from(game));
        let winner = play(&terms, position, (game % 2) as usize, &mut sides, seed)?;
        sides[winner].wins += 1;
        played += 1;
        let [percent, low, high] = share(sides[0].wins, played);
        if played % 10 == 0 {
            eprintln!(
                "{played}: {} - {}, {percent:.1} % ({low:.1} to {high:.1})",
                sides[0].wins, sides[1].wins
            );
        }
        // Looking many times makes chance findings likelier, so the border is far out.
        let z = (f64::from(sides[0].wins) / f64::from(played) - 0.5)
            / (0.25 / f64::from(played)).sqrt();
        if terms.sequential && played >= 20 && game % 2 == 1 && z.abs() > 2.8 {
            break;
        }
    }
    let [percent, low, high] = share(sides[0].wins, played.max(1));
    let summary = |side: &Side| {
        format!(
            "  {}: {:.0} playouts a move, {:.0} a second, longest move {:.3} s, {} overruns",
            side.name,
            side.playouts as f64 / side.moves.max(1) as f64,
            side.playouts as f64 / side.thinking.as_secs_f64().max(1e-9),
            side.longest.as_secs_f64(),
            side.overruns,
        )
    };
    let [first, second] = &sides;
    let score = format!("{} - {}: {percent:.1} % ({low:.1} to {high:.1})", first.wins, second.wins);
    Ok(format!("{played} games, all moves legal, {score}\n{}\n{}", summary(first), summary(second)))
}

fn main() -> ExitCode {
    match run() {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
