//! Depth-first search for wins by threats, with more and more effort allowed.

use tengen_core::Color;

use super::{
    Search,
    attack::Width,
    tree::{Branch, Id, State, Tree},
};
use crate::{
    Budget, Stopped,
    fives::{Solution, Threats, frame::Spot},
};

/// An effort that is never allowed: what fails with it fails for good.
const NEVER: u16 = u16::MAX;

/// For a position: with how much effort there is no win. For a threat: what it costs.
type Effort = u16;

/// What a threat with so many parries costs: more the more there are, as the logarithm of the
/// work that they make.
fn cost(width: Width, is_four: bool, parries: usize) -> Effort {
    if is_four {
        return 1;
    }
    let of_parries = match parries {
        0 | 1 => 2,
        2 | 3 => 3,
        4 | 5 => 4,
        6..=8 => 5,
        _ => 6,
    };
    of_parries.max(least_cost(width))
}

/// What a threat costs at least that is not found among the narrower ones.
fn least_cost(width: Width) -> Effort {
    match width {
        Width::Threes => 1,
        Width::Halves => 3,
        Width::Anything => 4,
    }
}

/// A search for wins by threats that goes through them in order, first all that cost little.
#[derive(Debug)]
pub struct Deepening {
    tree: Tree<Effort>,
    width: Width,
    /// After a parry on each spot, what won last.
    answers: Vec<Spot>,
}

impl Search for Deepening {
    fn wins(&mut self, threats: &mut Threats, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        let root = self.tree.id(threats, budget, &mark)?;
        loop {
            let effort = match self.tree.node(root).mark {
                NEVER => return Ok(false),
                failed => failed + 1,
            };
            if self.search(root, effort, 0, threats, budget)? {
                return Ok(true);
            }
        }
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

impl Deepening {
    /// A search for wins of `color` that remembers at most so many bytes of positions.
    pub fn new(color: Color, width: Width, bytes: usize) -> Deepening {
        Deepening { tree: Tree::new(color, bytes), width, answers: Vec::new() }
    }

    /// The same that gives up looking for a win by fours only after so many positions each time.
    #[must_use]
    pub fn patience(mut self, nodes: u64) -> Deepening {
        self.tree.attacker.patience = nodes;
        self
    }

    /// Whether the attacker wins with no more than so much effort, after a parry on `last`.
    fn search(
        &mut self,
        id: Id,
        effort: Effort,
        last: Spot,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let node = self.tree.node(id);
        if node.is_won() {
            return Ok(true);
        }
        if node.mark >= effort {
            return Ok(false);
        }
        self.tree.open(id);
        self.widen(id, effort, threats, budget)?;
        budget.spend()?;
        let State::Open(open) = &mut self.tree.node_mut(id).state else { unreachable!() };
        let mut branches = std::mem::take(&mut open.branches);
        let answer = self.answers.get(usize::from(last)).copied();
        if let Some(at) = branches.iter().position(|branch| Some(branch.spot) == answer) {
            branches[..=at].rotate_right(1);
        }
        let mut won = Ok(None);
        for (at, branch) in branches.iter_mut().enumerate() {
            let Some(rest) = effort.checked_sub(branch.mark) else { continue };
            match self.follow(branch, rest, threats, budget) {
                Ok(true) => won = Ok(Some(at)),
                Ok(false) => continue,
                Err(why) => won = Err(why),
            }
            break;
        }
        match won {
            Ok(Some(at)) => {
                let branch = branches.swap_remove(at);
                self.note(last, branch.spot);
                self.put_back(id, branches);
                self.tree.win(id, branch);
                Ok(true)
            }
            Ok(None) => {
                let is_dead = |branch: &Branch<_>| {
                    branch.below.iter().any(|&(_, below)| self.tree.node(below).mark == NEVER)
                };
                let (dead, alive) = branches.into_iter().partition::<Vec<_>, _>(is_dead);
                for branch in dead {
                    self.tree.drop(branch);
                }
                let nothing_left = alive.is_empty();
                self.put_back(id, alive);
                let node = self.tree.node_mut(id);
                node.mark = effort;
                let State::Open(open) = &node.state else { unreachable!() };
                if nothing_left && open.next.is_none() {
                    node.mark = NEVER;
                    self.tree.lose(id);
                }
                Ok(false)
            }
            Err(why) => {
                self.put_back(id, branches);
                Err(why)
            }
        }
    }

    fn put_back(&mut self, id: Id, branches: Vec<Branch<Effort>>) {
        let State::Open(open) = &mut self.tree.node_mut(id).state else { unreachable!() };
        open.branches = branches;
    }

    fn note(&mut self, last: Spot, answer: Spot) {
        let at = usize::from(last);
        if at >= self.answers.len() {
            self.answers.resize(at + 1, 0);
        }
        self.answers[at] = answer;
    }

    /// Finds the threats that so much effort allows.
    fn widen(
        &mut self,
        id: Id,
        effort: Effort,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        loop {
            let State::Open(open) = &mut self.tree.nodes[id as usize].state else { return Ok(()) };
            let width = match open.next {
                _ if !open.tries.is_empty() => Width::Threes,
                Some(width) if effort >= least_cost(width) => {
                    self.tree.attacker.tries(threats, width, &mut open.tries);
                    open.next = width.next().filter(|&next| next <= self.width);
                    width
                }
                _ => return Ok(()),
            };
            loop {
                let State::Open(open) = &mut self.tree.nodes[id as usize].state else { break };
                let Some(next) = open.tries.last().copied() else { break };
                let branch = self.tree.enter(next.spot, threats, budget, &mark, 0)?;
                let State::Open(open) = &mut self.tree.nodes[id as usize].state else { break };
                open.tries.pop();
                if let Some(mut branch) = branch {
                    branch.mark = cost(width, branch.line.is_empty(), branch.below.len());
                    open.branches.push(branch);
                    open.branches.sort_by_key(|branch| branch.mark);
                }
            }
        }
    }

    /// Whether a threat wins, with so much effort left after it.
    fn follow(
        &mut self,
        branch: &mut Branch<Effort>,
        effort: Effort,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let attacker = self.tree.attacker.color;
        let fails = |id: Id| !self.tree.node(id).is_won() && self.tree.node(id).mark >= effort;
        if branch.below.iter().any(|&(_, below)| fails(below)) {
            return Ok(false);
        }
        threats.put(branch.spot, attacker);
        let mut won = Ok(true);
        for at in 0..branch.below.len() {
            let (parry, below) = branch.below[at];
            if self.tree.node(below).is_won() {
                continue;
            }
            threats.put(parry, !attacker);
            won = self.search(below, effort, parry, threats, budget);
            threats.lift(parry, !attacker);
            if won != Ok(true) {
                // It will be the best reply next time, too.
                branch.below[..=at].rotate_right(1);
                break;
            }
        }
        threats.lift(branch.spot, attacker);
        won
    }
}

/// With how much effort a new position fails.
fn mark(_: &Threats, state: &State<Effort>) -> Effort {
    if matches!(state, State::Lost) { NEVER } else { 0 }
}
