//! All plans, found by the winner's stones.

use std::{collections::HashMap, iter};

use tengen_core::Color;

use super::plan::{Plan, hash_of};
use crate::fives::{Threats, search_frame::Spot};

/// The number of a plan, in the order in which they were found.
pub type PlanId = u32;

/// All plans of a book.
#[derive(Default, Debug)]
pub(crate) struct Pool {
    plans: Vec<Plan>,
    /// By the hash of the winner's stones; the one that was of use last is last.
    by_stones: HashMap<u64, Vec<PlanId>>,
}

/// Maximum number of plans tried before a search is cheaper.
const TRIES: usize = 12;

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
        self.by_stones.entry(hash_of(threats, winner)).or_default().push(id);
        id
    }

    /// A plan that wins the position of `threats`, `winner` to move: one that was made for the
    /// winner's stones, or for all but one of them.
    pub(crate) fn find(&mut self, threats: &mut Threats, winner: Color) -> Option<PlanId> {
        let stones = threats.board().stones();
        let spots = |color: Color| {
            let stones = stones.iter().filter(move |stone| stone.1 == color);
            stones.map(|&(point, _)| threats.spot(point)).collect::<Vec<Spot>>()
        };
        let (own, other) = (spots(winner), spots(!winner));
        let all = hash_of(threats, winner);
        let less = own.iter().map(|&spot| all ^ threats.stone_hash(spot, winner));
        let hashes: Vec<u64> = iter::once(all).chain(less).collect();
        hashes.into_iter().find_map(|stones| self.find_on(stones, &own, &other, threats, winner))
    }

    /// A plan made for winner's stones of this hash that wins here too.
    fn find_on(
        &mut self,
        stones: u64,
        own: &[Spot],
        other: &[Spot],
        threats: &mut Threats,
        winner: Color,
    ) -> Option<PlanId> {
        let plans = self.by_stones.get_mut(&stones)?;
        // A plan needs all points that it plays on.
        let likely = |&at: &usize| {
            let plan = &self.plans[plans[at] as usize];
            !own.iter().chain(other).any(|&spot| plan.plays_on(spot))
        };
        let mut tries = (0..plans.len()).rev().filter(likely).take(TRIES);
        let at = tries.find(|&at| self.plans[plans[at] as usize].wins(threats, winner))?;
        let id = plans.remove(at);
        plans.push(id);
        Some(id)
    }
}
