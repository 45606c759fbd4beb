//! Deterministic pseudo-random numbers (`SplitMix64`). Why not `tengen_core::Rng`: the seeds of earlier matches
//! keep their openings and their order.

use tengen_core::mix64;

/// A `SplitMix64` generator: a counter and a bit mixer.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    fn next_u64(&mut self) -> u64 {
        let bits = mix64(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits
    }

    /// A uniform number below `end`, which is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// Shuffles `items` (Fisher-Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// True with this probability.
    #[cfg(test)]
    pub(crate) fn gen_bool(&mut self, share: f64) -> bool {
        (self.below(1 << 30) as f64) < share * f64::from(1 << 30)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_three_comes_equally_often() {
        let mut rng = SplitMix64::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Five degrees of freedom: beyond 20.5 once in a thousand seeds.
        let chi: f64 = counts.values().map(|n| f64::from((n - 1000).pow(2)) / 1000.0).sum();
        assert!(chi < 20.5, "{chi}: {counts:?}");
    }
}
