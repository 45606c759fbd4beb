//! Openings that are worth about the same to both sides.

use std::time::{Duration, Instant};

use tengen_core::{Outcome, Point, Position};

use super::{Field, Limits, Player, Unsuited, Value};
use crate::playout::Rng;

/// Moves after which both sides have about equal chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Even {
    /// The moves, the first one first.
    pub points: Vec<Point>,
    /// What the position after them is worth to the side that is then to move.
    pub value: Value,
}

/// How much may be looked at, shared by everything that is compared.
pub(super) struct Purse<'a> {
    pub(super) nodes: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Purse<'a> {
    /// How many positions are thought to be looked at in a second, where only the time is told.
    const NODES_A_SECOND: f64 = 200_000.0;

    /// As much as is ever worth looking at.
    const MOST: u64 = 2_000_000;

    /// What `limits` allow.
    pub(super) fn new(limits: &Limits, stop: &'a (dyn Fn() -> bool + Sync)) -> Purse<'a> {
        let time = limits.aim.or(limits.time);
        let worth = |time: Duration| (time.as_secs_f64() * Purse::NODES_A_SECOND) as u64;
        let most = time.map_or(Purse::MOST, worth).min(Purse::MOST);
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Purse { nodes: limits.nodes.unwrap_or(most).min(most), deadline, stop }
    }

    /// Whether there is nothing left to spend.
    fn is_empty(&self) -> bool {
        (self.stop)() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The limits of one look.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits { nodes: Some(nodes), time: self.deadline.map(left), ..Limits::default() }
    }
}

/// How many ways are compared at most.
const WAYS: usize = 64;

/// How many points are paired with each other at most.
const PAIRED: usize = 48;

/// Finds `count` moves, one or two, after which the side to move has chances as near to equal as can
/// be found, or off by `bias`, which is a value for the side that is to move now.
///
/// The same seed and limits of nodes give the same moves to a player that knows nothing; there may be
/// many ways to be even, and another seed finds another.
///
/// # Errors
///
/// If the player cannot think about the position.
pub fn balance(
    player: &mut Player,
    position: &Position,
    (count, bias): (usize, i32),
    limits: &Limits,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Even>, Unsuited> {
    let purse = Purse::new(limits, stop);
    let mut field = Field::of(position)?;
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mut random = Rng::new(seed);
    // Who is to move after an even number of moves is who is to move now.
    let target = if count.is_multiple_of(2) { bias } else { -bias };
    let mut points = places(position, &field, &mut random);
    if count > 1 {
        points.truncate(PAIRED);
    }
    let mut ways: Vec<(i32, Vec<Point>)> = Vec::new();
    for &first in &points {
        field.play(field.spot(first));
        if count == 1 {
            ways.push(((field.value() - target).abs(), vec![first]));
        } else {
            for &second in points.iter().filter(|&&second| second != first) {
                let spot = field.spot(second);
                if field.is_legal(spot) {
                    field.play(spot);
                    ways.push(((field.value() - target).abs(), vec![first, second]));
                    field.undo();
                }
            }
        }
        field.undo();
    }
    // Those that look even; which of them are is for the search to say.
    ways.sort_by_key(|&(off, _)| off);
    ways.truncate(WAYS);
    let ways = ways.into_iter().map(|(_, points)| points).collect();
    most_even(player, position, ways, target, &purse)
}

/// The points that moves are chosen from, in an order of chance: those near stones, or all where
/// there are next to none.
fn places(position: &Position, field: &Field, random: &mut Rng) -> Vec<Point> {
    let board = position.board();
    let mut points: Vec<Point> = if board.stones().len() < 3 {
        board.area().points().collect()
    } else {
        field.near().map(|spot| field.point(spot)).collect()
    };
    points.retain(|&point| position.may_play(point).is_ok());
    for last in (1..points.len()).rev() {
        points.swap(last, random.below(last + 1));
    }
    points
}

/// The way after which the side to move is nearest to `target`, as deep as the purse allows.
///
/// All ways get a short look. The better half of them gets one twice as long, and so on: most is
/// spent on those between which it is close.
pub(super) fn most_even(
    player: &mut Player,
    position: &Position,
    ways: Vec<Vec<Point>>,
    target: i32,
    purse: &Purse,
) -> Result<Option<Even>, Unsuited> {
    let rounds = ways.len().next_power_of_two().ilog2().max(1);
    let mut nodes = (purse.nodes / u64::from(rounds) / ways.len().max(1) as u64).max(64);
    let mut left: Vec<(i64, Even)> = Vec::new();
    for points in ways {
        // What nobody has looked at yet is worse than anything somebody has.
        left.push((i64::MAX, Even { points, value: Value::Seems(0) }));
    }
    loop {
        for (off, even) in &mut left {
            if purse.is_empty() && *off != i64::MAX {
                break;
            }
            let Some(after) = after(position, &even.points) else { continue };
            let thought = player.think(&after, &purse.limits(nodes), purse.stop, &mut |_| {})?;
            if let Some(best) = thought.best() {
                even.value = best.value;
                *off = distance(best.value, target);
            }
            if purse.is_empty() {
                break;
            }
        }
        left.sort_by_key(|(off, _)| *off);
        if left.len() <= 1 || purse.is_empty() {
            return Ok(left.into_iter().next().map(|(_, even)| even));
        }
        left.truncate(left.len().div_ceil(2));
        nodes *= 2;
    }
}

/// How far a value is from where it should be. What is decided is farther than anything that is not.
fn distance(value: Value, target: i32) -> i64 {
    match value {
        Value::Seems(value) => (i64::from(value) - i64::from(target)).abs(),
        Value::Wins(_) | Value::Loses(_) => i64::MAX - 1,
    }
}

/// The position after some moves, if all are legal and it goes on.
pub(super) fn after(position: &Position, points: &[Point]) -> Option<Position> {
    let mut position = position.clone();
    for &point in points {
        position.play(point).ok()?;
    }
    let over: Option<Outcome> = position.outcome();
    over.is_none().then_some(position)
}
