//! The four ways a line can run.

use std::fmt;

/// One of the four ways five stones can lie in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Axis {
    /// Left to right.
    Row,
    /// Top to bottom.
    Column,
    /// Top left to bottom right.
    Fall,
    /// Bottom left to top right.
    Rise,
}

impl Axis {
    /// Every axis, in a fixed order.
    pub const ALL: [Axis; 4] = [Axis::Row, Axis::Column, Axis::Fall, Axis::Rise];

    /// The step from one point to the next, as `(x, y)`.
    ///
    /// Why steps never lead to the left: the first point of a line is then its leftmost one, or
    /// its uppermost one if the line is vertical, which is how people name a line.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Axis::Row => (1, 0),
            Axis::Column => (0, 1),
            Axis::Fall => (1, 1),
            Axis::Rise => (1, -1),
        }
    }

    /// The name in one word, as it is serialized: `row`, `column`, `fall` or `rise`.
    pub const fn word(self) -> &'static str {
        match self {
            Axis::Row => "row",
            Axis::Column => "column",
            Axis::Fall => "fall",
            Axis::Rise => "rise",
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Axis::Row => "row",
            Axis::Column => "column",
            Axis::Fall => "falling diagonal",
            Axis::Rise => "rising diagonal",
        })
    }
}
