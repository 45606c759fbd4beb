//! The transposition table of the search, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tengen_solver::fives::Spot;

use super::score::Score;

/// Bound type of a [`TtEntry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Fail low: the score is at most that.
    Upper,
    /// Fail high: the score is at least that.
    Lower,
    /// The score is exact.
    Exact,
}

/// Entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The best move, if one is known.
    pub(super) spot: Option<Spot>,
    /// The score, with distances from [this node](super::score::score_to_tt).
    pub(super) score: Score,
    /// The bound type of the score.
    pub(super) bound: Bound,
    /// The depth of the search.
    pub(super) depth: i32,
}

/// Lockless transposition table, keyed by Zobrist hash.
///
/// Why no lock is needed (Hyatt's XOR trick): an entry is two words, the data, and the key XOR the
/// data. Words of two entries that were written at the same time do not match, and are taken for an
/// entry of another position.
#[derive(Debug)]
pub(super) struct LocklessTable {
    buckets: Vec<Bucket>,
    /// Generation of the current search, six bits.
    generation: u64,
}

const SLOTS: usize = 4;
const GENERATIONS: u64 = 1 << 6;

/// Bucket of entries: one cache line.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

#[derive(Default, Debug)]
struct Slot {
    key: AtomicU64,
    word: AtomicU64,
}

impl LocklessTable {
    /// A table of at most `bytes` bytes, but one bucket at least.
    pub(super) fn new(bytes: usize) -> LocklessTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        LocklessTable { buckets: (0..buckets).map(|_| Bucket::default()).collect(), generation: 0 }
    }

    /// Drops all entries.
    pub(super) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.generation = 0;
    }

    /// Starts a new generation: what is stored so far is replaced more readily.
    pub(super) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        let at = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[at as usize].0
    }

    /// The entry of that key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let word = slot.word.load(Relaxed);
            (slot.key.load(Relaxed) ^ word == key && word != 0).then(|| unpack(word))
        })
    }

    /// Stores an entry. Replacement: the entry of the bucket with the least depth, less four plies for
    /// every generation of age.
    #[inline]
    pub(super) fn store(&self, key: u64, entry: TtEntry) {
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
                if is_worse && self.age(word) == 0 {
                    return;
                }
                entry.spot = entry.spot.or(old.spot);
                least = (i32::MIN, slot);
                break;
            }
            let worth = depth_of(word) - 4 * self.age(word);
            if worth < least.0 {
                least = (worth, slot);
            }
        }
        let word = pack(entry, self.generation);
        least.1.key.store(key ^ word, Relaxed);
        least.1.word.store(word, Relaxed);
    }

    /// Generations since the entry was stored.
    #[inline]
    fn age(&self, word: u64) -> i32 {
        ((self.generation + GENERATIONS - (word >> 42) % GENERATIONS) % GENERATIONS) as i32
    }
}

#[inline]
fn depth_of(word: u64) -> i32 {
    i32::from((word >> 32) as u8) - 1
}

/// From the lowest bit: move, score, depth plus one, bound, generation.
#[inline]
fn pack(entry: TtEntry, generation: u64) -> u64 {
    let spot = u64::from(entry.spot.unwrap_or(Spot::MAX));
    let score = u64::from(entry.score as i16 as u16);
    let depth = (entry.depth.clamp(0, 254) + 1) as u64;
    spot | score << 16 | depth << 32 | (entry.bound as u64) << 40 | generation << 42
}

#[inline]
fn unpack(word: u64) -> TtEntry {
    let spot = word as Spot;
    TtEntry {
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

    fn entry(n: u64) -> TtEntry {
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        TtEntry {
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
            assert_eq!(unpack(pack(entry(n), n % GENERATIONS)), entry(n));
        }
    }

    #[test]
    fn what_was_put_is_got_back_and_nothing_else() {
        let table = LocklessTable::new(1 << 20);
        for n in 0..5_000 {
            table.store(key(n), entry(n));
        }
        let kept = (0..5_000).filter(|&n| table.probe(key(n)) == Some(entry(n))).count();
        assert!(kept > 4_900, "{kept}");
        for n in 0..5_000 {
            assert!(table.probe(key(n)).is_none_or(|got| got == entry(n)));
            assert_eq!(table.probe(key(n + 5_000)), None);
        }
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = LocklessTable::new(64);
        let deep = TtEntry { depth: 9, ..entry(1) };
        let shallow = TtEntry { depth: 1, ..entry(2) };
        for n in 0..3 {
            table.store(key(n), deep);
        }
        for n in 3..20 {
            table.store(key(n), shallow);
        }
        assert!((0..3).all(|n| table.probe(key(n)) == Some(deep)));
        for _ in 0..3 {
            table.new_generation();
        }
        for n in 20..40 {
            table.store(key(n), shallow);
        }
        assert!((0..3).any(|n| table.probe(key(n)).is_none()));
    }

    #[test]
    fn no_more_bytes_are_taken_than_allowed() {
        for bytes in [0, 63, 64, 1_000, 1 << 20] {
            let table = LocklessTable::new(bytes);
            assert!(table.buckets.len() * size_of::<Bucket>() <= bytes.max(64));
        }
    }
}
