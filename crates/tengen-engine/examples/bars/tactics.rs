//! Puzzles: does the first move win?

use std::{
    collections::BTreeMap,
    io::BufRead as _,
    time::{Duration, Instant},
};

use tengen_core::{Color, Outcome, Point, Position};
use tengen_engine::fives::{Limits, Thought};
use tengen_notation::Puzzle;
use tengen_solver::{
    Budget, Stopped,
    fives::{
        Threats,
        vct::{Defences, Found, Vct},
    },
};

use crate::options::Options;

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Judged {
    /// It makes five.
    Five,
    /// The solver wins after every reply.
    Solved,
    /// The solver could not say it of all replies, but the player won against itself.
    PlayedOut,
    /// The solver sees a reply after which there is no win by threats, and play did not win.
    Refuted,
    /// Neither the solver nor play could tell.
    Open,
    /// There was no legal move.
    Illegal,
}

impl Judged {
    fn wins(self) -> bool {
        self <= Judged::PlayedOut
    }
}

pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let kind = options.kind.clone().unwrap_or("VCF".to_owned());
    let (seconds, bar) = if kind == "VCF" { (1, 0.97) } else { (5, 0.85) };
    let limits = options.limits(Duration::from_secs(seconds));
    let (mut all, mut won) = (0_usize, 0_usize);
    let mut verdicts: BTreeMap<Judged, usize> = BTreeMap::new();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| error.to_string())?;
        let puzzle = Puzzle::read(line.as_bytes(), number as u64 + 1);
        let puzzle = puzzle.map_err(|fault| format!("line {}: {fault:?}", number + 1))?;
        if puzzle.kind.as_deref() != Some(&kind) {
            continue;
        }
        all += 1;
        if all < options.from || all > options.to {
            continue;
        }
        let position = Position::from_setup(puzzle.rule, &puzzle.setup);
        let position = position.map_err(|error| format!("line {}: {error}", number + 1))?;
        let started = Instant::now();
        let mut player = options.player(options.seed);
        let thought = player.think(&position, &limits, &|| false, &mut |_| {});
        let thought = thought.map_err(|unsuited| unsuited.to_string())?;
        let taken = started.elapsed();
        let judged = judge(&position, &thought, options, &limits);
        won += usize::from(judged.wins());
        *verdicts.entry(judged).or_default() += 1;
        let area = position.board().area();
        let best = thought.best();
        println!(
            "{} line {} {} {} to move: {} {:?} in {:.2} s, {} nodes, depth {}: {judged:?}{}",
            if judged.wins() { "ok  " } else { "MISS" },
            number + 1,
            puzzle.name.as_deref().unwrap_or(""),
            position.turn(),
            best.map_or("none".to_owned(), |best| area.name(best.point)),
            best.map(|best| best.value),
            taken.as_secs_f64(),
            thought.nodes,
            thought.depth,
            if limits.time.is_some_and(|time| taken > time) { " LATE" } else { "" },
        );
    }
    let asked = verdicts.values().sum::<usize>();
    let share = won as f64 / asked.max(1) as f64;
    println!("{kind}: {won} of {asked}, {:.1} %, {verdicts:?}", 100.0 * share);
    Ok(share >= bar)
}

/// Whether the first move of the thought wins.
fn judge(position: &Position, thought: &Thought, options: &Options, limits: &Limits) -> Judged {
    let attacker = position.turn();
    let mut next = position.clone();
    let Some(best) = thought.best() else { return Judged::Illegal };
    if next.play(best.point).is_err() {
        return Judged::Illegal;
    }
    if next.outcome() == Some(Outcome::Won(attacker)) {
        return Judged::Five;
    }
    let (open, refuted) = replies(&next, attacker, 30);
    if open.is_empty() && refuted.is_empty() {
        return Judged::Solved;
    }
    // Of the replies after which there is no win by threats there may be one by other means.
    let replies = refuted.iter().chain(&open).take(8);
    let wins = |&reply: &Point| {
        let mut line = next.clone();
        line.play(reply).is_ok() && wins_by_play(line, attacker, options, limits)
    };
    if replies.clone().all(wins) {
        return Judged::PlayedOut;
    }
    if refuted.is_empty() { Judged::Open } else { Judged::Refuted }
}

/// The replies after which it is not known that the attacker wins, and those after which it is
/// known that there is no win by threats.
fn replies(position: &Position, attacker: Color, seconds: u64) -> (Vec<Point>, Vec<Point>) {
    let mut threats = Threats::of(position).expect("a small board");
    let mut vct = Vct::new(attacker, 1 << 29);
    let mut budget = Budget::unlimited().time(Duration::from_secs(seconds));
    let defences = vct.defences(&mut threats, &mut budget);
    let Ok(Defences { moves, .. }) = defences else {
        return (position.legal_points(), Vec::new());
    };
    let those = |is: fn(&Result<Found, Stopped>) -> bool| {
        moves.iter().filter(|(_, found)| is(found)).map(|(point, _)| *point).collect()
    };
    let refuted =
        |found: &Result<Found, Stopped>| matches!(found, Ok(Found::Nothing | Found::NothingNear));
    (those(Result::is_err), those(refuted))
}

/// Whether the attacker wins when both sides are played by the player.
fn wins_by_play(
    mut position: Position,
    attacker: Color,
    options: &Options,
    limits: &Limits,
) -> bool {
    let mut player = options.player(options.seed);
    while position.outcome().is_none() && position.moves().len() < 60 {
        let Some(point) = crate::options::choose(&mut player, &position, limits) else { break };
        position.play(point).expect("only legal moves are told");
    }
    position.outcome() == Some(Outcome::Won(attacker))
}
