//! The transposition table of exact results.

/// Transposition table of wins and losses, one 64-bit entry a position.
///
/// More moves in hand never hurt: if the side to move wins with n of them, it wins with more, and if
/// it loses, it loses with fewer. So an entry holds two thresholds: the least number that wins, and
/// the largest that loses.
///
/// A bucket is four entries, half a cache line. Replacement: the entry that took the least work goes.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Vec<u64>,
    /// One less than the number of buckets, a power of two.
    mask: usize,
}

/// Key of a [`TranspositionTable`]: a hash, and the number that results are monotonic in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TtKey {
    /// Hash of the position without its moves in hand. Its bits are used as they are.
    pub hash: u128,
    /// The moves in hand of the side to move, less those of the other.
    pub number: i32,
}

const BUCKET: usize = 4;

/// An entry: 47 bits of the hash, 5 of the work (0 if it is empty), 6 and 6 of the thresholds.
#[derive(Clone, Copy)]
struct PackedEntry(u64);

impl PackedEntry {
    const CHECK: u64 = !0 << 17;
    const MAX: i32 = 31;

    fn new(hash: u128) -> PackedEntry {
        PackedEntry(hash as u64 & PackedEntry::CHECK).with(
            PackedEntry::MAX + 1,
            -PackedEntry::MAX - 1,
            0,
        )
    }

    #[inline]
    fn is_of(self, hash: u128) -> bool {
        (self.0 ^ hash as u64) & PackedEntry::CHECK == 0 && self.work() != 0
    }

    #[inline]
    fn work(self) -> u64 {
        self.0 >> 12 & 31
    }

    /// The least number known to win; 32 if there is none.
    #[inline]
    fn won_from(self) -> i32 {
        (self.0 >> 6 & 63) as i32 - PackedEntry::MAX
    }

    /// The largest number known to lose; -32 if there is none.
    #[inline]
    fn lost_to(self) -> i32 {
        (self.0 & 63) as i32 - PackedEntry::MAX - 1
    }

    fn with(self, won_from: i32, lost_to: i32, work: u64) -> PackedEntry {
        let won = (won_from + PackedEntry::MAX) as u64;
        let lost = (lost_to + PackedEntry::MAX + 1) as u64;
        PackedEntry(self.0 & PackedEntry::CHECK | work << 12 | won << 6 | lost)
    }
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes; at least one bucket.
    pub fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / (8 * BUCKET)).max(1);
        let buckets = 1 << buckets.ilog2();
        TranspositionTable { entries: vec![0; buckets * BUCKET], mask: buckets - 1 }
    }

    /// Grows to `bytes` bytes if it is smaller, which drops all entries.
    pub fn grow_to(&mut self, bytes: usize) {
        if bytes >= 2 * 8 * self.entries.len() {
            *self = TranspositionTable::new(bytes);
        }
    }

    #[inline]
    fn bucket(&self, hash: u128) -> usize {
        ((hash >> 64) as usize & self.mask) * BUCKET
    }

    /// Whether the side to move wins, if that is known.
    #[inline]
    pub fn probe(&self, key: TtKey) -> Option<bool> {
        let TtKey { hash, number } = key;
        let start = self.bucket(hash);
        let entries = self.entries[start..start + BUCKET].iter();
        let entry = entries.map(|&entry| PackedEntry(entry)).find(|entry| entry.is_of(hash))?;
        if number >= entry.won_from() {
            Some(true)
        } else if number <= entry.lost_to() {
            Some(false)
        } else {
            None
        }
    }

    /// Stores a result that took `work` nodes, in the place of the entry of its bucket that took least.
    #[inline]
    pub fn store(&mut self, key: TtKey, won: bool, work: u64) {
        let TtKey { hash, number } = key;
        if number.abs() > PackedEntry::MAX {
            return;
        }
        let start = self.bucket(hash);
        let work = u64::from(work.max(1).ilog2() + 1).min(31);
        let entries = &mut self.entries[start..start + BUCKET];
        let same = entries.iter().position(|&entry| PackedEntry(entry).is_of(hash));
        let (slot, old) = if let Some(slot) = same {
            (slot, PackedEntry(entries[slot]))
        } else {
            let least = (0..BUCKET).min_by_key(|&slot| PackedEntry(entries[slot]).work());
            (least.expect("a bucket has entries"), PackedEntry::new(hash))
        };
        let (won_from, lost_to) = (old.won_from(), old.lost_to());
        let new = if won {
            old.with(won_from.min(number), lost_to, work.max(old.work()))
        } else {
            old.with(won_from, lost_to.max(number), work.max(old.work()))
        };
        entries[slot] = new.0;
    }

    /// Drops all entries.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_something_of_other_numbers() {
        let mut table = TranspositionTable::new(1 << 12);
        let at = |number| TtKey { hash: 0x1234_5678_9ABC_DEF0_0FED_CBA9_8765_4321, number };
        assert_eq!(table.probe(at(0)), None);
        table.store(at(2), true, 10);
        table.store(at(-1), false, 5);
        let seen = [-31, -2, -1, 0, 1, 2, 3, 100].map(|number| table.probe(at(number)));
        let (won, lost) = (Some(true), Some(false));
        assert_eq!(seen, [lost, lost, lost, None, None, won, won, won]);
        table.store(at(40), true, 10);
        table.clear();
        assert_eq!(table.probe(at(2)), None);
    }

    #[test]
    fn room_is_made_only_where_there_is_less() {
        let mut table = TranspositionTable::new(1 << 12);
        let at = TtKey { hash: 7 << 20, number: 0 };
        table.store(at, true, 1);
        for bytes in [0, 1 << 10, 1 << 12, (1 << 13) - 1] {
            table.grow_to(bytes);
            assert_eq!(table.probe(at), Some(true), "{bytes}");
        }
        table.grow_to(1 << 13);
        assert_eq!(table.probe(at), None);
    }

    #[test]
    fn what_took_more_work_stays() {
        let mut table = TranspositionTable::new(1);
        let at = |key: u128| TtKey { hash: key << 20, number: 0 };
        for key in 1..=5 {
            table.store(at(key), true, 1 << key);
        }
        let kept: Vec<bool> = (1..=5).map(|key| table.probe(at(key)).is_some()).collect();
        assert_eq!(kept, [false, true, true, true, true]);
    }
}
