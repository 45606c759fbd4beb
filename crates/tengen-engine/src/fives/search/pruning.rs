//! Node pruning, extensions and reductions.

use tengen_solver::fives::Spot;

use super::{SearchThread, node::NodeArgs, search_thread::Aborted};
use crate::fives::{
    PointRank,
    forced_state::ForcedState,
    lockless_table::{Bound, TtEntry},
    score::{Score, is_proven, is_win, score_from_tt},
};

/// Result of a singular-extension search.
pub(super) enum Singularity {
    /// All other moves fail low: the move of the table is extended.
    Singular,
    /// The move of the table fails high, and others nearly do: it is reduced (negative extension).
    OneOfMany,
    NotSingular,
    /// Multi-cut: another move fails high too, with at least that score.
    MultiCut(Score),
}

/// Evaluation of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEval {
    /// The static evaluation, or a better estimate from the transposition table.
    pub(super) score: Score,
    /// Improving flag: whether the static evaluation is better than at the side's last move.
    pub(super) is_improving: bool,
}

impl NodeEval {
    /// That of a node whose static evaluation means little.
    pub(super) const NONE: NodeEval = NodeEval { score: 0, is_improving: true };
}

/// A move that is not the first of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateMove {
    /// Number of moves tried before it.
    pub(super) tried: i32,
    /// What it makes, and what it stops.
    pub(super) ranks: [PointRank; 2],
    /// How much less its policy score is than the best one of the node.
    pub(super) policy_gap: i32,
}

impl SearchThread<'_> {
    /// Whether the other side has no four-three to play, which no static margin covers.
    pub(super) fn is_calm(&self) -> bool {
        self.board.count(!self.board.turn(), PointRank::FourThree) == 0
    }

    /// Evaluates a node statically, and by its entry of the transposition table where that has a bound on
    /// the better side.
    pub(super) fn evaluate(&mut self, ply: usize, tt_entry: Option<TtEntry>) -> NodeEval {
        let static_eval = self.static_eval();
        self.stack[ply].static_eval = static_eval;
        let is_improving = ply < 2 || static_eval > self.stack[ply - 2].static_eval;
        let score = tt_entry.map(|entry| (score_from_tt(entry.score, ply), entry.bound));
        let score = score.filter(|&(score, bound)| {
            !is_proven(score)
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => score > static_eval,
                    Bound::Upper => score < static_eval,
                }
        });
        NodeEval { score: score.map_or(static_eval, |(score, _)| score), is_improving }
    }

    /// Razoring: whether the evaluation is below alpha by more than a few plies can mend.
    pub(super) fn is_razored(&self, args: NodeArgs, eval: NodeEval) -> bool {
        let settings = self.shared.settings;
        let margin = settings.razoring_base + settings.razoring_slope * args.depth;
        args.depth <= settings.razoring_depth
            && !is_proven(args.alpha)
            && eval.score + margin < args.alpha
    }

    /// Whether a move fails high in all likelihood, so that less depth will do to see it.
    pub(super) fn likely_fails_high(&self, args: NodeArgs, eval: NodeEval) -> bool {
        let settings = self.shared.settings;
        let margin = settings.fail_high_base + settings.fail_high_slope * args.depth;
        args.cut_node && !args.is_pv() && !is_proven(args.beta) && eval.score >= args.beta + margin
    }

    /// Reverse futility pruning: whether the static evaluation exceeds beta by a margin for each ply.
    pub(super) fn is_reverse_futile(&self, args: NodeArgs, eval: NodeEval) -> bool {
        let settings = self.shared.settings;
        args.depth <= settings.reverse_futility_depth
            && eval.score - settings.reverse_futility_margin * args.depth >= args.beta
    }

    /// Null-move pruning: the score of a reduced search after a pass, if it fails high.
    ///
    /// Never two null moves in a row. A win after a pass proves nothing, so it is cut to beta.
    pub(super) fn null_move(&mut self, args: NodeArgs) -> Result<Option<Score>, Aborted> {
        let NodeArgs { beta, depth, ply, .. } = args;
        let settings = self.shared.settings;
        if depth < settings.null_move_depth || self.stack[ply - 1].null_move {
            return Ok(None);
        }
        let reduction = settings.null_move_reduction + depth / 4;
        self.stack[ply].null_move = true;
        self.board.pass();
        let score = self.node(args.child(beta - 1, beta, depth - 1 - reduction, !args.cut_node));
        self.board.unpass();
        self.stack[ply].null_move = false;
        let score = -score?;
        Ok((score >= beta).then_some(if is_win(score) { beta } else { score }))
    }

    /// Late-move pruning: number of moves tried at this depth, fewer where the evaluation is not improving.
    pub(super) fn lmp_count(&self, depth: i32, is_improving: bool) -> i32 {
        let settings = self.shared.settings;
        if depth > settings.lmp_depth {
            return i32::MAX;
        }
        let count = settings.lmp_base + depth + settings.lmp_slope * depth * depth / 100;
        if is_improving { count } else { (count * settings.lmp_not_improving / 100).max(1) }
    }

    /// Singular extension: searches all moves but the one of the transposition table, at reduced depth,
    /// with a zero window below its score.
    pub(super) fn singular(
        &mut self,
        args: NodeArgs,
        tt_entry: Option<TtEntry>,
        spot: Spot,
        eval: NodeEval,
    ) -> Result<Singularity, Aborted> {
        let NodeArgs { depth, ply, .. } = args;
        let Some(entry) = tt_entry.filter(|entry| {
            entry.spot == Some(spot) && entry.bound != Bound::Upper && entry.depth >= depth - 3
        }) else {
            return Ok(Singularity::NotSingular);
        };
        if is_proven(entry.score) || ply == 0 || self.stack[ply].excluded != Spot::MAX {
            return Ok(Singularity::NotSingular);
        }
        let beta = entry.score - self.shared.settings.singular_margin * depth;
        self.stack[ply].excluded = spot;
        let shallow = NodeArgs { alpha: beta - 1, beta, depth: (depth - 1) / 2, ..args };
        let score = self.search_moves(shallow, ForcedState::Free, None, eval);
        self.stack[ply].excluded = Spot::MAX;
        let score = score?;
        Ok(if score < beta {
            Singularity::Singular
        } else if beta >= args.beta && !args.is_pv() {
            Singularity::MultiCut(beta)
        } else if entry.score >= args.beta {
            Singularity::OneOfMany
        } else {
            Singularity::NotSingular
        })
    }

    /// Late-move reduction in plies: a product of logarithms of depth and move number; more where the
    /// policy expects little of the move, at cut nodes, and where the evaluation is not improving; less
    /// at PV nodes and for threats made or stopped. A ply is left to search.
    pub(super) fn lmr_reduction(&self, args: NodeArgs, late: LateMove, is_improving: bool) -> i32 {
        let LateMove { tried, ranks, policy_gap } = late;
        let settings = self.shared.settings;
        let logs = LOGS[(args.depth as usize).min(63)] * LOGS[(tried as usize).min(63)];
        let mut reduction = settings.lmr_base + settings.lmr_slope * logs / (16 * 16);
        let gap = (policy_gap - settings.lmr_policy_free) * 100 / settings.lmr_policy_step.max(1);
        reduction += gap.clamp(0, settings.lmr_policy_max);
        if args.cut_node {
            reduction += settings.lmr_cut_node;
        }
        if args.is_pv() {
            reduction -= 60;
        } else if !is_improving {
            reduction += settings.lmr_not_improving;
        }
        if ranks[0] >= PointRank::Three {
            reduction -= 80;
        }
        if ranks[1] >= PointRank::Three {
            reduction -= 50;
        }
        (reduction / 100).clamp(0, (args.depth - 2).max(0))
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
