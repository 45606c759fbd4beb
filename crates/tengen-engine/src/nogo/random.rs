//! Small numbers that look random, the same for the same seed everywhere.

/// A generator of 64-bit numbers with 64 bits of state (`SplitMix64`).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is at most 2^16: the unevenness is less than 2^-47.
    #[inline]
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (u128::from(self.next()) * bound as u128 >> 64) as usize
    }
}
