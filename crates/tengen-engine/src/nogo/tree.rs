//! Where the search keeps what it knows: nodes that many threads read and write at once.

use std::sync::{
    OnceLock,
    atomic::{
        AtomicU8, AtomicU16, AtomicU32, AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
};

/// What is certain about a node, seen by the side that moved there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Verdict {
    Open = 0,
    Won = 1,
    Lost = 2,
}

/// Values are kept in these parts of a win, so that sums are whole numbers.
const WIN: f32 = 65536.0;

/// A rough mean stops to move after this many.
const ROUGH_LIMIT: u32 = 1 << 24;

/// A move that was thought about. All values are those of the side that made the move.
///
/// Every field is atomic, and no two belong together: a thread that reads while another writes
/// sees a mean that is a playout older or newer, which a search never notices.
#[derive(Default, Debug)]
pub(super) struct Node {
    value: AtomicU64,
    visits: AtomicU32,
    /// The same for all playouts in which the move came at any later time ("all moves as first").
    rough_visits: AtomicU32,
    rough_value: AtomicU32,
    prior: AtomicU32,
    children: AtomicU32,
    count: AtomicU16,
    spot: AtomicU16,
    verdict: AtomicU8,
}

/// No children yet.
const NONE: u32 = 0;
/// A thread is about to list the children.
const BUSY: u32 = u32::MAX;
/// There is no room for children.
const FULL: u32 = u32::MAX - 1;

impl Node {
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

    /// How good the move looked before anything was tried, from 0 to 1.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    /// Number and mean of the playouts in which the move came at any time.
    #[inline]
    pub(super) fn rough(&self) -> (f32, f32) {
        let visits = self.rough_visits.load(Relaxed) as f32;
        (visits, self.rough_value.load(Relaxed) as f32 / (visits.max(1.0) * 64.0))
    }

    #[inline]
    pub(super) fn verdict(&self) -> Verdict {
        match self.verdict.load(Relaxed) {
            0 => Verdict::Open,
            1 => Verdict::Won,
            _ => Verdict::Lost,
        }
    }

    pub(super) fn decide(&self, verdict: Verdict) {
        self.verdict.store(verdict as u8, Relaxed);
    }

    /// Counts a visit on the way down. Until its value arrives it counts as a loss, which sends
    /// other threads elsewhere.
    #[inline]
    pub(super) fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// Adds the value of a visit on the way up.
    #[inline]
    pub(super) fn leave(&self, value: f32) {
        self.value.fetch_add((value * WIN) as u64, Relaxed);
    }

    /// Adds a playout in which the move came later.
    ///
    /// Why not as one step: it is the most frequent write of all, and a lost one does no harm.
    #[inline]
    pub(super) fn note(&self, value: f32) {
        let visits = self.rough_visits.load(Relaxed);
        if visits < ROUGH_LIMIT {
            self.rough_visits.store(visits + 1, Relaxed);
            let sum = self.rough_value.load(Relaxed);
            self.rough_value.store(sum + (value * 64.0) as u32, Relaxed);
        }
    }

    /// Takes the right to list the children; at most one thread ever has it.
    pub(super) fn claim(&self) -> bool {
        self.children.compare_exchange(NONE, BUSY, Relaxed, Relaxed).is_ok()
    }
}

const CHUNK: usize = 1 << 14;

/// Nodes in chunks, which come into being when they are needed, up to a limit.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU64,
    pub(super) root: Node,
}

impl Tree {
    /// A tree that never takes more than `bytes` of memory, but room for one chunk.
    pub(super) fn new(bytes: usize) -> Tree {
        let chunks = (bytes / (CHUNK * size_of::<Node>())).clamp(1, (FULL as usize - 1) / CHUNK);
        // The first node is left out, since 0 means that there are no children.
        let used = AtomicU64::new(1);
        Tree { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), used, root: Node::default() }
    }

    /// Forgets everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.used = AtomicU64::new(1);
        self.root = Node::default();
    }

    /// The moves after `node` that are listed.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        let first = node.children.load(Acquire);
        if first == NONE || first >= FULL {
            return &[];
        }
        let (chunk, start) = (first as usize / CHUNK, first as usize % CHUNK);
        let nodes = self.chunks[chunk].get().expect("children are in a chunk that exists");
        &nodes[start..start + usize::from(node.count.load(Relaxed))]
    }

    /// Lists the moves after `node`, which the caller has claimed. Each is a spot and a prior.
    pub(super) fn expand(&self, node: &Node, moves: &[(u16, f32)]) {
        let Some(first) = self.reserve(moves.len()) else {
            node.children.store(FULL, Relaxed);
            return;
        };
        let nodes = self.chunk(first / CHUNK);
        for (child, &(spot, prior)) in nodes[first % CHUNK..].iter().zip(moves) {
            child.value.store(0, Relaxed);
            child.visits.store(0, Relaxed);
            child.rough_visits.store(0, Relaxed);
            child.rough_value.store(0, Relaxed);
            child.prior.store(prior.to_bits(), Relaxed);
            child.children.store(NONE, Relaxed);
            child.count.store(0, Relaxed);
            child.spot.store(spot, Relaxed);
            child.verdict.store(Verdict::Open as u8, Relaxed);
        }
        node.count.store(moves.len() as u16, Relaxed);
        node.children.store(first as u32, Release);
    }

    fn chunk(&self, chunk: usize) -> &[Node] {
        self.chunks[chunk].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
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

    /// What is certain about the root by the moves that are listed.
    pub(super) fn verdict_by_moves(&self) -> Verdict {
        let children = self.children(&self.root);
        let is = |verdict| move |child: &Node| child.verdict() == verdict;
        if children.iter().any(is(Verdict::Won)) {
            Verdict::Lost
        } else if !children.is_empty() && children.iter().all(is(Verdict::Lost)) {
            Verdict::Won
        } else {
            Verdict::Open
        }
    }

    /// Copies what is below `node` of another tree to the root of this one, which is cleared.
    pub(super) fn graft(&mut self, other: &Tree, node: &Node) {
        self.clear();
        self.root.take(node);
        self.graft_children(&self.root, other, node);
    }

    fn graft_children(&self, to: &Node, other: &Tree, from: &Node) {
        let old = other.children(from);
        if old.is_empty() {
            return;
        }
        to.claim();
        let moves: Vec<(u16, f32)> = old.iter().map(|old| (old.spot(), old.prior())).collect();
        self.expand(to, &moves);
        for (new, old) in self.children(to).iter().zip(old) {
            new.take(old);
            self.graft_children(new, other, old);
        }
    }
}

impl Node {
    fn take(&self, other: &Node) {
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.rough_visits.store(other.rough_visits.load(Relaxed), Relaxed);
        self.rough_value.store(other.rough_value.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.spot.store(other.spot.load(Relaxed), Relaxed);
        self.verdict.store(other.verdict.load(Relaxed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_never_takes_more_nodes_than_it_may() {
        let tree = Tree::new(0);
        let moves: Vec<(u16, f32)> = (0..600).map(|spot| (spot, 0.5)).collect();
        let mut nodes = vec![&tree.root];
        let mut listed = 0;
        while let Some(node) = nodes.pop() {
            assert!(node.claim() && !node.claim(), "only one may list the children");
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
        let old = Tree::new(0);
        old.root.claim();
        old.expand(&old.root, &[(11, 0.25), (12, 0.75)]);
        let child = &old.children(&old.root)[1];
        child.claim();
        old.expand(child, &[(13, 0.5)]);
        let grandchild = &old.children(child)[0];
        grandchild.enter();
        grandchild.leave(0.5);
        grandchild.note(1.0);
        grandchild.decide(Verdict::Lost);
        let mut new = Tree::new(0);
        new.graft(&old, child);
        assert_eq!((new.root.spot(), new.root.prior()), (12, 0.75));
        let [kept] = new.children(&new.root) else { panic!("one child") };
        assert_eq!((kept.spot(), kept.visits(), kept.value()), (13, 1, 0.5));
        assert_eq!((kept.rough(), kept.verdict()), ((1.0, 1.0), Verdict::Lost));
    }

    #[test]
    fn means_are_kept_to_a_fraction_of_a_playout() {
        let node = Node::default();
        for _ in 0..1000 {
            node.enter();
            node.leave(0.3);
            node.note(0.75);
        }
        assert!((node.value() - 300.0).abs() < 0.1);
        assert_eq!(node.rough(), (1000.0, 0.75));
    }
}
