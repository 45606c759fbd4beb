//! A million boards, judged as [`Rows`], as a [`Board`], and by the plain rules.

use std::ops::ControlFlow;

use tengen_core::{
    Axis, Board, Cell, Color, Line, Point, Rows, Rule, lines,
    naive::{self, Stones},
};

use tengen_testkit::{TestRng, area};

/// A million, shared out so that the cheap boards are the many.
const SMALL: usize = 450_000;
const STRIPS: usize = 550_000;
const ALL_SIZES: usize = 25_000;

/// Equal stones on three kinds of boards.
struct Triple {
    rows: Rows,
    board: Board,
    stones: Stones,
}

/// Stones as one pair of bit sets a row, black and white.
type Masks = Vec<[u32; 2]>;

impl Triple {
    fn new(width: u16, masks: &Masks, by_stone: bool) -> Triple {
        let height = masks.len() as u16;
        let mut triple = Triple {
            rows: Rows::new(width, height),
            board: Board::new(area(width, height)),
            stones: Stones::with_capacity(usize::from(width * height)),
        };
        for (y, &[black, white]) in masks.iter().enumerate() {
            if !by_stone {
                triple.rows.set_row(y, black, white);
            }
            for x in 0..usize::from(width) {
                let color = match (black >> x & 1, white >> x & 1) {
                    (0, 0) => continue,
                    (1, _) => Color::Black,
                    _ => Color::White,
                };
                let point = Point::new(x as i32, y as i32);
                triple.board.put(point, color);
                triple.stones.insert(point, color);
                if by_stone {
                    assert!(triple.rows.put(point, color));
                    assert!(!triple.rows.put(point, !color), "one stone a point");
                }
            }
        }
        triple
    }

    /// Compares all answers, and returns the lines.
    fn compare(&self, rules: &[Rule]) -> Vec<Line> {
        let found = self.rows.lines();
        assert_eq!(found, lines(&self.board));
        self.compare_fives(&found);
        assert_eq!(self.rows.has_five(), !found.is_empty());
        // Without a line there is nothing that rules could differ on.
        let rules = if found.is_empty() { &[Rule::Freestyle] } else { rules };
        for &rule in rules {
            let expected = naive::winning_starts(rule, &self.stones);
            let won = found.iter().filter(|line| line.wins(rule));
            assert_eq!(won.map(|line| (line.start, line.color)).collect::<Vec<_>>(), expected);
            let first = self.rows.first_win(rule);
            assert_eq!(first.map(|line| (line.start, line.color)), expected.first().copied());
        }
        found
    }

    /// Every five stones in a row are a part of one line: a line of seven has three of them.
    fn compare_fives(&self, lines: &[Line]) {
        let mut fives = Vec::new();
        self.rows.fives(|start, axis| fives.push((start, axis)));
        let parts = lines.iter().flat_map(|line| {
            (0..=line.length as i32 - 5).map(|step| (line.start.along(line.axis, step), line.axis))
        });
        let mut expected: Vec<_> = parts.collect();
        expected.sort_unstable();
        assert_eq!(fives, expected);
    }

    fn compare_cells(&self, masks: &Masks) {
        assert_eq!(self.rows.area(), self.board.area());
        let count = Color::ALL.map(|color| self.board.count(color) as u32);
        assert_eq!(self.rows.count(), count);
        for point in self.rows.area().points() {
            assert_eq!(self.rows.cell(point), self.board.cell(point));
        }
        assert_eq!(self.rows.cell(Point::new(-1, 0)), Cell::Edge);
        assert_eq!(self.rows.board().zobrist_hash(), self.board.zobrist_hash());
        assert_eq!(self.rows.height(), masks.len());
        for (y, &[black, white]) in masks.iter().enumerate() {
            assert_eq!(self.rows.row(y), (black, white));
        }
        let mut cleared = self.rows.clone();
        cleared.clear();
        assert_eq!(cleared.count(), [0, 0]);
        assert!(!cleared.has_five());
    }
}

/// Random stones. Of the four densities one is half full, one nearly full, one full and one thin.
fn strew(chance: &mut TestRng, width: u16, height: u16) -> Masks {
    let density = chance.below(4);
    let inside = (1u32 << width) - 1;
    let row = |chance: &mut TestRng| {
        let [a, b] = [chance.bits(), chance.bits()];
        let (stones, color) = (a as u32, (a >> 32) as u32);
        let stones = match density {
            0 => stones,
            1 => stones | b as u32 | (b >> 32) as u32,
            2 => u32::MAX,
            _ => stones & b as u32,
        };
        [stones & color & inside, stones & !color & inside]
    };
    (0..height).map(|_| row(chance)).collect()
}

/// Lays a row of five to nine stones of one color over the others, as far as the board goes.
fn plant(chance: &mut TestRng, width: u16, masks: &mut Masks) {
    let start = Point::new(chance.below(width.into()) as i32, chance.below(masks.len()) as i32);
    let (axis, color) = (chance.pick(&Axis::ALL), chance.pick(&Color::ALL));
    for step in 0..chance.between(5, 9) as i32 {
        let Point { x, y } = start.along(axis, step);
        if (0..i32::from(width)).contains(&x) && (0..masks.len() as i32).contains(&y) {
            let row = &mut masks[y as usize];
            row[color as usize] |= 1 << x;
            row[!color as usize] &= !(1 << x);
        }
    }
}

/// Judges `count` boards, and returns how many lines there were of five and of more.
fn judge(seed: u64, count: usize, mut size: impl FnMut(&mut TestRng) -> (u16, u16)) -> [usize; 2] {
    let mut chance = TestRng::new(seed);
    let mut met = [0; 2];
    for number in 0..count {
        let (width, height) = size(&mut chance);
        let mut masks = strew(&mut chance, width, height);
        for _ in 0..chance.below(3) {
            plant(&mut chance, width, &mut masks);
        }
        let triple = Triple::new(width, &masks, number % 2 == 0);
        if number % 64 < 2 {
            triple.compare_cells(&masks);
        }
        // Why not all three: the plain rules take most of the time of this test.
        let rules = [Rule::Freestyle, chance.pick(&[Rule::Exact, Rule::Renju])];
        for line in triple.compare(&rules) {
            met[usize::from(line.length > 5)] += 1;
        }
    }
    met
}

#[test]
fn small_boards_are_judged_alike() {
    let size = |chance: &mut TestRng| (chance.between(5, 6) as u16, chance.between(4, 6) as u16);
    let [fives, overlines] = judge(1, SMALL, size);
    assert!(fives >= 100_000 && overlines >= 20_000, "{fives} fives, {overlines} overlines");
}

#[test]
fn strips_are_judged_alike() {
    let size = |chance: &mut TestRng| {
        let (long, short) = (chance.between(3, 14) as u16, chance.between(1, 2) as u16);
        if chance.below(2) == 0 { (long, short) } else { (short, long) }
    };
    let [fives, overlines] = judge(2, STRIPS, size);
    assert!(fives >= 40_000 && overlines >= 40_000, "{fives} fives, {overlines} overlines");
}

#[test]
fn boards_of_all_sizes_are_judged_alike() {
    let size = |chance: &mut TestRng| (chance.between(1, 22) as u16, chance.between(1, 22) as u16);
    let [fives, overlines] = judge(3, ALL_SIZES, size);
    assert!(fives >= 10_000 && overlines >= 10_000, "{fives} fives, {overlines} overlines");
    let [fives, _] = judge(4, 1_000, |_| (22, 22));
    assert!(fives >= 1_000, "{fives} fives");
}

#[test]
fn a_board_of_one_color_has_lines_along_every_axis() {
    for color in Color::ALL {
        let mut rows = Rows::new(22, 22);
        for y in 0..22 {
            match color {
                Color::Black => rows.set_row(y, (1 << 22) - 1, 0),
                Color::White => rows.set_row(y, 0, (1 << 22) - 1),
            }
        }
        let found = rows.lines();
        assert_eq!(found, lines(&rows.board()));
        for axis in Axis::ALL {
            let longest = found.iter().filter(|line| line.axis == axis).map(|line| line.length);
            assert_eq!(longest.max(), Some(22), "{axis}");
        }
        assert_eq!(rows.first_win(Rule::Freestyle).unwrap().start, Point::new(0, 0));
        let first = rows.first_win(Rule::Exact).unwrap();
        // Rows and columns are 22 long; the first diagonal of exactly five starts on r22.
        assert_eq!((first.start, first.axis, first.length), (Point::new(17, 0), Axis::Fall, 5));
    }
}

#[test]
fn a_stone_outside_or_on_another_one_is_not_put() {
    let mut rows = Rows::new(7, 4);
    assert!(rows.put(Point::new(6, 3), Color::White));
    for (x, y) in [(6, 3), (7, 0), (0, 4), (-1, 0), (0, -1), (i32::MIN, i32::MAX)] {
        for color in Color::ALL {
            assert!(!rows.put(Point::new(x, y), color), "{x} {y}");
        }
    }
    assert_eq!(rows.count(), [0, 1]);
    assert_eq!(rows.cell(Point::new(6, 3)), Cell::White);
}

#[test]
fn lines_are_given_until_there_are_enough() {
    let mut rows = Rows::new(9, 2);
    rows.set_row(0, 0b1_1111, 0);
    rows.set_row(1, 0, 0b1_1111_0000);
    let mut given = 0;
    let stopped = rows.each_line(|line| {
        given += 1;
        ControlFlow::Break(line.start)
    });
    assert_eq!((stopped, given), (ControlFlow::Break(Point::new(0, 0)), 1));
    assert_eq!(rows.lines().len(), 2);
}

#[test]
#[should_panic(expected = "rows have sides up to 22")]
fn a_side_of_23_is_refused() {
    let _ = Rows::new(5, 23);
}
