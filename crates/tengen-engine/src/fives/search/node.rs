//! Hot: one node of the principal-variation search, in numbered steps.
//!
//! The Elo beside a step is that of the engine with it over the engine without it, by a sequential
//! test at 10,000 nodes a move with 95 % bounds, before the search became more selective; docs/engine.md
//! has the whole tables.

use tengen_solver::fives::Spot;

use super::{
    SearchThread,
    pruning::{LateMove, NodeEval, Singularity},
    search_thread::{Aborted, MAX_PLY},
};
use crate::fives::{
    PointRank,
    forced_state::ForcedState,
    history::pick_best,
    lockless_table::{Bound, TtEntry},
    score::{INFINITE, MAX_EVAL, Score, is_loss, is_proven, mate_in, score_from_tt, score_to_tt},
};

/// Arguments of a node: window, depth, ply, and the kind of node that is expected.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Distance from the root in plies.
    pub(super) ply: usize,
    /// Whether this is an expected cut node: one of its moves should fail high.
    pub(super) cut_node: bool,
}

impl NodeArgs {
    /// Whether this is a PV node: the window is open, so the score itself is wanted.
    pub(super) fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The arguments of a child, with the window negated.
    pub(super) fn child(&self, alpha: Score, beta: Score, depth: i32, cut_node: bool) -> NodeArgs {
        NodeArgs { alpha: -beta, beta: -alpha, depth, ply: self.ply + 1, cut_node }
    }
}

impl SearchThread<'_> {
    /// Searches a node: its score, fail-soft within the window.
    pub(super) fn node(&mut self, mut args: NodeArgs) -> Result<Score, Aborted> {
        // Step 1. Count the node; stop if a limit is reached.
        self.count_node()?;
        let NodeArgs { ply, .. } = args;
        let is_pv = args.is_pv();
        self.pv[ply].clear();

        // Step 2. Immediate wins and losses, and forced replies, from the threats on the board.
        let forced = ForcedState::new(&self.board);
        match forced {
            ForcedState::Wins(plies) => return Ok(mate_in(ply + plies)),
            ForcedState::Loses(plies) => return Ok(-mate_in(ply + plies)),
            ForcedState::Block(_) | ForcedState::Parry | ForcedState::Free => {}
        }

        // Step 3. Mate-distance pruning (not measured). What step 2 left is no sooner than these.
        let alpha = args.alpha.max(-mate_in(ply + 4));
        args.beta = args.beta.min(mate_in(ply + 3));
        if alpha >= args.beta {
            return Ok(alpha);
        }
        args.alpha = alpha;
        if ply >= MAX_PLY {
            return Ok(self.static_eval());
        }

        // Step 4. Quiescence by VCF at the horizon (undecided at equal time: −2 Elo, −33 to +30).
        // A five to stop is always searched on.
        match forced {
            ForcedState::Free | ForcedState::Parry if args.depth <= 0 => {
                return Ok(self.quiescence(ply, args.beta));
            }
            _ => {}
        }

        // Step 5. Transposition table probe and cutoff (not measured).
        let tt_entry = self.shared.tt.probe(self.board.hash());
        if let Some(entry) = tt_entry.filter(|entry| !is_pv && entry.depth >= args.depth) {
            let score = score_from_tt(entry.score, ply);
            let is_cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= args.beta,
                Bound::Upper => score <= alpha,
            };
            if is_cutoff {
                return Ok(score);
            }
        }

        // Step 6. Forced nodes skip all node pruning: their static evaluation means little.
        if forced != ForcedState::Free {
            self.stack[ply].static_eval = -self.stack[ply - 1].static_eval;
            return self.search_moves(args, forced, tt_entry, NodeEval::NONE);
        }
        let eval = self.evaluate(ply, tt_entry);
        // Step 7. Razoring (measured only together with others, as are steps 14 and 16).
        if !is_pv && self.is_razored(args, eval) {
            return Ok(self.quiescence(ply, args.beta));
        }
        if !is_pv && eval.score >= args.beta && !is_proven(args.beta) && self.is_calm() {
            // Step 8. Reverse futility pruning (+62 Elo, +22 to +104).
            if self.is_reverse_futile(args, eval) {
                return Ok(eval.score);
            }
            // Step 9. Null-move pruning (no gain measured: −16 Elo, −46 to +15).
            if let Some(score) = self.null_move(args)? {
                return Ok(score);
            }
        }

        // Step 10. Internal iterative reduction (+24 Elo, +2 to +46, undecided): a node without a
        // move in the table is searched less deeply, which finds that move.
        if tt_entry.is_none_or(|entry| entry.spot.is_none())
            && args.depth >= self.shared.settings.iir_depth
        {
            args.depth -= 1;
        }
        self.search_moves(args, forced, tt_entry, eval)
    }

    /// Static evaluation, clipped so that it is never taken for a proven result.
    pub(super) fn static_eval(&self) -> Score {
        self.board.value().clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Step 11. Generates, orders and searches the moves of a node.
    pub(super) fn search_moves(
        &mut self,
        args: NodeArgs,
        forced: ForcedState,
        tt_entry: Option<TtEntry>,
        eval: NodeEval,
    ) -> Result<Score, Aborted> {
        let start = self.move_list.len();
        let tt_move = tt_entry.and_then(|entry| entry.spot);
        let best_policy = self.generate_moves(forced, tt_move, args.ply);
        let score = self.search_move_list(start, best_policy, args, forced, tt_entry, eval);
        self.move_list.truncate(start);
        score
    }

    /// Searches the moves listed from `start` on, the best of which has a policy score of `best_policy`.
    fn search_move_list(
        &mut self,
        start: usize,
        best_policy: i32,
        args: NodeArgs,
        forced: ForcedState,
        tt_entry: Option<TtEntry>,
        eval: NodeEval,
    ) -> Result<Score, Aborted> {
        let NodeArgs { beta, depth, ply, .. } = args;
        let is_pv = args.is_pv();
        let settings = self.shared.settings;
        let (own, other) = (self.board.turn(), !self.board.turn());
        // Against a threat, every move that is not listed loses.
        let mut best = if forced == ForcedState::Parry { -mate_in(ply + 4) } else { -INFINITE };
        let (mut best_move, mut alpha) = (None, args.alpha);
        let mut tried = 0;
        let likely_fails_high = forced == ForcedState::Free && self.likely_fails_high(args, eval);
        let list = self.move_list.len() - start;
        let locality = self.locality();
        for n in 0..list {
            let spot = pick_best(&mut self.move_list[start + n..]);
            let is_excluded = self.stack[ply].excluded == spot;
            if forced == ForcedState::Free && !self.board.is_legal(spot) || is_excluded {
                continue;
            }
            let ranks = [self.board.rank(spot, own), self.board.rank(spot, other)];
            let is_quiet = ranks[0] < PointRank::Three && ranks[1] < PointRank::Three;
            // Nothing is pruned as long as all moves tried lose, so that losses are exact.
            if forced == ForcedState::Free && !is_loss(best) && tried > 0 {
                // Step 12. Late-move pruning (+241 Elo, +146 to +385).
                if tried >= self.lmp_count(depth, eval.is_improving) {
                    break;
                }
                // Step 13. Futility pruning (no gain measured: −3 Elo, −25 to +19).
                if is_quiet
                    && depth <= settings.futility_depth
                    && eval.score + settings.futility_margin * depth <= alpha
                {
                    continue;
                }
            }

            // Step 14. Forced-reply extension: to stop a five costs no depth.
            let is_block = matches!(forced, ForcedState::Block(_));
            let mut new_depth = if is_block { depth } else { depth - 1 };

            // Step 15. Singular extension and multi-cut (+2 Elo, −24 to +28, undecided).
            if tried == 0 && forced == ForcedState::Free && depth >= settings.singular_depth {
                match self.singular(args, tt_entry, spot, eval)? {
                    Singularity::Singular => new_depth += 1,
                    Singularity::OneOfMany => new_depth -= 1,
                    Singularity::MultiCut(score) => return Ok(score),
                    Singularity::NotSingular => {}
                }
            }
            // Step 16. Fail-high reduction.
            if likely_fails_high && ranks[0] < PointRank::Four {
                new_depth -= 1;
            }

            // Step 17. Late-move reduction, LMR (+8 Elo, −16 to +33, undecided).
            let is_late = tried > 0 && depth >= settings.lmr_depth && !is_block;
            let reduction = if is_late {
                let policy_gap = best_policy - self.policy(locality, spot);
                let late = LateMove { tried, ranks, policy_gap };
                self.lmr_reduction(args, late, eval.is_improving)
            } else {
                0
            };

            // Step 18. Make the move, search the child, unmake the move.
            self.board.play(spot);
            let score = self.search_child(args, alpha, new_depth, reduction, tried == 0);
            self.board.undo();
            let score = score?;

            // Step 19. New best move, principal variation, beta cutoff.
            tried += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(spot);
                    alpha = score;
                    if is_pv {
                        self.update_pv(ply, spot);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        // Step 20. No legal move: the board is full, or there are only fouls left.
        if tried == 0 && forced == ForcedState::Free {
            return Ok(if self.stack[ply].excluded == Spot::MAX { 0 } else { args.alpha });
        }

        // Step 21. Killers, counter moves and history (see `generate_moves`).
        if best >= beta && forced == ForcedState::Free {
            self.update_histories(start, best_move, ply, depth);
        }

        // Step 22. Store in the transposition table, but for searches with an excluded move.
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if self.stack[ply].excluded == Spot::MAX {
            let entry = TtEntry { spot: best_move, score: score_to_tt(best, ply), bound, depth };
            self.shared.tt.store(self.board.hash(), entry);
        }
        Ok(best)
    }

    /// The principal-variation search of the move just made: the first move with the full window, the
    /// others with a zero window, and again where that fails high.
    fn search_child(
        &mut self,
        args: NodeArgs,
        alpha: Score,
        depth: i32,
        reduction: i32,
        is_first: bool,
    ) -> Result<Score, Aborted> {
        if is_first {
            let cut_node = if args.is_pv() { false } else { !args.cut_node };
            return Ok(-self.node(args.child(alpha, args.beta, depth, cut_node))?);
        }
        let cut_node = reduction > 0 || !args.cut_node;
        let mut score = -self.node(args.child(alpha, alpha + 1, depth - reduction, cut_node))?;
        if reduction > 0 && score > alpha {
            score = -self.node(args.child(alpha, alpha + 1, depth, !args.cut_node))?;
        }
        if args.is_pv() && score > alpha && score < args.beta {
            score = -self.node(args.child(alpha, args.beta, depth, false))?;
        }
        Ok(score)
    }

    /// Searches a root move.
    pub(super) fn search_root_move(
        &mut self,
        args: NodeArgs,
        spot: Spot,
        alpha: Score,
        tried: i32,
    ) -> Result<Score, Aborted> {
        let (own, other) = (self.board.turn(), !self.board.turn());
        let ranks = [self.board.rank(spot, own), self.board.rank(spot, other)];
        self.stack[0].static_eval = self.static_eval();
        let is_late = tried > 1 && args.depth >= self.shared.settings.lmr_depth;
        let late = LateMove { tried, ranks, policy_gap: 0 };
        let reduction = if is_late { self.lmr_reduction(args, late, true) } else { 0 };
        self.pv[1].clear();
        // The first five is never searched, but in multi-PV mode others may be.
        if ranks[0] == PointRank::Five {
            return Ok(mate_in(args.ply + 1));
        }
        self.board.play(spot);
        let score = self.search_child(args, alpha, args.depth - 1, reduction, tried == 0);
        self.board.undo();
        score
    }

    /// Updates the triangular PV table: `spot` and the PV of the child are the PV of `ply`.
    pub(super) fn update_pv(&mut self, ply: usize, spot: Spot) {
        let (pv, child) = self.pv.split_at_mut(ply + 1);
        let line = &mut pv[ply];
        line.clear();
        line.push(spot);
        line.extend_from_slice(&child[0]);
    }
}
