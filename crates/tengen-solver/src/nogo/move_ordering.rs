//! Move ordering: a static evaluation of sums. Nothing here can make an answer wrong.

use super::{
    game_values::{Number, ONE},
    region::{Region, Side},
};

/// Weights of a move in hand and of the features of a region, for the side that has just moved and for
/// the other. Tuned on boards up to 18 points for the fewest nodes; how they do is in
/// `docs/nogo-table.md`.
const IN_HAND: i64 = 28;
const LEGAL: [i64; 2] = [8, -18];
const ANCHORS: [i64; 2] = [13, -4];
const ONLY_OWN: [i64; 2] = [3, 1];
const LIBERTIES: [i64; 2] = [4, -5];
const CHAINS: i64 = 5;
const LEAST: i64 = 4;
const MOST: i64 = -5;
const REGION: i64 = 3;
const STOPS: i64 = 13;

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
    let mut score = REGION;
    let count = |set: u64| i64::from(set.count_ones());
    let shared = count(legal[0] & legal[1]);
    for (who, whose) in [side, 1 - side].into_iter().enumerate() {
        score += LEGAL[who] * count(legal[whose])
            + ANCHORS[who] * count(anchor[whose])
            + ONLY_OWN[who] * (count(legal[whose]) - shared)
            + LIBERTIES[who] * count(breath[whose]);
    }
    let (least, most) = if side == 0 { bounds } else { (-bounds.1, -bounds.0) };
    score += LEAST * i64::from(least) + MOST * i64::from(most);
    score += CHAINS * chains.of(side).len() as i64;
    ONE * score
}
