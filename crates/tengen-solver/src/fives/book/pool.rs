//! All plans, found by the winner's stones.

use std::collections::HashMap;

use tengen_core::Color;

use super::plan::{Plan, hash_of};
use crate::fives::{Threats, frame::Spot};

/// The number of a plan, in the order in which they were found.
pub type PlanId = u32;

/// All plans of a book.
#[derive(Default, Debug)]
pub(crate) struct Pool {
    plans: Vec<Plan>,
    /// By the hash of the winner's stones; the one that was of use last is last.
    shelves: HashMap<u64, Vec<PlanId>>,
}

/// How many plans are walked through before a search is cheaper.
const TRIES: usize = 16;

impl Pool {
    pub(crate) fn get(&self, id: PlanId) -> Option<&Plan> {
        self.plans.get(id as usize)
    }

    pub(crate) fn len(&self) -> usize {
        self.plans.len()
    }

    /// Adds a plan for the position of `threats`.
    pub(crate) fn add(&mut self, threats: &Threats, winner: Color, plan: Plan) -> PlanId {
        let id = self.plans.len() as PlanId;
        self.plans.push(plan);
        self.shelves.entry(hash_of(threats, winner)).or_default().push(id);
        id
    }

    /// A plan that wins the position of `threats`, `winner` to move.
    pub(crate) fn find(&mut self, threats: &mut Threats, winner: Color) -> Option<PlanId> {
        let shelf = self.shelves.get_mut(&hash_of(threats, winner))?;
        let stones = threats.board().stones();
        let others = stones.into_iter().filter(|stone| stone.1 != winner);
        let others: Vec<Spot> = others.map(|(point, _)| threats.spot(point)).collect();
        let likely = |&at: &usize| {
            let plan = &self.plans[shelf[at] as usize];
            !others.iter().any(|&spot| plan.plays_on(spot))
        };
        let mut tries = (0..shelf.len()).rev().filter(likely).take(TRIES);
        let at = tries.find(|&at| self.plans[shelf[at] as usize].wins(threats, winner))?;
        let id = shelf.remove(at);
        shelf.push(id);
        Some(id)
    }
}
