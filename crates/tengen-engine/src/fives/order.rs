//! In which order moves are tried: what the lines promise, and what was good before.

use tengen_core::Color;
use tengen_solver::fives::Spot;

/// A move on a list, and how soon it is tried: one number, so that the best is soon found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pick(i32);

impl Pick {
    const SPOT_BITS: u32 = 10;
    const SPOTS: i32 = 1 << Pick::SPOT_BITS;
    /// More than any worth.
    pub(super) const FIRST: i32 = 1 << 20;

    /// Of moves with the same worth, the one with the lower spot is tried first.
    #[inline]
    pub(super) fn new(spot: Spot, worth: i32) -> Pick {
        let worth = worth.clamp(-Pick::FIRST, Pick::FIRST);
        Pick((worth << Pick::SPOT_BITS) + (Pick::SPOTS - 1 - i32::from(spot)))
    }

    #[inline]
    pub(super) fn spot(self) -> Spot {
        (Pick::SPOTS - 1 - (self.0 & (Pick::SPOTS - 1))) as Spot
    }
}

/// Moves the best one of a list to its front, and tells it.
#[inline]
pub(super) fn bring_best(picks: &mut [Pick]) -> Spot {
    let best = picks.iter().fold(i32::MIN, |best, pick| best.max(pick.0));
    let at = picks.iter().position(|pick| pick.0 == best).expect("the list is not empty");
    picks.swap(0, at);
    picks[0].spot()
}

/// How good moves have been in other positions.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// For each color and spot.
    cuts: [Box<[i16; Past::SPOTS]>; 2],
    /// For each color and last spot, the move that cut after it.
    answers: [Box<[Spot; Past::SPOTS]>; 2],
}

impl Past {
    /// More than there are on the largest board and around it.
    const SPOTS: usize = 1024;
    const MOST: i32 = 4096;

    pub(super) fn new() -> Past {
        Past {
            cuts: std::array::from_fn(|_| Box::new([0; Past::SPOTS])),
            answers: std::array::from_fn(|_| Box::new([Spot::MAX; Past::SPOTS])),
        }
    }

    /// Forgets half of it.
    pub(super) fn fade(&mut self) {
        for cut in self.cuts.iter_mut().flat_map(|cuts| cuts.iter_mut()) {
            *cut /= 2;
        }
    }

    /// How good a move has been.
    #[inline]
    pub(super) fn cut(&self, color: Color, spot: Spot) -> i32 {
        i32::from(self.cuts[color as usize][usize::from(spot) % Past::SPOTS])
    }

    /// The move that was good after `last`.
    #[inline]
    pub(super) fn answer(&self, color: Color, last: Spot) -> Spot {
        self.answers[color as usize][usize::from(last) % Past::SPOTS]
    }

    /// Notes that `spot` was good after `last`, with that much looked ahead.
    pub(super) fn reward(&mut self, color: Color, spot: Spot, last: Option<Spot>, depth: i32) {
        approach(&mut self.cuts[color as usize][usize::from(spot) % Past::SPOTS], bonus(depth));
        if let Some(last) = last {
            self.answers[color as usize][usize::from(last) % Past::SPOTS] = spot;
        }
    }

    /// Notes that `spot` was tried before a better move.
    pub(super) fn blame(&mut self, color: Color, spot: Spot, depth: i32) {
        approach(&mut self.cuts[color as usize][usize::from(spot) % Past::SPOTS], -bonus(depth));
    }
}

/// Adds to a number, the less the nearer it is to the most there can be.
fn approach(number: &mut i16, by: i32) {
    let old = i32::from(*number);
    *number = (old + by - old * by.abs() / Past::MOST) as i16;
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth).min(1200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_equals_in_order() {
        let worths = [3, 9, -1, 9, 4, 3].into_iter().zip(0..);
        let mut picks: Vec<Pick> = worths.map(|(worth, spot)| Pick::new(spot, worth)).collect();
        let spots: Vec<Spot> = (0..picks.len()).map(|n| bring_best(&mut picks[n..])).collect();
        assert_eq!(spots, [1, 3, 4, 0, 5, 2]);
        for (spot, worth) in [(0, i32::MAX), (868, i32::MIN), (1023, -5)] {
            assert_eq!(Pick::new(spot, worth).spot(), spot);
        }
    }

    #[test]
    fn praise_and_blame_stay_within_bounds() {
        let mut past = Past::new();
        for n in 0..1000 {
            past.reward(Color::Black, 7, Some(3), n % 40);
            past.blame(Color::White, 7, n % 40);
        }
        assert!(past.cut(Color::Black, 7) > 3000 && past.cut(Color::Black, 7) <= Past::MOST);
        assert!(past.cut(Color::White, 7) < -3000);
        assert_eq!(past.answer(Color::Black, 3), 7);
        past.fade();
        assert!(past.cut(Color::Black, 7) < 2100);
    }
}
