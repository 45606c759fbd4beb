//! Proof-number search: goes on where the least is left to be shown.

use std::collections::HashMap;

use tengen_core::Color;

use super::attack::{Attack, Attacker, Threat, Width};
use crate::{
    Budget, Stopped,
    fives::{Threats, frame::Spot, vcf::Vcf},
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

/// A threat and where the replies lead.
#[derive(Debug)]
struct Branch {
    threat: Threat,
    /// As many as there are parries once the branch has been entered.
    nodes: Vec<Id>,
    proof: u32,
    disproof: u32,
}

/// How the attacker wins a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way<'a> {
    /// By these fours.
    Fours(&'a [Spot]),
    /// By a threat on a spot; it wins by these fours where it is not parried. A four has none.
    Threat(Spot, &'a [Spot]),
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
        let attacker = Attacker { color, width, vcf: Vcf::new(bytes / 2), patience: 2_000 };
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
            self.visit(root, threats, budget)?;
        }
    }

    /// How the attacker, to move, wins, if that is known.
    pub fn way(&self, threats: &Threats) -> Option<Way<'_>> {
        let node = &self.nodes[*self.ids.get(&threats.board().hash())? as usize];
        if node.proof != 0 {
            return None;
        }
        match &node.state {
            State::Leaf => None,
            State::Fours(line) => Some(Way::Fours(line)),
            State::Open(branches) => {
                let won = branches.iter().find(|branch| branch.proof == 0)?;
                Some(Way::Threat(won.threat.spot, &won.threat.line))
            }
        }
    }

    fn id(&mut self, threats: &Threats) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.ids.entry(threats.board().hash()).or_insert(next);
        if id == next {
            self.nodes.push(Node { proof: 1, disproof: 1, state: State::Leaf });
        }
        id
    }

    /// Goes down to the position that matters most, expands it, and comes back.
    fn visit(
        &mut self,
        id: Id,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let Node { proof, disproof, .. } = self.nodes[id as usize];
        if proof == 0 || disproof == 0 {
            // It was decided by way of another line; the numbers above are old.
            return Ok(());
        }
        let attacker = self.attacker.color;
        let (branch, spot, entered) = match &self.nodes[id as usize].state {
            State::Leaf => return self.expand(id, threats, budget),
            State::Fours(_) => return Ok(()),
            State::Open(branches) => {
                let best = branches.iter().enumerate().min_by_key(|(_, branch)| branch.proof);
                let (number, branch) = best.expect("an open position has branches");
                (number, branch.threat.spot, !branch.nodes.is_empty())
            }
        };
        threats.put(spot, attacker);
        if !entered {
            let parries = self.branch(id, branch).threat.parries.clone();
            let ids = parries.iter().map(|&parry| {
                threats.put(parry, !attacker);
                let id = self.id(threats);
                threats.lift(parry, !attacker);
                id
            });
            let ids = ids.collect();
            self.branch(id, branch).nodes = ids;
        }
        let nodes = &self.nodes;
        let State::Open(branches) = &nodes[id as usize].state else { unreachable!() };
        let Branch { threat, nodes: below, .. } = &branches[branch];
        // Of the replies, the one that is hardest to win against.
        let open = threat.parries.iter().zip(below);
        let next = open
            .filter(|(_, below)| nodes[**below as usize].proof != 0)
            .min_by_key(|(_, below)| nodes[**below as usize].disproof)
            .map(|(&parry, &below)| (parry, below));
        let visited = match next {
            None => Ok(()),
            Some((parry, below)) => {
                threats.put(parry, !attacker);
                let visited = self.visit(below, threats, budget);
                threats.lift(parry, !attacker);
                visited
            }
        };
        threats.lift(spot, attacker);
        visited?;
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
        let below: Vec<Id> = self.branch(id, branch).nodes.clone();
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
            Attack::Threats(threats) => {
                let branch = |threat: Threat| {
                    let proof = threat.parries.len() as u32;
                    let disproof = if proof == 0 { INFINITE } else { 1 };
                    Branch { threat, nodes: Vec::new(), proof, disproof }
                };
                node.state = State::Open(threats.into_iter().map(branch).collect());
                self.sum(id);
            }
        }
        Ok(())
    }
}

fn add(sum: u32, number: u32) -> u32 {
    if sum >= INFINITE || number >= INFINITE { INFINITE } else { (sum + number).min(INFINITE - 1) }
}
