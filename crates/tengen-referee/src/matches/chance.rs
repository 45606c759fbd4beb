//! Deterministic pseudo-random numbers (`SplitMix64`): the seeds of earlier matches keep their games.

use tengen_core::mix64;

/// A generator of numbers that depend on the seed alone (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn bits(&mut self) -> u64 {
        let bits = mix64(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits
    }

    /// A number below `end`, which is not zero.
    pub(super) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// Puts `items` into any order, each equally likely.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Whether something comes true that does so in this share of cases.
    #[cfg(test)]
    pub(super) fn comes_true(&mut self, share: f64) -> bool {
        (self.below(1 << 30) as f64) < share * f64::from(1 << 30)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_three_comes_equally_often() {
        let mut chance = Chance::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            chance.shuffle(&mut items);
            *counts.entry(items).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Five degrees of freedom: beyond 20.5 once in a thousand seeds.
        let chi: f64 = counts.values().map(|n| f64::from((n - 1000).pow(2)) / 1000.0).sum();
        assert!(chi < 20.5, "{chi}: {counts:?}");
    }
}
