//! A rectangle, and how sets of its points are turned, mirrored and shifted.

use std::cell::Cell;

use super::graph::{Graph, bits};

/// A rectangle and its symmetries.
#[derive(Clone, Debug)]
pub(crate) struct RectangleBoard {
    pub(crate) width: u32,
    height: u32,
    /// The points of the first row.
    row: u64,
    /// For each point, its row and its row from below.
    rows: Vec<[u8; 2]>,
    /// The points that have a neighbor on the right, on the left, below and above.
    inner: [u64; 4],
    /// How many symmetries there are: eight of a square, else four.
    pub(crate) symmetries: usize,
    /// For each symmetry, and every five points, where it takes each set of them. Small, to stay in the fastest cache.
    turns: Vec<[u64; 32]>,
    /// The orientations of sets of points met lately.
    orientations: Vec<Cell<Orientation>>,
}

/// How a set of points is placed so that all sets of the same shape are placed alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orientation {
    points: u64,
    /// The symmetries that place it so, as a set of bits.
    pub(crate) turns: u32,
    /// How far each symmetry of it must be shifted to touch the top and the left.
    pub(crate) shifts: [u8; 8],
}

impl RectangleBoard {
    /// Logarithm of the number of orientations that are kept.
    const ORIENTATIONS: u32 = 11;

    pub(crate) fn new(width: usize, height: usize) -> RectangleBoard {
        let size = width * height;
        debug_assert!(size <= Graph::MAX_POINTS);
        let goes = |point: usize, turn: usize| {
            let (mut x, mut y) = (point % width, point / width);
            if turn & 4 != 0 {
                (x, y) = (y, x);
            }
            if turn & 1 != 0 {
                x = width - 1 - x;
            }
            if turn & 2 != 0 {
                y = height - 1 - y;
            }
            1u64 << (y * width + x)
        };
        let symmetries = if width == height { 8 } else { 4 };
        let fives = size.div_ceil(5);
        let mut turns = vec![[0; 32]; symmetries * fives];
        for (place, table) in turns.iter_mut().enumerate() {
            let (turn, five) = (place / fives, place % fives);
            for (set, to) in table.iter_mut().enumerate() {
                let points = bits(set as u64).map(|bit| five * 5 + bit as usize);
                *to = points
                    .filter(|&point| point < size)
                    .fold(0, |to, point| to | goes(point, turn));
            }
        }
        let all = !0 >> (Graph::MAX_POINTS - size);
        let column = (0..height).fold(0, |column, y| column | 1 << (y * width));
        let columns = [column, column << (width - 1)];
        let row = !0 >> (Graph::MAX_POINTS - width);
        let last_row = row << (size - width);
        let inner = [columns[1], columns[0], last_row, row].map(|edge| all & !edge);
        let rows = (0..height).map(|y| [y as u8, (height - 1 - y) as u8]);
        let rows = rows.flat_map(|row| vec![row; width]).collect();
        let (width, height) = (width as u32, height as u32);
        let none = Orientation { points: 0, turns: 0, shifts: [0; 8] };
        let orientations = vec![Cell::new(none); 1 << RectangleBoard::ORIENTATIONS];
        RectangleBoard { width, height, row, rows, inner, symmetries, turns, orientations }
    }

    /// All neighbors of a set of points, at once.
    #[inline]
    pub(crate) fn around(&self, points: u64) -> u64 {
        let [right, left, below, above] = self.inner.map(|inner| points & inner);
        // One row of 64 has nothing below or above.
        let width = self.width & 63;
        right << 1 | left >> 1 | below << width | above >> width
    }

    /// The orientation of a set of points, not empty.
    #[inline]
    pub(crate) fn orientation(&self, points: u64) -> Orientation {
        let hash = points.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = (hash >> (u64::BITS - RectangleBoard::ORIENTATIONS)) as usize;
        let known = self.orientations[place].get();
        if known.points == points {
            return known;
        }
        let found = self.find_orientation(points);
        self.orientations[place].set(found);
        found
    }

    /// The orientation, computed anew: the placed points are the least number.
    #[inline(never)]
    fn find_orientation(&self, points: u64) -> Orientation {
        let shifts = self.shifts(points);
        let (mut least, mut turns) = (u64::MAX, 0);
        for (turn, shift) in shifts.into_iter().enumerate().take(self.symmetries) {
            let look = self.turn_table(turn).turn(points) >> shift;
            if look < least {
                (least, turns) = (look, 0);
            }
            turns |= u32::from(look == least) << turn;
        }
        Orientation { points, turns, shifts: shifts.map(|shift| shift as u8) }
    }

    /// Where a symmetry takes sets of points.
    #[inline]
    pub(crate) fn turn_table(&self, turn: usize) -> TurnTable<'_> {
        let fives = self.turns.len() / self.symmetries;
        TurnTable { fives: &self.turns[turn * fives..][..fives] }
    }

    /// How far each symmetry of a set of points, not empty, must be shifted to touch the top and
    /// the left.
    #[inline]
    pub(crate) fn shifts(&self, points: u64) -> [u32; 8] {
        let columns =
            (1..self.height).fold(points, |columns, y| columns | points >> (y * self.width));
        let columns = columns & self.row;
        let left = columns.trailing_zeros();
        let right = self.width + columns.leading_zeros() - u64::BITS;
        let above = u32::from(self.rows[points.trailing_zeros() as usize][0]);
        let below = u32::from(self.rows[points.ilog2() as usize][1]);
        let (x, y) = ([left, right], [above, below]);
        let shift = |x: [u32; 2], y: [u32; 2]| {
            let y = y.map(|y| y * self.width);
            [x[0] + y[0], x[1] + y[0], x[0] + y[1], x[1] + y[1]]
        };
        let mut shifts = [0; 8];
        shifts[..4].copy_from_slice(&shift(x, y));
        if self.symmetries == 8 {
            shifts[4..].copy_from_slice(&shift(y, x));
        }
        shifts
    }
}

/// One symmetry of a rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnTable<'a> {
    fives: &'a [[u64; 32]],
}

impl TurnTable<'_> {
    /// Where it takes a set of points.
    #[inline]
    pub(crate) fn turn(self, points: u64) -> u64 {
        let (mut rest, mut turned) = (points, 0);
        for table in self.fives {
            turned |= table[(rest & 31) as usize];
            rest >>= 5;
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use tengen_testkit::TestRng;

    use super::*;

    /// Some sets of points of some rectangles.
    fn sets(mut each: impl FnMut(&Graph, &RectangleBoard, u64)) {
        let mut rng = TestRng::new(5);
        for (width, height) in [(1, 1), (4, 4), (5, 4), (3, 7), (10, 2), (64, 1), (1, 64), (8, 8)] {
            let graph = Graph::rectangle(width, height);
            let rectangle = graph.as_rectangle().unwrap();
            for sparse in 0..200 {
                let mask = if sparse % 2 == 0 { !0 } else { rng.bits() };
                let points = rng.bits() & mask & !0 >> (64 - width * height);
                each(&graph, rectangle, points);
            }
        }
    }

    #[test]
    fn neighbors_at_once_are_those_of_each_point() {
        sets(|graph, rectangle, points| {
            let each = bits(points).fold(0, |around, point| around | graph.near(point));
            assert_eq!(rectangle.around(points), each, "{points:x}");
        });
    }

    #[test]
    fn turned_points_keep_their_neighbors_and_touch_the_top_and_the_left() {
        sets(|_, rectangle, points| {
            if points == 0 {
                return;
            }
            let column =
                (0..rectangle.height).fold(0, |column, y| column | 1 << (y * rectangle.width));
            let shifts = rectangle.shifts(points);
            for (turn, shift) in shifts.into_iter().enumerate().take(rectangle.symmetries) {
                let table = rectangle.turn_table(turn);
                let turned = table.turn(points);
                assert_eq!(turned.count_ones(), points.count_ones());
                assert_eq!(rectangle.around(turned), table.turn(rectangle.around(points)));
                let moved = turned >> shift;
                assert_eq!(moved.count_ones(), points.count_ones());
                assert!(moved & rectangle.row != 0 && moved & column != 0, "{points:x}, {turn}");
            }
        });
    }

    #[test]
    fn a_set_is_placed_as_it_is_when_it_is_turned() {
        let mut turned = 0;
        sets(|_, rectangle, points| {
            if points == 0 {
                return;
            }
            let placed = |points: u64| {
                let Orientation { turns, shifts, .. } = rectangle.orientation(points);
                let place = |turn: u32| {
                    let turn = turn as usize;
                    rectangle.turn_table(turn).turn(points) >> shifts[turn]
                };
                let mut all = bits(u64::from(turns)).map(place);
                let first = all.next().unwrap();
                assert!(all.all(|other| other == first), "{points:x}");
                first
            };
            let known = placed(points);
            for turn in 0..rectangle.symmetries {
                assert_eq!(placed(rectangle.turn_table(turn).turn(points)), known);
                turned += 1;
            }
        });
        assert!(turned > 5_000, "{turned}");
    }
}
