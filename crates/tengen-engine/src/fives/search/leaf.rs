//! Where the search ends: fours are followed, the rest is told at first sight.

use super::Hand;
use crate::fives::{
    Rank,
    score::{MOST, Score, win_at},
};

impl Hand<'_> {
    /// The score of a position where nobody has to stop a five.
    pub(super) fn leaf(&mut self, ply: usize) -> Score {
        let turn = self.field.turn();
        let fours = self.field.count(turn, Rank::Four) + self.field.count(turn, Rank::FourThree);
        let patience = self.shared.settings.leaf_fours;
        if fours > 0
            && patience > 0
            && let Some(line) = self.fours(turn, patience as u64)
        {
            return win_at(ply + plies_of(&line));
        }
        self.field.value().clamp(-MOST, MOST)
    }
}

/// How many plies a line of fours takes, with the blocks between them: after the last one listed
/// the other side stops one of two fives, unless that one is the five.
pub(super) fn plies_of(line: &[u16]) -> usize {
    2 * line.len() + 1
}
