//! Threat summaries: which threats each side could make next.

use super::point_rank::PointRank;

/// Threat summary of a position: which ranks from [`PointRank::Three`] to [`PointRank::Straight`] the side
/// to move and the other side could make with their next stone. A bit for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct ThreatSummary(u16);

impl ThreatSummary {
    /// Number of summaries.
    pub const COUNT: usize = 1 << ThreatSummary::BITS;

    /// Number of bits: five ranks of either side.
    pub(crate) const BITS: usize = 10;

    /// The summary of two sides, by the number of spots of each rank.
    pub fn new(
        mover: impl Fn(PointRank) -> u32,
        waiter: impl Fn(PointRank) -> u32,
    ) -> ThreatSummary {
        let bits = |count: &dyn Fn(PointRank) -> u32| {
            let ranks = PointRank::ALL[PointRank::Three as usize..=PointRank::Straight as usize]
                .iter()
                .enumerate();
            ranks.fold(0, |bits, (n, &rank)| bits | u16::from(count(rank) > 0) << n)
        };
        ThreatSummary(bits(&mover) | bits(&waiter) << 5)
    }

    /// The summary of the packed counts of two sides.
    #[inline]
    pub(crate) fn from_counts(mover: RankCounts, waiter: RankCounts) -> ThreatSummary {
        ThreatSummary(mover.kinds() | waiter.kinds() << 5)
    }

    /// Its number, below [`ThreatSummary::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Packed number of spots of each rank but the first, nine bits each: a board has at most 484.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct RankCounts(u64);

impl RankCounts {
    const BITS: u32 = 9;

    /// No spots.
    pub(crate) const NONE: RankCounts = RankCounts(0);

    /// One spot.
    pub(crate) const fn one(rank: PointRank) -> RankCounts {
        match rank as u32 {
            0 => RankCounts(0),
            rank => RankCounts(1 << (RankCounts::BITS * (rank - 1))),
        }
    }

    /// The sum. Intermediate results may wrap.
    #[inline]
    #[must_use]
    pub(crate) const fn plus(self, other: RankCounts) -> RankCounts {
        RankCounts(self.0.wrapping_add(other.0))
    }

    /// The difference.
    #[inline]
    #[must_use]
    pub(crate) const fn minus(self, other: RankCounts) -> RankCounts {
        RankCounts(self.0.wrapping_sub(other.0))
    }

    /// Number of spots of a rank that is not the first.
    #[inline]
    pub(crate) const fn count(self, rank: PointRank) -> u32 {
        debug_assert!(rank as u32 > 0, "the first is not counted");
        (self.0 >> (RankCounts::BITS * (rank as u32 - 1))) as u32 & ((1 << RankCounts::BITS) - 1)
    }

    /// The ranks from the second to the last but one whose count is not zero, a bit each.
    #[inline]
    const fn kinds(self) -> u16 {
        /// The lowest bit of each number.
        const LOW: u64 = (1 << 9) - 1;
        const ONES: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
        /// Moves the bit 9 n to 36 + n.
        const GATHER: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
        let five = self.0 >> RankCounts::BITS & (ONES * LOW);
        // Each number that is not zero carries into the bit above its lower eight.
        let any = ((five & (ONES * (LOW >> 1))) + ONES * (LOW >> 1)) | five;
        ((any >> 8 & ONES).wrapping_mul(GATHER) >> 36 & 31) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Rng;

    #[test]
    fn tallies_count_and_tell_the_tension() {
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let mut both_counts = [RankCounts::default(); 2];
            let mut counts = [[0; PointRank::COUNT]; 2];
            for (rank_counts, counts) in both_counts.iter_mut().zip(&mut counts) {
                let mut left = 484;
                for rank in PointRank::ALL {
                    let count = if rng.below(2) == 0 { 0 } else { rng.below(left + 1) };
                    left -= count;
                    counts[rank as usize] = count as u32;
                    *rank_counts = (0..count).fold(*rank_counts, |rank_counts, _| {
                        rank_counts.plus(RankCounts::one(rank))
                    });
                }
            }
            let of = |side: usize| move |rank: PointRank| counts[side][rank as usize];
            for rank in &PointRank::ALL[1..] {
                assert_eq!(both_counts[0].count(*rank), of(0)(*rank));
            }
            let expected = ThreatSummary::new(of(0), of(1));
            assert_eq!(ThreatSummary::from_counts(both_counts[0], both_counts[1]), expected);
            let less = both_counts[0].minus(both_counts[1]).plus(both_counts[1]);
            assert_eq!(less, both_counts[0]);
        }
    }
}
