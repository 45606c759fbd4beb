//! Strategies without positions.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use tengen_core::{Area, Point, Symmetry};

use crate::{
    MAX_POINTS, WinReason,
    error::ProofError,
    frame::ProofFrame,
    packed_node::{NodeKind, PackedEdge, PackedNode},
    symmetry_table::SymmetryTable,
    wire::ByteSource,
};

/// The number of a node of a [`StrategyGraph`], in the order in which nodes were added.
pub type GraphNodeId = u32;

/// The most bytes that the nodes of a graph may take.
pub(crate) const MAX_BYTES: u64 = 256 << 20;

/// More than any node takes: at most 1,024 moves of a threat, and edges of at most six bytes with their replies.
const MAX_NODE_BYTES: u64 = 16 * MAX_POINTS as u64;

/// Edge of a strategy graph: the node that answers a reply of the loser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrategyEdge {
    /// The node.
    pub node: GraphNodeId,
    /// What turns the position into the one that the node is about.
    pub symmetry: Symmetry,
}

/// Node of a strategy graph: a move of the winner, what it makes, and the answers to the replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyNode {
    /// The move; none in a root where the loser moves first.
    pub point: Option<Point>,
    /// Why it wins.
    pub how: WinReason,
    /// The answers to the replies that have one of their own, in reading order.
    pub named: Vec<(Point, StrategyEdge)>,
    /// The answer to all other replies.
    pub default: Option<StrategyEdge>,
}

impl StrategyNode {
    /// A move and the answers to the replies, in any order. Of a quiet move, the answer to the most replies becomes that of
    /// all others.
    pub fn new(
        point: Option<Point>,
        how: WinReason,
        mut named: Vec<(Point, StrategyEdge)>,
    ) -> StrategyNode {
        named.sort_unstable_by_key(|named| named.0);
        let default = if how == WinReason::All { most_frequent(&named) } else { None };
        StrategyNode { point, how, named, default }
    }

    /// A move that makes a five, or a four that cannot be stopped.
    pub fn leaf(point: Point, how: WinReason) -> StrategyNode {
        StrategyNode { point: Some(point), how, named: Vec::new(), default: None }
    }
}

/// The edge that answers the most replies.
fn most_frequent(named: &[(Point, StrategyEdge)]) -> Option<StrategyEdge> {
    let mut counts: HashMap<StrategyEdge, usize> = HashMap::new();
    for &(_, edge) in named {
        *counts.entry(edge).or_default() += 1;
    }
    named.iter().map(|named| named.1).max_by_key(|edge| counts[edge])
}

/// Strategy graph: moves of the winner and edges to the answers, without the positions.
///
/// It is acyclic, since edges lead to nodes that were added before, and equal nodes are one node. A node says nothing of
/// the position where it is reached, so one plan answers thousands of replies; whether it holds there is for the
/// checker to find. Boards of five-in-a-row with edges and at most [`MAX_POINTS`] points.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_proof::{StrategyGraph, StrategyNode, WinReason, check, write_graph};
///
/// // Black has three in a row.
/// let area = Area::square(9);
/// let mut position = Position::new(Rule::Freestyle, area).unwrap();
/// for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (8, 7)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let mut graph = StrategyGraph::new(area).unwrap();
/// let root = graph.add(&StrategyNode::leaf(Point::new(6, 4), WinReason::Four)).unwrap();
/// let mut proof = Vec::new();
/// write_graph(&position, Color::Black, &graph, root, &mut proof).unwrap();
/// assert_eq!(check(&proof[..]).unwrap().steps, 1);
/// ```
#[derive(Clone, Debug)]
pub struct StrategyGraph {
    area: Area,
    points: u16,
    turns: SymmetryTable,
    /// The nodes one after the other, as in a file.
    bytes: Vec<u8>,
    /// Where each node begins.
    starts: Vec<u32>,
    heights: Vec<u16>,
    /// The nodes by their hashes, as far as they were indexed.
    index: HashMap<u64, GraphNodeId>,
    indexed: usize,
}

/// Why a node is not added to a strategy graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddNodeError {
    /// A point is not on the board.
    #[error("{0:?} is not on the board")]
    Outside(Point),
    /// An edge leads to a node that does not exist yet.
    #[error("an edge leads to node {0}, which does not exist yet")]
    NoNode(GraphNodeId),
    /// The symmetry of an edge is not one of the board.
    #[error("the symmetry of the edge to node {0} is that of another board")]
    NoSymmetry(GraphNodeId),
    /// A reply has two answers.
    #[error("{0:?} is answered twice")]
    Twice(Point),
    /// The threat has too few or too many moves.
    #[error("a threat has 1 to {MAX_POINTS} moves")]
    Length,
    /// There is no room.
    #[error("the nodes of a graph take at most {MAX_BYTES} bytes")]
    Full,
}

impl StrategyGraph {
    /// A graph without nodes; none if there cannot be one for such a board.
    pub fn new(area: Area) -> Option<StrategyGraph> {
        let points = area.size().filter(|points| (1..=MAX_POINTS).contains(points))?;
        Some(StrategyGraph {
            area,
            points: points as u16,
            turns: SymmetryTable::new(area),
            bytes: Vec::new(),
            starts: Vec::new(),
            heights: Vec::new(),
            index: HashMap::new(),
            indexed: 0,
        })
    }

    /// The board.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The length of all nodes in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The edge to a node that is about the position as it is.
    pub fn edge(&self, node: GraphNodeId) -> StrategyEdge {
        StrategyEdge { node, symmetry: self.turns.get(0) }
    }

    /// Adds a node and gives its number, or that of the node that is equal to it.
    ///
    /// A named reply whose answer is that of all others loses its name, and so does the only reply to a four, since there
    /// can be no other.
    ///
    /// # Errors
    ///
    /// If a point is outside, an edge leads to a node that does not exist yet, or a reply has two answers.
    pub fn add(&mut self, node: &StrategyNode) -> Result<GraphNodeId, AddNodeError> {
        let packed = self.pack(node)?;
        self.add_packed(&packed)
    }

    pub(crate) fn add_packed(&mut self, packed: &PackedNode) -> Result<GraphNodeId, AddNodeError> {
        self.index_all();
        let hash = hash_of(packed);
        let known = self.index.get(&hash).copied();
        if let Some(id) = known.filter(|&id| self.packed(id) == *packed) {
            return Ok(id);
        }
        if self.bytes.len() as u64 + MAX_NODE_BYTES > MAX_BYTES {
            return Err(AddNodeError::Full);
        }
        let id = self.starts.len() as u32;
        self.push(packed);
        self.index.insert(hash, id);
        self.indexed += 1;
        Ok(id)
    }

    /// The node of this number.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn node(&self, id: GraphNodeId) -> StrategyNode {
        let PackedNode { kind, point, line, named, default } = self.packed(id);
        let edge =
            |PackedEdge { node, turn }| StrategyEdge { node, symmetry: self.turns.get(turn) };
        let how = match kind {
            NodeKind::All => WinReason::All,
            NodeKind::Threat => {
                WinReason::Threat(line.into_iter().map(|point| self.point(point)).collect())
            }
            NodeKind::Wins => WinReason::Wins,
            NodeKind::Four => WinReason::Four,
        };
        let named = named.into_iter().map(|(reply, to)| (self.point(reply), edge(to))).collect();
        let point = point.map(|point| self.point(point));
        StrategyNode { point, how, named, default: default.map(edge) }
    }

    /// The most moves that the winner makes from this node on until it has a five.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn height(&self, id: GraphNodeId) -> u32 {
        self.heights[id as usize].into()
    }

    /// The nodes that differ from those of the same number in another graph, or have none there.
    pub fn differing_nodes<'a>(
        &'a self,
        other: &'a StrategyGraph,
    ) -> impl Iterator<Item = GraphNodeId> + 'a {
        // Edges are distances, so nodes are equal if their bytes are.
        (0..self.len() as GraphNodeId).filter(|&id| self.encoded_node(id) != other.encoded_node(id))
    }

    fn encoded_node(&self, id: GraphNodeId) -> Option<&[u8]> {
        let start = *self.starts.get(id as usize)? as usize;
        let end = self.starts.get(id as usize + 1).map_or(self.bytes.len(), |&end| end as usize);
        Some(&self.bytes[start..end])
    }

    pub(crate) fn turns(&self) -> &SymmetryTable {
        &self.turns
    }

    pub(crate) fn encoded(&self) -> &[u8] {
        &self.bytes
    }

    /// Where a node begins among all bytes.
    pub(crate) fn start(&self, id: GraphNodeId) -> usize {
        self.starts[id as usize] as usize
    }

    pub(crate) fn packed(&self, id: GraphNodeId) -> PackedNode {
        let mut packed = PackedNode::default();
        self.unpack(id, &mut packed);
        packed
    }

    /// Reads a node again.
    pub(crate) fn unpack(&self, id: GraphNodeId, into: &mut PackedNode) {
        let mut source = ByteSource::new(&self.bytes[self.start(id)..]);
        let read = into.decode(&mut source, id, self.points, self.turns.len() as u8);
        read.expect("every node was read or written before");
    }

    /// The graph whose nodes are these bytes, which come after `offset` others in a file.
    pub(crate) fn decode(
        area: Area,
        nodes: u64,
        bytes: Vec<u8>,
        offset: u64,
    ) -> Result<StrategyGraph, ProofError> {
        let mut graph = StrategyGraph::new(area).expect("the head was checked");
        let mut packed = PackedNode::default();
        let mut source = ByteSource::starting_at(&bytes[..], offset);
        for id in 0..nodes {
            graph.starts.push((source.offset() - offset) as u32);
            packed.decode(&mut source, id as u32, graph.points, graph.turns.len() as u8)?;
            graph.push_height(&packed);
        }
        source.end()?;
        graph.bytes = bytes;
        Ok(graph)
    }

    /// The part that can be reached from `root`, which becomes the last node, and the numbers that its nodes have here.
    ///
    /// Children come just before their parents, so most edges are short.
    pub(crate) fn reachable(&self, root: GraphNodeId) -> (StrategyGraph, Vec<GraphNodeId>) {
        let mut part = StrategyGraph::new(self.area).expect("it is the board of a graph");
        let mut old_ids = Vec::new();
        let mut new_ids: Vec<Option<GraphNodeId>> = vec![None; self.len()];
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            let mut node = self.packed(id);
            let before = open.len();
            open.extend(
                node.edges().map(|edge| edge.node).filter(|&to| new_ids[to as usize].is_none()),
            );
            if open.len() > before {
                continue;
            }
            open.pop();
            // It may be reached a second time before it is done.
            if new_ids[id as usize].is_some() {
                continue;
            }
            let renumber = |edge: &mut PackedEdge| {
                edge.node = new_ids[edge.node as usize].expect("children are done first");
            };
            node.default.iter_mut().for_each(renumber);
            node.named.iter_mut().for_each(|named| renumber(&mut named.1));
            new_ids[id as usize] = Some(part.len() as GraphNodeId);
            old_ids.push(id);
            part.push(&node);
        }
        (part, old_ids)
    }

    /// Adds a node without looking for an equal one.
    fn push(&mut self, node: &PackedNode) {
        self.starts.push(self.bytes.len() as u32);
        node.encode(self.starts.len() as u32 - 1, &mut self.bytes);
        self.push_height(node);
    }

    /// Adds the height of the next node.
    fn push_height(&mut self, node: &PackedNode) {
        let replies = node.edges().map(|edge| self.heights[edge.node as usize]).max();
        // What the winner does after a reply that has no edge: a five, or a threat and then a five.
        let free = match node.kind {
            NodeKind::All | NodeKind::Wins => 0,
            NodeKind::Four => 1,
            NodeKind::Threat => node.line.len() as u16 + 1,
        };
        let own = u16::from(node.point.is_some());
        let rest = match node.kind {
            NodeKind::Wins => 0,
            _ => replies.unwrap_or(0).max(free),
        };
        self.heights.push(rest.saturating_add(own));
    }

    fn index_all(&mut self) {
        for id in self.indexed..self.starts.len() {
            let hash = hash_of(&self.packed(id as u32));
            self.index.entry(hash).or_insert(id as u32);
        }
        self.indexed = self.starts.len();
    }

    pub(crate) fn point(&self, number: u16) -> Point {
        let point = ProofFrame::for_board(self.area).point(number.into());
        point.expect("a node has points of the board")
    }

    pub(crate) fn number(&self, point: Point) -> Option<u16> {
        ProofFrame::for_board(self.area).number(point).map(|number| number as u16)
    }

    fn pack(&self, node: &StrategyNode) -> Result<PackedNode, AddNodeError> {
        let number = |point: Point| self.number(point).ok_or(AddNodeError::Outside(point));
        let edge = |StrategyEdge { node, symmetry }: StrategyEdge| {
            if node as usize >= self.len() {
                return Err(AddNodeError::NoNode(node));
            }
            if Symmetry::new(self.area, symmetry.number()) != Some(symmetry) {
                return Err(AddNodeError::NoSymmetry(node));
            }
            Ok(PackedEdge { node, turn: symmetry.number() })
        };
        let (kind, line) = match &node.how {
            WinReason::All => (NodeKind::All, &[][..]),
            WinReason::Wins => (NodeKind::Wins, &[][..]),
            WinReason::Four => (NodeKind::Four, &[][..]),
            WinReason::Threat(line) => (NodeKind::Threat, &line[..]),
        };
        if kind == NodeKind::Threat && !(1..=MAX_POINTS).contains(&line.len()) {
            return Err(AddNodeError::Length);
        }
        let mut packed = PackedNode {
            kind,
            point: node.point.map(number).transpose()?,
            line: line.iter().map(|&point| number(point)).collect::<Result<_, _>>()?,
            named: Vec::with_capacity(node.named.len()),
            default: node.default.map(edge).transpose()?,
        };
        for &(reply, to) in &node.named {
            packed.named.push((number(reply)?, edge(to)?));
        }
        packed.named.sort_unstable_by_key(|named| named.0);
        if let Some(pair) = packed.named.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(AddNodeError::Twice(self.point(pair[0].0)));
        }
        packed.named.retain(|named| Some(named.1) != packed.default);
        if let (NodeKind::Four, None, [(_, only)]) = (kind, packed.default, &packed.named[..]) {
            packed.default = Some(*only);
            packed.named.clear();
        }
        Ok(packed)
    }
}

fn hash_of(packed: &PackedNode) -> u64 {
    let mut hasher = DefaultHasher::new();
    packed.hash(&mut hasher);
    hasher.finish()
}
