//! Move generation, move ordering, and the statistics that ordering learns from.

use tengen_solver::fives::Spot;

use super::{SearchThread, locality::Locality};
use crate::fives::{
    forced_state::{self, ForcedState},
    history::ScoredMove,
};

impl SearchThread<'_> {
    /// Updates killers, counter moves and history after a beta cutoff by `best`: a bonus for it, a
    /// malus for the moves tried before it.
    pub(super) fn update_histories(
        &mut self,
        start: usize,
        best: Option<Spot>,
        ply: usize,
        depth: i32,
    ) {
        let Some(best) = best else { return };
        let color = self.board.turn();
        let killers = &mut self.stack[ply].killers;
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let last = self.board.moves().last().copied();
        self.memory.history.add_bonus(color, best, last, depth);
        let tried = self.move_list[start..].iter().take_while(|tried| tried.spot() != best);
        for tried in tried.take(16) {
            self.memory.history.add_malus(color, tried.spot(), depth);
        }
    }

    /// Appends the moves of a position to the move list, with their ordering scores: the move of the
    /// transposition table, then policy and history with bonuses for killers and counter move. Returns the
    /// best policy score.
    ///
    /// Killers and counter moves: +31 Elo (+7 to +55). History: no gain measured (−20, −53 to +12).
    pub(super) fn generate_moves(
        &mut self,
        forced: ForcedState,
        tt_move: Option<Spot>,
        ply: usize,
    ) -> i32 {
        let mut best = i32::MIN;
        let locality = self.locality();
        match forced {
            ForcedState::Block(spot) => self.move_list.push(ScoredMove::new(spot, 0)),
            ForcedState::Parry => {
                let mut spots = Vec::with_capacity(16);
                forced_state::parries(&self.board, &mut spots);
                for spot in spots {
                    let policy = self.policy(locality, spot);
                    best = best.max(policy);
                    let score = self.parry_score(spot, policy, tt_move, ply);
                    self.move_list.push(ScoredMove::new(spot, score));
                }
            }
            _ => {
                let killers = self.stack[ply].killers;
                let turn = self.board.turn();
                let settings = self.shared.settings;
                let history = &self.memory.history;
                let last = self.board.moves().last();
                let counter_move = last.map_or(Spot::MAX, |&last| history.counter_move(turn, last));
                for spot in self.board.near() {
                    let learned = history.score(turn, spot) * settings.history_weight / 1024;
                    let policy = self.policy(locality, spot);
                    best = best.max(policy);
                    let mut score = policy + learned;
                    if Some(spot) == tt_move {
                        score = ScoredMove::FIRST;
                    } else if killers.contains(&spot) {
                        score += settings.killer_bonus;
                    } else if spot == counter_move {
                        score += settings.counter_move_bonus;
                    }
                    self.move_list.push(ScoredMove::new(spot, score));
                }
            }
        }
        best
    }

    /// The locality of the moves of this node.
    pub(super) fn locality(&self) -> Locality {
        Locality::new(&self.board, self.shared.settings.locality_weight)
    }

    /// Policy score of a move: by the patterns, and by its distance to the last moves.
    #[inline]
    pub(super) fn policy(&self, locality: Locality, spot: Spot) -> i32 {
        self.board.policy(spot) + locality.score(&self.board, spot)
    }

    /// Ordering score of a parry.
    fn parry_score(&self, spot: Spot, policy: i32, tt_move: Option<Spot>, ply: usize) -> i32 {
        if Some(spot) == tt_move {
            return ScoredMove::FIRST;
        }
        let is_killer = self.stack[ply].killers.contains(&spot);
        let bonus = if is_killer { self.shared.settings.killer_bonus } else { 0 };
        policy + bonus
    }
}
