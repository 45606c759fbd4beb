//! Sums of games that have no influence on each other, as a search holds them.

use super::{
    game_values::{GameValue, Number},
    key::RegionKey,
    region::{Region, Side},
};

/// A sum on a [`SumStack`]: regions that must be searched, hot values, and the sum of all that are numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameSum {
    first_region: usize,
    regions: usize,
    first_hot: usize,
    hot: usize,
    pub(crate) number: Number,
}

impl GameSum {
    /// How many regions must be searched.
    #[inline]
    pub(crate) fn regions(&self) -> usize {
        self.regions
    }

    /// How many values are no numbers.
    #[inline]
    pub(crate) fn hot(&self) -> usize {
        self.hot
    }
}

/// A region and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct SumPart {
    pub(crate) region: Region,
    /// Its key as each side sees it, computed on demand.
    pub(crate) keys: [Option<RegionKey>; 2],
    /// Integer bounds of its value.
    pub(crate) bounds: (i32, i32),
}

/// The sums from the root of a search to here, without an allocation for each: a sum shares the regions that a
/// move did not touch with the sum before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SumStack {
    /// All regions; those from `used` on are room for more.
    parts: Vec<SumPart>,
    used: usize,
    /// The regions of each sum, one sum after the other.
    members: Vec<u32>,
    /// The hot values of each sum.
    hot: Vec<GameValue>,
}

/// How much of a [`SumStack`] is in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackMark {
    used: usize,
    members: usize,
    hot: usize,
}

impl SumStack {
    /// Drops all sums, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.release(StackMark { used: 0, members: 0, hot: 0 });
    }

    /// What is in use now.
    #[inline]
    pub(crate) fn mark(&self) -> StackMark {
        StackMark { used: self.used, members: self.members.len(), hot: self.hot.len() }
    }

    /// Drops all sums that were begun after `mark`.
    #[inline]
    pub(crate) fn release(&mut self, mark: StackMark) {
        self.used = mark.used;
        self.members.truncate(mark.members);
        self.hot.truncate(mark.hot);
    }

    /// A new sum, of nothing. It is the only one that grows, until the next one is begun.
    #[inline]
    pub(crate) fn begin(&self, number: Number) -> GameSum {
        let (first_region, first_hot) = (self.members.len(), self.hot.len());
        GameSum { first_region, regions: 0, first_hot, hot: 0, number }
    }

    /// Begins the sum of all parts of `sum` but one region or one hot value.
    #[inline]
    pub(crate) fn begin_without(
        &mut self,
        sum: &GameSum,
        region: Option<usize>,
        hot: Option<usize>,
    ) -> GameSum {
        let mut next = self.begin(sum.number);
        for place in (0..sum.regions).filter(|&place| Some(place) != region) {
            self.members.push(self.members[sum.first_region + place]);
            next.regions += 1;
        }
        for place in (0..sum.hot).filter(|&place| Some(place) != hot) {
            self.hot.push(self.hot[sum.first_hot + place]);
            next.hot += 1;
        }
        next
    }

    /// Adds a region to the sum that was begun last.
    #[inline]
    pub(crate) fn add_region(&mut self, sum: &mut GameSum, region: &Region, bounds: (i32, i32)) {
        let place = self.reserve();
        self.fill(place, region, bounds);
        self.members.push(place as u32);
        sum.regions += 1;
    }

    /// Room for a region on which a sum can be begun later, until it is released.
    #[inline]
    pub(crate) fn reserve(&mut self) -> usize {
        if self.used == self.parts.len() {
            let region = Region::EMPTY;
            self.parts.push(SumPart { region, keys: [None; 2], bounds: (0, 0) });
        }
        self.used += 1;
        self.used - 1
    }

    /// Fills room that was reserved.
    #[inline]
    pub(crate) fn fill(&mut self, place: usize, region: &Region, bounds: (i32, i32)) {
        let part = &mut self.parts[place];
        part.region.copy_from(region);
        part.keys = [None; 2];
        part.bounds = bounds;
    }

    /// Begins the sum of a region that was reserved and a number.
    #[inline]
    pub(crate) fn begin_with(&mut self, place: usize, number: Number) -> GameSum {
        let mut sum = self.begin(number);
        self.members.push(place as u32);
        sum.regions = 1;
        sum
    }

    /// Adds a value that is no number to the sum that was begun last. `negative` is its negative, if that is
    /// known: a game and its negative cancel.
    pub(crate) fn add_hot(
        &mut self,
        sum: &mut GameSum,
        value: GameValue,
        negative: Option<GameValue>,
    ) {
        let place = self.hot_values(sum).iter().position(|&hot| Some(hot) == negative);
        if let Some(place) = place {
            self.hot.swap_remove(sum.first_hot + place);
            sum.hot -= 1;
        } else {
            self.hot.push(value);
            sum.hot += 1;
        }
    }

    /// The hot values of a sum.
    #[inline]
    pub(crate) fn hot_values(&self, sum: &GameSum) -> &[GameValue] {
        &self.hot[sum.first_hot..sum.first_hot + sum.hot]
    }

    /// A region of a sum.
    #[inline]
    pub(crate) fn part(&self, sum: &GameSum, place: usize) -> &SumPart {
        &self.parts[self.members[sum.first_region + place] as usize]
    }

    /// A region of a sum, to note its keys.
    #[inline]
    pub(crate) fn part_mut(&mut self, sum: &GameSum, place: usize) -> &mut SumPart {
        &mut self.parts[self.members[sum.first_region + place] as usize]
    }
}

/// The side that moves next.
#[inline]
pub(crate) fn other(side: Side) -> Side {
    1 - side
}
