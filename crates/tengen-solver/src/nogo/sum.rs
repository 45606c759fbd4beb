//! A position as a sum of games that have no influence on each other.

use std::{cell::Cell, rc::Rc};

use super::{
    game_values::{GameValue, Number},
    key::RegionKey,
    region::{Region, Side},
};

/// Regions that must be searched, and the worth of all the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameSum {
    pub(crate) regions: Vec<Rc<SumPart>>,
    /// Hot values, which are no numbers.
    pub(crate) hot: Vec<GameValue>,
    /// The sum of those that are.
    pub(crate) number: Number,
}

/// A region and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct SumPart {
    pub(crate) region: Region,
    /// Its key as each side sees it, computed on demand.
    pub(crate) keys: [Cell<Option<RegionKey>>; 2],
    /// Integer bounds of its value.
    pub(crate) bounds: (i32, i32),
}

/// The side that moves next.
#[inline]
pub(crate) fn other(side: Side) -> Side {
    1 - side
}
