//! The search tree: nodes behind a lock each, in an arena that stays within its memory.

use std::sync::{
    Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicU8, Ordering::Relaxed},
};

use super::tree_node::{MovePrior, NONE, ProofState, TreeNode};

/// Nodes of a chunk of the arena.
const CHUNK: usize = 1 << 10;

/// Search tree: an arena of expanded nodes that many threads read and write at once.
///
/// Why a lock for each node: behind it the statistics are plain numbers, which the compiler works on several at a
/// time. With as many threads as there are cores, the lock is nearly always free.
#[derive(Debug)]
pub(super) struct SearchTree {
    chunks: Vec<OnceLock<Box<[LockedNode]>>>,
    free: SharedLine<FreeNodes>,
    /// The children that threads are expanding now.
    expanding: SharedLine<Vec<(u32, usize)>>,
    limit: usize,
    root: u32,
    /// Proof state of the move that led to the root.
    root_proof: AtomicU8,
    is_full: AtomicBool,
}

/// A cache line of its own, so that threads do not wait for each other where they write to different things.
#[derive(Default, Debug)]
#[repr(align(64))]
struct CacheLine<T>(T);

type LockedNode = CacheLine<Mutex<TreeNode>>;
type SharedLine<T> = Box<CacheLine<Mutex<T>>>;

/// The part of the arena that is not in use.
#[derive(Default, Debug)]
struct FreeNodes {
    /// Nodes that were removed.
    removed: Vec<u32>,
    /// The first node that was never used.
    next: u32,
    /// Bytes of all nodes in use.
    bytes: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics brings the whole search down, so what it left behind is never looked at.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SearchTree {
    /// Least number of bytes: some hundred nodes of the largest board.
    const MIN_BYTES: usize = 1 << 21;

    /// An empty tree of at most `bytes` bytes, but [`MIN_BYTES`](Self::MIN_BYTES) at least.
    pub(super) fn new(bytes: usize) -> SearchTree {
        let limit = bytes.max(SearchTree::MIN_BYTES);
        let chunks = (limit / TreeNode::bytes(1) / CHUNK + 1).min(NONE as usize / CHUNK);
        SearchTree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            free: Box::default(),
            expanding: Box::default(),
            limit,
            root: NONE,
            root_proof: AtomicU8::new(ProofState::Open as u8),
            is_full: AtomicBool::new(false),
        }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        for chunk in &mut self.chunks {
            for node in chunk.get_mut().into_iter().flatten() {
                *node = CacheLine::default();
            }
        }
        *lock(&self.free.0) = FreeNodes::default();
        self.root = NONE;
        self.set_root_proof(ProofState::Open);
        self.is_full = AtomicBool::new(false);
    }

    /// The root; none before [`set_root`](Self::set_root).
    pub(super) fn root(&self) -> Option<u32> {
        (self.root != NONE).then_some(self.root)
    }

    /// Makes a node with these moves the root of an empty tree.
    pub(super) fn set_root(
        &mut self,
        moves: &[MovePrior],
        prior_visits: f32,
        chances: Option<f32>,
    ) {
        self.root =
            self.expand(moves, prior_visits, chances).expect("an empty tree has room for a node");
        let proof = if moves.is_empty() { ProofState::Won } else { ProofState::Open };
        self.set_root_proof(proof);
    }

    pub(super) fn root_proof(&self) -> ProofState {
        match self.root_proof.load(Relaxed) {
            0 => ProofState::Open,
            1 => ProofState::Won,
            _ => ProofState::Lost,
        }
    }

    pub(super) fn set_root_proof(&self, proof: ProofState) {
        self.root_proof.store(proof as u8, Relaxed);
    }

    /// Whether a node found no room. Then it is time to [`prune`](Self::prune).
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// A node, locked.
    #[inline]
    pub(super) fn node(&self, node: u32) -> MutexGuard<'_, TreeNode> {
        let chunk =
            self.chunks[node as usize / CHUNK].get().expect("a node is in a chunk that exists");
        lock(&chunk[node as usize % CHUNK].0)
    }

    /// Begins the expansion of child `i` of a node; gives false if another thread is at it.
    pub(super) fn begin_expansion(&self, node: u32, i: usize) -> bool {
        let mut expanding = lock(&self.expanding.0);
        let is_new = !expanding.contains(&(node, i));
        if is_new {
            expanding.push((node, i));
        }
        is_new
    }

    /// Ends an expansion that was begun.
    pub(super) fn end_expansion(&self, node: u32, i: usize) {
        lock(&self.expanding.0).retain(|&other| other != (node, i));
    }

    /// A new node with these moves; none if there is no room.
    pub(super) fn expand(
        &self,
        moves: &[MovePrior],
        prior_visits: f32,
        chances: Option<f32>,
    ) -> Option<u32> {
        let bytes = TreeNode::bytes(moves.len());
        let number = {
            let mut free = lock(&self.free.0);
            let room = free.bytes + bytes <= self.limit
                && (!free.removed.is_empty() || (free.next as usize) < self.chunks.len() * CHUNK);
            if !room {
                self.is_full.store(true, Relaxed);
                return None;
            }
            free.bytes += bytes;
            free.removed.pop().unwrap_or_else(|| {
                free.next += 1;
                free.next - 1
            })
        };
        let chunk = self.chunks[number as usize / CHUNK]
            .get_or_init(|| (0..CHUNK).map(|_| CacheLine::default()).collect());
        *lock(&chunk[number as usize % CHUNK].0) = TreeNode::new(moves, prior_visits, chances);
        Some(number)
    }

    /// Tree reuse: makes `node` the root and removes what is not below it.
    pub(super) fn reuse(&mut self, node: u32) {
        self.root = node;
        self.retain(0);
        let root = self.node(node);
        let is_won = root.children().any(|child| child.proof == ProofState::Won);
        let proof = match (is_won, root.is_lost()) {
            (true, _) => ProofState::Lost,
            (false, true) => ProofState::Won,
            (false, false) => ProofState::Open,
        };
        drop(root);
        self.set_root_proof(proof);
    }

    /// Makes room: removes the half of the nodes with the fewest visits. Their moves keep their own statistics.
    pub(super) fn prune(&mut self) {
        let mut visits: Vec<u32> = Vec::new();
        let mut nodes = vec![self.root];
        while let Some(node) = nodes.pop() {
            let node = self.node(node);
            visits.push(node.visits());
            nodes.extend(node.children().map(|child| child.node).filter(|&node| node != NONE));
        }
        let half = visits.len() / 2;
        let (_, median, _) = visits.select_nth_unstable(half);
        let least = *median + 1;
        self.retain(least);
        self.is_full = AtomicBool::new(false);
    }

    /// Removes all nodes but the root and those below it that have at least `least_visits` visits.
    ///
    /// A node has no fewer visits than those below it, so what is kept hangs together.
    fn retain(&mut self, least_visits: u32) {
        let mut is_kept = vec![false; lock(&self.free.0).next as usize];
        let mut nodes = vec![self.root];
        while let Some(number) = nodes.pop() {
            is_kept[number as usize] = true;
            let mut node = self.node(number);
            for i in 0..node.len() {
                let below = node.child(i).node;
                if below != NONE {
                    if self.node(below).visits() >= least_visits {
                        nodes.push(below);
                    } else {
                        node.set_node(i, NONE);
                    }
                }
            }
        }
        let mut free = FreeNodes { next: is_kept.len() as u32, ..FreeNodes::default() };
        for (number, is_kept) in (0_u32..).zip(is_kept) {
            if is_kept {
                free.bytes += TreeNode::bytes(self.node(number).len());
            } else {
                *self.node(number) = TreeNode::default();
                free.removed.push(number);
            }
        }
        *lock(&self.free.0) = free;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nogo::tree_node::even;

    /// A child of `node`, expanded.
    fn grow(tree: &SearchTree, node: u32, i: usize, moves: &[MovePrior]) -> Option<u32> {
        let new = tree.expand(moves, 1.0, None)?;
        tree.node(node).set_node(i, new);
        Some(new)
    }

    #[test]
    fn a_tree_never_takes_more_memory_than_it_may_and_goes_on() {
        let mut tree = SearchTree::new(0);
        let moves: Vec<MovePrior> = (0..600).map(even).collect();
        tree.set_root(&moves, 1.0, None);
        let root = tree.root().unwrap();
        for round in 0..5 {
            let mut i = 0;
            while tree.node(root).child(i).node != NONE {
                i += 1;
            }
            // Every tenth one is of use.
            while let Some(new) = grow(&tree, root, i, &moves) {
                for _ in 0..if i % 10 == 0 { 9 + i } else { 1 } {
                    tree.node(new).add_virtual_loss(0);
                }
                i += 1;
            }
            assert!(tree.is_full() && lock(&tree.free.0).bytes <= SearchTree::MIN_BYTES);
            let most = SearchTree::MIN_BYTES / TreeNode::bytes(600);
            assert_eq!(lock(&tree.free.0).next as usize, most, "round {round}");
            tree.prune();
            assert!(!tree.is_full() && lock(&tree.free.0).removed.len() >= most / 2);
            let kept = tree.node(root).child(10).node;
            assert_eq!(tree.node(kept).visits(), 19, "the best part is kept");
        }
    }

    #[test]
    fn a_child_is_expanded_by_one_thread_at_a_time() {
        let tree = SearchTree::new(0);
        assert!(tree.begin_expansion(3, 1) && tree.begin_expansion(3, 2));
        assert!(!tree.begin_expansion(3, 1));
        tree.end_expansion(3, 1);
        assert!(!tree.begin_expansion(3, 2) && tree.begin_expansion(3, 1));
    }

    #[test]
    fn what_is_below_a_node_is_kept_whole_and_the_rest_removed() {
        let mut tree = SearchTree::new(0);
        tree.set_root(&[even(11), even(12)], 1.0, None);
        let root = tree.root().unwrap();
        let one = grow(&tree, root, 0, &[even(13)]).unwrap();
        let other = grow(&tree, root, 1, &[even(14), even(15)]).unwrap();
        let below = grow(&tree, other, 1, &[even(16)]).unwrap();
        tree.node(below).add_virtual_loss(0);
        tree.node(other).set_proof(0, ProofState::Lost);
        tree.reuse(other);
        assert_eq!((tree.root(), tree.root_proof()), (Some(other), ProofState::Open));
        assert_eq!(tree.node(other).child(1).node, below);
        assert_eq!(tree.node(below).visits(), 1);
        let mut removed = lock(&tree.free.0).removed.clone();
        removed.sort_unstable();
        assert_eq!(removed, [root, one]);
        assert_eq!(lock(&tree.free.0).bytes, TreeNode::bytes(2) + TreeNode::bytes(1));
        tree.node(other).set_proof(1, ProofState::Won);
        tree.reuse(other);
        assert_eq!(tree.root_proof(), ProofState::Lost, "who moved there has lost");
    }
}
