//! Proof-number search: goes on where the least is left to be shown.

use std::cmp::Reverse;

use tengen_core::Color;

use super::{
    Search,
    attack::Width,
    tree::{Answers, Branch, Id, Open, State, Tree},
};
use crate::{
    Budget, Stopped,
    fives::{Solution, Threats, frame::Spot},
};

/// A number that no sum of others reaches: proven, or out of the question.
const INFINITE: u32 = u32::MAX / 2;

/// About how many positions are left to be won to prove a win, and to be refuted to prove that
/// there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn is_beyond(self, limit: Numbers) -> bool {
        self.proof > limit.proof || self.disproof > limit.disproof
    }
}

/// A search for wins by threats.
#[derive(Debug)]
pub struct Pns {
    tree: Tree<Numbers>,
    width: Width,
    answers: Answers,
}

impl Search for Pns {
    fn wins(&mut self, threats: &mut Threats, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        let mark = self.mark();
        let root = self.tree.id(threats, budget, &mark)?;
        let limit = Numbers { proof: INFINITE, disproof: INFINITE };
        while !self.tree.node(root).mark.is_decided() {
            self.visit(root, 0, limit, threats, budget)?;
        }
        Ok(self.tree.node(root).is_won())
    }

    fn is_sure(&self) -> bool {
        self.tree.attacker.is_sure
    }

    fn is_crowded(&self) -> bool {
        self.tree.is_crowded()
    }

    fn solution(&self, threats: &mut Threats) -> Solution {
        self.tree.solution(threats)
    }
}

impl Pns {
    /// A search for wins of `color` that remembers at most so many bytes of positions.
    pub fn new(color: Color, width: Width, bytes: usize) -> Pns {
        Pns { tree: Tree::new(color, bytes), width, answers: Answers::default() }
    }

    /// The same that gives up looking for a win by fours only after so many positions each time.
    #[must_use]
    pub fn patience(mut self, nodes: u64) -> Pns {
        self.tree.attacker.patience = nodes;
        self
    }

    /// The numbers of a new position.
    fn mark(&self) -> impl Fn(&Threats, &State<Numbers>) -> Numbers + use<> {
        let color = self.tree.attacker.color;
        move |threats, state| match state {
            State::Fours(_) | State::Won(_) => Numbers::WON,
            State::Lost => Numbers::LOST,
            // A four of the defender mostly just puts off what is decided elsewhere.
            State::Fresh { must: Some(_) } => Numbers { proof: 1, disproof: 8 },
            State::Fresh { must: None } | State::Open(_) => {
                // Many threats are many ways to win and take long to refute; none is a bad sign.
                let ways = threats.fours(color).count() + threats.threes(color).count();
                let proof = if ways == 0 { 4 } else { 1 };
                Numbers { proof, disproof: ways.max(1) as u32 }
            }
        }
    }

    /// Works on a position until it is decided, or one of its numbers goes beyond its limit: then
    /// there is more to be gained elsewhere.
    fn visit(
        &mut self,
        id: Id,
        last: Spot,
        limit: Numbers,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let attacker = self.tree.attacker.color;
        if matches!(self.tree.node(id).state, State::Fresh { .. }) {
            self.tree.open(id);
            self.refill(id, last, threats);
            self.sum(id);
        }
        loop {
            budget.spend()?;
            let numbers = self.tree.node(id).mark;
            if numbers.is_decided() || numbers.is_beyond(limit) {
                return Ok(());
            }
            let State::Open(open) = &self.tree.node(id).state else { unreachable!() };
            let (number, second) = best(open.branches.iter().map(|branch| branch.mark.proof));
            let branch = open.branches.get(number);
            let untried = untried(open);
            let Some(branch) = branch.filter(|branch| branch.mark.proof < untried.proof) else {
                self.try_next(id, last, threats, budget)?;
                continue;
            };
            let slack = |number: u32| number.saturating_add(number / 8);
            let limit = Numbers {
                proof: limit.proof.min(slack(second.min(untried.proof))),
                disproof: limit.disproof.saturating_sub(untried.disproof),
            };
            // Of the replies, the one that is hardest to win against.
            let (reply, second) = best(branch.below.iter().map(|&(_, below)| {
                let Numbers { proof, disproof } = self.tree.node(below).mark;
                if proof == 0 { INFINITE } else { disproof }
            }));
            let (parry, below) = branch.below[reply];
            let others = branch.mark.proof.saturating_sub(self.tree.node(below).mark.proof);
            let limit = Numbers {
                proof: limit.proof.saturating_sub(others),
                disproof: limit.disproof.min(slack(second)),
            };
            let spot = branch.spot;
            threats.put(spot, attacker);
            threats.put(parry, !attacker);
            let visited = self.visit(below, parry, limit, threats, budget);
            threats.lift(parry, !attacker);
            threats.lift(spot, attacker);
            visited?;
            self.update(id, number, last);
        }
    }

    fn open(&mut self, id: Id) -> &mut Open<Numbers> {
        match &mut self.tree.node_mut(id).state {
            State::Open(open) => open,
            _ => unreachable!("only an open position is worked on"),
        }
    }

    /// Makes sure that there is a next move to try, if there are any left.
    fn refill(&mut self, id: Id, last: Spot, threats: &Threats) {
        let State::Open(open) = &mut self.tree.nodes[id as usize].state else { unreachable!() };
        let answer = self.answers.get(last);
        while open.tries.is_empty()
            && let Some(width) = open.next
        {
            self.tree.attacker.tries(threats, width, &mut open.tries);
            for next in open.tries.iter_mut().filter(|next| Some(next.spot) == answer) {
                next.cost = 1;
            }
            open.tries.sort_by_key(|next| Reverse(next.cost));
            open.next = width.next().filter(|&next| next <= self.width);
        }
    }

    /// Finds out whether the next move is a threat, and where its parries lead.
    fn try_next(
        &mut self,
        id: Id,
        last: Spot,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let next = *self.open(id).tries.last().expect("there are moves to try");
        let mark = self.mark();
        let branch = self.tree.enter(next.spot, threats, budget, &mark, Numbers::LOST)?;
        self.open(id).tries.pop();
        self.refill(id, last, threats);
        if let Some(branch) = branch {
            let open = self.open(id);
            open.branches.push(branch);
            let number = open.branches.len() - 1;
            self.update(id, number, last);
        } else {
            self.sum(id);
        }
        Ok(())
    }

    /// Sums up what is known of a threat.
    fn update(&mut self, id: Id, number: usize, last: Spot) {
        let State::Open(open) = &self.tree.node(id).state else { unreachable!() };
        let below = open.branches[number].below.iter();
        let numbers = below.map(|&(_, below)| self.tree.node(below).mark);
        let proof = numbers.clone().map(|numbers| numbers.proof).fold(0, add);
        let disproof = numbers.map(|numbers| numbers.disproof).min().unwrap_or(INFINITE);
        let open = self.open(id);
        if disproof == 0 {
            let branch = open.branches.swap_remove(number);
            self.tree.forget(&branch);
        } else if proof == 0 {
            let branch = open.branches.swap_remove(number);
            self.answers.note(last, branch.spot);
            self.tree.win(id, branch);
            self.tree.node_mut(id).mark = Numbers::WON;
            return;
        } else {
            open.branches[number].mark = Numbers { proof, disproof };
        }
        self.sum(id);
    }

    /// Sums up what is known of a position.
    fn sum(&mut self, id: Id) {
        let open = self.open(id);
        let untried = untried(open);
        let branches = || open.branches.iter().map(|branch: &Branch<Numbers>| branch.mark);
        let proof = branches().map(|numbers| numbers.proof).min().unwrap_or(INFINITE);
        // Not the sum: what refutes one threat often refutes others, or is even the same position.
        let disproof = branches().map(|numbers| numbers.disproof).max().unwrap_or(0);
        let disproof = add(disproof, untried.disproof);
        if disproof == 0 {
            self.tree.lose(id);
            self.tree.node_mut(id).mark = Numbers::LOST;
        } else {
            let proof = proof.min(untried.proof);
            self.tree.node_mut(id).mark = Numbers { proof, disproof };
        }
    }
}

/// The numbers of all that was not tried yet, taken together.
fn untried(open: &Open<Numbers>) -> Numbers {
    match open.tries.last() {
        Some(next) => Numbers { proof: u32::from(next.cost), disproof: 1 },
        None => Numbers::LOST,
    }
}

/// Which number is the least, and what the least of the others is.
fn best(numbers: impl Iterator<Item = u32>) -> (usize, u32) {
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
