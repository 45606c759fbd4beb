//! Hot: deterministic pseudo-random numbers (wyrand), and the bit mixer of `SplitMix64`.

/// The finalizer of `SplitMix64`: every bit of the input flips half of the output on average.
///
/// Hashes of points and streams of random numbers are made from it: it needs no table, so a board without
/// edges has hashes, too.
#[inline]
pub const fn mix64(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Pseudo-random number generator wyrand: a counter, and a folded multiplication.
///
/// Equal seeds give equal numbers on every machine. Parallel runs give every game its own stream, derived from
/// the seed of the run and the number of the game, so that it does not matter which thread plays it.
///
/// ```
/// use tengen_core::Rng;
///
/// let (mut one, mut other) = (Rng::stream(7, 3), Rng::stream(7, 3));
/// assert_eq!(one.bits(), other.bits());
/// assert!(one.below(10) < 10);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator of `seed`.
    pub const fn new(seed: u64) -> Rng {
        Rng(mix64(seed))
    }

    /// The stream with this `number` in the run of `seed`.
    pub const fn stream(seed: u64, number: u64) -> Rng {
        Rng(mix64(mix64(seed) ^ number))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xA076_1D64_78BD_642F);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xE703_7ED1_A0B4_28DB);
        (product >> 64) as u64 ^ product as u64
    }

    /// A uniform random number below `end`, or zero if `end` is zero.
    ///
    /// Why there is no rejection: of 2^64 numbers one value may get one more than another, and no
    /// run will ever see that.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighboring_seeds_and_games_share_nothing() {
        let mut seen: Vec<u64> = Vec::new();
        for seed in 0..20 {
            for number in 0..20 {
                let mut rng = Rng::stream(seed, number);
                seen.extend((0..20).map(|_| rng.bits()));
            }
        }
        let ones: u32 = seen.iter().map(|bits| bits.count_ones()).sum();
        let half = 32 * seen.len() as u32;
        assert!(ones.abs_diff(half) < half / 200, "{ones} ones, not {half}");
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn every_number_below_the_end_comes_equally_often() {
        let mut rng = Rng::new(1);
        let mut counts = [0_i32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Six degrees of freedom: beyond 22.5 once in a thousand seeds.
        let chi: f64 = counts.iter().map(|n| f64::from((n - 10_000).pow(2)) / 10_000.0).sum();
        assert!(chi < 22.5, "{chi}: {counts:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }
}
