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

/// A fixed amount of memory for results, one word each: 48 bits of the key and 16 of the move.
///
/// A key that differs in what is not kept cannot make a false win: a win is only told with its
/// moves, and those are played. It could hide a true one, in one of 2^48 looks.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Vec<u64>,
    /// One less than the number of buckets, a power of two.
    mask: usize,
    /// Which word of its bucket the next result goes to.
    turn: usize,
}

const BUCKET: usize = 4;
const LOST: u64 = 0xFFFF;

impl Memory {
    pub(crate) fn new(bytes: usize) -> Memory {
        let buckets = 1 << (bytes / (8 * BUCKET)).max(1).ilog2();
        Memory { words: vec![0; buckets * BUCKET], mask: buckets - 1, turn: 0 }
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        (key as usize & self.mask) * BUCKET
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
        let start = self.start(key);
        let words = &mut self.words[start..start + BUCKET];
        let slot = words.iter().position(|&word| word == 0 || (word ^ key) >> 16 == 0);
        self.turn = (self.turn + 1) % BUCKET;
        words[slot.unwrap_or(self.turn)] = key >> 16 << 16 | value;
    }
}
