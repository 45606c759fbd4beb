//! Hot: principal-variation search.

use tengen_solver::fives::{Spot, vcf::parries};

use super::{Halt, Hand, MAX_PLY, leaf::plies_of};
use crate::fives::{
    Rank,
    moves::{self, Plight},
    order::{Pick, bring_best},
    score::{BEYOND, MOST, Score, from_here, from_root, is_loss, is_proven, is_win, win_at},
    table::{Bound, Entry},
};

/// How a position is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// How many plies to look ahead.
    pub(super) depth: i32,
    /// How many there were from the root to here.
    pub(super) ply: usize,
    /// Whether one of its moves is expected to be too good.
    pub(super) cut: bool,
}

impl Look {
    /// Whether the score itself is wanted and not just on which side of a line it is.
    fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same for the other side, a ply further on.
    fn next(&self, alpha: Score, beta: Score, depth: i32, cut: bool) -> Look {
        Look { alpha: -beta, beta: -alpha, depth, ply: self.ply + 1, cut }
    }
}

/// Whether a move is the only good one.
enum Only {
    Yes,
    No,
    /// Others are good enough too, at least that good.
    TooGood(Score),
}

impl Hand<'_> {
    /// The score of the position, as far as the window goes.
    pub(super) fn node(&mut self, mut look: Look) -> Result<Score, Halt> {
        self.tick()?;
        let Look { ply, .. } = look;
        let is_open = look.is_open();
        self.lines[ply].clear();
        let plight = Plight::of(&self.field);
        match plight {
            Plight::Wins(plies) => return Ok(win_at(ply + plies)),
            Plight::Loses(plies) => return Ok(-win_at(ply + plies)),
            Plight::Block(_) | Plight::Parry | Plight::Free => {}
        }
        // Nothing here can be sooner than these.
        let alpha = look.alpha.max(-win_at(ply + 4));
        look.beta = look.beta.min(win_at(ply + 3));
        if alpha >= look.beta {
            return Ok(alpha);
        }
        look.alpha = alpha;
        if ply >= MAX_PLY {
            return Ok(self.static_value());
        }
        match plight {
            Plight::Free | Plight::Parry if look.depth <= 0 => return Ok(self.leaf(ply)),
            _ => {}
        }

        let key = self.field.hash();
        let known = self.shared.table.get(key);
        if let Some(entry) = known.filter(|entry| !is_open && entry.depth >= look.depth) {
            let score = from_root(entry.score, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= look.beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return Ok(score);
            }
        }
        if plight != Plight::Free {
            return self.try_moves(look, plight, known, 0);
        }
        if let Some(score) = self.guard(look, known)? {
            return Ok(score);
        }
        let value = self.static_value();
        if !is_open && let Some(score) = self.prune(look, value)? {
            return Ok(score);
        }
        // Where nothing is known, a shorter look will do to find the move to try first.
        if known.is_none_or(|entry| entry.spot.is_none())
            && look.depth >= self.shared.settings.unknown_depth
        {
            look.depth -= 1;
        }
        self.try_moves(look, plight, known, value)
    }

    fn static_value(&self) -> Score {
        self.field.value().clamp(-MOST, MOST)
    }

    /// The score where the other side threatens to win by fours: only what parries them is tried.
    fn guard(&mut self, look: Look, known: Option<Entry>) -> Result<Option<Score>, Halt> {
        let other = !self.field.turn();
        let settings = self.shared.settings;
        if look.depth < settings.guard_depth || self.field.count(other, Rank::FourThree) == 0 {
            return Ok(None);
        }
        let Some(line) = self.fours(other, settings.guard_fours as u64) else { return Ok(None) };
        let spots = parries(self.field.threats_mut(), other, &line);
        let start = self.picks.len();
        let first = known.and_then(|entry| entry.spot);
        for spot in spots {
            let worth = self.worth(spot, first, look.ply);
            self.picks.push(Pick::new(spot, worth));
        }
        let floor = -win_at(look.ply + 1 + plies_of(&line));
        let value = self.static_value();
        let look = Look { depth: look.depth + settings.guard_more, ..look };
        let score = self.try_list(start, look, Plight::Free, known, [value, floor]);
        self.picks.truncate(start);
        score.map(Some)
    }

    /// What can be said of a position without trying its moves, if the window lies where nothing is
    /// expected.
    fn prune(&mut self, look: Look, value: Score) -> Result<Option<Score>, Halt> {
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

    /// Tries the moves of a position, the best first. The `value` is that at first sight.
    fn try_moves(
        &mut self,
        look: Look,
        plight: Plight,
        known: Option<Entry>,
        value: Score,
    ) -> Result<Score, Halt> {
        let start = self.picks.len();
        let first = known.and_then(|entry| entry.spot);
        self.list(plight, first, look.ply);
        // Where there is a threat, whatever is not tried loses.
        let floor = if plight == Plight::Parry { -win_at(look.ply + 4) } else { -BEYOND };
        let score = self.try_list(start, look, plight, known, [value, floor]);
        self.picks.truncate(start);
        score
    }

    /// Tries the moves listed from `start` on. The `value` is that at first sight, the `floor` what
    /// moves are worth that are not listed.
    fn try_list(
        &mut self,
        start: usize,
        look: Look,
        plight: Plight,
        known: Option<Entry>,
        [value, floor]: [Score; 2],
    ) -> Result<Score, Halt> {
        let Look { alpha, beta, depth, ply, .. } = look;
        let is_open = look.is_open();
        let settings = self.shared.settings;
        let (own, other) = (self.field.turn(), !self.field.turn());
        let mut best = floor;
        let (mut best_spot, mut low) = (None, alpha);
        let mut tried = 0;
        let list = self.picks.len() - start;
        for n in 0..list {
            let spot = bring_best(&mut self.picks[start + n..]);
            if plight == Plight::Free && !self.field.is_legal(spot) || self.plies[ply].skip == spot
            {
                continue;
            }
            let ranks = [self.field.rank(spot, own), self.field.rank(spot, other)];
            let is_quiet = ranks[0] < Rank::Three && ranks[1] < Rank::Three;
            if plight == Plight::Free && !is_loss(best) && tried > 0 {
                let few = settings.few_base + settings.few_slope * depth * depth.max(2) / 2;
                if depth <= settings.few_depth && tried >= few {
                    break;
                }
                if is_quiet
                    && depth <= settings.futile_depth
                    && value + settings.futile_margin * depth <= low
                {
                    continue;
                }
            }
            let mut deep = match plight {
                // A reply that is forced costs nothing.
                Plight::Block(_) => depth,
                Plight::Parry if settings.extend_parries > 0 => depth,
                _ => depth - 1,
            };
            if tried == 0 && plight == Plight::Free && depth >= settings.only_depth {
                match self.is_only(look, known, spot, value)? {
                    Only::Yes => deep += 1,
                    Only::TooGood(score) => return Ok(score),
                    Only::No => {}
                }
            }
            let less = if tried > 1 && depth >= settings.late_depth && plight == Plight::Free {
                self.less(look, tried, ranks, spot)
            } else {
                0
            };
            self.field.play(spot);
            let score = self.try_move(look, low, deep, less, tried == 0);
            self.field.undo();
            let score = score?;
            tried += 1;
            if score > best {
                best = score;
                if score > low {
                    best_spot = Some(spot);
                    low = score;
                    if is_open {
                        self.keep_line(ply, spot);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if tried == 0 && floor == -BEYOND {
            if self.plies[ply].skip != Spot::MAX {
                return Ok(alpha);
            }
            // The board is full, or there are only fouls left.
            return Ok(0);
        }
        if best >= beta && plight == Plight::Free {
            self.praise(start, best_spot, ply, depth);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best_spot.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if self.plies[ply].skip == Spot::MAX {
            let entry = Entry { spot: best_spot, score: from_here(best, ply), bound, depth };
            self.shared.table.put(self.field.hash(), entry);
        }
        Ok(best)
    }

    /// Whether all other moves are clearly worse than the known one on `spot`.
    fn is_only(
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
    fn less(&self, look: Look, tried: i32, ranks: [Rank; 2], spot: Spot) -> i32 {
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
        if settings.history_less > 0 {
            let color = self.field.turn();
            less -= self.mind.past.cut(color, spot) * settings.history_less / 1000;
        }
        (less / 100).clamp(0, look.depth - 1)
    }

    /// The score of the move just played, by as narrow a look as will do.
    fn try_move(
        &mut self,
        look: Look,
        low: Score,
        deep: i32,
        less: i32,
        is_first: bool,
    ) -> Result<Score, Halt> {
        if is_first {
            let cut = if look.is_open() { false } else { !look.cut };
            return Ok(-self.node(look.next(low, look.beta, deep, cut))?);
        }
        let mut score = -self.node(look.next(low, low + 1, deep - less, less > 0 || !look.cut))?;
        if less > 0 && score > low {
            score = -self.node(look.next(low, low + 1, deep, !look.cut))?;
        }
        if look.is_open() && score > low && score < look.beta {
            score = -self.node(look.next(low, look.beta, deep, false))?;
        }
        Ok(score)
    }

    /// The score of a move at the root.
    pub(super) fn try_root(
        &mut self,
        look: Look,
        spot: Spot,
        low: Score,
        tried: i32,
    ) -> Result<Score, Halt> {
        let (own, other) = (self.field.turn(), !self.field.turn());
        let ranks = [self.field.rank(spot, own), self.field.rank(spot, other)];
        let is_late = tried > 1 && look.depth >= self.shared.settings.late_depth;
        let less = if is_late { self.less(look, tried, ranks, spot) } else { 0 };
        self.lines[1].clear();
        self.field.play(spot);
        let score = self.try_move(look, low, look.depth - 1, less, tried == 0);
        self.field.undo();
        score
    }

    /// Makes `spot` and the line after it the best line from `ply` on.
    pub(super) fn keep_line(&mut self, ply: usize, spot: Spot) {
        let (lines, next) = self.lines.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(spot);
        line.extend_from_slice(&next[0]);
    }

    /// Remembers the move that was too good, and those tried in vain before it.
    fn praise(&mut self, start: usize, best: Option<Spot>, ply: usize, depth: i32) {
        let Some(best) = best else { return };
        let color = self.field.turn();
        let killers = &mut self.plies[ply].killers;
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let last = self.field.moves().last().copied();
        self.mind.past.reward(color, best, last, depth);
        let tried = self.picks[start..].iter().take_while(|pick| pick.spot() != best);
        for pick in tried.take(16) {
            self.mind.past.blame(color, pick.spot(), depth);
        }
    }

    /// Puts the moves there are on the list.
    fn list(&mut self, plight: Plight, first: Option<Spot>, ply: usize) {
        match plight {
            Plight::Block(spot) => self.picks.push(Pick::new(spot, 0)),
            Plight::Parry => {
                let mut spots = Vec::with_capacity(16);
                moves::parries(&self.field, &mut spots);
                for spot in spots {
                    let worth = self.worth(spot, first, ply);
                    self.picks.push(Pick::new(spot, worth));
                }
            }
            _ => {
                let killers = self.plies[ply].killers;
                let turn = self.field.turn();
                let settings = self.shared.settings;
                let last = self.field.moves().last();
                let answer = last.map_or(Spot::MAX, |&last| self.mind.past.answer(turn, last));
                let past = &self.mind.past;
                for spot in self.field.near() {
                    let cut = past.cut(turn, spot) * settings.history_weight / 1024;
                    let mut worth = self.field.urge(spot) + cut;
                    if Some(spot) == first {
                        worth = Pick::FIRST;
                    } else if killers.contains(&spot) {
                        worth += settings.killer_bonus;
                    } else if spot == answer {
                        worth += settings.counter_bonus;
                    }
                    self.picks.push(Pick::new(spot, worth));
                }
            }
        }
    }

    /// How soon a reply to a threat is tried.
    fn worth(&self, spot: Spot, first: Option<Spot>, ply: usize) -> i32 {
        if Some(spot) == first {
            return Pick::FIRST;
        }
        let is_killer = self.plies[ply].killers.contains(&spot);
        let bonus = if is_killer { self.shared.settings.killer_bonus } else { 0 };
        self.field.urge(spot) + bonus
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
