//! The position that is asked about: deeper and deeper, the best move first.

use std::cmp::Reverse;

use tengen_solver::fives::Spot;

use super::{Halt, Hand, node::Look};
use crate::fives::score::{BEYOND, Score, is_proven};

/// A move that can be played now.
#[derive(Clone, Debug)]
pub(in crate::fives) struct RootMove {
    pub(in crate::fives) spot: Spot,
    /// What it is worth; [`Quest::UNKNOWN`] if it is just not better than others.
    pub(in crate::fives) score: Score,
    /// The same at the depth before.
    before: Score,
    /// How play might go on, this move first.
    pub(in crate::fives) line: Vec<Spot>,
    /// How many plies were looked ahead.
    pub(in crate::fives) depth: i32,
}

impl RootMove {
    pub(in crate::fives) fn new(spot: Spot) -> RootMove {
        let unknown = Quest::UNKNOWN;
        RootMove { spot, score: unknown, before: unknown, line: vec![spot], depth: 0 }
    }

    /// What it is worth, as far as that is known.
    pub(in crate::fives) fn known_score(&self) -> Score {
        if self.score == Quest::UNKNOWN { self.before } else { self.score }
    }
}

/// The moves that can be played now, the best first.
#[derive(Clone, Debug)]
pub(in crate::fives) struct Quest {
    pub(in crate::fives) moves: Vec<RootMove>,
}

impl Quest {
    /// Less than any score.
    pub(in crate::fives) const UNKNOWN: Score = -BEYOND;

    /// These moves, in this order.
    pub(in crate::fives) fn new(moves: Vec<RootMove>) -> Quest {
        Quest { moves }
    }

    /// Looks at the best `lines` moves so deep.
    pub(in crate::fives) fn deepen(
        &mut self,
        hand: &mut Hand<'_>,
        depth: i32,
        lines: usize,
    ) -> Result<(), Halt> {
        for entry in &mut self.moves {
            if entry.score != Quest::UNKNOWN {
                entry.before = entry.score;
            }
        }
        for line in 0..lines.min(self.moves.len()) {
            let searched = self.with_window(hand, depth, line);
            let rest = &mut self.moves[line..];
            if searched.is_err() && rest.iter().all(|entry| entry.score == Quest::UNKNOWN) {
                // Nothing new: what was best before still is.
                for entry in rest {
                    entry.score = entry.before;
                }
            } else {
                rest.sort_by_key(|entry| Reverse(entry.score));
            }
            // A later line may turn out better than it looked when it was not the best.
            self.moves[..=line].sort_by_key(|entry| Reverse(entry.known_score()));
            searched?;
        }
        Ok(())
    }

    /// Searches all moves but the first few, with a window that is opened as far as needed.
    fn with_window(&mut self, hand: &mut Hand<'_>, depth: i32, from: usize) -> Result<(), Halt> {
        let before = self.moves[from].before;
        let mut width = hand.shared.settings.window;
        let (mut alpha, mut beta) = (-BEYOND, BEYOND);
        if depth >= 4 && before != Quest::UNKNOWN && !is_proven(before) {
            (alpha, beta) = (before - width, before + width);
        }
        loop {
            let score = self.search(hand, depth, from, alpha, beta)?;
            if score <= alpha && alpha > -BEYOND {
                beta = i32::midpoint(alpha, beta);
                alpha = score - width;
            } else if score >= beta && beta < BEYOND {
                beta = score + width;
                // The move that was too good is the first to be looked at again.
                self.moves[from..].sort_by_key(|entry| Reverse(entry.score));
            } else {
                return Ok(());
            }
            width *= 2;
            if width > 500 {
                (alpha, beta) = (-BEYOND, BEYOND);
            }
        }
    }

    fn search(
        &mut self,
        hand: &mut Hand<'_>,
        depth: i32,
        from: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Halt> {
        for entry in &mut self.moves[from..] {
            entry.score = Quest::UNKNOWN;
        }
        let look = Look { alpha, beta, depth, ply: 0, cut: false };
        let (mut low, mut best) = (alpha, Quest::UNKNOWN);
        for n in from..self.moves.len() {
            let tried = (n - from) as i32;
            let spot = self.moves[n].spot;
            let score = hand.try_root(look, spot, low, tried)?;
            if tried == 0 || score > low {
                let entry = &mut self.moves[n];
                entry.score = score;
                entry.depth = depth;
                hand.keep_line(0, spot);
                entry.line.clone_from(&hand.lines[0]);
            }
            best = best.max(score);
            low = low.max(score);
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }
}
