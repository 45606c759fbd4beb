//! VCT by depth-first iterative deepening on the effort of threats.

use tengen_core::Color;

use super::{
    and_or_tree::{AndNode, AndOrTree, NodeMark, OrNodeId, OrState},
    threat_generator::{ThreatKind, Width},
};
use crate::{
    Budget, Stopped,
    fives::{Threats, search_frame::Spot},
};

/// Infinite effort: what fails with it is disproven.
const NEVER: u16 = u16::MAX;

/// Effort, the depth of this search. Of a position: the effort that failed. Of a threat: its cost.
type DepthEffort = u16;

/// Cost of a threat: about the logarithm of the work that its parries make.
fn cost(width: Width, is_four: bool, parries: usize) -> DepthEffort {
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

/// Minimum cost of the threats of a width.
fn least_cost(width: Width) -> DepthEffort {
    match width {
        Width::Threes => 1,
        Width::Halves => 3,
        Width::Anything => 4,
        Width::Quiet => 6,
    }
}

/// VCT search by iterative deepening: all threats within an effort, then more effort.
pub type Deepening = AndOrTree<DepthEffort>;

impl NodeMark for DepthEffort {
    /// The effort that fails in a new position.
    fn new(_: &Threats, _: Color, state: &OrState<DepthEffort>) -> DepthEffort {
        if matches!(state, OrState::Lost) { NEVER } else { 0 }
    }

    fn search(
        tree: &mut Deepening,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let root = tree.id(threats, budget)?;
        loop {
            let effort = match tree.node(root).mark {
                NEVER => return Ok(false),
                failed => failed + 1,
            };
            if tree.deepen(root, effort, 0, threats, budget)? {
                return Ok(true);
            }
        }
    }
}

impl Deepening {
    /// Whether the attacker wins within `effort`, after a parry on `last`.
    fn deepen(
        &mut self,
        id: OrNodeId,
        effort: DepthEffort,
        last: Spot,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let node = self.node(id);
        if node.is_won() {
            return Ok(true);
        }
        if node.mark >= effort {
            return Ok(false);
        }
        self.start(id);
        self.generate(id, effort, threats, budget)?;
        budget.spend()?;
        let mut branches = std::mem::take(&mut self.open(id).branches);
        let answer = self.counter_moves.get(last);
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
            self.counter_moves.note(last, branch.spot);
            self.win(id, branch);
            return Ok(true);
        }
        self.fail(id, effort);
        Ok(false)
    }

    /// Records that there is no win within `effort`, and whether there is none at all.
    fn fail(&mut self, id: OrNodeId, effort: DepthEffort) {
        let branches = std::mem::take(&mut self.open(id).branches);
        let is_dead = |branch: &AndNode<_>| {
            branch.below.iter().any(|&(_, below)| self.node(below).mark == NEVER)
        };
        let (dead, alive): (Vec<_>, Vec<_>) = branches.into_iter().partition(is_dead);
        for branch in dead {
            self.forget(&branch);
        }
        let open = self.open(id);
        open.branches = alive;
        let is_lost = open.branches.is_empty() && open.next.is_none();
        self.node_mut(id).mark = if is_lost { NEVER } else { effort };
        if is_lost {
            self.lose(id);
        }
    }

    /// Generates the threats within `effort`.
    fn generate(
        &mut self,
        id: OrNodeId,
        effort: DepthEffort,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        loop {
            let open = self.open(id);
            if let Some(&next) = open.candidates.last() {
                let branch = self.enter(next, threats, budget, 0)?;
                let open = self.open(id);
                open.candidates.pop();
                if let Some(mut branch) = branch {
                    branch.mark = cost(
                        next.width,
                        matches!(branch.kind, ThreatKind::Five),
                        branch.below.len(),
                    );
                    let at = open.branches.partition_point(|other| other.mark <= branch.mark);
                    open.branches.insert(at, branch);
                }
            } else if let Some(width) = open.next.filter(|&width| effort >= least_cost(width)) {
                self.widen(id, width, threats, budget);
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Whether a threat wins with `effort` left after it.
    fn follow(
        &mut self,
        branch: &mut AndNode<DepthEffort>,
        effort: DepthEffort,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let attacker = self.generator.color;
        let fails = |id: OrNodeId| !self.node(id).is_won() && self.node(id).mark >= effort;
        if branch.below.iter().any(|&(_, below)| fails(below)) {
            return Ok(false);
        }
        threats.put(branch.spot, attacker);
        let mut won = Ok(true);
        for at in 0..branch.below.len() {
            let (parry, below) = branch.below[at];
            if self.node(below).is_won() {
                continue;
            }
            threats.put(parry, !attacker);
            won = self.deepen(below, effort, parry, threats, budget);
            threats.lift(parry, !attacker);
            if won != Ok(true) {
                // The refutation goes first next time.
                branch.below[..=at].rotate_right(1);
                break;
            }
        }
        threats.lift(branch.spot, attacker);
        won
    }
}
