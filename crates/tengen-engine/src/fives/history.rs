//! Move-ordering statistics: history heuristic and counter moves.

use tengen_core::Color;
use tengen_solver::fives::Spot;

/// Move of a move list with its ordering score, packed in one number so that the best is found by
/// comparing integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoredMove(i32);

impl ScoredMove {
    const SPOT_BITS: u32 = 10;
    const SPOTS: i32 = 1 << ScoredMove::SPOT_BITS;
    /// More than any other score.
    pub(super) const FIRST: i32 = 1 << 20;

    /// Of moves with equal scores, the one with the lower spot is tried first.
    #[inline]
    pub(super) fn new(spot: Spot, score: i32) -> ScoredMove {
        let score = score.clamp(-ScoredMove::FIRST, ScoredMove::FIRST);
        ScoredMove((score << ScoredMove::SPOT_BITS) + (ScoredMove::SPOTS - 1 - i32::from(spot)))
    }

    #[inline]
    pub(super) fn spot(self) -> Spot {
        (ScoredMove::SPOTS - 1 - (self.0 & (ScoredMove::SPOTS - 1))) as Spot
    }
}

/// One step of a selection sort: swaps the best move of a list to its front, and returns it.
///
/// Why not sort the list: most nodes try only a few of its moves.
#[inline]
pub(super) fn pick_best(moves: &mut [ScoredMove]) -> Spot {
    let best = moves.iter().fold(i32::MIN, |best, scored| best.max(scored.0));
    let at = moves.iter().position(|scored| scored.0 == best).expect("the list is not empty");
    moves.swap(0, at);
    moves[0].spot()
}

/// History heuristic and counter moves: which moves made beta cutoffs elsewhere in the tree.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// History scores by color and spot.
    scores: [Box<[i16; History::SPOTS]>; 2],
    /// Counter moves by color and the spot of the move before.
    counter_moves: [Box<[Spot; History::SPOTS]>; 2],
}

impl History {
    /// More than the spots of the largest board and its rims.
    const SPOTS: usize = 1024;
    const MAX_SCORE: i32 = 4096;

    pub(super) fn new() -> History {
        History {
            scores: std::array::from_fn(|_| Box::new([0; History::SPOTS])),
            counter_moves: std::array::from_fn(|_| Box::new([Spot::MAX; History::SPOTS])),
        }
    }

    /// Ages the history: halves all scores before a new search.
    pub(super) fn age(&mut self) {
        for score in self.scores.iter_mut().flat_map(|scores| scores.iter_mut()) {
            *score /= 2;
        }
    }

    /// History score of a move.
    #[inline]
    pub(super) fn score(&self, color: Color, spot: Spot) -> i32 {
        i32::from(self.scores[color as usize][usize::from(spot) % History::SPOTS])
    }

    /// The counter move: the last one that made a beta cutoff after `last`.
    #[inline]
    pub(super) fn counter_move(&self, color: Color, last: Spot) -> Spot {
        self.counter_moves[color as usize][usize::from(last) % History::SPOTS]
    }

    /// Adds a bonus to a move that made a beta cutoff, and makes it the counter move of `last`.
    pub(super) fn add_bonus(&mut self, color: Color, spot: Spot, last: Option<Spot>, depth: i32) {
        let at = usize::from(spot) % History::SPOTS;
        update(&mut self.scores[color as usize][at], bonus(depth));
        if let Some(last) = last {
            self.counter_moves[color as usize][usize::from(last) % History::SPOTS] = spot;
        }
    }

    /// Adds a malus to a move that was tried before the one that made the cutoff.
    pub(super) fn add_malus(&mut self, color: Color, spot: Spot, depth: i32) {
        let at = usize::from(spot) % History::SPOTS;
        update(&mut self.scores[color as usize][at], -bonus(depth));
    }
}

/// History gravity: the nearer a score is to its bound, the less an update moves it.
fn update(score: &mut i16, by: i32) {
    let old = i32::from(*score);
    *score = (old + by - old * by.abs() / History::MAX_SCORE) as i16;
}

/// History bonus of a cutoff at this depth.
fn bonus(depth: i32) -> i32 {
    (16 * depth * depth).min(1200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_equals_in_order() {
        let scores = [3, 9, -1, 9, 4, 3].into_iter().zip(0..);
        let mut moves: Vec<ScoredMove> =
            scores.map(|(score, spot)| ScoredMove::new(spot, score)).collect();
        let spots: Vec<Spot> = (0..moves.len()).map(|n| pick_best(&mut moves[n..])).collect();
        assert_eq!(spots, [1, 3, 4, 0, 5, 2]);
        for (spot, score) in [(0, i32::MAX), (868, i32::MIN), (1023, -5)] {
            assert_eq!(ScoredMove::new(spot, score).spot(), spot);
        }
    }

    #[test]
    fn bonus_and_malus_stay_within_bounds() {
        let mut history = History::new();
        for n in 0..1000 {
            history.add_bonus(Color::Black, 7, Some(3), n % 40);
            history.add_malus(Color::White, 7, n % 40);
        }
        let score = history.score(Color::Black, 7);
        assert!(score > 3000 && score <= History::MAX_SCORE);
        assert!(history.score(Color::White, 7) < -3000);
        assert_eq!(history.counter_move(Color::Black, 3), 7);
        history.age();
        assert!(history.score(Color::Black, 7) < 2100);
    }
}
