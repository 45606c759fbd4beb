//! The moves of a position, and what is learned from trying them.

use tengen_solver::fives::Spot;

use super::Hand;
use crate::fives::{
    moves::{self, Plight},
    order::Pick,
};

impl Hand<'_> {
    /// Remembers the move that was too good, and those tried in vain before it.
    pub(super) fn praise(&mut self, start: usize, best: Option<Spot>, ply: usize, depth: i32) {
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
    pub(super) fn list(&mut self, plight: Plight, first: Option<Spot>, ply: usize) {
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
