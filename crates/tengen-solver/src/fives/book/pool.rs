//! All plans, found by the winner's stones.

use std::{iter, sync::Arc, sync::Mutex, sync::MutexGuard};

use rustc_hash::FxHashMap;
use tengen_core::Color;

use crate::fives::{
    Threats,
    plan::{Plan, hash_of},
    search_frame::Spot,
};

/// The number of a plan, in the order in which they were found.
pub type PlanId = u32;

/// All plans of a book, shared by its workers.
#[derive(Default, Debug)]
pub(crate) struct Pool {
    plans: Mutex<PlanIndex>,
}

/// The plans and their index. No lock is held while a plan is tried.
#[derive(Default, Debug)]
pub(crate) struct PlanIndex {
    plans: Vec<Arc<Plan>>,
    /// By the hash of the winner's stones; the one that was of use last is last.
    by_stones: FxHashMap<u64, Vec<PlanId>>,
    /// Number of moves of all plans.
    moves: usize,
}

/// Maximum number of plans tried before a search is cheaper.
const TRIES: usize = 12;

impl PlanIndex {
    /// Adds a plan for the position of `threats`.
    pub(crate) fn add(&mut self, threats: &Threats, winner: Color, plan: Plan) -> PlanId {
        let id = self.plans.len() as PlanId;
        self.moves += plan.len();
        self.plans.push(Arc::new(plan));
        self.by_stones.entry(hash_of(threats, winner)).or_default().push(id);
        id
    }

    /// The plans for winner's stones of this hash that play on none of the `taken` spots, the likeliest first.
    fn candidates(&self, stones: u64, taken: &[Spot]) -> Vec<(PlanId, Arc<Plan>)> {
        let ids = self.by_stones.get(&stones).map_or(&[][..], Vec::as_slice);
        let plans = ids.iter().rev().map(|&id| (id, &self.plans[id as usize]));
        let likely = plans.filter(|(_, plan)| !taken.iter().any(|&spot| plan.plays_on(spot)));
        likely.take(TRIES).map(|(id, plan)| (id, Arc::clone(plan))).collect()
    }

    fn note_use(&mut self, stones: u64, id: PlanId) {
        if let Some(ids) = self.by_stones.get_mut(&stones)
            && let Some(at) = ids.iter().rposition(|&other| other == id)
        {
            ids.remove(at);
            ids.push(id);
        }
    }
}

impl Pool {
    /// The plans, locked: a number that is logged must be that of the plan.
    pub(crate) fn lock(&self) -> MutexGuard<'_, PlanIndex> {
        self.plans.lock().expect("no worker panics while it holds the plans")
    }

    pub(crate) fn get(&self, id: PlanId) -> Option<Arc<Plan>> {
        self.lock().plans.get(id as usize).cloned()
    }

    /// Number of plans, and of the moves of all of them.
    pub(crate) fn size(&self) -> (usize, usize) {
        let plans = self.lock();
        (plans.plans.len(), plans.moves)
    }

    /// A plan that wins the position of `threats`, `winner` to move: one that was made for the
    /// winner's stones, or for all but one of them.
    pub(crate) fn find(&self, threats: &mut Threats, winner: Color) -> Option<PlanId> {
        let stones = threats.board().stones();
        let taken: Vec<Spot> = stones.iter().map(|&(point, _)| threats.spot(point)).collect();
        let all = hash_of(threats, winner);
        let own = stones.iter().filter(|stone| stone.1 == winner);
        let less = own.map(|&(point, _)| all ^ threats.stone_hash(threats.spot(point), winner));
        let hashes: Vec<u64> = iter::once(all).chain(less).collect();
        hashes.into_iter().find_map(|stones| {
            let candidates = self.lock().candidates(stones, &taken);
            let (id, _) = candidates.into_iter().find(|(_, plan)| plan.wins(threats, winner))?;
            self.lock().note_use(stones, id);
            Some(id)
        })
    }
}
