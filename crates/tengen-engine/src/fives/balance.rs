//! Balanced openings.

use std::time::Duration;

use tengen_core::{Color, Point, Position};
use tengen_solver::clock::Instant;

use super::{FivesPlayer, SearchBoard};
use crate::{Limits, SearchRequest, Thought, Unsuited, Value, playout::Rng};

/// A balanced opening: moves after which both sides have about equal chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Even {
    /// The moves, the first one first.
    pub points: Vec<Point>,
    /// Value of the position after them for the side that is then to move.
    pub value: Value,
}

/// Node and time budget, shared by all openings that are compared.
#[derive(Clone, Copy)]
pub(super) struct NodeBudget<'a> {
    pub(super) nodes: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl<'a> NodeBudget<'a> {
    /// Assumed speed, where only a time limit is given.
    const NODES_A_SECOND: f64 = 200_000.0;

    /// Maximum number of nodes.
    const MAX_NODES: u64 = 2_000_000;

    /// The budget of `limits`.
    pub(super) fn new(limits: &Limits, stop: &'a dyn Fn() -> bool) -> NodeBudget<'a> {
        let time = limits.aim.or(limits.time);
        let worth = |time: Duration| (time.as_secs_f64() * NodeBudget::NODES_A_SECOND) as u64;
        let most = time.map_or(NodeBudget::MAX_NODES, worth).min(NodeBudget::MAX_NODES);
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        NodeBudget { nodes: limits.nodes.unwrap_or(most).min(most), deadline, stop }
    }

    /// Whether the time is up or the caller asks to stop.
    fn is_empty(&self) -> bool {
        (self.stop)() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The limits of one search.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits { nodes: Some(nodes), time: self.deadline.map(left), ..Limits::default() }
    }
}

/// Maximum number of openings compared by search.
const WAYS: usize = 64;

/// Number of openings searched to estimate the bias of the static evaluation.
const PROBES: usize = 12;

/// Maximum distance of a move from the nearest stone.
const REACH: i32 = 4;

/// Maximum number of points that are paired with each other.
const PAIRED: usize = 48;

/// Finds a balanced opening of `count` moves, one or two: the value after them is as near as possible to
/// even, or to `bias`, which is a value for the side that is to move now.
///
/// Deterministic by seed, with a node limit and a player with empty tables; there may be many balanced
/// openings, and another seed finds another.
///
/// # Errors
///
/// If the player cannot think about the position.
pub fn balance(
    player: &mut FivesPlayer,
    position: &Position,
    (count, bias): (usize, i32),
    limits: &Limits,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Even>, Unsuited> {
    let budget = NodeBudget::new(limits, stop);
    let mut board = SearchBoard::new(position)?;
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mut random = Rng::new(seed);
    // The value is that of the side to move after the opening.
    let target = if count.is_multiple_of(2) { bias } else { -bias };
    let mut points = places(position, &mut random);
    if count > 1 {
        points.truncate(PAIRED);
    }
    let mut ways: Vec<(i32, Vec<Point>)> = Vec::new();
    for &first in &points {
        board.play(board.spot(first));
        if count == 1 {
            ways.push((board.value(), vec![first]));
        } else {
            for &second in points.iter().filter(|&&second| second != first) {
                let spot = board.spot(second);
                if board.is_legal(spot) {
                    board.play(spot);
                    ways.push((board.value(), vec![first, second]));
                    board.undo();
                }
            }
        }
        board.undo();
    }
    if ways.is_empty() {
        return Ok(None);
    }
    let spent = budget.nodes / 4;
    let shift = shift(player, position, &mut ways, &NodeBudget { nodes: spent, ..budget })?;
    // Preselection by static evaluation; the search decides.
    ways.sort_by_key(|&(look, _)| (look + shift - target).abs());
    ways.truncate(WAYS);
    let ways = ways.into_iter().map(|(_, points)| points).collect();
    most_even(player, position, ways, target, &NodeBudget { nodes: budget.nodes - spent, ..budget })
}

/// Bias of the static evaluation against the search: the median difference over a few openings that look
/// very different. The first move is worth more than it looks where much can be done with it.
fn shift(
    player: &mut FivesPlayer,
    position: &Position,
    ways: &mut [(i32, Vec<Point>)],
    budget: &NodeBudget,
) -> Result<i32, Unsuited> {
    ways.sort_by_key(|&(look, _)| look);
    let limits = budget.limits((budget.nodes / PROBES as u64).max(64));
    let mut shifts = Vec::new();
    for (look, points) in ways.iter().step_by(ways.len().div_ceil(PROBES)) {
        if budget.is_empty() {
            break;
        }
        if let Some(after) = after(position, points)
            && let Some((Value::Seems(value), _)) = worth(player, &after, &limits, budget.stop)?
        {
            shifts.push(value - look);
        }
    }
    shifts.sort_unstable();
    Ok(shifts.get(shifts.len() / 2).copied().unwrap_or(0))
}

/// The candidate points in random order: those around stones, or all if there are none.
fn places(position: &Position, random: &mut Rng) -> Vec<Point> {
    let stones = position.board().stones();
    let around = |point: Point| {
        let near = |&(stone, _): &(Point, Color)| stone.distance(point) <= REACH;
        stones.is_empty() || stones.iter().any(near)
    };
    let mut points: Vec<Point> = position.board().area().points().collect();
    points.retain(|&point| around(point) && position.may_play(point).is_ok());
    for last in (1..points.len()).rev() {
        points.swap(last, random.below(last + 1));
    }
    points
}

/// The opening whose value is nearest to `target`, by successive halving.
///
/// All openings get a short search. The better half of them gets one twice as long, and so on: most is
/// spent on those between which it is close.
pub(super) fn most_even(
    player: &mut FivesPlayer,
    position: &Position,
    ways: Vec<Vec<Point>>,
    target: i32,
    budget: &NodeBudget,
) -> Result<Option<Even>, Unsuited> {
    let rounds = ways.len().next_power_of_two().ilog2().max(1);
    let mut nodes = (budget.nodes / u64::from(rounds) / ways.len().max(1) as u64).max(64);
    let mut left: Vec<(i64, Even)> = Vec::new();
    for points in ways {
        // An opening without a search is worse than any with one.
        left.push((i64::MAX, Even { points, value: Value::Seems(0) }));
    }
    loop {
        for (off, even) in &mut left {
            if budget.is_empty() && *off != i64::MAX {
                break;
            }
            let Some(after) = after(position, &even.points) else { continue };
            if let Some((value, _)) = worth(player, &after, &budget.limits(nodes), budget.stop)? {
                even.value = value;
                *off = distance(value, target);
            }
            if budget.is_empty() {
                break;
            }
        }
        left.sort_by_key(|(off, _)| *off);
        if left.len() <= 1 || budget.is_empty() {
            return Ok(left.into_iter().next().map(|(_, even)| even));
        }
        left.truncate(left.len().div_ceil(2));
        nodes *= 2;
    }
}

/// Value of a position for the side to move, and its best move.
///
/// The mean of the last two depths, against the odd-even effect: values swing with the parity of the
/// depth.
pub(super) fn worth(
    player: &mut FivesPlayer,
    position: &Position,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Option<(Value, Point)>, Unsuited> {
    let mut depths: [(Option<u32>, Option<Value>); 2] = [(Some(0), None); 2];
    let mut note = |thought: &Thought| {
        if thought.depth > depths[1].0 {
            depths = [depths[1], (thought.depth, None)];
        }
        depths[1].1 = thought.best().map(|best| best.value);
    };
    let thought = player.think(SearchRequest { position, limits, stop, news: Some(&mut note) })?;
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

/// Distance of a value from its target. Proven results are farther than any evaluation.
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
