//! Proof-number search: goes on where the least is left to be shown.

use std::collections::HashMap;

use tengen_core::Color;

use super::attack::{Attack, Attacker, Threat, Try, Width};
use crate::{
    Budget, Stopped,
    fives::{Solution, Threats, frame::Spot, vcf::Vcf},
};

type Id = u32;

/// A number that no sum of others reaches: proven, or out of the question.
const INFINITE: u32 = u32::MAX / 2;

/// A position with the attacker to move.
#[derive(Debug)]
struct Node {
    /// How many positions at least are left to be won to prove a win, and to prove that there is
    /// none.
    proof: u32,
    disproof: u32,
    state: State,
}

#[derive(Debug)]
enum State {
    Leaf,
    /// Won by these fours.
    Fours(Box<[Spot]>),
    Open(Vec<Branch>),
}

/// A move and where the replies lead.
#[derive(Debug)]
struct Branch {
    spot: Spot,
    /// The threat and where its parries lead, once the move has been tried.
    threat: Option<(Threat, Vec<Id>)>,
    proof: u32,
    disproof: u32,
}

/// How far the numbers of a position may rise before the search turns elsewhere.
#[derive(Clone, Copy)]
struct Limit {
    proof: u32,
    disproof: u32,
}

impl Limit {
    fn is_passed(self, proof: u32, disproof: u32) -> bool {
        proof > self.proof || disproof > self.disproof
    }
}

/// A search for wins by threats.
#[derive(Debug)]
pub struct Pns {
    attacker: Attacker,
    nodes: Vec<Node>,
    ids: HashMap<u64, Id>,
}

impl Pns {
    /// A search for wins of `color`.
    pub fn new(color: Color, width: Width, bytes: usize) -> Pns {
        let attacker = Attacker { color, width, vcf: Vcf::new(bytes / 2), patience: 200 };
        Pns { attacker, nodes: Vec::new(), ids: HashMap::new() }
    }

    /// Whether the attacker, to move, wins by threats.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known.
    pub fn wins(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let root = self.id(threats);
        loop {
            let Node { proof, disproof, .. } = self.nodes[root as usize];
            if proof == 0 || disproof == 0 {
                return Ok(proof == 0);
            }
            self.visit(root, Limit { proof: INFINITE, disproof: INFINITE }, threats, budget)?;
        }
    }

    /// How the attacker, to move, wins. It must have been found that he does.
    pub fn solution(&self, threats: &mut Threats) -> Solution {
        let mut solution = Solution::default();
        self.collect(threats, &mut solution);
        solution
    }

    fn collect(&self, threats: &mut Threats, solution: &mut Solution) {
        let attacker = self.attacker.color;
        let id = self.ids[&threats.board().hash()];
        let branches = match &self.nodes[id as usize].state {
            State::Leaf => unreachable!("a leaf is not won"),
            State::Fours(line) => return solution.add_fours(threats, attacker, line),
            State::Open(branches) => branches,
        };
        let won = branches.iter().find(|branch| branch.proof == 0);
        let Branch { spot, threat, .. } = won.expect("a won position has a winning move");
        let (threat, _) = threat.as_ref().expect("it was tried");
        if threat.line.is_empty() {
            solution.add_four(threats, *spot);
        } else {
            solution.add_threat(threats, *spot, &threat.line);
        }
        threats.put(*spot, attacker);
        for &parry in &threat.parries {
            threats.put(parry, !attacker);
            if !solution.has(threats) {
                self.collect(threats, solution);
            }
            threats.lift(parry, !attacker);
        }
        threats.lift(*spot, attacker);
    }

    fn id(&mut self, threats: &Threats) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.ids.entry(threats.board().hash()).or_insert(next);
        if id == next {
            // Many threats are many ways to win and take long to refute; none is a bad sign.
            let color = self.attacker.color;
            let ways = threats.fours(color).count() + threats.threes(color).count();
            let (proof, disproof) = (if ways == 0 { 4 } else { 1 }, ways.max(1) as u32);
            self.nodes.push(Node { proof, disproof, state: State::Leaf });
        }
        id
    }

    /// Works on a position until it is decided, or one of its numbers goes beyond its limit: then
    /// there is more to be gained elsewhere.
    fn visit(
        &mut self,
        id: Id,
        limit: Limit,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let attacker = self.attacker.color;
        loop {
            budget.spend()?;
            let node = &self.nodes[id as usize];
            if node.proof == 0 || node.disproof == 0 || limit.is_passed(node.proof, node.disproof) {
                return Ok(());
            }
            let branches = match &node.state {
                State::Leaf => {
                    self.expand(id, threats, budget)?;
                    continue;
                }
                State::Fours(_) => return Ok(()),
                State::Open(branches) => branches,
            };
            let (number, second) = best(branches.iter().map(|branch| branch.proof));
            let branch = &branches[number];
            let Some((threat, below)) = &branch.threat else {
                self.enter(id, number, threats, budget)?;
                continue;
            };
            let others = node.disproof - branch.disproof;
            let limit = Limit {
                proof: limit.proof.min(second.saturating_add(second / 4)),
                disproof: limit.disproof.saturating_sub(others),
            };
            // Of the replies, the one that is hardest to win against.
            let (reply, second) = best(below.iter().map(|&below| {
                let Node { proof, disproof, .. } = self.nodes[below as usize];
                if proof == 0 { INFINITE } else { disproof }
            }));
            let (parry, below, spot) = (threat.parries[reply], below[reply], branch.spot);
            let others = branch.proof.saturating_sub(self.nodes[below as usize].proof);
            let limit = Limit {
                proof: limit.proof.saturating_sub(others),
                disproof: limit.disproof.min(second.saturating_add(second / 4)),
            };
            threats.put(spot, attacker);
            threats.put(parry, !attacker);
            let visited = self.visit(below, limit, threats, budget);
            threats.lift(parry, !attacker);
            threats.lift(spot, attacker);
            visited?;
            self.update(id, number);
        }
    }

    /// Finds out whether a move is a threat, and where its parries lead.
    fn enter(
        &mut self,
        id: Id,
        branch: usize,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let attacker = self.attacker.color;
        let spot = self.branch(id, branch).spot;
        let mut nodes = 0;
        let threat = self.attacker.threat(threats, spot, &mut nodes);
        budget.charge(nodes)?;
        let Some(threat) = threat else {
            let branch = self.branch(id, branch);
            (branch.proof, branch.disproof) = (INFINITE, 0);
            self.sum(id);
            return Ok(());
        };
        threats.put(spot, attacker);
        let mut below = Vec::with_capacity(threat.parries.len());
        for &parry in &threat.parries {
            threats.put(parry, !attacker);
            below.push(self.id(threats));
            threats.lift(parry, !attacker);
        }
        threats.lift(spot, attacker);
        self.branch(id, branch).threat = Some((threat, below));
        self.update(id, branch);
        Ok(())
    }

    fn branch(&mut self, id: Id, branch: usize) -> &mut Branch {
        match &mut self.nodes[id as usize].state {
            State::Open(branches) => &mut branches[branch],
            State::Leaf | State::Fours(_) => unreachable!("only an open position has branches"),
        }
    }

    /// Sums up what is known below.
    fn update(&mut self, id: Id, branch: usize) {
        let State::Open(branches) = &self.nodes[id as usize].state else { unreachable!() };
        let (_, below) = branches[branch].threat.as_ref().expect("it was tried");
        let numbers = below.iter().map(|&id| &self.nodes[id as usize]);
        let proof = numbers.clone().map(|node| node.proof).fold(0, add);
        let disproof = numbers.map(|node| node.disproof).min().unwrap_or(INFINITE);
        let branch = self.branch(id, branch);
        (branch.proof, branch.disproof) = (proof, disproof);
        self.sum(id);
    }

    fn sum(&mut self, id: Id) {
        let node = &mut self.nodes[id as usize];
        let State::Open(branches) = &node.state else { return };
        node.proof = branches.iter().map(|branch| branch.proof).min().unwrap_or(INFINITE);
        node.disproof = branches.iter().map(|branch| branch.disproof).fold(0, add);
        if node.proof == 0 {
            node.disproof = INFINITE;
        }
    }

    fn expand(
        &mut self,
        id: Id,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let mut nodes = 0;
        let attack = self.attacker.attack(threats, &mut nodes);
        budget.charge(nodes)?;
        let node = &mut self.nodes[id as usize];
        match attack {
            Attack::Win(line) => {
                (node.proof, node.disproof) = (0, INFINITE);
                node.state = State::Fours(line.into());
            }
            Attack::Tries(tries) => {
                let branch = |Try { spot, parries }| Branch {
                    spot,
                    threat: None,
                    proof: parries,
                    disproof: 1,
                };
                node.state = State::Open(tries.into_iter().map(branch).collect());
                self.sum(id);
            }
        }
        Ok(())
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
