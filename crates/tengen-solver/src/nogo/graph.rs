//! The points that can still be played on, and which of them are neighbors.

use super::rectangle_board::RectangleBoard;

/// At most 64 points and their neighbors, fixed for the whole search.
///
/// On a rectangle up to 64 points the graph is the board itself, and knows how it can be turned,
/// mirrored and shifted. Otherwise it is whatever is left of a larger board.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// For each point its neighbors.
    near: Vec<u64>,
    rectangle: Option<RectangleBoard>,
}

impl Graph {
    /// The most points a graph has.
    pub(crate) const MAX_POINTS: usize = 64;

    /// A graph of the given neighbors.
    pub(crate) fn new(near: Vec<u64>) -> Graph {
        debug_assert!(near.len() <= Graph::MAX_POINTS);
        Graph { near, rectangle: None }
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
        Graph { near, rectangle: Some(RectangleBoard::new(width, height)) }
    }

    /// The neighbors of a point.
    #[inline]
    pub(crate) fn near(&self, point: u32) -> u64 {
        self.near[point as usize]
    }

    /// All neighbors of a set of points.
    #[inline]
    pub(crate) fn around(&self, points: u64) -> u64 {
        if let Some(rectangle) = &self.rectangle {
            return rectangle.around(points);
        }
        bits(points).fold(0, |around, point| around | self.near(point))
    }

    /// Whether it is this rectangle.
    pub(crate) fn is_rectangle(&self, width: usize, height: usize) -> bool {
        self.as_rectangle().is_some_and(|rectangle| rectangle.width == width as u32)
            && self.near.len() == width * height
    }

    /// Whether it is a rectangle of one row or one column.
    pub(crate) fn is_row(&self) -> bool {
        self.as_rectangle().is_some_and(|rectangle| {
            rectangle.width == 1 || rectangle.width as usize == self.near.len()
        })
    }

    /// The rectangle, if it is one.
    #[inline]
    pub(crate) fn as_rectangle(&self) -> Option<&RectangleBoard> {
        self.rectangle.as_ref()
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
