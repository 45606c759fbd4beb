//! Renju fouls on dense random positions, against the plain rules.

use tengen_core::{
    Area, Axis, Board, Color, Drawing, Point, line_through, naive,
    renju::{self, Foul},
    shape::Shape,
};

use tengen_testkit::{TestRng, area, empty_points, stones};

/// What the judged points were, to be sure that the test has met all there is.
#[derive(Default)]
struct Tally {
    points: usize,
    fouls: [usize; 3],
    /// Legal although two threes in looks run through the point.
    false_threes: usize,
}

/// Judges every empty point of random boards until `count` are done.
fn judge(seed: u64, sides: &[u16], count: usize) -> Tally {
    let mut chance = TestRng::new(seed);
    let mut tally = Tally::default();
    while tally.points < count {
        let (width, height) = (chance.pick(sides), chance.pick(sides));
        let (black, white) = (chance.between(10, 34), chance.between(0, 12));
        let board = chance.board(area(width, height), black, white);
        let stones = stones(&board);
        for point in empty_points(&board) {
            let foul = renju::foul(&board, point);
            let forbidden = naive::forbidden(board.area(), &stones, point);
            let picture = || Drawing::from_board(&board).unwrap().with_mark(point, '?');
            assert_eq!(foul.is_some(), forbidden, "{foul:?}\n{}", picture());
            assert_eq!(is_overline(&board, point), foul == Some(Foul::Overline), "{}", picture());
            tally.points += 1;
            match foul {
                Some(foul) => tally.fouls[foul as usize] += 1,
                None => tally.false_threes += usize::from(looks_like_double_three(&board, point)),
            }
        }
    }
    tally
}

/// renju.md 3.1 and 3.4, by the lengths of the rows.
fn is_overline(board: &Board, point: Point) -> bool {
    let mut next = board.clone();
    next.put(point, Color::Black);
    let lengths = Axis::ALL.map(|axis| line_through(&next, point, Color::Black, axis).length);
    lengths.iter().any(|&length| length > 5) && !lengths.contains(&5)
}

fn looks_like_double_three(board: &Board, point: Point) -> bool {
    let parts = renju::line_shapes(board, point);
    let threes = parts.iter().filter(|part| part.shape == Shape::Three).count();
    let five = parts.iter().any(|part| part.shape == Shape::Five);
    threes >= 2 && !five
}

#[test]
fn fouls_on_small_dense_boards_are_those_of_the_plain_rules() {
    let tally = judge(7, &[7, 8, 9, 10], 220_000);
    assert!(tally.fouls.iter().all(|&times| times >= 1_000), "{:?}", tally.fouls);
    assert!(tally.false_threes >= 500, "{}", tally.false_threes);
}

#[test]
fn fouls_on_large_dense_boards_are_those_of_the_plain_rules() {
    let tally = judge(15, &[11, 12, 13, 14, 15], 85_000);
    assert!(tally.fouls.iter().all(|&times| times >= 500), "{:?}", tally.fouls);
    assert!(tally.false_threes >= 200, "{}", tally.false_threes);
}

#[test]
fn a_sparse_board_and_a_grid_have_the_same_fouls() {
    let mut chance = TestRng::new(3);
    for _ in 0..300 {
        let board = chance.board(area(15, 15), 25, 10);
        let mut sparse = Board::new_sparse(board.area());
        for (point, color) in board.stones() {
            sparse.put(point, color);
        }
        for point in empty_points(&board) {
            assert_eq!(renju::foul(&board, point), renju::foul(&sparse, point));
            assert_eq!(renju::line_shapes(&board, point), renju::line_shapes(&sparse, point));
        }
    }
}

/// A foul needs no edge: far from one, an unbounded board says the same.
#[test]
fn fouls_are_the_same_wherever_the_stones_are_on_an_unbounded_board() {
    let mut chance = TestRng::new(4);
    let (dx, dy) = (1_000_000_000, -999_999_990);
    let there = |Point { x, y }: Point| Point::new(x + dx, y + dy);
    let mut met = 0;
    for _ in 0..200 {
        let small = chance.board(area(9, 9), 30, 15);
        let mut here = Board::new(Area::Unbounded);
        let mut far = Board::new(Area::Unbounded);
        for (point, color) in small.stones() {
            here.put(point, color);
            far.put(there(point), color);
        }
        for point in empty_points(&small) {
            let foul = renju::foul(&here, point);
            assert_eq!(renju::foul(&far, there(point)), foul);
            met += usize::from(foul.is_some());
        }
    }
    assert!(met >= 100, "only {met} fouls were met");
}
