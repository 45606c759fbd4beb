//! Results of positions that were searched before.

/// A fixed amount of memory for results, one word each.
///
/// More moves in hand never hurt: if the side to move wins with so many of them, it wins with more,
/// and if it loses, it loses with fewer. So a word holds two numbers: from how many on the side to
/// move wins, and up to how many it loses.
///
/// A bucket is four words, half a cache line. A result that took more work stays.
#[derive(Debug)]
pub struct Table {
    words: Vec<u64>,
    /// One less than the number of buckets, a power of two.
    mask: usize,
}

/// Where a result is kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Place {
    /// What the position has, besides moves in hand. Assumed to be a good hash.
    pub key: u128,
    /// The moves in hand of the side to move, less those of the other.
    pub number: i32,
}

const BUCKET: usize = 4;

/// A word: 47 bits of the key, 5 of the work (0 if the word is empty), 6 and 6 of the numbers.
#[derive(Clone, Copy)]
struct Word(u64);

impl Word {
    const CHECK: u64 = !0 << 17;
    const MAX: i32 = 31;

    fn new(key: u128) -> Word {
        Word(key as u64 & Word::CHECK).with(Word::MAX + 1, -Word::MAX - 1, 0)
    }

    #[inline]
    fn is_of(self, key: u128) -> bool {
        (self.0 ^ key as u64) & Word::CHECK == 0 && self.work() != 0
    }

    #[inline]
    fn work(self) -> u64 {
        self.0 >> 12 & 31
    }

    /// The least number known to win; 32 if there is none.
    #[inline]
    fn won_from(self) -> i32 {
        (self.0 >> 6 & 63) as i32 - Word::MAX
    }

    /// The largest number known to lose; -32 if there is none.
    #[inline]
    fn lost_to(self) -> i32 {
        (self.0 & 63) as i32 - Word::MAX - 1
    }

    fn with(self, won_from: i32, lost_to: i32, work: u64) -> Word {
        let won = (won_from + Word::MAX) as u64;
        let lost = (lost_to + Word::MAX + 1) as u64;
        Word(self.0 & Word::CHECK | work << 12 | won << 6 | lost)
    }
}

impl Table {
    /// A table of at most so many bytes; at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (8 * BUCKET)).max(1);
        let buckets = 1 << buckets.ilog2();
        Table { words: vec![0; buckets * BUCKET], mask: buckets - 1 }
    }

    /// Takes so many bytes, if it is smaller. What it held is then forgotten.
    pub fn make_room(&mut self, bytes: usize) {
        if bytes >= 2 * 8 * self.words.len() {
            *self = Table::new(bytes);
        }
    }

    #[inline]
    fn bucket(&self, key: u128) -> usize {
        ((key >> 64) as usize & self.mask) * BUCKET
    }

    /// Whether the side to move wins, if that is known.
    #[inline]
    pub fn get(&self, place: Place) -> Option<bool> {
        let Place { key, number } = place;
        let start = self.bucket(key);
        let words = self.words[start..start + BUCKET].iter();
        let word = words.map(|&word| Word(word)).find(|word| word.is_of(key))?;
        if number >= word.won_from() {
            Some(true)
        } else if number <= word.lost_to() {
            Some(false)
        } else {
            None
        }
    }

    /// Keeps a result that took `work` nodes, in the place of the one that took least.
    #[inline]
    pub fn put(&mut self, place: Place, won: bool, work: u64) {
        let Place { key, number } = place;
        if number.abs() > Word::MAX {
            return;
        }
        let start = self.bucket(key);
        let work = u64::from(work.max(1).ilog2() + 1).min(31);
        let words = &mut self.words[start..start + BUCKET];
        let same = words.iter().position(|&word| Word(word).is_of(key));
        let (slot, old) = if let Some(slot) = same {
            (slot, Word(words[slot]))
        } else {
            let least = (0..BUCKET).min_by_key(|&slot| Word(words[slot]).work());
            (least.expect("a bucket has words"), Word::new(key))
        };
        let (won_from, lost_to) = (old.won_from(), old.lost_to());
        let new = if won {
            old.with(won_from.min(number), lost_to, work.max(old.work()))
        } else {
            old.with(won_from, lost_to.max(number), work.max(old.work()))
        };
        words[slot] = new.0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_something_of_other_numbers() {
        let mut table = Table::new(1 << 12);
        let at = |number| Place { key: 0x1234_5678_9ABC_DEF0_0FED_CBA9_8765_4321, number };
        assert_eq!(table.get(at(0)), None);
        table.put(at(2), true, 10);
        table.put(at(-1), false, 5);
        let seen = [-31, -2, -1, 0, 1, 2, 3, 100].map(|number| table.get(at(number)));
        let (won, lost) = (Some(true), Some(false));
        assert_eq!(seen, [lost, lost, lost, None, None, won, won, won]);
        table.put(at(40), true, 10);
        table.clear();
        assert_eq!(table.get(at(2)), None);
    }

    #[test]
    fn room_is_made_only_where_there_is_less() {
        let mut table = Table::new(1 << 12);
        let at = Place { key: 7 << 20, number: 0 };
        table.put(at, true, 1);
        for bytes in [0, 1 << 10, 1 << 12, (1 << 13) - 1] {
            table.make_room(bytes);
            assert_eq!(table.get(at), Some(true), "{bytes}");
        }
        table.make_room(1 << 13);
        assert_eq!(table.get(at), None);
    }

    #[test]
    fn what_took_more_work_stays() {
        let mut table = Table::new(1);
        let at = |key: u128| Place { key: key << 20, number: 0 };
        for key in 1..=5 {
            table.put(at(key), true, 1 << key);
        }
        let kept: Vec<bool> = (1..=5).map(|key| table.get(at(key)).is_some()).collect();
        assert_eq!(kept, [false, true, true, true, true]);
    }
}
