//! A crossing of two lines of the board.

use std::cmp::Ordering;

use crate::Axis;

/// A crossing of the board. Any pair is a valid `Point`; an [`Area`](crate::Area) says which ones
/// are in play.
///
/// Points are ordered as one reads: rows from the top, then columns from the left.
///
/// Why rows grow downward: most formats of the field count from the top left, a drawing is read
/// that way, and so is a screen. Spelled coordinates (`h8`), which count from the bottom, are made
/// by [`Area::name`](crate::Area::name), the only place that needs the height for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The column; grows to the right.
    pub x: i32,
    /// The row; grows downward.
    pub y: i32,
}

impl Point {
    /// The point in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The point `steps` away along `axis`.
    #[must_use]
    pub const fn along(self, axis: Axis, steps: i32) -> Point {
        let (dx, dy) = axis.step();
        Point::new(self.x + dx * steps, self.y + dy * steps)
    }

    /// The Chebyshev distance: how many steps along any axes lead from this point to `other`.
    ///
    /// ```
    /// use tengen_core::Point;
    /// assert_eq!(Point::new(3, 3).distance(Point::new(5, 0)), 3);
    /// ```
    pub fn distance(self, other: Point) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// How many steps along `axis` lead from this point to `other`, if it is on that line.
    ///
    /// ```
    /// use tengen_core::{Axis, Point};
    /// assert_eq!(Point::new(3, 3).steps_to(Point::new(5, 1), Axis::Rise), Some(2));
    /// assert_eq!(Point::new(3, 3).steps_to(Point::new(5, 1), Axis::Fall), None);
    /// ```
    pub const fn steps_to(self, other: Point, axis: Axis) -> Option<i32> {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        match axis {
            Axis::Row if dy == 0 => Some(dx),
            Axis::Column if dx == 0 => Some(dy),
            Axis::Fall if dx == dy => Some(dx),
            Axis::Rise if dx == -dy => Some(dx),
            _ => None,
        }
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Point) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
