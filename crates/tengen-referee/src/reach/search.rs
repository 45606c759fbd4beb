//! What the searches for an order of moves share: a limit, and a memory of dead ends.

use std::collections::HashSet;

/// How many steps may still be tried, and whether the answer is still wanted.
pub(super) struct ReachBudget<'a> {
    limit: u64,
    pub(super) tried: u64,
    stop: &'a dyn Fn() -> bool,
}

/// The limit is reached, or the search was cancelled.
#[derive(Debug)]
pub(super) struct OutOfBudget;

impl<'a> ReachBudget<'a> {
    /// Steps between two looks at `stop`.
    const POLL: u64 = 256;

    pub(super) const fn new(limit: u64, stop: &'a dyn Fn() -> bool) -> ReachBudget<'a> {
        ReachBudget { limit, tried: 0, stop }
    }

    pub(super) fn spend(&mut self) -> Result<(), OutOfBudget> {
        if self.tried >= self.limit || self.tried.is_multiple_of(ReachBudget::POLL) && (self.stop)()
        {
            return Err(OutOfBudget);
        }
        self.tried += 1;
        Ok(())
    }
}

/// Sets of stones from which no order leads back to the empty board.
///
/// Why whole sets and not their hashes: a "no" has to be true, not just very likely.
#[derive(Default, Debug)]
pub(super) struct DeadEnds {
    sets: HashSet<Box<[u64]>>,
    bytes: usize,
}

impl DeadEnds {
    const MOST_BYTES: usize = 64 << 20;

    pub(super) fn contains(&self, set: &[u64]) -> bool {
        self.sets.contains(set)
    }

    /// Remembers `set`, or forgets to when there are too many: that costs time, not truth.
    pub(super) fn insert(&mut self, set: &[u64]) {
        let bytes = size_of_val(set) + 32;
        if self.bytes + bytes <= DeadEnds::MOST_BYTES && self.sets.insert(set.into()) {
            self.bytes += bytes;
        }
    }
}

/// A set of stones, a bit each.
#[derive(Clone, Debug)]
pub(super) struct StoneSet(Vec<u64>);

impl StoneSet {
    pub(super) fn full(count: usize) -> StoneSet {
        let mut bits = StoneSet(vec![0; count.div_ceil(64)]);
        (0..count).for_each(|index| bits.flip(index));
        bits
    }

    pub(super) fn flip(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }
}
