//! What is known of positions that were searched before.

use super::frame::Spot;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// There is no win.
    Lost,
    /// This move wins.
    Won(Spot),
}

/// A bounded amount of memory for results, one word each: 48 bits of the key and 16 of the move.
///
/// A key that differs in what is not kept cannot make a false win: a win is only told with its
/// moves, and those are played. It could hide a true one, in one of 2^46 looks.
///
/// It starts small and grows as it fills: most searches are short, and a large piece of memory
/// costs more to get than they take.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Vec<u64>,
    /// One less than the number of buckets, a power of two.
    mask: usize,
    /// How many buckets there may be.
    most: usize,
    /// How many words are taken.
    taken: usize,
    /// Which word of its bucket the next result goes to, if all are taken.
    turn: usize,
}

const BUCKET: usize = 4;
const LOST: u64 = 0xFFFF;

impl Memory {
    /// The number of buckets at the start.
    const FEW: usize = 1 << 9;

    pub(crate) fn new(bytes: usize) -> Memory {
        let most = 1 << (bytes / (8 * BUCKET)).max(1).ilog2();
        Memory::with_buckets(most.min(Memory::FEW), most)
    }

    fn with_buckets(buckets: usize, most: usize) -> Memory {
        Memory { words: vec![0; buckets * BUCKET], mask: buckets - 1, most, taken: 0, turn: 0 }
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        ((key >> 16) as usize & self.mask) * BUCKET
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let start = self.start(key);
        let words = &self.words[start..start + BUCKET];
        let word = words.iter().find(|&&word| word != 0 && (word ^ key) >> 16 == 0)?;
        Some(if word & LOST == LOST { Known::Lost } else { Known::Won(*word as Spot) })
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: Known) {
        let value = match known {
            Known::Lost => LOST,
            Known::Won(spot) => u64::from(spot),
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
        let mut larger = Memory::with_buckets(2 * (self.mask + 1), self.most);
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
        let mut memory = Memory::new(1 << 20);
        for n in 1..=50_000 {
            memory.put(key(n), if n % 3 == 0 { Known::Lost } else { Known::Won(n as Spot % 500) });
        }
        let is_kept = |&n: &u64| match memory.get(key(n)) {
            Some(Known::Lost) => n % 3 == 0,
            Some(Known::Won(spot)) => n % 3 != 0 && spot == n as Spot % 500,
            None => false,
        };
        let kept = (1..=50_000).filter(is_kept).count();
        assert!(kept > 45_000, "{kept}");
        assert_eq!(memory.get(key(50_001)), None);
    }

    #[test]
    fn no_more_bytes_are_taken_than_allowed() {
        for bytes in [0, 31, 32, 1 << 10, 100_000, 1 << 20] {
            let mut memory = Memory::new(bytes);
            for n in 0..100_000 {
                memory.put(key(n), Known::Lost);
            }
            assert!(8 * memory.words.len() <= bytes.max(8 * BUCKET));
            assert!(16 * memory.words.len() > bytes.min(1 << 20));
        }
    }

    #[test]
    fn a_newer_result_takes_the_place_of_the_older() {
        let mut memory = Memory::new(0);
        memory.put(key(7), Known::Won(5));
        memory.put(key(7), Known::Lost);
        assert_eq!(memory.get(key(7)), Some(Known::Lost));
        for n in 8..16 {
            memory.put(key(n), Known::Won(1));
        }
        assert_eq!(memory.get(key(7)), None);
        assert_eq!(memory.get(key(15)), Some(Known::Won(1)));
    }
}
