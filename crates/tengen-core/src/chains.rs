//! Chains of stones and their liberties: a union-find with undo.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use crate::{Area, Cell, Color, Point};

/// The chains of a position, as a union-find with undo.
///
/// The stones of a chain hang under one of them, its root. `edges` counts for each
/// root the pairs of a stone and an empty neighbor. A liberty that touches two stones counts twice,
/// which does no harm, since all that is ever asked is whether any is left. Chains are equal if their areas and
/// their stones are, in whatever order these were put.
///
/// ```
/// use tengen_core::{Area, Chains, Color, Point};
///
/// let mut chains = Chains::new(Area::square(9)).unwrap();
/// chains.put(Point::new(0, 0), Color::White);
/// chains.put(Point::new(1, 0), Color::Black);
/// // The white stone in the corner has one liberty left, and Black may not take it.
/// assert_eq!(chains.breathes(Point::new(0, 1), Color::Black), Err(Color::White));
/// assert_eq!(chains.breathes(Point::new(0, 1), Color::White), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct Chains {
    area: Area,
    stride: u32,
    /// The stones, and an edge around the board. All else follows from these.
    cells: Vec<Cell>,
    // Derived from the stones and their order:
    parent: Vec<u32>,
    size: Vec<u32>,
    edges: Vec<u32>,
    log: Vec<ChainUndo>,
}

/// What it takes to undo a stone.
#[derive(Clone, Copy, Debug)]
struct ChainUndo {
    cell: u32,
    /// The roots that were hung under others, in order. Cell 0 is an edge and stands for none.
    joined: [u32; 4],
}

/// A chain: connected stones of one color, and their liberties.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chain {
    /// Whose it is.
    pub color: Color,
    /// Its stones, in reading order.
    pub stones: Vec<Point>,
    /// The empty points next to it, in reading order.
    pub liberties: Vec<Point>,
}

impl Chains {
    /// No stones. `None` if there is no end to `area`.
    pub fn new(area: Area) -> Option<Chains> {
        let Area::Bounded { width, height } = area else { return None };
        let stride = u32::from(width) + 2;
        let length = stride as usize * (usize::from(height) + 2);
        let mut chains = Chains {
            area,
            stride,
            cells: vec![Cell::Edge; length],
            parent: (0..length as u32).collect(),
            size: vec![1; length],
            edges: vec![0; length],
            log: Vec::new(),
        };
        for point in area.points() {
            let cell = chains.index(point);
            chains.cells[cell as usize] = Cell::Empty;
        }
        Some(chains)
    }

    fn index(&self, point: Point) -> u32 {
        (point.y + 1) as u32 * self.stride + (point.x + 1) as u32
    }

    fn point(&self, cell: u32) -> Point {
        Point::new((cell % self.stride) as i32 - 1, (cell / self.stride) as i32 - 1)
    }

    fn neighbors(&self, cell: u32) -> [u32; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    fn cell_at(&self, cell: u32) -> Cell {
        self.cells[cell as usize]
    }

    fn root(&self, mut cell: u32) -> u32 {
        while self.parent[cell as usize] != cell {
            cell = self.parent[cell as usize];
        }
        cell
    }

    /// Whether every chain would have a liberty after `color` played on the empty `point`.
    ///
    /// # Errors
    ///
    /// Whose chain would have none. If both sides' would, it is the other side's.
    pub fn breathes(&self, point: Point, color: Color) -> Result<(), Color> {
        let cell = self.index(point);
        debug_assert_eq!(self.cell_at(cell), Cell::Empty);
        let around = self.neighbors(cell);
        // The root of each neighbor that is a stone; cell 0, an edge, for the others.
        let roots = around.map(|near| self.cell_at(near).stone().map_or(0, |_| self.root(near)));
        let mut own = false;
        for (near, root) in around.into_iter().zip(roots) {
            let Some(owner) = self.cell_at(near).stone() else {
                own |= self.cell_at(near) == Cell::Empty;
                continue;
            };
            // The edges between the new stone and this chain close.
            let closing = roots.iter().filter(|&&other| other == root).count() as u32;
            let breathes = self.edges[root as usize] > closing;
            if owner == color {
                own |= breathes;
            } else if !breathes {
                return Err(owner);
            }
        }
        if own { Ok(()) } else { Err(color) }
    }

    /// Puts a stone on the empty `point`, whether all chains breathe then or not.
    pub fn put(&mut self, point: Point, color: Color) {
        let cell = self.index(point);
        debug_assert_eq!(self.cell_at(cell), Cell::Empty);
        self.cells[cell as usize] = color.into();
        self.edges[cell as usize] = 0;
        let mut step = ChainUndo { cell, joined: [0; 4] };
        for near in self.neighbors(cell) {
            match self.cell_at(near) {
                Cell::Empty => self.edges[cell as usize] += 1,
                Cell::Edge => {}
                Cell::Black | Cell::White => {
                    let root = self.root(near);
                    self.edges[root as usize] -= 1;
                }
            }
        }
        for (near, joined) in self.neighbors(cell).into_iter().zip(&mut step.joined) {
            if self.cell_at(near).stone() == Some(color) {
                *joined = self.join(cell, near);
            }
        }
        self.log.push(step);
    }

    /// Hangs the smaller of two chains under the larger. Returns the root that lost its place.
    fn join(&mut self, one: u32, other: u32) -> u32 {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return 0;
        }
        let larger = self.size[one as usize] >= self.size[other as usize];
        let (big, small) = if larger { (one, other) } else { (other, one) };
        self.parent[small as usize] = big;
        self.size[big as usize] += self.size[small as usize];
        self.edges[big as usize] += self.edges[small as usize];
        small
    }

    /// Takes the stone that was put last off again and returns its point.
    pub fn undo(&mut self) -> Option<Point> {
        let ChainUndo { cell, joined } = self.log.pop()?;
        for small in joined.into_iter().rev().filter(|&root| root != 0) {
            let big = self.parent[small as usize];
            self.parent[small as usize] = small;
            self.size[big as usize] -= self.size[small as usize];
            self.edges[big as usize] -= self.edges[small as usize];
        }
        self.cells[cell as usize] = Cell::Empty;
        for near in self.neighbors(cell) {
            if self.cell_at(near).stone().is_some() {
                let root = self.root(near);
                self.edges[root as usize] += 1;
            }
        }
        Some(self.point(cell))
    }

    /// The chain that the stone on `point` belongs to; `None` if there is no stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        if !self.area.contains(point) {
            return None;
        }
        let first = self.index(point);
        let color = self.cell_at(first).stone()?;
        let (mut stones, mut liberties) = (BTreeSet::from([first]), BTreeSet::new());
        let mut ahead = vec![first];
        while let Some(cell) = ahead.pop() {
            for near in self.neighbors(cell) {
                let mark = self.cell_at(near);
                if mark == Cell::Empty {
                    liberties.insert(near);
                } else if mark.stone() == Some(color) && stones.insert(near) {
                    ahead.push(near);
                }
            }
        }
        // The order of cells is reading order.
        let points =
            |cells: BTreeSet<u32>| cells.into_iter().map(|cell| self.point(cell)).collect();
        Some(Chain { color, stones: points(stones), liberties: points(liberties) })
    }

    /// The first stone in reading order whose chain has no liberty.
    pub fn choked(&self) -> Option<Point> {
        let dead = |cell: &u32| {
            self.cell_at(*cell).stone().is_some() && self.edges[self.root(*cell) as usize] == 0
        };
        (0..self.cells.len() as u32).find(dead).map(|cell| self.point(cell))
    }

    /// Whether what is derived from the stones agrees with them. For tests.
    #[doc(hidden)]
    pub fn check(&self) -> bool {
        let mut again = Chains::new(self.area).expect("it was made for this area");
        for step in &self.log {
            let cell = self.cell_at(step.cell);
            let Some(color) = cell.stone() else { return false };
            again.put(self.point(step.cell), color);
        }
        let stones = self.cells == again.cells;
        let all = 0..self.cells.len() as u32;
        stones
            && all.filter(|&cell| self.cell_at(cell).stone().is_some()).all(|cell| {
                let (root, other) = (self.root(cell), again.root(cell));
                root == other
                    && self.size[root as usize] == again.size[other as usize]
                    && self.edges[root as usize] == again.edges[other as usize]
            })
    }
}

impl PartialEq for Chains {
    fn eq(&self, other: &Chains) -> bool {
        self.area == other.area && self.cells == other.cells
    }
}

impl Eq for Chains {}

impl Hash for Chains {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.area, &self.cells).hash(state);
    }
}
