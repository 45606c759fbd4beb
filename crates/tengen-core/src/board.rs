//! The stones of a position. Knows nothing of turns, rules or winning.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
};

use crate::{Area, Axis, Cell, Color, Grid, Point, Window, mix64};

/// A board: the stones on the points of an [`Area`].
///
/// Small boards are bitboards ([`Grid`]), large and infinite ones a hash map. Boards are equal if their areas
/// and their stones are.
///
/// ```
/// use tengen_core::{Area, Axis, Board, Cell, Color, Point};
///
/// let mut board = Board::new(Area::square(15));
/// board.put(Point::new(7, 7), Color::Black);
/// assert_eq!(board.cell(Point::new(7, 7)), Cell::Black);
/// assert_eq!(board.cell(Point::new(15, 7)), Cell::Edge);
/// assert_eq!(board.window(Point::new(8, 8), Axis::Fall).cell(-1), Cell::Black);
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    area: Area,
    /// The stones. All else follows from these.
    cells: Cells,
    // Derived from the stones, updated incrementally; `check` compares.
    count: [usize; 2],
    hash: u64,
}

/// The representation of the stones, private to this file.
#[derive(Clone, Debug)]
enum Cells {
    Grid(Box<Grid>),
    Sparse(HashMap<Point, Color>),
}

impl Board {
    /// An empty board.
    pub fn new(area: Area) -> Board {
        match area {
            Area::Bounded { width, height } if width.max(height) <= Grid::MAX_SIDE => {
                Board::from_cells(area, Cells::Grid(Box::new(Grid::new(width, height))))
            }
            _ => Board::new_sparse(area),
        }
    }

    /// An empty board that is a hash map whatever its size; the reference for differential tests of [`Grid`].
    #[doc(hidden)]
    pub fn new_sparse(area: Area) -> Board {
        Board::from_cells(area, Cells::Sparse(HashMap::new()))
    }

    fn from_cells(area: Area, cells: Cells) -> Board {
        Board { area, cells, count: [0; 2], hash: 0 }
    }

    /// The points in play.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The number of stones of one color.
    pub fn count(&self, color: Color) -> usize {
        self.count[color as usize]
    }

    /// Whether every point has a stone.
    pub fn is_full(&self) -> bool {
        self.area.size() == Some(self.count[0] + self.count[1])
    }

    /// The Zobrist hash: it depends on the stones and on nothing else, and is stable between versions.
    pub fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// What is on `point`.
    pub fn cell(&self, point: Point) -> Cell {
        if !self.area.contains(point) {
            return Cell::Edge;
        }
        match &self.cells {
            Cells::Grid(grid) => grid.cell(point),
            Cells::Sparse(map) => map.get(&point).map_or(Cell::Empty, |&color| color.into()),
        }
    }

    /// The line through `point` along `axis`. The point must be in play.
    pub fn window(&self, point: Point, axis: Axis) -> Window {
        debug_assert!(self.area.contains(point), "{point:?} is not in play");
        if let Cells::Grid(grid) = &self.cells {
            return grid.window(point, axis);
        }
        (-Window::REACH..=Window::REACH).fold(Window::EMPTY, |window, offset| {
            window.with(offset, self.cell(point.along(axis, offset)))
        })
    }

    /// Every stone, in reading order.
    pub fn stones(&self) -> Vec<(Point, Color)> {
        match &self.cells {
            Cells::Grid(grid) => {
                let stone = |point| grid.cell(point).stone().map(|color| (point, color));
                self.area.points().filter_map(stone).collect()
            }
            Cells::Sparse(map) => {
                let mut stones: Vec<_> =
                    map.iter().map(|(&point, &color)| (point, color)).collect();
                stones.sort_unstable();
                stones
            }
        }
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, point: Point, color: Color) {
        debug_assert_eq!(self.cell(point), Cell::Empty);
        match &mut self.cells {
            Cells::Grid(grid) => grid.toggle(point, color),
            Cells::Sparse(map) => {
                map.insert(point, color);
            }
        }
        self.count[color as usize] += 1;
        self.hash ^= stone_hash(point, color);
    }

    /// Takes a stone off again.
    pub fn lift(&mut self, point: Point, color: Color) {
        debug_assert_eq!(self.cell(point), color.into());
        match &mut self.cells {
            Cells::Grid(grid) => grid.toggle(point, color),
            Cells::Sparse(map) => {
                map.remove(&point);
            }
        }
        self.count[color as usize] -= 1;
        self.hash ^= stone_hash(point, color);
    }

    /// Panics unless what is derived from the stones agrees with them. For tests.
    #[doc(hidden)]
    pub fn check(&self) {
        let mut again = Board::new_sparse(self.area);
        for (point, color) in self.stones() {
            again.put(point, color);
        }
        assert_eq!(self.hash, again.hash, "hash");
        assert_eq!(self.count, again.count, "count");
        for point in self.area.points() {
            assert_eq!(self.cell(point), again.cell(point), "cell at {point:?}");
            for axis in Axis::ALL {
                let (here, there) = (self.window(point, axis), again.window(point, axis));
                assert_eq!(here, there, "window at {point:?} along the {axis}");
            }
        }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        if self.area != other.area || self.hash != other.hash || self.count != other.count {
            return false;
        }
        match (&self.cells, &other.cells) {
            (Cells::Grid(one), Cells::Grid(other)) => one == other,
            (Cells::Sparse(one), Cells::Sparse(other)) => one == other,
            _ => self.stones() == other.stones(),
        }
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.area.hash(state);
        state.write_u64(self.hash);
    }
}

/// The Zobrist key of one stone.
///
/// Why a function and not a table: a board without edges has keys, too.
fn stone_hash(point: Point, color: Color) -> u64 {
    let place = u64::from(point.x as u32) << 32 | u64::from(point.y as u32);
    mix64(mix64(place).wrapping_add(color as u64))
}
