//! Bit sets of spots.

use super::search_frame::Spot;

/// Class of spots that is kept as a set, once for each color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SpotClass {
    /// A stone would make a three, or what looks like one.
    Three,
    /// A stone would make a four, or two.
    Four,
    /// A stone would make a five.
    Five,
}

/// Number of the set of spots without a stone.
pub(crate) const EMPTY: usize = 6;
/// Number of the set of those among them where an attack may go.
pub(crate) const INNER: usize = 7;

/// Eight bit sets of spots, interleaved by word so that one spot is in one cache line.
#[derive(Clone, Debug)]
pub(crate) struct SpotSets(Vec<[u64; 8]>);

impl SpotSets {
    pub(crate) fn new(spots: usize) -> SpotSets {
        SpotSets(vec![[0; 8]; spots.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn flip(&mut self, set: usize, spot: Spot) {
        self.0[usize::from(spot >> 6)][set] ^= 1 << (spot & 63);
    }

    /// Flips the sets whose bits are in `sets`.
    #[inline]
    pub(crate) fn flip_all(&mut self, mut sets: u8, spot: Spot) {
        while sets != 0 {
            self.flip(sets.trailing_zeros() as usize, spot);
            sets &= sets - 1;
        }
    }

    #[inline]
    pub(crate) fn has(&self, set: usize, spot: Spot) -> bool {
        self.0[usize::from(spot >> 6)][set] >> (spot & 63) & 1 != 0
    }

    /// The spots that are in both sets, in ascending order.
    #[inline]
    pub(crate) fn both(&self, one: usize, other: usize) -> impl Iterator<Item = Spot> {
        self.0.iter().enumerate().flat_map(move |(word, sets)| SpotBits {
            base: 64 * word as Spot,
            bits: sets[one] & sets[other],
        })
    }
}

struct SpotBits {
    base: Spot,
    bits: u64,
}

impl Iterator for SpotBits {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        if self.bits == 0 {
            return None;
        }
        let bit = self.bits.trailing_zeros() as Spot;
        self.bits &= self.bits - 1;
        Some(self.base + bit)
    }
}
