//! The transposition table of the VCF search.

use super::search_frame::Spot;

/// Result of a VCF search of a position with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcfResult {
    /// There is no win.
    Lost,
    /// This move wins.
    Won(Spot),
}

/// Transposition table of VCF results, one word each: 48 bits of the key and 16 of the move.
///
/// A key collision cannot make a false win: a win is only reported with its moves, and those are
/// played. It could hide a true one, in one of 2^46 probes.
///
/// It starts small and grows as it fills: most searches are short, and allocating a large table
/// costs more than they take.
#[derive(Debug)]
pub(crate) struct VcfCache {
    words: Vec<u64>,
    /// One less than the number of buckets, a power of two.
    mask: usize,
    /// Maximum number of buckets.
    most: usize,
    /// Number of words in use.
    taken: usize,
    /// Round-robin replacement: the word of a full bucket that goes next.
    turn: usize,
}

const BUCKET: usize = 4;
const LOST: u64 = 0xFFFF;

impl VcfCache {
    /// The number of buckets at the start.
    const FEW: usize = 1 << 9;

    pub(crate) fn new(bytes: usize) -> VcfCache {
        let most = 1 << (bytes / (8 * BUCKET)).max(1).ilog2();
        VcfCache::with_buckets(most.min(VcfCache::FEW), most)
    }

    fn with_buckets(buckets: usize, most: usize) -> VcfCache {
        VcfCache { words: vec![0; buckets * BUCKET], mask: buckets - 1, most, taken: 0, turn: 0 }
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        ((key >> 16) as usize & self.mask) * BUCKET
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<VcfResult> {
        let start = self.start(key);
        let words = &self.words[start..start + BUCKET];
        let word = words.iter().find(|&&word| word != 0 && (word ^ key) >> 16 == 0)?;
        Some(if word & LOST == LOST { VcfResult::Lost } else { VcfResult::Won(*word as Spot) })
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, result: VcfResult) {
        let value = match result {
            VcfResult::Lost => LOST,
            VcfResult::Won(spot) => u64::from(spot),
        };
        self.put_word(key >> 16 << 16 | value);
        if self.taken > self.words.len() / 2 && self.mask + 1 < self.most {
            self.grow();
        }
    }

    #[inline]
    fn put_word(&mut self, new: u64) {
        let start = self.start(new);
        let words = &mut self.words[start..start + BUCKET];
        let slot = words.iter().position(|&word| word == 0 || (word ^ new) >> 16 == 0);
        self.turn = (self.turn + 1) % BUCKET;
        let word = &mut words[slot.unwrap_or(self.turn)];
        self.taken += usize::from(*word == 0);
        *word = new;
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = VcfCache::with_buckets(2 * (self.mask + 1), self.most);
        for &word in self.words.iter().filter(|&&word| word != 0) {
            larger.put_word(word);
        }
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> u64 {
        n.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32) ^ n << 20
    }

    #[test]
    fn a_result_is_kept_while_the_memory_grows() {
        let mut cache = VcfCache::new(1 << 20);
        for n in 1..=50_000 {
            cache.put(
                key(n),
                if n % 3 == 0 { VcfResult::Lost } else { VcfResult::Won(n as Spot % 500) },
            );
        }
        let is_kept = |&n: &u64| match cache.get(key(n)) {
            Some(VcfResult::Lost) => n % 3 == 0,
            Some(VcfResult::Won(spot)) => n % 3 != 0 && spot == n as Spot % 500,
            None => false,
        };
        let kept = (1..=50_000).filter(is_kept).count();
        assert!(kept > 45_000, "{kept}");
        assert_eq!(cache.get(key(50_001)), None);
    }

    #[test]
    fn no_more_bytes_are_taken_than_allowed() {
        for bytes in [0, 31, 32, 1 << 10, 100_000, 1 << 20] {
            let mut cache = VcfCache::new(bytes);
            for n in 0..100_000 {
                cache.put(key(n), VcfResult::Lost);
            }
            assert!(8 * cache.words.len() <= bytes.max(8 * BUCKET));
            assert!(16 * cache.words.len() > bytes.min(1 << 20));
        }
    }

    #[test]
    fn a_newer_result_takes_the_place_of_the_older() {
        let mut cache = VcfCache::new(0);
        cache.put(key(7), VcfResult::Won(5));
        cache.put(key(7), VcfResult::Lost);
        assert_eq!(cache.get(key(7)), Some(VcfResult::Lost));
        for n in 8..16 {
            cache.put(key(n), VcfResult::Won(1));
        }
        assert_eq!(cache.get(key(7)), None);
        assert_eq!(cache.get(key(15)), Some(VcfResult::Won(1)));
    }
}
