//! A position as a sum of games that have no influence on each other.

use super::{
    key::Key,
    region::{Region, Side},
    values::{Number, Value},
};

/// Regions that must be searched, and the worth of all the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) regions: Vec<Part>,
    /// Values that are no numbers.
    pub(crate) hot: Vec<Value>,
    /// The sum of those that are.
    pub(crate) number: Number,
}

/// A region and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) region: Region,
    /// Its key as each side sees it.
    pub(crate) keys: [Key; 2],
    /// Whole numbers that its value lies between.
    pub(crate) bounds: (i32, i32),
}

/// A move in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// A stone in a region.
    Stone(usize, u32),
    /// An option of a value.
    Option(usize, usize),
    /// A move in the number.
    Number,
}

/// The side that moves next.
#[inline]
pub(crate) fn other(side: Side) -> Side {
    1 - side
}
