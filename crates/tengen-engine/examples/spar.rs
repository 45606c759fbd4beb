//! Two settings of the five-in-a-row player meet, to measure whether a change made it stronger.
//!
//! ```sh
//! cargo run --release -p tengen-engine --example spar -- FIRST SECOND [OPTION]...
//! ```
//!
//! A player is a list of words with commas between them: `strong`, `nodes=N` or `time=S` or `cpu=S` (of the
//! processor) a move,
//! `threads=N`, `memory=MIB`, `values=FILE` or `formula`, and `field=VALUE` for the fields of `SearchSettings`. Options:
//! `rule=freestyle`, `size=15`, `games=1000`, `seed=1`, `elo1=10` (the sequential test asks whether
//! it is that much stronger or not at all; `elo1=0` plays all games).
//!
//! Openings are random moves that look even; each is played twice with the colors swapped.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]
#![allow(clippy::cast_precision_loss, reason = "means are shown to a few digits")]

use std::{process::ExitCode, sync::Arc, time::Duration};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_engine::{
    Limits, Resources, SearchRequest, Value,
    fives::{FivesPlayer, SearchSettings, Values},
    playout::Rng,
};
use tengen_testkit::{cpu_time, number};

/// One side of a match.
struct Side {
    name: String,
    player: FivesPlayer,
    limits: Limits,
    /// Processor time of a move.
    cpu: Option<Duration>,
    nodes: u64,
    depths: u64,
    moves: u64,
    thinking: Duration,
    longest: Duration,
}

impl Side {
    fn read(text: &str, rule: Rule) -> Result<Side, String> {
        let mut values = None;
        let mut settings = SearchSettings::STRONG;
        let mut resources = Resources { memory: 32 << 20, ..Resources::default() };
        let mut limits = Limits::default();
        let mut cpu = None;
        for part in text.split(',') {
            let (word, value) = part.split_once('=').unwrap_or((part, ""));
            match word {
                "strong" => settings = SearchSettings::STRONG,
                "time" => limits.time = Some(Duration::from_secs_f64(number(word, value)?)),
                "cpu" => cpu = Some(Duration::from_secs_f64(number(word, value)?)),
                "nodes" => limits.nodes = Some(number(word, value)?),
                "depth" => limits.depth = Some(number(word, value)?),
                "threads" => resources.threads = number(word, value)?,
                "memory" => resources.memory = number::<usize>(word, value)? << 20,
                "values" => {
                    let bytes =
                        std::fs::read(value).map_err(|error| format!("{value}: {error}"))?;
                    let read = Values::from_bytes(&bytes);
                    values = Some(read.map_err(|error| format!("{value}: {error}"))?);
                }
                "formula" => values = Some(Values::first(rule)),
                _ => {
                    let names = SearchSettings::NAMES.join(" ");
                    let parameter = settings.parameter(word);
                    *parameter.ok_or(format!("{word:?} is none of these parameters: {names}"))? =
                        number(word, value)?;
                }
            }
        }
        let mut player = FivesPlayer::with_settings(resources, settings);
        if let Some(values) = values {
            player = player.with_values(Arc::new(values));
        }
        let (thinking, longest) = (Duration::ZERO, Duration::ZERO);
        Ok(Side {
            name: text.to_owned(),
            player,
            limits,
            cpu,
            nodes: 0,
            depths: 0,
            moves: 0,
            thinking,
            longest,
        })
    }

    fn play(&mut self, position: &Position) -> (Point, Value) {
        let before = cpu_time().unwrap_or_default();
        // Reading the clock costs more than the nodes between two polls.
        let questions = std::cell::Cell::new(0_u32);
        let stop = || {
            questions.set(questions.get() + 1);
            self.cpu.is_some_and(|cpu| {
                questions.get().is_multiple_of(8) && cpu_time().unwrap_or_default() >= before + cpu
            })
        };
        let request = SearchRequest { stop: &stop, ..SearchRequest::new(position, &self.limits) };
        let thought = self.player.think(request).expect("the game suits");
        self.nodes += thought.nodes;
        self.depths += u64::from(thought.depth.unwrap_or(0));
        self.moves += 1;
        self.thinking += cpu_time().unwrap_or_default().saturating_sub(before);
        self.longest = self.longest.max(thought.elapsed);
        let best = thought.best().expect("there is a move");
        (best.point, best.value)
    }
}

struct Terms {
    rule: Rule,
    area: Area,
    games: u32,
    seed: u64,
    elo1: f64,
}

impl Terms {
    fn read(options: &[String]) -> Result<Terms, String> {
        let mut terms = Terms {
            rule: Rule::Freestyle,
            area: Area::square(15),
            games: 1000,
            seed: 1,
            elo1: 10.0,
        };
        for option in options {
            let (word, value) = option.split_once('=').unwrap_or((option, ""));
            match word {
                "rule" => terms.rule = value.parse().map_err(|_| format!("no rule {value:?}"))?,
                "size" => terms.area = Area::square(number(word, value)?),
                "games" => terms.games = number(word, value)?,
                "seed" => terms.seed = number(word, value)?,
                "elo1" => terms.elo1 = number(word, value)?,
                _ => return Err(format!("{option:?} is no option")),
            }
        }
        Ok(terms)
    }

    /// Random moves near the middle that look even to a quick player.
    fn opening(&self, judge: &mut FivesPlayer, random: &mut Rng) -> Position {
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        loop {
            let mut position = Position::new(self.rule, self.area).expect("a board");
            let middle = match self.area {
                Area::Bounded { width, .. } => i32::from(width / 2),
                Area::Unbounded => 0,
            };
            for _ in 0..4 + random.below(4) {
                let reach = 3;
                let mut pick = || random.below(2 * reach + 1) as i32 - reach as i32 + middle;
                let point = Point::new(pick(), pick());
                let _ = position.play(point);
            }
            if position.outcome().is_some() {
                continue;
            }
            judge.clear();
            let thought = judge.think(SearchRequest::new(&position, &limits));
            match thought.expect("it suits").best().map(|best| best.value) {
                Some(Value::Seems(value)) if value.abs() < 80 => return position,
                _ => {}
            }
        }
    }
}

/// The result of a game for the side of `color`: 1, 0.5 or 0.
fn game(opening: &Position, sides: &mut [Side; 2], first: Color) -> f64 {
    let mut position = opening.clone();
    for side in &mut *sides {
        side.player.clear();
    }
    while position.outcome().is_none() {
        let at = usize::from(position.turn() != first);
        if position.legal_points().is_empty() {
            break;
        }
        let (point, value) = sides[at].play(&position);
        // Wins in a few plies are not played out.
        if matches!(value, Value::Wins(plies) if plies <= 5) {
            return if at == 0 { 1.0 } else { 0.0 };
        }
        position.play(point).expect("players play legal moves");
    }
    match position.outcome() {
        Some(Outcome::Won(color)) => f64::from(u8::from(color == first)),
        _ => 0.5,
    }
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (score / (1.0 - score)).log10()
}

fn chance(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn run(args: &[String]) -> Result<(), String> {
    let [first, second, options @ ..] = args else { return Err("two players are needed".into()) };
    let terms = Terms::read(options)?;
    let mut sides = [Side::read(first, terms.rule)?, Side::read(second, terms.rule)?];
    let mut random = Rng::stream(terms.seed, 0);
    let mut judge = FivesPlayer::new(Resources { memory: 8 << 20, ..Resources::default() });
    let mut results = [0u32; 3];
    let (mut sum, mut squares, mut pairs) = (0.0, 0.0, 0.0);
    let mut llr = 0.0;
    while results.iter().sum::<u32>() < terms.games {
        let opening = terms.opening(&mut judge, &mut random);
        let mut pair = 0.0;
        for color in Color::ALL {
            let result = game(&opening, &mut sides, color);
            results[(2.0 - 2.0 * result) as usize] += 1;
            pair += result / 2.0;
        }
        sum += pair;
        squares += pair * pair;
        pairs += 1.0;
        let mean: f64 = sum / pairs;
        let variance = (squares / pairs - mean * mean).max(1e-4);
        let (s0, s1) = (0.5, chance(terms.elo1));
        llr = pairs * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        if (pairs as u32).is_multiple_of(10) {
            eprintln!("{results:?} {:+.0}", elo(mean));
        }
        if terms.elo1 > 0.0 && pairs >= 20.0 && !(-2.94..2.94).contains(&llr) {
            break;
        }
    }
    let mean = sum / pairs;
    let error = 1.96 * ((squares / pairs - mean * mean).max(0.0) / pairs).sqrt();
    println!(
        "{} vs {} ({}): +{} ={} -{}  elo {:+.1} [{:+.1}, {:+.1}]  llr {llr:+.2}",
        sides[0].name,
        sides[1].name,
        terms.rule,
        results[0],
        results[1],
        results[2],
        elo(mean),
        elo(mean - error),
        elo(mean + error),
    );
    for side in &sides {
        let seconds = side.thinking.as_secs_f64();
        println!(
            "  {:40} depth {:.1}, {:.0} nodes and {:.2} ms a move, {:.0} thousand a second, longest {:.3} s",
            side.name,
            side.depths as f64 / side.moves as f64,
            side.nodes as f64 / side.moves as f64,
            1000.0 * seconds / side.moves as f64,
            side.nodes as f64 / seconds / 1000.0,
            side.longest.as_secs_f64(),
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}
