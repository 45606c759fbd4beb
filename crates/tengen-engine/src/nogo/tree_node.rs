//! Hot: an expanded node of the search tree, with the statistics of its children side by side.
//!
//! Why in lanes: selection and AMAF updates look at every child of every node of the path. With eight children
//! side by side in arrays, each step of the arithmetic is one for several of them.

use std::cmp::Ordering;

/// Proof state of a move (MCTS-Solver), seen by the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum ProofState {
    Open = 0,
    Won = 1,
    Lost = 2,
}

/// Children in a block.
pub(super) const LANES: usize = 8;

/// No node: the child has not been expanded.
pub(super) const NONE: u32 = u32::MAX;

/// A move with what is known about it before the first visit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct MovePrior {
    pub(super) spot: u16,
    /// Chances of the side that moves.
    pub(super) chances: f32,
    /// Probability that a strong player chooses it, by the network; 0 without one.
    pub(super) policy: f32,
}

/// Block of eight children: moves with their statistics. Values are those of the side that moves.
///
/// It begins with a cache line: what visits change is in one, and what AMAF statistics change in the next, so that threads
/// disturb each other little.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct ChildBlock {
    /// Visits, those of the prior included.
    visits: [f32; LANES],
    /// Sums of the values of all visits.
    value: [f32; LANES],
    /// AMAF statistics ("all moves as first"): playouts in which the move came at any later time.
    amaf_visits: [f32; LANES],
    /// Minus infinity for a move that is proven to lose, and in a lane without a child: it is never selected.
    amaf_value: [f32; LANES],
    /// Probabilities by the network.
    policy: [f32; LANES],
    node: [u32; LANES],
    spot: [u16; LANES],
    proof: [ProofState; LANES],
}

impl ChildBlock {
    const EMPTY: ChildBlock = ChildBlock {
        visits: [1.0; LANES],
        value: [0.0; LANES],
        amaf_visits: [0.0; LANES],
        amaf_value: [f32::NEG_INFINITY; LANES],
        policy: [0.0; LANES],
        node: [NONE; LANES],
        spot: [0; LANES],
        proof: [ProofState::Lost; LANES],
    };
}

/// Parameters of selection.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionRule {
    /// Exploration constant of UCT; 0 turns exploration off.
    pub(super) exploration: f32,
    /// Constant of PUCT, by which the policy leads exploration.
    pub(super) puct: f32,
    /// One over the RAVE equivalence; 0 if RAVE does not fade.
    pub(super) rave_fading: f32,
}

impl SelectionRule {
    /// Selection score: the mean of the visits with the exploration term of UCT, blended with the AMAF mean by
    /// RAVE.
    ///
    /// The AMAF mean has the weight `a / (a + n + a n / rave)` for `n` visits and `a` AMAF visits. That is one
    /// fraction, in which no mean need be taken first. `log` is the logarithm of the visits of the parent, and `pull` what
    /// PUCT adds: the policy times the root of the visits of the parent.
    #[inline]
    pub(super) fn score(self, visits: f32, value: f32, amaf: [f32; 2], log: f32, pull: f32) -> f32 {
        let [amaf_visits, amaf_value] = amaf;
        let fading = 1.0 + amaf_visits * self.rave_fading;
        let bonus = self.exploration * (log * visits).sqrt() + pull;
        (amaf_value + fading * (value + bonus)) / (amaf_visits + fading * visits)
    }
}

/// A child as others see it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Child {
    pub(super) spot: u16,
    /// The node of the child; [`NONE`] if it has not been expanded.
    pub(super) node: u32,
    /// Visits, those of the prior included.
    pub(super) visits: f32,
    /// Sum of the values of all visits.
    pub(super) value: f32,
    pub(super) proof: ProofState,
}

/// Expanded node of the search tree.
#[derive(Default, Debug)]
pub(super) struct TreeNode {
    blocks: Box<[ChildBlock]>,
    count: u32,
    /// Children that are proven to lose.
    lost: u32,
    visits: u32,
    /// The chances of the side to move by the network, if it was asked.
    chances: Option<f32>,
}

impl TreeNode {
    /// Visits after which all statistics are halved: larger sums would have no room for what is added.
    const AGING: u32 = 1 << 22;

    /// A node with a child for each move, whose prior counts as `prior_visits` visits.
    pub(super) fn new(moves: &[MovePrior], prior_visits: f32, chances: Option<f32>) -> TreeNode {
        let mut blocks = vec![ChildBlock::EMPTY; moves.len().div_ceil(LANES)].into_boxed_slice();
        for (i, &MovePrior { spot, chances, policy }) in moves.iter().enumerate() {
            let (block, lane) = (&mut blocks[i / LANES], i % LANES);
            block.spot[lane] = spot;
            block.visits[lane] = prior_visits;
            block.value[lane] = chances * prior_visits;
            block.policy[lane] = policy;
            block.amaf_value[lane] = 0.0;
            block.proof[lane] = ProofState::Open;
        }
        TreeNode { blocks, count: moves.len() as u32, lost: 0, visits: 0, chances }
    }

    /// Bytes of a node with `count` children.
    pub(super) const fn bytes(count: usize) -> usize {
        // The node with its lock has a cache line, and the blocks begin with one.
        (size_of::<TreeNode>() + 8).next_multiple_of(64)
            + 64
            + count.div_ceil(LANES) * size_of::<ChildBlock>()
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// The chances of the side to move by the network, if it was asked.
    #[inline]
    pub(super) fn chances(&self) -> Option<f32> {
        self.chances
    }

    /// Number of children.
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    pub(super) fn child(&self, i: usize) -> Child {
        let (block, lane) = (&self.blocks[i / LANES], i % LANES);
        Child {
            spot: block.spot[lane],
            node: block.node[lane],
            visits: block.visits[lane],
            value: block.value[lane],
            proof: block.proof[lane],
        }
    }

    pub(super) fn children(&self) -> impl Iterator<Item = Child> {
        (0..self.len()).map(|i| self.child(i))
    }

    pub(super) fn set_node(&mut self, i: usize, node: u32) {
        self.blocks[i / LANES].node[i % LANES] = node;
    }

    /// Selection: the child with the highest score, the first of several; none if all are proven to lose.
    #[inline]
    pub(super) fn select(&self, rule: SelectionRule) -> Option<usize> {
        let log = if rule.exploration > 0.0 { libm::logf(self.visits as f32 + 1.0) } else { 0.0 };
        let root = rule.puct * (self.visits as f32 + 1.0).sqrt();
        // The best of each lane, so that a step compares all eight.
        let mut best = [f32::NEG_INFINITY; LANES];
        let mut at = [0_u32; LANES];
        for (number, block) in (0_u32..).zip(&self.blocks) {
            for lane in 0..LANES {
                let amaf = [block.amaf_visits[lane], block.amaf_value[lane]];
                let pull = block.policy[lane] * root;
                let score = rule.score(block.visits[lane], block.value[lane], amaf, log, pull);
                let is_better = score > best[lane];
                best[lane] = if is_better { score } else { best[lane] };
                at[lane] = if is_better { number } else { at[lane] };
            }
        }
        let mut lane = 0;
        for other in 1..LANES {
            let by_score = best[other].total_cmp(&best[lane]);
            if by_score.then(at[lane].cmp(&at[other])) == Ordering::Greater {
                lane = other;
            }
        }
        (best[lane] > f32::NEG_INFINITY).then_some(at[lane] as usize * LANES + lane)
    }

    /// Adds a visit of child `i` on the way down, a virtual loss: until its value arrives it counts as lost,
    /// which sends other threads elsewhere. Returns the child as it was before.
    #[inline]
    pub(super) fn add_virtual_loss(&mut self, i: usize) -> Child {
        let child = self.child(i);
        self.visits += 1;
        self.blocks[i / LANES].visits[i % LANES] += 1.0;
        child
    }

    /// Adds the value of a visit of child `i` on the way up, which removes the virtual loss.
    #[inline]
    pub(super) fn add_value(&mut self, i: usize, value: f32) {
        self.blocks[i / LANES].value[i % LANES] += value;
        if self.visits >= TreeNode::AGING {
            self.halve();
        }
    }

    /// Adds a playout of this value to the AMAF statistics of the children whose spot is 1 in `came`, which is 0
    /// elsewhere.
    #[inline]
    pub(super) fn add_amaf(&mut self, came: &[f32], value: f32) {
        for block in &mut self.blocks {
            let amounts = block.spot.map(|spot| came[usize::from(spot)]);
            for (lane, amount) in amounts.into_iter().enumerate() {
                block.amaf_visits[lane] += amount;
                block.amaf_value[lane] += amount * value;
            }
        }
    }

    /// Adds several playouts at once to the AMAF statistics: how many there were with a stone on each spot, and the sum
    /// of their values.
    pub(super) fn add_amaf_sums(&mut self, visits: &[f32], value: &[f32]) {
        for block in &mut self.blocks {
            for (lane, spot) in block.spot.into_iter().enumerate() {
                block.amaf_visits[lane] += visits[usize::from(spot)];
                block.amaf_value[lane] += value[usize::from(spot)];
            }
        }
    }

    /// The bits of the AMAF visits and the AMAF value of a child.
    #[cfg(test)]
    pub(super) fn amaf_bits(&self, i: usize) -> [u32; 2] {
        let (block, lane) = (&self.blocks[i / LANES], i % LANES);
        [block.amaf_visits[lane], block.amaf_value[lane]].map(f32::to_bits)
    }

    /// Marks a child as proven.
    pub(super) fn set_proof(&mut self, i: usize, proof: ProofState) {
        let (block, lane) = (&mut self.blocks[i / LANES], i % LANES);
        if block.proof[lane] == ProofState::Open {
            block.proof[lane] = proof;
            if proof == ProofState::Lost {
                block.amaf_value[lane] = f32::NEG_INFINITY;
                self.lost += 1;
            }
        }
    }

    /// Whether every child is proven to lose.
    pub(super) fn is_lost(&self) -> bool {
        self.lost == self.count
    }

    fn halve(&mut self) {
        self.visits /= 2;
        for block in &mut self.blocks {
            let sums = [
                &mut block.visits,
                &mut block.value,
                &mut block.amaf_visits,
                &mut block.amaf_value,
            ];
            for sum in sums {
                for lane in sum {
                    *lane /= 2.0;
                }
            }
        }
    }
}

/// A move of which nothing is known, for tests.
#[cfg(test)]
pub(super) fn even(spot: u16) -> MovePrior {
    MovePrior { spot, chances: 0.5, policy: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Rng;

    /// A child with plain numbers, to compare with.
    #[derive(Clone, Debug)]
    struct PlainChild {
        spot: u16,
        visits: f64,
        value: f64,
        policy: f64,
        amaf: [f64; 2],
        proof: ProofState,
    }

    /// The score as the papers write it: means blended by a weight.
    fn plain_score(rule: SelectionRule, child: &PlainChild, visits: u32) -> f64 {
        let [amaf_visits, amaf_value] = child.amaf;
        let visits = f64::from(visits + 1);
        let bonus = f64::from(rule.exploration) * (visits.ln() / child.visits).sqrt()
            + f64::from(rule.puct) * child.policy * visits.sqrt() / child.visits;
        let mean = child.value / child.visits + bonus;
        if amaf_visits == 0.0 {
            return mean;
        }
        let fading = f64::from(rule.rave_fading);
        let beta = amaf_visits / (amaf_visits + child.visits + amaf_visits * child.visits * fading);
        beta * amaf_value / amaf_visits + (1.0 - beta) * mean
    }

    #[test]
    fn lanes_count_and_select_as_plain_numbers_do() {
        let mut rng = Rng::new(21);
        for round in 0..60 {
            let rule = SelectionRule {
                exploration: [0.0, 0.3][round % 2],
                puct: [0.0, 2.0, 5.0][round % 3],
                rave_fading: [0.0, 0.01, 1.0][round / 2 % 3],
            };
            let moves: Vec<MovePrior> = (0..=rng.below(83) as u16)
                .map(|spot| MovePrior {
                    spot: spot + 7,
                    chances: rng.below(100) as f32 / 100.0,
                    policy: rng.below(100) as f32 / 1000.0,
                })
                .collect();
            let mut node = TreeNode::new(&moves, 4.0, None);
            let mut plain: Vec<PlainChild> = moves
                .iter()
                .map(|known| PlainChild {
                    spot: known.spot,
                    visits: 4.0,
                    value: 4.0 * f64::from(known.chances),
                    policy: f64::from(known.policy),
                    amaf: [0.0; 2],
                    proof: ProofState::Open,
                })
                .collect();
            for visits in 0..400_u32 {
                let scores: Vec<f64> = plain
                    .iter()
                    .map(|child| match child.proof {
                        ProofState::Lost => f64::NEG_INFINITY,
                        _ => plain_score(rule, child, visits),
                    })
                    .collect();
                let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let Some(i) = node.select(rule) else {
                    assert!(plain.iter().all(|child| child.proof == ProofState::Lost));
                    assert!(node.is_lost());
                    break;
                };
                assert!(scores[i] > best - 1e-4, "{} is not the best, {best}", scores[i]);
                let before = node.add_virtual_loss(i);
                assert_eq!((before.spot, before.proof), (plain[i].spot, plain[i].proof));
                let value = rng.below(5) as f32 / 4.0;
                let came: Vec<f32> = (0..100).map(|_| rng.below(2) as f32).collect();
                node.add_value(i, value);
                node.add_amaf(&came, value);
                plain[i].visits += 1.0;
                plain[i].value += f64::from(value);
                for child in &mut plain {
                    let amount = f64::from(came[usize::from(child.spot)]);
                    child.amaf[0] += amount;
                    child.amaf[1] += amount * f64::from(value);
                }
                if rng.below(10) == 0 {
                    node.set_proof(i, ProofState::Lost);
                    plain[i].proof = ProofState::Lost;
                }
            }
            for (child, plain) in node.children().zip(&plain) {
                assert!((f64::from(child.visits) - plain.visits).abs() < 1e-3);
                assert!((f64::from(child.value) - plain.value).abs() < 1e-2);
                assert_eq!(child.proof, plain.proof);
            }
        }
    }

    #[test]
    fn of_equal_moves_the_first_is_selected() {
        let moves: Vec<MovePrior> = (0..20).map(even).collect();
        let mut node = TreeNode::new(&moves, 1.0, None);
        let rule = SelectionRule { exploration: 0.0, puct: 1.0, rave_fading: 0.0 };
        for i in 0..20 {
            assert_eq!(node.select(rule), Some(i));
            node.set_proof(i, ProofState::Lost);
        }
        assert_eq!(node.select(rule), None);
    }

    #[test]
    fn statistics_age_before_they_lose_precision() {
        let mut node = TreeNode::new(&[even(1)], 2.0, None);
        for _ in 0..TreeNode::AGING + 5 {
            node.add_virtual_loss(0);
            node.add_value(0, 0.25);
        }
        let child = node.child(0);
        assert!((child.value / child.visits - 0.25).abs() < 1e-3, "{child:?}");
        assert!(node.visits() < TreeNode::AGING);
    }
}
