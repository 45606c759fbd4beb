//! Depth-first search for wins by threats, with more and more effort allowed.

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
    answers: Answers,
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
        Deepening { tree: Tree::new(color, bytes), width, answers: Answers::default() }
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
        let mut branches = std::mem::take(&mut self.open(id).branches);
        let answer = self.answers.get(last);
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
        self.open(id).branches = branches;
        if let Some(at) = won? {
            let branch = self.open(id).branches.swap_remove(at);
            self.answers.note(last, branch.spot);
            self.tree.win(id, branch);
            return Ok(true);
        }
        self.fail(id, effort);
        Ok(false)
    }

    /// Notes that there is no win with so much effort, and whether there is none at all.
    fn fail(&mut self, id: Id, effort: Effort) {
        let branches = std::mem::take(&mut self.open(id).branches);
        let is_dead = |branch: &Branch<_>| {
            branch.below.iter().any(|&(_, below)| self.tree.node(below).mark == NEVER)
        };
        let (dead, alive): (Vec<_>, Vec<_>) = branches.into_iter().partition(is_dead);
        for branch in dead {
            self.tree.forget(&branch);
        }
        let open = self.open(id);
        open.branches = alive;
        let is_lost = open.branches.is_empty() && open.next.is_none();
        self.tree.node_mut(id).mark = if is_lost { NEVER } else { effort };
        if is_lost {
            self.tree.lose(id);
        }
    }

    fn open(&mut self, id: Id) -> &mut Open<Effort> {
        match &mut self.tree.node_mut(id).state {
            State::Open(open) => open,
            _ => unreachable!("only an open position is worked on"),
        }
    }

    /// Finds the threats that so much effort allows.
    fn widen(
        &mut self,
        id: Id,
        effort: Effort,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        while let State::Open(open) = &mut self.tree.nodes[id as usize].state {
            if let Some(&next) = open.tries.last() {
                let branch = self.tree.enter(next.spot, threats, budget, &mark, 0)?;
                let open = self.open(id);
                open.tries.pop();
                if let Some(mut branch) = branch {
                    branch.mark = cost(next.width, branch.line.is_empty(), branch.below.len());
                    let at = open.branches.partition_point(|other| other.mark <= branch.mark);
                    open.branches.insert(at, branch);
                }
            } else if let Some(width) = open.next.filter(|&width| effort >= least_cost(width)) {
                self.tree.attacker.tries(threats, width, &mut open.tries);
                open.next = width.next().filter(|&next| next <= self.width);
            } else {
                break;
            }
        }
        Ok(())
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
