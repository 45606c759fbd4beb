//! Hot: which nodes were shown to hold in which positions.

use std::collections::HashSet;

use tengen_core::{Color, mix64};

use crate::symmetry_table::SymmetryTable;

/// How many positions of threats and fours are remembered.
const SLOTS: usize = 1 << 18;

/// The stones of a position under every symmetry of the board, updated incrementally.
///
/// A position is two bits a point: the words of the black stones, then those of the white ones.
#[derive(Debug)]
pub(crate) struct TurnedStones {
    turns: SymmetryTable,
    /// The number of words of one color.
    plane: usize,
    words: Vec<u64>,
    hashes: [u64; 8],
    /// The Zobrist keys: of each point for Black, then for White.
    keys: Vec<u64>,
}

impl TurnedStones {
    pub(crate) fn new(turns: &SymmetryTable, points: usize) -> TurnedStones {
        let plane = points.div_ceil(64);
        let words = vec![0; turns.len() * 2 * plane];
        let keys = (1..=2 * points as u64).map(mix64).collect();
        TurnedStones { turns: turns.clone(), plane, words, hashes: [0; 8], keys }
    }

    /// Puts a stone, or takes it off again.
    pub(crate) fn toggle(&mut self, point: u16, color: Color) {
        let side = color as usize;
        let points = self.keys.len() / 2;
        for turn in 0..self.turns.len() {
            let image = usize::from(self.turns.apply(turn as u8, point));
            self.words[(2 * turn + side) * self.plane + image / 64] ^= 1 << (image % 64);
            self.hashes[turn] ^= self.keys[side * points + image];
        }
    }

    /// The image of the position under a symmetry.
    fn image(&self, turn: u8) -> &[u64] {
        let length = 2 * self.plane;
        &self.words[usize::from(turn) * length..][..length]
    }
}

/// Pairs of a node and a position that were shown: the node holds there.
///
/// Those of nodes with an answer to every reply, the *landmarks*, are never forgotten; of the others there is a
/// direct-mapped cache. Positions are compared stone by stone, hashes only choose where to look.
#[derive(Debug)]
pub(crate) struct ShownPairs {
    /// Number of the node, then the position.
    landmarks: HashSet<Box<[u64]>>,
    /// The slots of the cache, each with the number of its node and 1, then the position.
    cache: Vec<u64>,
    /// The number of words of a slot.
    width: usize,
    /// The landmark that is asked about.
    key: Vec<u64>,
}

impl ShownPairs {
    pub(crate) fn new(points: usize) -> ShownPairs {
        let width = 1 + 2 * points.div_ceil(64);
        let cache = vec![0; width * SLOTS];
        ShownPairs { landmarks: HashSet::new(), cache, width, key: Vec::new() }
    }

    /// Maximum number of landmarks on a board with this number of points: what takes a gigabyte.
    pub(crate) fn max_landmarks(points: usize) -> u64 {
        (1 << 30) / (16 * points.div_ceil(64) as u64 + 64)
    }

    pub(crate) fn landmarks(&self) -> u64 {
        self.landmarks.len() as u64
    }

    /// Whether `node`, which answers every reply, was shown in the image of these stones.
    pub(crate) fn has_landmark(&mut self, node: u32, stones: &TurnedStones, turn: u8) -> bool {
        self.key.clear();
        self.key.push(node.into());
        self.key.extend_from_slice(stones.image(turn));
        self.landmarks.contains(&self.key[..])
    }

    pub(crate) fn add_landmark(&mut self, node: u32, stones: &TurnedStones, turn: u8) {
        let key = [&[node.into()], stones.image(turn)].concat();
        self.landmarks.insert(key.into());
    }

    /// Whether `node` was shown in the image of these stones, and is not forgotten.
    pub(crate) fn is_cached(&self, node: u32, stones: &TurnedStones, turn: u8) -> bool {
        let start = self.slot(node, stones, turn);
        let slot = &self.cache[start..][..self.width];
        slot[0] == u64::from(node) + 1 && slot[1..] == *stones.image(turn)
    }

    pub(crate) fn cache(&mut self, node: u32, stones: &TurnedStones, turn: u8) {
        let start = self.slot(node, stones, turn);
        let slot = &mut self.cache[start..][..self.width];
        slot[0] = u64::from(node) + 1;
        slot[1..].copy_from_slice(stones.image(turn));
    }

    /// Where the slot of a pair begins.
    fn slot(&self, node: u32, stones: &TurnedStones, turn: u8) -> usize {
        let hash =
            stones.hashes[usize::from(turn)] ^ u64::from(node).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 32) as usize % SLOTS * self.width
    }
}
