//! Openings that are worth about the same to both sides.

use std::time::{Duration, Instant};

use tengen_core::{Color, Point, Position};

use super::{Field, Limits, Player, Thought, Unsuited, Value};
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
#[derive(Clone, Copy)]
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

/// How many of them tell how much the first sight is off.
const PROBES: usize = 12;

/// How far from all stones a move may be.
const REACH: i32 = 4;

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
    let mut points = places(position, &mut random);
    if count > 1 {
        points.truncate(PAIRED);
    }
    let mut ways: Vec<(i32, Vec<Point>)> = Vec::new();
    for &first in &points {
        field.play(field.spot(first));
        if count == 1 {
            ways.push((field.value(), vec![first]));
        } else {
            for &second in points.iter().filter(|&&second| second != first) {
                let spot = field.spot(second);
                if field.is_legal(spot) {
                    field.play(spot);
                    ways.push((field.value(), vec![first, second]));
                    field.undo();
                }
            }
        }
        field.undo();
    }
    if ways.is_empty() {
        return Ok(None);
    }
    let spent = purse.nodes / 4;
    let shift = shift(player, position, &mut ways, &Purse { nodes: spent, ..purse })?;
    // Those that look even; which of them are is for the search to say.
    ways.sort_by_key(|&(look, _)| (look + shift - target).abs());
    ways.truncate(WAYS);
    let ways = ways.into_iter().map(|(_, points)| points).collect();
    most_even(player, position, ways, target, &Purse { nodes: purse.nodes - spent, ..purse })
}

/// How much more than at first sight positions are worth to the search: the middle of a few that look
/// very different. To be on move is worth more than it looks where much can be done with it.
fn shift(
    player: &mut Player,
    position: &Position,
    ways: &mut [(i32, Vec<Point>)],
    purse: &Purse,
) -> Result<i32, Unsuited> {
    ways.sort_by_key(|&(look, _)| look);
    let limits = purse.limits((purse.nodes / PROBES as u64).max(64));
    let mut shifts = Vec::new();
    for (look, points) in ways.iter().step_by(ways.len().div_ceil(PROBES)) {
        if purse.is_empty() {
            break;
        }
        if let Some(after) = after(position, points)
            && let Some((Value::Seems(value), _)) = worth(player, &after, &limits, purse.stop)?
        {
            shifts.push(value - look);
        }
    }
    shifts.sort_unstable();
    Ok(shifts.get(shifts.len() / 2).copied().unwrap_or(0))
}

/// The points that moves are chosen from, in an order of chance: those around stones, or all if there
/// are none.
fn places(position: &Position, random: &mut Rng) -> Vec<Point> {
    let stones = position.board().stones();
    let around = |point: Point| {
        let near = |&(stone, _): &(Point, Color)| {
            (stone.x - point.x).abs().max((stone.y - point.y).abs()) <= REACH
        };
        stones.is_empty() || stones.iter().any(near)
    };
    let mut points: Vec<Point> = position.board().area().points().collect();
    points.retain(|&point| around(point) && position.may_play(point).is_ok());
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
            if let Some((value, _)) = worth(player, &after, &purse.limits(nodes), purse.stop)? {
                even.value = value;
                *off = distance(value, target);
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

/// What a position is worth to the side to move, and its best move.
///
/// With every ply the other side has had the last word, and looks better for it. Between two depths
/// lies what is worth comparing.
pub(super) fn worth(
    player: &mut Player,
    position: &Position,
    limits: &Limits,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Value, Point)>, Unsuited> {
    let mut depths: [(u32, Option<Value>); 2] = [(0, None); 2];
    let mut note = |thought: &Thought| {
        if thought.depth > depths[1].0 {
            depths = [depths[1], (thought.depth, None)];
        }
        depths[1].1 = thought.best().map(|best| best.value);
    };
    let thought = player.think(position, limits, stop, &mut note)?;
    note(&thought);
    let Some(best) = thought.best() else { return Ok(None) };
    let value = match (depths[0].1, best.value) {
        (Some(Value::Seems(before)), Value::Seems(last)) => {
            Value::Seems(i32::midpoint(before, last))
        }
        (_, value) => value,
    };
    Ok(Some((value, best.point)))
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
    position.outcome().is_none().then_some(position)
}
