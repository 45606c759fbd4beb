//! The moves of a record with all their variations.

use std::{
    num::NonZeroU32,
    ops::{Deref, DerefMut},
    time::Duration,
};

use tengen_core::{Color, Point};

/// One node of a [`RecordTree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordStep {
    /// Whose step it is.
    pub color: Color,
    /// Where a stone was put; nowhere if the side passed.
    pub point: Option<Point>,
}

impl RecordStep {
    /// Steps that the sides make in turn.
    pub fn in_turn(
        first: Color,
        points: impl IntoIterator<Item = Option<Point>>,
    ) -> impl Iterator<Item = RecordStep> {
        let colors = [first, !first].into_iter().cycle();
        points.into_iter().zip(colors).map(|(point, color)| RecordStep { color, point })
    }
}

/// What is drawn on a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// A short text.
    Label(String),
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// The point is picked out in some way.
    Selected,
}

/// What stands at one place of a tree: a step, and the [`Notes`] on it, which can be reached as if they
/// were fields of the node.
#[derive(Clone, Default, Debug)]
pub struct RecordNode {
    /// The step that leads here, if one does.
    pub step: Option<RecordStep>,
    // Trees may have millions of nodes, most of them with no notes.
    notes: Option<Box<Notes>>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// What a record says at a node besides the step.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Points that are set here without being played, in their order: a stone, or none.
    pub setup: Vec<(Point, Option<Color>)>,
    /// Who is to play, where the record says so.
    pub turn: Option<Color>,
    /// How long the step took.
    pub time: Option<Duration>,
    /// What is said here; empty if nothing is.
    pub comment: String,
    /// What is drawn here.
    pub signs: Vec<(Point, Sign)>,
    /// What else the format says here, as it stands there: a name and its values.
    pub other: Vec<(String, Vec<String>)>,
}

impl Deref for RecordNode {
    type Target = Notes;

    fn deref(&self) -> &Notes {
        static NONE: Notes = Notes {
            setup: Vec::new(),
            turn: None,
            time: None,
            comment: String::new(),
            signs: Vec::new(),
            other: Vec::new(),
        };
        self.notes.as_deref().unwrap_or(&NONE)
    }
}

impl DerefMut for RecordNode {
    fn deref_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

impl PartialEq for RecordNode {
    fn eq(&self, other: &RecordNode) -> bool {
        let links =
            |node: &RecordNode| (node.parent, node.first_child, node.last_child, node.next_sibling);
        self.step == other.step && links(self) == links(other) && **self == **other
    }
}

impl Eq for RecordNode {}

impl RecordNode {
    /// A node with a step and nothing else.
    pub fn step(color: Color, point: Point) -> RecordNode {
        RecordNode { step: Some(RecordStep { color, point: Some(point) }), ..RecordNode::default() }
    }
}

impl From<RecordStep> for RecordNode {
    /// A node with a step and nothing else.
    fn from(step: RecordStep) -> RecordNode {
        RecordNode { step: Some(step), ..RecordNode::default() }
    }
}

/// A tree of nodes. There is always a root; the first child of a node goes on with the main line.
///
/// The nodes stand in one list, so that a tree a million deep is walked and dropped without a
/// stack of that depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordTree {
    nodes: Vec<RecordNode>,
}

impl Default for RecordTree {
    fn default() -> RecordTree {
        RecordTree { nodes: vec![RecordNode::default()] }
    }
}

impl RecordTree {
    /// Where the tree begins.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing stands in the tree: it is a bare root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0] == RecordNode::default()
    }

    /// What stands at `id`.
    pub fn node(&self, id: NodeId) -> &RecordNode {
        &self.nodes[id.index()]
    }

    /// What stands at `id`, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut RecordNode {
        &mut self.nodes[id.index()]
    }

    /// Adds `node` as the last child of `parent`.
    pub fn add(&mut self, parent: NodeId, mut node: RecordNode) -> NodeId {
        let number = u32::try_from(self.nodes.len() + 1).ok().and_then(NonZeroU32::new);
        let id = NodeId(number.expect("a tree has fewer nodes"));
        (node.first_child, node.last_child, node.next_sibling) = (None, None, None);
        node.parent = Some(parent);
        self.nodes.push(node);
        let above = self.node_mut(parent);
        match above.last_child.replace(id) {
            None => above.first_child = Some(id),
            Some(elder) => self.node_mut(elder).next_sibling = Some(id),
        }
        id
    }

    /// Adds steps below `id`, one after another; the node of the last.
    pub fn extend(&mut self, id: NodeId, steps: impl IntoIterator<Item = RecordStep>) -> NodeId {
        steps.into_iter().fold(id, |id, step| self.add(id, step.into()))
    }

    /// The node above `id`.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes below `id`, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let sibling = |&id: &NodeId| self.node(id).next_sibling;
        std::iter::successors(self.node(id).first_child, sibling)
    }

    /// The nodes from the root on, always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(RecordTree::ROOT), |&id| self.node(id).first_child)
    }

    /// All nodes, each before those below it, variations in their order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(RecordTree::ROOT), |&id| {
            self.node(id).first_child.or_else(|| {
                let mut up = std::iter::successors(Some(id), |&id| self.parent(id));
                up.find_map(|id| self.node(id).next_sibling)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_meets_every_node_in_reading_order() {
        let mut tree = RecordTree::default();
        let step = |x| RecordNode::step(Color::Black, Point::new(x, 0));
        let one = tree.add(RecordTree::ROOT, step(0));
        let main = tree.add(one, step(1));
        let side = tree.add(one, step(2));
        let last = tree.add(main, step(3));
        let two = tree.add(RecordTree::ROOT, step(4));
        assert_eq!(tree.walk().collect::<Vec<_>>(), [RecordTree::ROOT, one, main, last, side, two]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [RecordTree::ROOT, one, main, last]);
        assert_eq!(tree.children(one).collect::<Vec<_>>(), [main, side]);
        assert_eq!(tree.parent(last), Some(main));
        assert_eq!(tree.len(), 6);
    }

    #[test]
    fn notes_take_room_only_where_there_are_some() {
        assert!(size_of::<RecordNode>() <= 40);
        let mut node = RecordNode::step(Color::Black, Point::new(0, 0));
        let bare = node.clone();
        assert!(node.comment.is_empty() && node.notes.is_none(), "to read makes none");
        node.comment.clear();
        assert_eq!(node, bare, "empty notes are none");
        node.comment.push('a');
        assert_ne!(node, bare);
    }

    #[test]
    fn a_tree_a_million_deep_is_walked_and_dropped() {
        let mut tree = RecordTree::default();
        let mut at = RecordTree::ROOT;
        for number in 0..1_000_000 {
            at = tree.add(at, RecordNode::step(Color::Black, Point::new(number, 0)));
        }
        assert_eq!(tree.walk().count(), 1_000_001);
    }
}
