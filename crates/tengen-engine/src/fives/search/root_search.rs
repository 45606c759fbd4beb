//! Search of the root: aspiration windows and multi-PV.

use std::cmp::Reverse;

use tengen_solver::fives::Spot;

use super::{SearchThread, node::NodeArgs, search_thread::Aborted};
use crate::fives::score::{INFINITE, Score, is_proven};

/// Root move with its score and principal variation.
#[derive(Clone, Debug)]
pub(in crate::fives) struct RootMove {
    pub(in crate::fives) spot: Spot,
    /// Score at this depth; [`RootSearch::UNKNOWN`] if the move failed low.
    pub(in crate::fives) score: Score,
    /// Score at the last depth that had one.
    previous_score: Score,
    /// Principal variation, this move first.
    pub(in crate::fives) line: Vec<Spot>,
    /// Depth of the score.
    pub(in crate::fives) depth: i32,
}

impl RootMove {
    pub(in crate::fives) fn new(spot: Spot) -> RootMove {
        let unknown = RootSearch::UNKNOWN;
        RootMove { spot, score: unknown, previous_score: unknown, line: vec![spot], depth: 0 }
    }

    /// The latest score.
    pub(in crate::fives) fn known_score(&self) -> Score {
        if self.score == RootSearch::UNKNOWN { self.previous_score } else { self.score }
    }
}

/// Root search: the root moves, the best first.
#[derive(Clone, Debug)]
pub(in crate::fives) struct RootSearch {
    pub(in crate::fives) moves: Vec<RootMove>,
}

impl RootSearch {
    /// Less than any score.
    pub(in crate::fives) const UNKNOWN: Score = -INFINITE;

    /// A search of these moves, in this order.
    pub(in crate::fives) fn new(moves: Vec<RootMove>) -> RootSearch {
        RootSearch { moves }
    }

    /// One iteration of iterative deepening, with `lines` principal variations (multi-PV).
    pub(in crate::fives) fn search_depth(
        &mut self,
        thread: &mut SearchThread<'_>,
        depth: i32,
        lines: usize,
    ) -> Result<(), Aborted> {
        for root_move in &mut self.moves {
            if root_move.score != RootSearch::UNKNOWN {
                root_move.previous_score = root_move.score;
            }
        }
        for line in 0..lines.min(self.moves.len()) {
            let searched = self.aspiration_search(thread, depth, line);
            let rest = &mut self.moves[line..];
            if searched.is_err() && rest.iter().all(|entry| entry.score == RootSearch::UNKNOWN) {
                // Aborted before the first score: the order of the last depth stays.
                for root_move in rest {
                    root_move.score = root_move.previous_score;
                }
            } else {
                rest.sort_by_key(|root_move| Reverse(root_move.score));
            }
            // A later line may turn out better than it looked when it was not the best.
            self.moves[..=line].sort_by_key(|root_move| Reverse(root_move.known_score()));
            searched?;
        }
        Ok(())
    }

    /// Aspiration search of the moves from `from` on (+104 Elo, +48 to +165): a window around the score
    /// of the last depth, which doubles where it fails.
    fn aspiration_search(
        &mut self,
        thread: &mut SearchThread<'_>,
        depth: i32,
        from: usize,
    ) -> Result<(), Aborted> {
        let previous = self.moves[from].previous_score;
        let mut width = thread.shared.settings.aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && previous != RootSearch::UNKNOWN && !is_proven(previous) {
            (alpha, beta) = (previous - width, previous + width);
        }
        loop {
            let score = self.search(thread, depth, from, alpha, beta)?;
            if score <= alpha && alpha > -INFINITE {
                // Fail low.
                beta = i32::midpoint(alpha, beta);
                alpha = score - width;
            } else if score >= beta && beta < INFINITE {
                // Fail high: the move that did is searched first.
                beta = score + width;
                self.moves[from..].sort_by_key(|root_move| Reverse(root_move.score));
            } else {
                return Ok(());
            }
            width *= 2;
            if width > 500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Principal-variation search of the root moves from `from` on.
    fn search(
        &mut self,
        thread: &mut SearchThread<'_>,
        depth: i32,
        from: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Aborted> {
        for root_move in &mut self.moves[from..] {
            root_move.score = RootSearch::UNKNOWN;
        }
        let args = NodeArgs { alpha, beta, depth, ply: 0, cut_node: false };
        let (mut alpha, mut best) = (alpha, RootSearch::UNKNOWN);
        for n in from..self.moves.len() {
            let tried = (n - from) as i32;
            let spot = self.moves[n].spot;
            let score = thread.search_root_move(args, spot, alpha, tried)?;
            if tried == 0 || score > alpha {
                let root_move = &mut self.moves[n];
                root_move.score = score;
                root_move.depth = depth;
                thread.update_pv(0, spot);
                root_move.line.clone_from(&thread.pv[0]);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }
}
