//! Hot: AMAF statistics that a thread holds back, for threads that share a tree.
//!
//! Why: each visit changes the AMAF statistics of nearly every child of every node on its way. The nodes near the root are on
//! the way of all threads, and each would have to fetch all of their cache lines from the other at each visit. Held back for
//! a while, the lines are shared, and read by all.

use super::{search_tree::SearchTree, tree_node::TreeNode};

/// Sums of AMAF statistics for a few nodes with many visits, until they are added to the tree.
#[derive(Debug)]
pub(super) struct AmafBuffer {
    slots: Vec<AmafSums>,
}

/// AMAF statistics of one node that the tree does not have yet.
#[derive(Clone, Debug)]
struct AmafSums {
    node: u32,
    /// How many playouts they are of.
    playouts: u32,
    /// By spot.
    visits: Vec<f32>,
    value: Vec<f32>,
}

impl AmafBuffer {
    /// Number of nodes that have room. Those that are held back have at least a sixteenth of all visits each.
    const SLOTS: usize = 16;
    /// Fewest visits of a node that is held back, and its least share of the visits of the root.
    const LEAST_VISITS: u32 = 64;
    const LEAST_SHARE: u32 = 16;
    /// Statistics are held back for at most this many playouts, and for at most a part of the visits of the node: so what is
    /// missing changes no mean by much.
    const MOST_PLAYOUTS: u32 = 32;
    const MOST_PART: u32 = 32;

    /// An empty buffer for boards of `size` spots.
    pub(super) fn new(size: usize) -> AmafBuffer {
        let none =
            AmafSums { node: 0, playouts: 0, visits: vec![0.0; size], value: vec![0.0; size] };
        AmafBuffer { slots: vec![none; AmafBuffer::SLOTS] }
    }

    /// Whether the statistics of a node with this number of visits are held back.
    #[inline]
    pub(super) fn takes(visits: u32, root_visits: u32) -> bool {
        visits >= AmafBuffer::LEAST_VISITS && visits >= root_visits / AmafBuffer::LEAST_SHARE
    }

    /// Adds a playout to the statistics of `number`, which is `node`: soon, and at once those that it held back so far.
    /// The buffer has room for the node.
    #[inline]
    pub(super) fn add(&mut self, number: u32, node: &mut TreeNode, came: &[f32], value: f32) {
        let sums = &mut self.slots[number as usize % AmafBuffer::SLOTS];
        debug_assert!(sums.playouts == 0 || sums.node == number, "room was made");
        sums.node = number;
        sums.playouts += 1;
        let lists = sums.visits.iter_mut().zip(&mut sums.value);
        for ((visits, values), came) in lists.zip(came) {
            *visits += came;
            *values += came * value;
        }
        let most = (node.visits() / AmafBuffer::MOST_PART).min(AmafBuffer::MOST_PLAYOUTS);
        if sums.playouts >= most {
            sums.move_to(node);
        }
    }

    /// Makes room for a node: adds what is held back in its place for another one. No node is locked by the caller.
    #[inline]
    pub(super) fn make_room(&mut self, number: u32, tree: &SearchTree) {
        let sums = &mut self.slots[number as usize % AmafBuffer::SLOTS];
        if sums.playouts > 0 && sums.node != number {
            sums.move_to(&mut tree.node(sums.node));
        }
    }

    /// Adds all that is held back. No node is locked by the caller.
    pub(super) fn flush(&mut self, tree: &SearchTree) {
        for sums in self.slots.iter_mut().filter(|sums| sums.playouts > 0) {
            sums.move_to(&mut tree.node(sums.node));
        }
    }
}

impl AmafSums {
    fn move_to(&mut self, node: &mut TreeNode) {
        node.add_amaf_sums(&self.visits, &self.value);
        self.playouts = 0;
        self.visits.fill(0.0);
        self.value.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nogo::tree_node::even, playout::Rng};

    #[test]
    fn what_was_held_back_is_there_in_the_end() {
        let mut rng = Rng::new(4);
        let moves: Vec<_> = (0..60).map(even).collect();
        // Held back in one, added at once in the other.
        let trees = [0, 1].map(|_| {
            let mut tree = SearchTree::new(0);
            tree.set_root(&moves, 1.0, None);
            let mut nodes = vec![tree.root().expect("a root was set")];
            nodes.extend((0..40).map(|_| tree.expand(&moves, 1.0, None).expect("there is room")));
            (tree, nodes)
        });
        let [(late, nodes), (early, _)] = &trees;
        let mut buffer = AmafBuffer::new(60);
        let mut differences = 0;
        for _ in 0..5000 {
            let number = nodes[rng.below(nodes.len())];
            let came: Vec<f32> = (0..60).map(|_| rng.below(2) as f32).collect();
            let value = rng.below(5) as f32 / 4.0;
            for tree in [late, early] {
                tree.node(number).add_virtual_loss(0);
            }
            buffer.make_room(number, late);
            buffer.add(number, &mut late.node(number), &came, value);
            early.node(number).add_amaf(&came, value);
            let same = late.node(number).amaf_bits(7) == early.node(number).amaf_bits(7);
            differences += u32::from(!same);
        }
        assert!(differences > 100, "{differences}");
        buffer.flush(late);
        for &number in nodes {
            for child in 0..60 {
                assert_eq!(late.node(number).amaf_bits(child), early.node(number).amaf_bits(child));
            }
        }
    }
}
