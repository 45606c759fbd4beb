//! The search tree: nodes that many threads read and write at once, without locks.

use std::sync::{
    OnceLock,
    atomic::{
        AtomicU8, AtomicU16, AtomicU32, AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
};

/// Proof state of a node (MCTS-Solver), seen by the side that moved there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum ProofState {
    Open = 0,
    Won = 1,
    Lost = 2,
}

/// Fixed-point scale of values, so that sums are integers.
const WIN: f32 = 65536.0;

/// Maximum number of AMAF visits; the mean is then frozen.
const AMAF_LIMIT: u32 = 1 << 24;

/// Node of the search tree: a move with its statistics. Values are those of the side that made the move.
///
/// Every field is atomic, and no two belong together: a thread that reads while another writes
/// sees a mean that is a playout older or newer, which a search never notices.
#[derive(Default, Debug)]
pub(super) struct TreeNode {
    value: AtomicU64,
    visits: AtomicU32,
    /// AMAF statistics ("all moves as first"): playouts in which the move came at any later time.
    amaf_visits: AtomicU32,
    amaf_value: AtomicU32,
    prior: AtomicU32,
    children: AtomicU32,
    count: AtomicU16,
    spot: AtomicU16,
    proof: AtomicU8,
}

/// No children yet.
const NONE: u32 = 0;
/// A thread is expanding the node.
const BUSY: u32 = u32::MAX;
/// There is no room for children.
const FULL: u32 = u32::MAX - 1;

impl TreeNode {
    pub(super) fn spot(&self) -> u16 {
        self.spot.load(Relaxed)
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The sum of the values of all visits.
    #[inline]
    pub(super) fn value(&self) -> f32 {
        self.value.load(Relaxed) as f32 / WIN
    }

    /// Prior of the move, from 0 to 1.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    /// Number and mean of the AMAF playouts.
    #[inline]
    pub(super) fn amaf(&self) -> (f32, f32) {
        let visits = self.amaf_visits.load(Relaxed) as f32;
        (visits, self.amaf_value.load(Relaxed) as f32 / (visits.max(1.0) * 64.0))
    }

    #[inline]
    pub(super) fn proof(&self) -> ProofState {
        match self.proof.load(Relaxed) {
            0 => ProofState::Open,
            1 => ProofState::Won,
            _ => ProofState::Lost,
        }
    }

    pub(super) fn set_proof(&self, proof: ProofState) {
        self.proof.store(proof as u8, Relaxed);
    }

    /// Adds a visit on the way down, a virtual loss: until its value arrives it counts as lost, which
    /// sends other threads elsewhere. Returns the number of visits before.
    #[inline]
    pub(super) fn add_virtual_loss(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// Adds the value of a visit on the way up, which removes the virtual loss.
    #[inline]
    pub(super) fn add_value(&self, value: f32) {
        self.value.fetch_add((value * WIN) as u64, Relaxed);
    }

    /// Adds an AMAF playout.
    ///
    /// Why not as one step: it is the most frequent write of all, and a lost one does no harm.
    #[inline]
    pub(super) fn add_amaf(&self, value: f32) {
        let visits = self.amaf_visits.load(Relaxed);
        if visits < AMAF_LIMIT {
            self.amaf_visits.store(visits + 1, Relaxed);
            let sum = self.amaf_value.load(Relaxed);
            self.amaf_value.store(sum + (value * 64.0) as u32, Relaxed);
        }
    }

    /// Claims the expansion of the node; at most one thread ever succeeds.
    pub(super) fn claim_expansion(&self) -> bool {
        self.children.compare_exchange(NONE, BUSY, Relaxed, Relaxed).is_ok()
    }
}

const CHUNK: usize = 1 << 14;

/// Search tree: an arena of nodes in chunks that are allocated on demand, up to a limit.
#[derive(Debug)]
pub(super) struct SearchTree {
    chunks: Vec<OnceLock<Box<[TreeNode]>>>,
    used: AtomicU64,
    pub(super) root: TreeNode,
}

impl SearchTree {
    /// A tree of at most `bytes` bytes, but one chunk at least.
    pub(super) fn new(bytes: usize) -> SearchTree {
        let chunks =
            (bytes / (CHUNK * size_of::<TreeNode>())).clamp(1, (FULL as usize - 1) / CHUNK);
        // The first node is left out, since 0 means that there are no children.
        let used = AtomicU64::new(1);
        SearchTree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used,
            root: TreeNode::default(),
        }
    }

    /// Removes all nodes but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.used = AtomicU64::new(1);
        self.root = TreeNode::default();
    }

    /// The children of `node`; empty if it is not expanded.
    #[inline]
    pub(super) fn children(&self, node: &TreeNode) -> &[TreeNode] {
        let first = node.children.load(Acquire);
        if first == NONE || first >= FULL {
            return &[];
        }
        let (chunk, start) = (first as usize / CHUNK, first as usize % CHUNK);
        let nodes = self.chunks[chunk].get().expect("children are in a chunk that exists");
        &nodes[start..start + usize::from(node.count.load(Relaxed))]
    }

    /// Expands `node`, which the caller has claimed. Each move is a spot and a prior.
    pub(super) fn expand(&self, node: &TreeNode, moves: &[(u16, f32)]) {
        let Some(first) = self.reserve(moves.len()) else {
            node.children.store(FULL, Relaxed);
            return;
        };
        let nodes = self.chunk(first / CHUNK);
        for (child, &(spot, prior)) in nodes[first % CHUNK..].iter().zip(moves) {
            child.value.store(0, Relaxed);
            child.visits.store(0, Relaxed);
            child.amaf_visits.store(0, Relaxed);
            child.amaf_value.store(0, Relaxed);
            child.prior.store(prior.to_bits(), Relaxed);
            child.children.store(NONE, Relaxed);
            child.count.store(0, Relaxed);
            child.spot.store(spot, Relaxed);
            child.proof.store(ProofState::Open as u8, Relaxed);
        }
        node.count.store(moves.len() as u16, Relaxed);
        node.children.store(first as u32, Release);
    }

    fn chunk(&self, chunk: usize) -> &[TreeNode] {
        self.chunks[chunk].get_or_init(|| (0..CHUNK).map(|_| TreeNode::default()).collect())
    }

    /// A run of free nodes in one chunk.
    fn reserve(&self, count: usize) -> Option<usize> {
        let limit = self.chunks.len() * CHUNK;
        let start = |used: u64| {
            let used = used as usize;
            let left = CHUNK - used % CHUNK;
            if left < count { used + left } else { used }
        };
        let next = |used| {
            let end = start(used) + count;
            (end <= limit).then_some(end as u64)
        };
        self.used.fetch_update(Relaxed, Relaxed, next).ok().map(start)
    }

    /// Proof state of the root by its children.
    pub(super) fn proof_by_moves(&self) -> ProofState {
        let children = self.children(&self.root);
        let is = |proof| move |child: &TreeNode| child.proof() == proof;
        if children.iter().any(is(ProofState::Won)) {
            ProofState::Lost
        } else if !children.is_empty() && children.iter().all(is(ProofState::Lost)) {
            ProofState::Won
        } else {
            ProofState::Open
        }
    }

    /// Tree reuse: makes `node` of another tree, with its subtree, the root of this one.
    pub(super) fn reuse(&mut self, other: &SearchTree, node: &TreeNode) {
        self.clear();
        self.root.take(node);
        self.copy_children(&self.root, other, node);
    }

    fn copy_children(&self, to: &TreeNode, other: &SearchTree, from: &TreeNode) {
        let old = other.children(from);
        if old.is_empty() {
            return;
        }
        to.claim_expansion();
        let moves: Vec<(u16, f32)> = old.iter().map(|old| (old.spot(), old.prior())).collect();
        self.expand(to, &moves);
        for (new, old) in self.children(to).iter().zip(old) {
            new.take(old);
            self.copy_children(new, other, old);
        }
    }
}

impl TreeNode {
    fn take(&self, other: &TreeNode) {
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.amaf_visits.store(other.amaf_visits.load(Relaxed), Relaxed);
        self.amaf_value.store(other.amaf_value.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.spot.store(other.spot.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_never_takes_more_nodes_than_it_may() {
        let tree = SearchTree::new(0);
        let moves: Vec<(u16, f32)> = (0..600).map(|spot| (spot, 0.5)).collect();
        let mut nodes = vec![&tree.root];
        let mut listed = 0;
        while let Some(node) = nodes.pop() {
            assert!(
                node.claim_expansion() && !node.claim_expansion(),
                "only one may list the children"
            );
            tree.expand(node, &moves);
            let children = tree.children(node);
            listed += children.len();
            nodes.extend(children.iter().take(40));
            if children.is_empty() {
                break;
            }
            assert!(children.iter().zip(&moves).all(|(child, &(spot, _))| child.spot() == spot));
        }
        assert_eq!(listed, CHUNK / 600 * 600, "one chunk, the smallest tree there is");
    }

    #[test]
    fn what_is_below_a_node_is_carried_over_whole() {
        let old = SearchTree::new(0);
        old.root.claim_expansion();
        old.expand(&old.root, &[(11, 0.25), (12, 0.75)]);
        let child = &old.children(&old.root)[1];
        child.claim_expansion();
        old.expand(child, &[(13, 0.5)]);
        let grandchild = &old.children(child)[0];
        grandchild.add_virtual_loss();
        grandchild.add_value(0.5);
        grandchild.add_amaf(1.0);
        grandchild.set_proof(ProofState::Lost);
        let mut new = SearchTree::new(0);
        new.reuse(&old, child);
        assert_eq!((new.root.spot(), new.root.prior()), (12, 0.75));
        let [kept] = new.children(&new.root) else { panic!("one child") };
        assert_eq!((kept.spot(), kept.visits(), kept.value()), (13, 1, 0.5));
        assert_eq!((kept.amaf(), kept.proof()), ((1.0, 1.0), ProofState::Lost));
    }

    #[test]
    fn means_are_kept_to_a_fraction_of_a_playout() {
        let node = TreeNode::default();
        for _ in 0..1000 {
            node.add_virtual_loss();
            node.add_value(0.3);
            node.add_amaf(0.75);
        }
        assert!((node.value() - 300.0).abs() < 0.1);
        assert_eq!(node.amaf(), (1000.0, 0.75));
    }
}
