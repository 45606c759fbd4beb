//! Hot: the bitboard of a small board.

use crate::{Axis, Cell, Color, Point, Window};

/// A bitboard of a small board: one word a line, stored four times, once for each axis.
///
/// A word holds a line in two planes of 32 cells, black in the low half and white in the high
/// half; cells beyond the edge have both bits.
///
/// Why 22: a side of 22 and a margin of five edge cells at both ends make 32 cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: [u64; Grid::SIDE],
    columns: [u64; Grid::SIDE],
    falls: [u64; Grid::DIAGONALS],
    rises: [u64; Grid::DIAGONALS],
}

impl Grid {
    /// The longest side a grid can have.
    pub const MAX_SIDE: u16 = 22;

    const SIDE: usize = Grid::MAX_SIDE as usize;
    const DIAGONALS: usize = 2 * Grid::SIDE - 1;

    /// An empty grid.
    ///
    /// # Panics
    ///
    /// If a side is longer than [`Grid::MAX_SIDE`].
    pub fn new(width: u16, height: u16) -> Grid {
        assert!(width.max(height) <= Grid::MAX_SIDE, "a grid has sides up to 22");
        let mut grid = Grid {
            rows: [u64::MAX; Grid::SIDE],
            columns: [u64::MAX; Grid::SIDE],
            falls: [u64::MAX; Grid::DIAGONALS],
            rises: [u64::MAX; Grid::DIAGONALS],
        };
        for y in 0..i32::from(height) {
            for x in 0..i32::from(width) {
                grid.flip(Point::new(x, y), Cell::Edge);
            }
        }
        grid
    }

    /// What is on `point`, which must be on the grid.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.window(point, Axis::Row).cell(0)
    }

    /// The line through `point` along `axis`. The point must be on the grid.
    #[inline]
    pub fn window(&self, point: Point, axis: Axis) -> Window {
        let Point { x, y } = point;
        let (line, at) = match axis {
            Axis::Row => (self.rows[y as usize], x),
            Axis::Column => (self.columns[x as usize], y),
            Axis::Fall => (self.falls[fall(point)], x),
            Axis::Rise => (self.rises[rise(point)], x),
        };
        Window::from_planes(line >> at)
    }

    /// Puts a stone on an empty point, or takes it off again.
    #[inline]
    pub fn toggle(&mut self, point: Point, color: Color) {
        self.flip(point, color.into());
    }

    #[inline]
    fn flip(&mut self, point: Point, cell: Cell) {
        let cell = cell as u64;
        let planes = (cell & 1) | (cell >> 1) << 32;
        let at = |place: i32| planes << (place + Window::REACH);
        self.rows[point.y as usize] ^= at(point.x);
        self.columns[point.x as usize] ^= at(point.y);
        self.falls[fall(point)] ^= at(point.x);
        self.rises[rise(point)] ^= at(point.x);
    }
}

#[inline]
fn fall(point: Point) -> usize {
    (point.x - point.y + i32::from(Grid::MAX_SIDE) - 1) as usize
}

#[inline]
fn rise(point: Point) -> usize {
    (point.x + point.y) as usize
}
