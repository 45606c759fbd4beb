//! Hot: principal-variation search.

use tengen_solver::fives::Spot;

use super::{Halt, Hand, MAX_PLY, prune::Only};
use crate::fives::{
    Rank,
    moves::Plight,
    order::bring_best,
    score::{BEYOND, MOST, Score, from_here, from_root, is_loss, win_at},
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
    pub(super) fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same for the other side, a ply further on.
    pub(super) fn next(&self, alpha: Score, beta: Score, depth: i32, cut: bool) -> Look {
        Look { alpha: -beta, beta: -alpha, depth, ply: self.ply + 1, cut }
    }
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

    /// Tries the moves of a position, the best first. The `value` is that at first sight.
    pub(super) fn try_moves(
        &mut self,
        look: Look,
        plight: Plight,
        known: Option<Entry>,
        value: Score,
    ) -> Result<Score, Halt> {
        let start = self.picks.len();
        let first = known.and_then(|entry| entry.spot);
        self.list(plight, first, look.ply);
        let score = self.try_list(start, look, plight, known, value);
        self.picks.truncate(start);
        score
    }

    /// Tries the moves listed from `start` on.
    fn try_list(
        &mut self,
        start: usize,
        look: Look,
        plight: Plight,
        known: Option<Entry>,
        value: Score,
    ) -> Result<Score, Halt> {
        let Look { alpha, beta, depth, ply, .. } = look;
        let is_open = look.is_open();
        let settings = self.shared.settings;
        let (own, other) = (self.field.turn(), !self.field.turn());
        // Where there is a threat, whatever is not tried loses.
        let mut best = if plight == Plight::Parry { -win_at(ply + 4) } else { -BEYOND };
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
                // A reply that is forced costs nothing. A four is a choice.
                Plight::Block(_) => depth,
                Plight::Parry if ranks[0] < Rank::Four => depth,
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
                self.less(look, tried, ranks)
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
        if tried == 0 && plight == Plight::Free {
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
        let less = if is_late { self.less(look, tried, ranks) } else { 0 };
        self.lines[1].clear();
        // The first five is never searched, but others may be asked for.
        if ranks[0] == Rank::Five {
            return Ok(win_at(look.ply + 1));
        }
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
}
