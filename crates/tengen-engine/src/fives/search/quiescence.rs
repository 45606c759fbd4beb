//! Quiescence at the horizon: a VCF search, and the static evaluation where it finds no win.

use super::SearchThread;
use crate::fives::{
    PointRank,
    score::{Score, is_proven, mate_in},
};

impl SearchThread<'_> {
    /// Quiescence score of a position without a five to stop. What is at least beta as it stands is
    /// searched no further (stand pat).
    ///
    /// Why a VCF and no search of captures or checks: fours are the only moves whose replies are all
    /// forced, and the solver follows them at half the cost of a node.
    pub(super) fn quiescence(&mut self, ply: usize, beta: Score) -> Score {
        let eval = self.static_eval();
        if eval >= beta && !is_proven(beta) {
            return eval;
        }
        let turn = self.board.turn();
        let fours =
            self.board.count(turn, PointRank::Four) + self.board.count(turn, PointRank::FourThree);
        let nodes = self.shared.settings.quiescence_vcf_nodes;
        if fours > 0
            && nodes > 0
            && let Some(line) = self.vcf(turn, nodes as u64)
        {
            return mate_in(ply + plies_of(&line));
        }
        eval
    }
}

/// Plies of a VCF with the blocks between the fours: after the last four listed the other side stops
/// one of two fives, unless that one is the five.
pub(super) fn plies_of(line: &[u16]) -> usize {
    2 * line.len() + 1
}
