//! What the search knows of positions, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tengen_solver::fives::Spot;

use super::score::Score;

/// What the score of an [`Entry`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is at most that.
    Upper,
    /// It is at least that.
    Lower,
    /// It is just that.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The best move, if one is known.
    pub(super) spot: Option<Spot>,
    /// The score, as seen [from here](super::score::from_here).
    pub(super) score: Score,
    /// What it says.
    pub(super) bound: Bound,
    /// How many plies were looked ahead.
    pub(super) depth: i32,
}

/// A bounded number of entries.
///
/// No lock is needed: an entry is two words, and the one for the key is kept xored with the other.
/// Words of two entries that were written at the same time do not fit together, and are taken for
/// an entry of another position.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// Counts the questions asked, six bits.
    age: u64,
}

const SLOTS: usize = 4;
const AGES: u64 = 1 << 6;

/// Entries of positions with like keys: one line of the cache.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

#[derive(Default, Debug)]
struct Slot {
    key: AtomicU64,
    word: AtomicU64,
}

impl Table {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Table { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.age = 0;
    }

    /// From now on, what is known already is old.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        let at = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[at as usize].0
    }

    /// What is known of the position with that key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let word = slot.word.load(Relaxed);
            (slot.key.load(Relaxed) ^ word == key && word != 0).then(|| unpack(word))
        })
    }

    /// Notes what is known of the position with that key. It takes the place of an entry that was
    /// searched less deeply or longer ago.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let mut least = (i32::MAX, &self.bucket(key)[0]);
        let mut entry = entry;
        for slot in self.bucket(key) {
            let word = slot.word.load(Relaxed);
            if word == 0 {
                least = (i32::MIN, slot);
                break;
            }
            if slot.key.load(Relaxed) ^ word == key {
                let old = unpack(word);
                let is_worse = entry.bound != Bound::Exact && entry.depth + 3 < old.depth;
                if is_worse && self.years(word) == 0 {
                    return;
                }
                entry.spot = entry.spot.or(old.spot);
                least = (i32::MIN, slot);
                break;
            }
            let worth = depth_of(word) - 4 * self.years(word);
            if worth < least.0 {
                least = (worth, slot);
            }
        }
        let word = pack(entry, self.age);
        least.1.key.store(key ^ word, Relaxed);
        least.1.word.store(word, Relaxed);
    }

    /// How many questions ago it was noted.
    #[inline]
    fn years(&self, word: u64) -> i32 {
        ((self.age + AGES - (word >> 42) % AGES) % AGES) as i32
    }
}

#[inline]
fn depth_of(word: u64) -> i32 {
    i32::from((word >> 32) as u8) - 1
}

/// From the lowest bit: the move, the score, one more than the depth, the bound, the age.
#[inline]
fn pack(entry: Entry, age: u64) -> u64 {
    let spot = u64::from(entry.spot.unwrap_or(Spot::MAX));
    let score = u64::from(entry.score as i16 as u16);
    let depth = (entry.depth.clamp(0, 254) + 1) as u64;
    spot | score << 16 | depth << 32 | (entry.bound as u64) << 40 | age << 42
}

#[inline]
fn unpack(word: u64) -> Entry {
    let spot = word as Spot;
    Entry {
        spot: (spot != Spot::MAX).then_some(spot),
        score: Score::from((word >> 16) as i16),
        depth: depth_of(word),
        bound: match word >> 40 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(n: u64) -> Entry {
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        Entry {
            spot: (!n.is_multiple_of(5)).then_some((n % 869) as Spot),
            score: (n * 37 % 60_001) as Score - 30_000,
            bound: bounds[(n % 3) as usize],
            depth: (n % 200) as i32,
        }
    }

    fn key(n: u64) -> u64 {
        (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn an_entry_is_packed_and_unpacked_the_same() {
        for n in 0..10_000 {
            assert_eq!(unpack(pack(entry(n), n % AGES)), entry(n));
        }
    }

    #[test]
    fn what_was_put_is_got_back_and_nothing_else() {
        let table = Table::new(1 << 20);
        for n in 0..5_000 {
            table.put(key(n), entry(n));
        }
        let kept = (0..5_000).filter(|&n| table.get(key(n)) == Some(entry(n))).count();
        assert!(kept > 4_900, "{kept}");
        for n in 0..5_000 {
            assert!(table.get(key(n)).is_none_or(|got| got == entry(n)));
            assert_eq!(table.get(key(n + 5_000)), None);
        }
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = Table::new(64);
        let deep = Entry { depth: 9, ..entry(1) };
        let shallow = Entry { depth: 1, ..entry(2) };
        for n in 0..3 {
            table.put(key(n), deep);
        }
        for n in 3..20 {
            table.put(key(n), shallow);
        }
        assert!((0..3).all(|n| table.get(key(n)) == Some(deep)));
        for _ in 0..3 {
            table.grow_older();
        }
        for n in 20..40 {
            table.put(key(n), shallow);
        }
        assert!((0..3).any(|n| table.get(key(n)).is_none()));
    }

    #[test]
    fn no_more_bytes_are_taken_than_allowed() {
        for bytes in [0, 63, 64, 1_000, 1 << 20] {
            let table = Table::new(bytes);
            assert!(table.buckets.len() * size_of::<Bucket>() <= bytes.max(64));
        }
    }
}
