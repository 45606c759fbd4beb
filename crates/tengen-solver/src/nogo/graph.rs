//! The points that can still be played on, and which of them are neighbors.

/// At most 64 points and their neighbors, fixed for the whole search.
///
/// On a rectangle up to 64 points the graph is the board itself, and knows how it can be turned,
/// mirrored and shifted. Otherwise it is whatever is left of a larger board.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// For each point its neighbors.
    near: Vec<u64>,
    shape: Option<Shape>,
}

/// A rectangle and its symmetries.
#[derive(Clone, Debug)]
struct Shape {
    width: u32,
    /// The points of the first column.
    column: u64,
    /// For each symmetry and each byte of a set of points where those points go.
    turns: Vec<Vec<[u64; 256]>>,
}

impl Graph {
    /// The most points a graph has.
    pub(crate) const MAX_POINTS: usize = 64;

    /// A graph of the given neighbors.
    pub(crate) fn new(near: Vec<u64>) -> Graph {
        debug_assert!(near.len() <= Graph::MAX_POINTS);
        Graph { near, shape: None }
    }

    /// All points of a rectangle, in reading order.
    pub(crate) fn rectangle(width: usize, height: usize) -> Graph {
        let size = width * height;
        debug_assert!(size <= Graph::MAX_POINTS);
        let at = |x: usize, y: usize| 1u64 << (y * width + x);
        let mut near = Vec::with_capacity(size);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let mut around = 0;
            if x > 0 {
                around |= at(x - 1, y);
            }
            if x + 1 < width {
                around |= at(x + 1, y);
            }
            if y > 0 {
                around |= at(x, y - 1);
            }
            if y + 1 < height {
                around |= at(x, y + 1);
            }
            near.push(around);
        }
        let mut turns = Vec::new();
        for turn in 0..8 {
            let transposed = turn & 4 != 0;
            if transposed && width != height {
                continue;
            }
            let goes = |point: usize| {
                let (mut x, mut y) = (point % width, point / width);
                if transposed {
                    (x, y) = (y, x);
                }
                if turn & 1 != 0 {
                    x = width - 1 - x;
                }
                if turn & 2 != 0 {
                    y = height - 1 - y;
                }
                at(x, y)
            };
            let table: Vec<[u64; 256]> = (0..size.div_ceil(8))
                .map(|byte| {
                    let mut set = [0; 256];
                    for (bits, to) in set.iter_mut().enumerate() {
                        for bit in (0..8).filter(|bit| bits >> bit & 1 == 1) {
                            if byte * 8 + bit < size {
                                *to |= goes(byte * 8 + bit);
                            }
                        }
                    }
                    set
                })
                .collect();
            turns.push(table);
        }
        let column = (0..height).fold(0, |column, y| column | at(0, y));
        Graph { near, shape: Some(Shape { width: width as u32, column, turns }) }
    }

    /// The neighbors of a point.
    #[inline]
    pub(crate) fn near(&self, point: u32) -> u64 {
        self.near[point as usize]
    }

    /// All neighbors of a set of points.
    #[inline]
    pub(crate) fn around(&self, points: u64) -> u64 {
        bits(points).fold(0, |around, point| around | self.near(point))
    }

    /// Whether it is this rectangle.
    pub(crate) fn is_rectangle(&self, width: usize, height: usize) -> bool {
        self.width() == Some(width as u32) && self.near.len() == width * height
    }

    /// Whether it is a rectangle of one row or one column.
    pub(crate) fn is_row(&self) -> bool {
        self.width().is_some_and(|width| width == 1 || width as usize == self.near.len())
    }

    /// The width of the rectangle; none if it is not one.
    #[inline]
    pub(crate) fn width(&self) -> Option<u32> {
        self.shape.as_ref().map(|shape| shape.width)
    }

    /// The number of symmetries: one if there is no more than the graph itself.
    #[inline]
    pub(crate) fn turns(&self) -> usize {
        self.shape.as_ref().map_or(1, |shape| shape.turns.len())
    }

    /// How `points` are moved under a symmetry so that they touch the top and the left, and where
    /// that is.
    #[inline]
    pub(crate) fn motion(&self, turn: usize, points: u64) -> (Motion<'_>, u64) {
        let Some(shape) = &self.shape else { return (Motion { turn: &[], shift: 0 }, points) };
        let turn = &shape.turns[turn];
        let turned = Motion { turn, shift: 0 }.apply(points);
        if turned == 0 {
            return (Motion { turn, shift: 0 }, 0);
        }
        let mut shift = turned.trailing_zeros() / shape.width * shape.width;
        let mut column = shape.column;
        while turned & column == 0 {
            column <<= 1;
            shift += 1;
        }
        (Motion { turn, shift }, turned >> shift)
    }
}

/// A symmetry followed by a shift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion<'a> {
    turn: &'a [[u64; 256]],
    shift: u32,
}

impl Motion<'_> {
    /// Where a set of points goes.
    #[inline]
    pub(crate) fn apply(&self, points: u64) -> u64 {
        if self.turn.is_empty() {
            return points;
        }
        let mut rest = points;
        let mut moved = 0;
        for table in self.turn {
            moved |= table[(rest & 255) as usize];
            rest >>= 8;
        }
        moved >> self.shift
    }
}

/// The points of a set, in order.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros();
        set &= set - 1;
        Some(bit)
    })
}
