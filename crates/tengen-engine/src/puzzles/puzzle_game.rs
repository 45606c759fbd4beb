//! The games that puzzles are taken from.

use tengen_core::{Area, Point, Position, Rng, Rule};

use crate::{Level, Limits, Player, Resources};

/// The longest game of five-in-a-row: a fuller board is hard to look at.
const LONGEST: usize = 40;

/// Memory of a player: enough for the few nodes of a move.
const MEMORY: usize = 4 << 20;

/// The levels that play five-in-a-row: they make threats, and overlook some.
const LEVELS: [u8; 4] = [2, 3, 4, 5];

/// The levels that play NoGo.
const NOGO_LEVELS: [u8; 3] = [1, 2, 3];

/// Sides of NoGo boards that are solved in a moment towards the end of a game.
const NOGO_SIDES: [u16; 3] = [5, 6, 7];

/// The rule of game `number`, in turn: puzzles about fouls are rare and come from renju alone.
pub(super) fn rule_of(number: u64) -> Rule {
    match number % 8 {
        0..=2 => Rule::Renju,
        3 | 4 => Rule::Freestyle,
        5 | 6 => Rule::Exact,
        _ => Rule::NoGo,
    }
}

/// Plays game `number` of a seed, to its end or until it is long enough.
pub(super) fn play(seed: u64, number: u64) -> Position {
    let mut rng = Rng::stream(seed, number);
    let rule = rule_of(number);
    let (side, levels) = match rule {
        Rule::NoGo => (NOGO_SIDES[rng.below(NOGO_SIDES.len())], NOGO_LEVELS.as_slice()),
        _ => (15, LEVELS.as_slice()),
    };
    let mut position = Position::new(rule, Area::square(side)).expect("it has points");
    open(&mut position, &mut rng);
    let mut sides = [0, 1].map(|_| {
        let level = Level::new(levels[rng.below(levels.len())]).expect("a level");
        let resources = Resources { threads: 1, memory: MEMORY, seed: rng.bits() };
        // A seed chooses the same moves on any machine, so there is no limit of time.
        let nodes = level.playouts().filter(|_| rule == Rule::NoGo);
        let limits = Limits { nodes, level, ..Limits::default() };
        (Player::for_rule(rule, resources), limits)
    });
    while position.outcome().is_none() && position.moves().len() < LONGEST {
        let (player, limits) = &mut sides[position.turn() as usize];
        let thought = player.think(&position, limits, &|| false, &mut |_| {}).expect("it suits");
        let Some(best) = thought.best() else { break };
        position.play(best.point).expect("a player's move is legal");
    }
    position
}

/// A few stones by chance: near the center at five-in-a-row, anywhere at NoGo.
fn open(position: &mut Position, rng: &mut Rng) {
    let Area::Bounded { width, .. } = position.board().area() else { return };
    let (low, range) = match position.rule() {
        Rule::NoGo => (0, usize::from(width)),
        _ => (i32::from(width) / 2 - 2, 5),
    };
    for _ in 0..=rng.below(3) {
        let point = Point::new(low + rng.below(range) as i32, low + rng.below(range) as i32);
        // A point that is taken is left out.
        let _ = position.play(point);
    }
}
