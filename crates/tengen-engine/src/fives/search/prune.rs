//! What need not be searched, or less deeply, or more.

use tengen_solver::fives::Spot;

use super::{Halt, Hand, node::Look};
use crate::fives::{
    Rank,
    moves::Plight,
    score::{Score, is_proven, is_win},
    table::{Bound, Entry},
};

/// Whether a move is the only good one.
pub(super) enum Only {
    Yes,
    No,
    /// Others are good enough too, at least that good.
    TooGood(Score),
}

impl Hand<'_> {
    /// What can be said of a position without trying its moves, if the window lies where nothing is
    /// expected.
    pub(super) fn prune(&mut self, look: Look, value: Score) -> Result<Option<Score>, Halt> {
        let Look { beta, depth, ply, .. } = look;
        let settings = self.shared.settings;
        let other = !self.field.turn();
        if value < beta || is_proven(beta) {
            return Ok(None);
        }
        let is_calm = self.field.count(other, Rank::FourThree) == 0;
        if depth <= settings.beyond_depth
            && is_calm
            && value - settings.beyond_margin * depth >= beta
        {
            return Ok(Some(value));
        }
        if depth >= settings.pass_depth && is_calm && !self.plies[ply - 1].passed {
            let less = settings.pass_less + depth / 4;
            self.plies[ply].passed = true;
            self.field.pass();
            let score = self.node(look.next(beta - 1, beta, depth - 1 - less, !look.cut));
            self.field.unpass();
            self.plies[ply].passed = false;
            let score = -score?;
            if score >= beta {
                return Ok(Some(if is_win(score) { beta } else { score }));
            }
        }
        Ok(None)
    }

    /// Whether all other moves are clearly worse than the known one on `spot`.
    pub(super) fn is_only(
        &mut self,
        look: Look,
        known: Option<Entry>,
        spot: Spot,
        value: Score,
    ) -> Result<Only, Halt> {
        let Look { depth, ply, .. } = look;
        let Some(entry) = known.filter(|entry| {
            entry.spot == Some(spot) && entry.bound != Bound::Upper && entry.depth >= depth - 3
        }) else {
            return Ok(Only::No);
        };
        if is_proven(entry.score) || ply == 0 || self.plies[ply].skip != Spot::MAX {
            return Ok(Only::No);
        }
        let line = entry.score - self.shared.settings.only_margin * depth;
        self.plies[ply].skip = spot;
        let shallow = Look { alpha: line - 1, beta: line, depth: (depth - 1) / 2, ..look };
        let score = self.try_moves(shallow, Plight::Free, None, value);
        self.plies[ply].skip = Spot::MAX;
        let score = score?;
        Ok(if score < line {
            Only::Yes
        } else if line >= look.beta && !look.is_open() {
            Only::TooGood(line)
        } else {
            Only::No
        })
    }

    /// How much less deeply a late move is searched.
    pub(super) fn less(&self, look: Look, tried: i32, ranks: [Rank; 2]) -> i32 {
        let settings = self.shared.settings;
        let logs = LOGS[(look.depth as usize).min(63)] * LOGS[(tried as usize).min(63)];
        let mut less = settings.late_base + settings.late_slope * logs / (16 * 16);
        if look.cut {
            less += settings.late_cut;
        }
        if look.is_open() {
            less -= 60;
        }
        if ranks[0] >= Rank::Three {
            less -= 80;
        }
        if ranks[1] >= Rank::Three {
            less -= 50;
        }
        (less / 100).clamp(0, look.depth - 1)
    }
}

/// Logarithms, in sixteenths.
const LOGS: [i32; 64] = {
    let mut logs = [0; 64];
    let mut n = 1;
    while n < 64 {
        // The natural logarithm as a sum of 1/k, less Euler's constant: near enough.
        let mut sum = 0;
        let mut k = 1;
        while k <= n {
            sum += 16_000 / k;
            k += 1;
        }
        logs[n as usize] = (sum - 9_235 - 8_000 / n) / 1000;
        n += 1;
    }
    logs
};

#[cfg(test)]
mod tests {
    use super::LOGS;

    #[test]
    fn logarithms_are_near_enough() {
        for (n, &log) in LOGS.iter().enumerate().skip(1) {
            let exact = 16.0 * (n as f64).ln();
            assert!((f64::from(log) - exact).abs() <= 2.0, "{n}: {log} {exact}");
        }
    }
}
