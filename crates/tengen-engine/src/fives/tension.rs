//! Which threats are in the air.

use super::rank::Rank;

/// Which of the ranks from [`Rank::Three`] to [`Rank::Straight`] each side could make with its next
/// stone: the side to move, and the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Tension(u16);

impl Tension {
    /// How many there are.
    pub const COUNT: usize = 1 << Tension::BITS;

    /// The number of questions it answers: five ranks of either side.
    pub(crate) const BITS: usize = 10;

    /// That of two sides, told by how many spots of each rank they have.
    pub fn of(mover: impl Fn(Rank) -> u32, waiter: impl Fn(Rank) -> u32) -> Tension {
        let bits = |count: &dyn Fn(Rank) -> u32| {
            let ranks =
                Rank::ALL[Rank::Three as usize..=Rank::Straight as usize].iter().enumerate();
            ranks.fold(0, |bits, (n, &rank)| bits | u16::from(count(rank) > 0) << n)
        };
        Tension(bits(&mover) | bits(&waiter) << 5)
    }

    /// The same by tallies.
    #[inline]
    pub(crate) fn of_tallies(mover: Tally, waiter: Tally) -> Tension {
        Tension(mover.kinds() | waiter.kinds() << 5)
    }

    /// Its number, below [`Tension::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How many spots there are of each rank but the first, nine bits each: a board has at most 484.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tally(u64);

impl Tally {
    const BITS: u32 = 9;

    /// No spots.
    pub(crate) const NONE: Tally = Tally(0);

    /// One spot.
    pub(crate) const fn one(rank: Rank) -> Tally {
        match rank as u32 {
            0 => Tally(0),
            rank => Tally(1 << (Tally::BITS * (rank - 1))),
        }
    }

    /// Both together. While sums are on their way, one may be too small for a moment.
    #[inline]
    #[must_use]
    pub(crate) const fn plus(self, other: Tally) -> Tally {
        Tally(self.0.wrapping_add(other.0))
    }

    /// The other taken away.
    #[inline]
    #[must_use]
    pub(crate) const fn minus(self, other: Tally) -> Tally {
        Tally(self.0.wrapping_sub(other.0))
    }

    /// The spots of a rank that is not the first.
    #[inline]
    pub(crate) const fn count(self, rank: Rank) -> u32 {
        debug_assert!(rank as u32 > 0, "the first is not counted");
        (self.0 >> (Tally::BITS * (rank as u32 - 1))) as u32 & ((1 << Tally::BITS) - 1)
    }

    /// The ranks from the second to the last but one that there are, a bit each.
    #[inline]
    const fn kinds(self) -> u16 {
        /// The lowest bit of each number.
        const LOW: u64 = (1 << 9) - 1;
        const ONES: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
        /// Moves the bit 9 n to 36 + n.
        const GATHER: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
        let five = self.0 >> Tally::BITS & (ONES * LOW);
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
            let mut tallies = [Tally::default(); 2];
            let mut counts = [[0; Rank::COUNT]; 2];
            for (tally, counts) in tallies.iter_mut().zip(&mut counts) {
                let mut left = 484;
                for rank in Rank::ALL {
                    let count = if rng.below(2) == 0 { 0 } else { rng.below(left + 1) };
                    left -= count;
                    counts[rank as usize] = count as u32;
                    *tally = (0..count).fold(*tally, |tally, _| tally.plus(Tally::one(rank)));
                }
            }
            let of = |side: usize| move |rank: Rank| counts[side][rank as usize];
            for rank in &Rank::ALL[1..] {
                assert_eq!(tallies[0].count(*rank), of(0)(*rank));
            }
            let expected = Tension::of(of(0), of(1));
            assert_eq!(Tension::of_tallies(tallies[0], tallies[1]), expected);
            let less = tallies[0].minus(tallies[1]).plus(tallies[1]);
            assert_eq!(less, tallies[0]);
        }
    }
}
