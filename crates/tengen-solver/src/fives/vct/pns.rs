//! Proof-number search (PNS), depth first with thresholds as df-pn.

use std::cmp::Reverse;

use tengen_core::Color;

use super::and_or_tree::{AndNode, AndOrTree, Expansion, NodeMark, OrNodeId, OrState};
use crate::{
    Budget, Stopped,
    fives::{Threats, search_frame::Spot},
};

/// Infinity: proven or disproven. No finite sum reaches it.
const INFINITE: u32 = u32::MAX / 2;

/// Proof and disproof number: the least number of leaves still to be proven or disproven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    const LOST: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
    const NEW: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn exceeds(self, limit: ProofNumbers) -> bool {
        self.proof > limit.proof || self.disproof > limit.disproof
    }
}

/// VCT by proof-number search: the most-proving node is expanded next.
pub type Pns = AndOrTree<ProofNumbers>;

impl NodeMark for ProofNumbers {
    /// Initial proof and disproof numbers of a leaf, a heuristic by its threats.
    fn new(threats: &Threats, color: Color, state: &OrState<ProofNumbers>) -> ProofNumbers {
        match state {
            OrState::Fours(_) | OrState::Won(_) => ProofNumbers::WON,
            OrState::Lost => ProofNumbers::LOST,
            // A four of the defender mostly just delays what is decided elsewhere.
            OrState::Fresh { must: Some(_) } => ProofNumbers { proof: 1, disproof: 8 },
            OrState::Fresh { must: None } | OrState::Open(_) => {
                // Many threats are many ways to win and take long to refute; none is a bad sign.
                let ways = threats.fours(color).count() + threats.threes(color).count();
                let proof = if ways == 0 { 4 } else { 1 };
                ProofNumbers { proof, disproof: ways.max(1) as u32 }
            }
        }
    }

    fn search(
        tree: &mut Pns,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let root = tree.id(threats, budget)?;
        let limit = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        while !tree.node(root).mark.is_decided() {
            tree.df_pn(root, 0, limit, threats, budget)?;
        }
        Ok(tree.node(root).is_won())
    }
}

impl Pns {
    /// Searches an OR node until it is decided or one of its numbers exceeds its threshold: then the
    /// most-proving node is elsewhere.
    fn df_pn(
        &mut self,
        id: OrNodeId,
        last: Spot,
        limit: ProofNumbers,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let attacker = self.generator.color;
        if matches!(self.node(id).state, OrState::Fresh { .. }) {
            self.start(id);
            self.refill(id, last, threats, budget);
            self.update_node(id);
        }
        loop {
            budget.spend()?;
            let numbers = self.node(id).mark;
            if numbers.is_decided() || numbers.exceeds(limit) {
                return Ok(());
            }
            let OrState::Open(open) = &self.node(id).state else { unreachable!() };
            let (number, second) = two_least(open.branches.iter().map(|branch| branch.mark.proof));
            let branch = open.branches.get(number);
            let untried = untried(open);
            let Some(branch) = branch.filter(|branch| branch.mark.proof < untried.proof) else {
                self.expand_next(id, last, threats, budget)?;
                continue;
            };
            let is_won = |&(_, below): &(Spot, OrNodeId)| self.node(below).is_won();
            if branch.below.iter().all(is_won) {
                // A quiet move whose last parries were not looked at when the search was stopped.
                self.update_branch(id, number, last, threats, budget)?;
                continue;
            }
            // The 1 + ε trick: thresholds with a slack of one in eight switch less often.
            let slack = |number: u32| number.saturating_add(number / 8);
            let limit = ProofNumbers {
                proof: limit.proof.min(slack(second.min(untried.proof))),
                disproof: limit.disproof.saturating_sub(untried.disproof),
            };
            // Of the parries, the one with the least disproof number.
            let (reply, second) = two_least(branch.below.iter().map(|&(_, below)| {
                let ProofNumbers { proof, disproof } = self.node(below).mark;
                if proof == 0 { INFINITE } else { disproof }
            }));
            let (parry, below) = branch.below[reply];
            let others = branch.mark.proof.saturating_sub(self.node(below).mark.proof);
            let limit = ProofNumbers {
                proof: limit.proof.saturating_sub(others),
                disproof: limit.disproof.min(slack(second)),
            };
            let spot = branch.spot;
            threats.put(spot, attacker);
            threats.put(parry, !attacker);
            let searched = self.df_pn(below, parry, limit, threats, budget);
            threats.lift(parry, !attacker);
            threats.lift(spot, attacker);
            searched?;
            self.update_branch(id, number, last, threats, budget)?;
        }
    }

    /// Refills the list of candidates from the next width, if it is empty.
    fn refill(&mut self, id: OrNodeId, last: Spot, threats: &mut Threats, budget: &mut Budget<'_>) {
        let answer = self.counter_moves.get(last);
        while self.open(id).candidates.is_empty()
            && let Some(width) = self.open(id).next
        {
            let candidates = self.widen(id, width, threats, budget);
            for next in candidates.iter_mut().filter(|next| Some(next.spot) == answer) {
                next.cost = 1;
            }
            candidates.sort_by_key(|next| (Reverse(next.cost), next.worth));
        }
    }

    /// Expands the next candidate: whether it is a threat, and where its parries lead.
    fn expand_next(
        &mut self,
        id: OrNodeId,
        last: Spot,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let next = *self.open(id).candidates.last().expect("there are moves to try");
        let branch = self.enter(next, threats, budget, ProofNumbers::NEW)?;
        self.open(id).candidates.pop();
        self.refill(id, last, threats, budget);
        if let Some(branch) = branch {
            let open = self.open(id);
            open.branches.push(branch);
            let number = open.branches.len() - 1;
            self.update_branch(id, number, last, threats, budget)
        } else {
            self.update_node(id);
            Ok(())
        }
    }

    /// Updates the numbers of an AND node: proof numbers add up, the least disproof number counts.
    fn update_branch(
        &mut self,
        id: OrNodeId,
        number: usize,
        last: Spot,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let OrState::Open(open) = &self.node(id).state else { unreachable!() };
        let is_won = |&(_, below): &(Spot, OrNodeId)| self.node(below).is_won();
        if open.branches[number].below.iter().all(is_won) {
            self.complete(id, number, threats, budget)?;
        }
        let OrState::Open(open) = &self.node(id).state else { unreachable!() };
        let below = open.branches[number].below.iter();
        let numbers = below.map(|&(_, below)| self.node(below).mark);
        let proof = numbers.clone().map(|numbers| numbers.proof).fold(0, add);
        let disproof = numbers.map(|numbers| numbers.disproof).min().unwrap_or(INFINITE);
        let open = self.open(id);
        if disproof == 0 {
            let branch = open.branches.swap_remove(number);
            self.forget(&branch);
        } else if proof == 0 {
            let branch = open.branches.swap_remove(number);
            self.counter_moves.note(last, branch.spot);
            self.win(id, branch);
            self.node_mut(id).mark = ProofNumbers::WON;
            return Ok(());
        } else {
            open.branches[number].mark = ProofNumbers { proof, disproof };
        }
        self.update_node(id);
        Ok(())
    }

    /// Updates the numbers of an OR node: the least proof number, the largest disproof number.
    fn update_node(&mut self, id: OrNodeId) {
        let is_wary = self.generator.is_wary;
        let open = self.open(id);
        let untried = untried(open);
        let branches = || open.branches.iter().map(|branch: &AndNode<ProofNumbers>| branch.mark);
        let proof = branches().map(|numbers| numbers.proof).min().unwrap_or(INFINITE);
        // Not the sum: what refutes one threat often refutes others, or is even the same position. A wary search,
        // whose threats are fewer, is another member of a portfolio if it does take the sum.
        let disproof = if is_wary {
            branches().map(|numbers| numbers.disproof).fold(0, add)
        } else {
            branches().map(|numbers| numbers.disproof).max().unwrap_or(0)
        };
        let disproof = add(disproof, untried.disproof);
        if disproof == 0 {
            self.lose(id);
            self.node_mut(id).mark = ProofNumbers::LOST;
        } else {
            let proof = proof.min(untried.proof);
            self.node_mut(id).mark = ProofNumbers { proof, disproof };
        }
    }
}

/// The numbers of all candidates not expanded yet, as one virtual leaf.
fn untried(open: &Expansion<ProofNumbers>) -> ProofNumbers {
    match open.candidates.last() {
        Some(next) => ProofNumbers { proof: u32::from(next.cost), disproof: 1 },
        None => ProofNumbers::LOST,
    }
}

/// Index of the least number, and the second least.
fn two_least(numbers: impl Iterator<Item = u32>) -> (usize, u32) {
    let (mut at, mut least, mut second) = (0, u32::MAX, u32::MAX);
    for (index, number) in numbers.enumerate() {
        if number < least {
            (at, least, second) = (index, number, least);
        } else if number < second {
            second = number;
        }
    }
    (at, second.min(INFINITE))
}

fn add(sum: u32, number: u32) -> u32 {
    if sum >= INFINITE || number >= INFINITE { INFINITE } else { (sum + number).min(INFINITE - 1) }
}
