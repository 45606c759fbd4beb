//! Swap2: one side puts three stones, the other takes a color, or puts two more and lets the first
//! one choose.

use tengen_core::{Area, Point, Position};

use super::{
    Even, FivesPlayer,
    balance::{NodeBudget, after, balance, most_even, worth},
};
use crate::{Limits, Unsuited, Value, playout::Rng};

/// Choice after three or five stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Take White, which is to move, and play here.
    Stay(Point),
    /// Take Black.
    Swap,
    /// Put a white and a black stone, and let the other side choose. Only after three stones.
    Put([Point; 2]),
}

/// Number of proposals compared.
const PROPOSALS: usize = 48;

/// Maximum extent of a proposal.
const SPREAD: i32 = 6;

/// Largest value that counts as even: two more stones make the choice harder for the other side.
pub const TOO_CLOSE: i32 = 12;

/// Proposes three balanced stones, black, white and black. Each seed has its own.
///
/// # Errors
///
/// If the player cannot think about the board.
pub fn propose(
    player: &mut FivesPlayer,
    empty: &Position,
    limits: &Limits,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Even>, Unsuited> {
    let Area::Bounded { width, height } = empty.board().area() else {
        return Err(Unsuited::Size(empty.board().area()));
    };
    let budget = NodeBudget::new(limits, stop);
    let mut random = Rng::new(seed);
    let (width, height) = (i32::from(width), i32::from(height));
    let mut below = |end: i32| random.below(end.unsigned_abs() as usize) as i32;
    let mut ways: Vec<Vec<Point>> = Vec::new();
    // Three different points of a window somewhere on the board; a few tries more than are needed.
    for _ in 0..8 * PROPOSALS {
        let (wide, high) = (width.min(SPREAD), height.min(SPREAD));
        let (left, top) = (below(width - wide + 1), below(height - high + 1));
        let mut points = [(); 3].map(|()| Point::new(left + below(wide), top + below(high)));
        // The two black stones may come in either order.
        if points[2] < points[0] {
            points.swap(0, 2);
        }
        let [one, two, three] = points;
        let apart = one != two && two != three && three != one;
        let points = points.to_vec();
        if apart && !ways.contains(&points) && after(empty, &points).is_some() {
            ways.push(points);
        }
        if ways.len() == PROPOSALS {
            break;
        }
    }
    most_even(player, empty, ways, 0, &budget)
}

/// Chooses after three or five stones, White to move.
///
/// To take the better side is worth what that side is worth. Where this is next to nothing and two
/// more stones leave even less, they cost nothing, and the other side has to look again.
///
/// # Errors
///
/// If the player cannot think about the position.
pub fn choose(
    player: &mut FivesPlayer,
    position: &Position,
    limits: &Limits,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Choice>, Unsuited> {
    let three = position.board().stones().len() == 3;
    // Half for the question who is better, half for two more stones.
    let half = |limits: &Limits| Limits {
        time: limits.time.map(|time| time / 2),
        aim: limits.aim.map(|aim| aim / 2),
        nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
        ..*limits
    };
    let share = if three { half(limits) } else { *limits };
    let Some((value, point)) = worth(player, position, &share, stop)? else { return Ok(None) };
    let close = match value {
        Value::Seems(value) => value.abs() <= TOO_CLOSE,
        Value::Wins(_) | Value::Loses(_) => false,
    };
    if three && close && !stop() {
        let even = balance(player, position, (2, 0), &half(limits), seed, stop)?;
        if let Some(Even { points, value: Value::Seems(value) }) = even
            && value.abs() <= TOO_CLOSE
            && let Ok(two) = points.try_into()
        {
            return Ok(Some(Choice::Put(two)));
        }
    }
    let better = match value {
        Value::Seems(value) => value >= 0,
        Value::Wins(_) => true,
        Value::Loses(_) => false,
    };
    Ok(Some(if better { Choice::Stay(point) } else { Choice::Swap }))
}
