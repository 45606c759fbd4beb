//! Results of positions that were searched before.

/// A fixed amount of memory for results, one word each.
///
/// A bucket is four words, half a cache line. A result that took more work stays.
#[derive(Debug)]
pub struct Table {
    words: Vec<u64>,
    /// One less than the number of buckets, a power of two.
    mask: usize,
}

const BUCKET: usize = 4;
const WON: u64 = 1;
const WORK_SHIFT: u32 = 1;
const WORK_BITS: u64 = 63 << WORK_SHIFT;
const CHECK_BITS: u64 = !(WORK_BITS | WON);

impl Table {
    /// A table of at most so many bytes; at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (8 * BUCKET)).max(1);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { words: vec![0; buckets * BUCKET], mask: buckets - 1 }
    }

    #[inline]
    fn bucket(&self, key: u128) -> usize {
        ((key >> 64) as usize & self.mask) * BUCKET
    }

    /// The result that is kept for `key`.
    #[inline]
    pub fn get(&self, key: u128) -> Option<bool> {
        let start = self.bucket(key);
        let check = key as u64 & CHECK_BITS;
        let words = &self.words[start..start + BUCKET];
        // An empty word has no work.
        let found = words.iter().find(|&&word| word & CHECK_BITS == check && word & WORK_BITS != 0);
        found.map(|word| word & WON != 0)
    }

    /// Keeps a result that took `work` nodes, unless all in its place took more.
    #[inline]
    pub fn put(&mut self, key: u128, won: bool, work: u64) {
        let start = self.bucket(key);
        let check = key as u64 & CHECK_BITS;
        let size = (2 * u64::from(work.max(1).ilog2()) + 1).min(63) << WORK_SHIFT;
        let word = check | size | u64::from(won);
        let words = &mut self.words[start..start + BUCKET];
        let mut least = 0;
        for place in 0..BUCKET {
            if words[place] & CHECK_BITS == check && words[place] & WORK_BITS != 0 {
                words[place] = word;
                return;
            }
            if words[place] & WORK_BITS < words[least] & WORK_BITS {
                least = place;
            }
        }
        words[least] = word;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}
