//! Games against the clock, and against the plain opponent.

use std::time::Duration;

use tengen_core::{Area, Color};
use tengen_engine::{Limits, fives::Clock};

use crate::{
    arena::{self, Score},
    options::{Options, Terms, cpu_time},
    twin::Twin,
};

/// How many positions are looked at to find an opening that is even.
const EVEN: u64 = 20_000;

/// The player against itself at a fixed time a move, as its clock reads it. The board is 15x15 if
/// nothing is said.
pub(crate) fn time(options: &Options) -> bool {
    let allowed = options.time.unwrap_or(Duration::from_millis(100));
    let clock = Clock { turn: Some(allowed), ..Clock::default() };
    let terms = Terms::new(Limits { level: options.level, ..clock.limits(0) });
    let area = options.area.unwrap_or(Area::square(15));
    let rules = options.rules();
    let (mut overruns, mut moves, mut faults, mut longest) = (0, 0_usize, 0, Duration::ZERO);
    for game in 0..options.games.unwrap_or(200) {
        let rule = rules[game as usize % rules.len()];
        let start = arena::opening(rule, area, options.seed, game);
        let mut sides = [0, 1].map(|side| options.player(2 * game + side));
        let [black, white] = &mut sides;
        let mut late = 0;
        let mut clocked = |player: &mut _, position: &_| {
            let started = std::time::Instant::now();
            let point = terms.choose(player, position);
            late += u32::from(started.elapsed() > allowed);
            point
        };
        let clocked = std::cell::RefCell::new(&mut clocked);
        let record = arena::play(
            &start,
            &mut |position| (clocked.borrow_mut())(black, position),
            &mut |position| (clocked.borrow_mut())(white, position),
        );
        overruns += late;
        moves += record.moves.len() - start.moves().len();
        longest = longest.max(record.longest[0]).max(record.longest[1]);
        if late > 0 || record.ended.is_fault() {
            faults += u32::from(record.ended.is_fault());
            println!("{rule} {}: {:?}, {late} late", record.names(area), record.ended);
        }
        if game % 10 == 9 {
            eprintln!("{}: {overruns} overruns, longest {longest:?}", game + 1);
        }
    }
    println!(
        "{moves} moves at {allowed:?}: {overruns} overruns, longest {longest:?}, {faults} faults"
    );
    overruns == 0 && faults == 0
}

/// The player against the plain opponent, both colors of each opening.
pub(crate) fn strength(options: &Options) -> bool {
    let terms = options.terms(Duration::from_millis(500));
    let area = options.area.unwrap_or(Area::square(15));
    let rules = options.rules();
    let mut twin = Twin { time: terms.limits.time, ..Twin::default() };
    if terms.cpu.is_some() {
        twin = Twin { time: terms.cpu, clock: cpu_time, ..twin };
    }
    let mut total = Score::default();
    let mut scores = vec![Score::default(); rules.len()];
    let mut is_clean = true;
    for game in 0..options.games.unwrap_or(200) {
        let pair = game / 2;
        let which = pair as usize % rules.len();
        let rule = rules[which];
        let start = arena::even_opening(rule, area, options.seed, pair, EVEN);
        let first = if game % 2 == 0 { Color::Black } else { Color::White };
        let mut player = options.player(options.seed + game);
        let mut ours = |position: &_| terms.choose(&mut player, position);
        let mut plain = |position: &_| twin.choose(position);
        let record = match first {
            Color::Black => arena::play(&start, &mut ours, &mut plain),
            Color::White => arena::play(&start, &mut plain, &mut ours),
        };
        total.add(&record, first);
        scores[which].add(&record, first);
        is_clean &= !record.ended.is_fault();
        if record.ended.winner() != Some(first) {
            let stones = start.moves().len();
            println!("{rule} as {first}, {stones} set, {}: {:?}", record.names(area), record.ended);
        }
        eprintln!("{}: {} {} {}", game + 1, total.won, total.drawn, total.lost);
    }
    for (rule, score) in rules.iter().zip(&scores) {
        println!("{rule}: {} won, {} drawn, {} lost", score.won, score.drawn, score.lost);
    }
    println!("{:.1} % of {} games", 100.0 * total.share(), total.games());
    is_clean && total.share() >= 0.99
}
