//! Locality: good moves are often near the last ones.

use tengen_solver::fives::Spot;

use crate::fives::SearchBoard;

/// Policy scores by distance, of one earlier move: by the larger of the two coordinate differences, and by
/// the smaller. What is farther has zero.
type DistanceTable = [[i16; LOCAL]; LOCAL];

/// Distances that are far.
const LOCAL: usize = 6;

/// By distance to the other side's last move. Learned as a softmax regression on top of the policy.
const REPLY: DistanceTable = [
    [0, 0, 0, 0, 0, 0],
    [149, 159, 0, 0, 0, 0],
    [109, 141, 138, 0, 0, 0],
    [96, 120, 118, 94, 0, 0],
    [114, 93, 100, 75, 91, 0],
    [13, 70, 21, 74, 38, 16],
];

/// By distance to the side's own last move.
const FOLLOW: DistanceTable = [
    [0, 0, 0, 0, 0, 0],
    [97, 132, 0, 0, 0, 0],
    [91, 138, 45, 0, 0, 0],
    [19, 103, 79, -18, 0, 0],
    [31, 35, 61, 28, -3, 0],
    [14, 32, 2, 24, 22, 5],
];

/// Locality of the moves of a node: the part of the policy that depends on the moves before.
///
/// Known are the moves since the root; without them it is zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Locality {
    reply_to: Option<(u8, u8)>,
    follow: Option<(u8, u8)>,
    weight: i32,
}

impl Locality {
    /// The locality after the last moves of the board, times `weight` percent.
    pub(super) fn new(board: &SearchBoard, weight: i32) -> Locality {
        let mut last = board.moves().iter().rev().map(|&spot| board.column_and_row(spot));
        Locality { reply_to: last.next(), follow: last.next(), weight }
    }

    /// The policy score of a move by its distance to the last two.
    #[inline]
    pub(super) fn score(&self, board: &SearchBoard, spot: Spot) -> i32 {
        let place = board.column_and_row(spot);
        let part = |table: &DifferenceTable, other: Option<(u8, u8)>| {
            other.map_or(0, |other| i32::from(at_distance(table, place, other)))
        };
        (part(&REPLY_BY_DIFFERENCE, self.reply_to) + part(&FOLLOW_BY_DIFFERENCE, self.follow))
            * self.weight
            / 100
    }
}

/// Policy scores by the coordinate differences themselves, without a question about them.
type DifferenceTable = [[i16; DIFFERENCES]; DIFFERENCES];

/// More than the differences on the largest board; a power of two, so that an index needs no bounds check.
const DIFFERENCES: usize = 32;

static REPLY_BY_DIFFERENCE: DifferenceTable = by_difference(&REPLY);
static FOLLOW_BY_DIFFERENCE: DifferenceTable = by_difference(&FOLLOW);

const fn by_difference(table: &DistanceTable) -> DifferenceTable {
    let mut scores = [[0; DIFFERENCES]; DIFFERENCES];
    let mut long = 0;
    while long < LOCAL {
        let mut short = 0;
        while short <= long {
            scores[long][short] = table[long][short];
            scores[short][long] = table[long][short];
            short += 1;
        }
        long += 1;
    }
    scores
}

#[inline]
fn at_distance(table: &DifferenceTable, (x, y): (u8, u8), (other_x, other_y): (u8, u8)) -> i16 {
    let (dx, dy) = (usize::from(x.abs_diff(other_x)), usize::from(y.abs_diff(other_y)));
    table[dx % DIFFERENCES][dy % DIFFERENCES]
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Point, Position, Rule};

    use super::*;

    #[test]
    fn moves_near_the_last_ones_are_expected_more_on_every_side_of_them() {
        let position = Position::new(Rule::Freestyle, Area::square(15)).expect("a board");
        let mut board = SearchBoard::new(&position).expect("it suits");
        let [own, other, beside, far] =
            [(3, 3), (10, 9), (11, 10), (3, 14)].map(|(x, y)| board.spot(Point::new(x, y)));
        assert_eq!(Locality::new(&board, 100).score(&board, beside), 0, "nothing was played");
        board.play(own);
        board.play(other);
        let locality = Locality::new(&board, 100);
        assert!(locality.score(&board, beside) > 0);
        assert_eq!(locality.score(&board, far), 0);
        assert_eq!(Locality::new(&board, 0).score(&board, beside), 0);
        for long in 0..LOCAL as i32 {
            for short in 0..=long {
                let pairs = [(long, short), (short, long)];
                let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                let at =
                    pairs.iter().flat_map(|&(dx, dy)| signs.map(|(sx, sy)| (sx * dx, sy * dy)));
                for (dx, dy) in at {
                    let (x, y) = ((7 + dx) as u8, (7 + dy) as u8);
                    let expected = REPLY[long as usize][short as usize];
                    assert_eq!(
                        at_distance(&REPLY_BY_DIFFERENCE, (x, y), (7, 7)),
                        expected,
                        "{dx} {dy}"
                    );
                }
            }
        }
    }
}
