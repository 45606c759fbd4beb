//! Proof-number search: goes on where the least is left to be shown.

use std::collections::HashMap;

use tengen_core::Color;

use super::attack::{Attack, Attacker, Threat, Try, Width};
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

/// A move and where the replies lead.
#[derive(Debug)]
struct Branch {
    spot: Spot,
    /// The threat and where its parries lead, once the move has been tried.
    threat: Option<(Threat, Vec<Id>)>,
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
        let attacker = Attacker {
            color,
            width,
            vcf: Vcf::new(bytes / 2),
            patience: std::env::var("PAT").map_or(2000, |t| t.parse().unwrap()),
        };
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
                let (threat, _) = won.threat.as_ref()?;
                Some(Way::Threat(won.spot, &threat.line))
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
        let (branch, spot, tried) = match &self.nodes[id as usize].state {
            State::Leaf => return self.expand(id, threats, budget),
            State::Fours(_) => return Ok(()),
            State::Open(branches) => {
                let best = branches.iter().enumerate().min_by_key(|(_, branch)| branch.proof);
                let (number, branch) = best.expect("an open position has branches");
                (number, branch.spot, branch.threat.is_some())
            }
        };
        if !tried {
            return self.enter(id, branch, threats, budget);
        }
        let nodes = &self.nodes;
        let State::Open(branches) = &nodes[id as usize].state else { unreachable!() };
        let (threat, below) = branches[branch].threat.as_ref().expect("it was tried");
        // Of the replies, the one that is hardest to win against.
        let next = threat
            .parries
            .iter()
            .zip(below)
            .filter(|(_, below)| nodes[**below as usize].proof != 0)
            .min_by_key(|(_, below)| nodes[**below as usize].disproof)
            .map(|(&parry, &below)| (parry, below));
        if let Some((parry, below)) = next {
            threats.put(spot, attacker);
            threats.put(parry, !attacker);
            let visited = self.visit(below, threats, budget);
            threats.lift(parry, !attacker);
            threats.lift(spot, attacker);
            visited?;
        }
        self.update(id, branch);
        Ok(())
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

fn add(sum: u32, number: u32) -> u32 {
    if sum >= INFINITE || number >= INFINITE { INFINITE } else { (sum + number).min(INFINITE - 1) }
}
