//! Puzzles: does the first move win?

use std::{
    collections::BTreeMap,
    io::BufRead as _,
    time::{Duration, Instant},
};

use tengen_core::{Color, Outcome, Point, Position};
use tengen_engine::Thought;
use tengen_notation::puzzles::Puzzle;
use tengen_solver::Budget;

use crate::{
    judge::{Judged, judge},
    options::{Options, Terms},
};

/// How long the solver may think about a move.
const PATIENCE: Duration = Duration::from_secs(30);
/// After how many of the doubtful replies the game is played out.
const MOST_REPLIES: usize = 8;

/// How a move was verified, or why it was not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum FivesVerdict {
    /// It makes five, or the solver wins after every reply.
    Solved,
    /// The solver could not say it of all replies, but the player won after them against itself.
    PlayedOut,
    /// The solver sees a reply after which there is no win by threats, and play did not win.
    Refuted,
    /// Neither the solver nor play could tell.
    Open,
    /// There was no legal move.
    Illegal,
}

impl FivesVerdict {
    fn wins(self) -> bool {
        self <= FivesVerdict::PlayedOut
    }
}

pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let kind = options.kind.clone().unwrap_or("VCF".to_owned());
    let (seconds, bar) = if kind == "VCF" { (1, 0.97) } else { (5, 0.85) };
    let terms = options.terms(Duration::from_secs(seconds));
    let (mut all, mut won) = (0_usize, 0_usize);
    let mut verdicts: BTreeMap<FivesVerdict, usize> = BTreeMap::new();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| error.to_string())?;
        let puzzle = Puzzle::parse(line.as_bytes(), number as u64 + 1);
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
        let mut player = options.player(options.seed);
        let started = Instant::now();
        let thought = terms.think(&mut player, &position);
        let taken = started.elapsed();
        let judged = verdict(&position, &thought, options, &terms);
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
            thought.depth.unwrap_or(0),
            if terms.limits.time.is_some_and(|time| taken > time) { " LATE" } else { "" },
        );
    }
    let asked = verdicts.values().sum::<usize>();
    let share = won as f64 / asked.max(1) as f64;
    println!("{kind}: {won} of {asked}, {:.1} %, {verdicts:?}", 100.0 * share);
    Ok(share >= bar)
}

/// Whether the first move of the thought wins.
fn verdict(
    position: &Position,
    thought: &Thought,
    options: &Options,
    terms: &Terms,
) -> FivesVerdict {
    let Some(best) = thought.best() else { return FivesVerdict::Illegal };
    let mut budget = Budget::unlimited().time(PATIENCE);
    let (refutations, open) = match judge(position, best.point, 1 << 29, &mut budget) {
        Judged::Illegal => return FivesVerdict::Illegal,
        Judged::Five | Judged::Wins => return FivesVerdict::Solved,
        Judged::Doubtful { refutations, open } => (refutations, open),
    };
    // Where there is no win by threats there may be one by other means.
    let wins = |&reply: &Point| {
        let mut line = position.clone();
        let played = line.play(best.point).and_then(|()| line.play(reply));
        played.is_ok() && wins_by_play(line, position.turn(), options, terms)
    };
    if refutations.iter().chain(&open).take(MOST_REPLIES).all(wins) {
        FivesVerdict::PlayedOut
    } else if refutations.is_empty() {
        FivesVerdict::Open
    } else {
        FivesVerdict::Refuted
    }
}

/// Whether the attacker wins when both sides are played by the player.
fn wins_by_play(mut position: Position, attacker: Color, options: &Options, terms: &Terms) -> bool {
    let mut player = options.player(options.seed);
    while position.outcome().is_none() && position.moves().len() < 60 {
        let Some(point) = terms.choose(&mut player, &position) else { break };
        position.play(point).expect("candidates are legal");
    }
    position.outcome() == Some(Outcome::Won(attacker))
}
