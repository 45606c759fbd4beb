//! Move ordering: a static evaluation of sums. Nothing here can make an answer wrong.

use super::{
    game_values::{Number, ONE},
    region::{Region, Side},
};

/// Weights of a move in hand and of the features of a region; where there are two, for the side that has just moved and
/// for the other. Tuned on boards up to 18 points for the fewest nodes; how they do is in `docs/nogo-table.md`.
const IN_HAND: i64 = 56;
const LEGAL: [i64; 2] = [10, -19];
const ANCHORS: [i64; 2] = [12, -4];
const ONLY_OWN: [i64; 2] = [8, -1];
const SAFE: [i64; 2] = [4, -7];
const LIBERTIES: [i64; 2] = [4, -5];
const CHAINS: [i64; 2] = [8, -1];
const OF_THREE_LIBERTIES: i64 = -2;
const LEAST: i64 = 5;
const MOST: i64 = -5;
const REGION: i64 = 3;
const STOPS: i64 = 6;
/// Points that both may play on; those of them that are liberties of the other side, and those where both are anchored.
const SHARED: i64 = 2;
const SHARED_LIBERTIES: i64 = -2;
const SHARED_ANCHORS: i64 = -9;
/// Points where the other side needs a neighbor, and has no chain to join.
const NEEDY: i64 = -2;
/// An odd number of points.
const ODD: i64 = 5;

/// Score of moves in hand for `side`.
#[inline]
pub(crate) fn score_number(number: Number, side: Side) -> i64 {
    IN_HAND * if side == 0 { number } else { -number }
}

/// Score of a value with these stops for `side`.
#[inline]
pub(crate) fn score_stops(stops: [Number; 2], side: Side) -> i64 {
    let sum = stops[0] + stops[1];
    STOPS * if side == 0 { sum } else { -sum }
}

/// Score of a region with these bounds for `side`, which has just moved.
#[inline]
pub(crate) fn score_region(region: &Region, bounds: (i32, i32), side: Side) -> i64 {
    let Region { legal, anchor, chains, breath, .. } = region;
    let other = 1 - side;
    let count = |set: u64| i64::from(set.count_ones());
    let both = legal[0] & legal[1];
    let shared = count(both);
    let mut score = REGION + SHARED * shared;
    for (who, whose) in [side, other].into_iter().enumerate() {
        let legal = count(legal[whose]);
        score += LEGAL[who] * legal
            + ANCHORS[who] * count(anchor[whose])
            + ONLY_OWN[who] * (legal - shared)
            + SAFE[who] * count(anchor[whose] & !both)
            + LIBERTIES[who] * count(breath[whose])
            + CHAINS[who] * chains.of(whose).len() as i64;
    }
    score += SHARED_LIBERTIES * count(breath[other] & both)
        + SHARED_ANCHORS * count(anchor[0] & anchor[1])
        + NEEDY * count(legal[other] & !anchor[other] & !breath[other])
        + ODD * (count(legal[0] | legal[1]) & 1);
    let of_three = chains.of(side).iter().filter(|&&liberties| has_three(liberties)).count();
    score += OF_THREE_LIBERTIES * of_three as i64;
    let (least, most) = if side == 0 { bounds } else { (-bounds.1, -bounds.0) };
    score += LEAST * i64::from(least) + MOST * i64::from(most);
    ONE * score
}

/// Whether a set has three points.
#[inline]
fn has_three(set: u64) -> bool {
    let two = set & set.wrapping_sub(1);
    let one = two & two.wrapping_sub(1);
    one.is_power_of_two()
}
