//! From a book to a strategy graph, which is its proof.

use rustc_hash::FxHashMap;
use tengen_core::{Color, Point, Position, Symmetry};
use tengen_proof::{GraphNodeId, StrategyEdge, StrategyGraph, StrategyNode, WinReason};

use super::{Book, Fact, PlanId};
use crate::fives::{Threats, Unforeseen, search_frame::Spot, threat_line::parries};

impl Book {
    /// The graph of what the winner plays from `position` on, and its root.
    ///
    /// # Errors
    ///
    /// If the book has no answer somewhere, or there can be no graph for the board.
    pub fn graph(&self, position: &Position) -> Result<(StrategyGraph, GraphNodeId), Unforeseen> {
        let mut writer = GraphWriter::new(self)?;
        let mut threats = self.threats_of(position);
        let root = writer.edge(&mut threats)?.node;
        Ok((writer.graph, root))
    }

    /// The graph of what the winner plays from the first position on, beginning with `first`, and its root. Of the
    /// replies to it that are images of one another, the book needs to know one.
    ///
    /// # Errors
    ///
    /// As [`Book::graph`].
    pub fn graph_from(&self, first: Point) -> Result<(StrategyGraph, GraphNodeId), Unforeseen> {
        let mut writer = GraphWriter::new(self)?;
        let mut threats = self.threats.clone();
        threats.put(threats.spot(first), self.winner);
        let mut named = Vec::new();
        for class in self.replies(first) {
            let spot = threats.spot(class.reply);
            threats.put(spot, !self.winner);
            let StrategyEdge { node, .. } = writer.edge(&mut threats)?;
            threats.lift(spot, !self.winner);
            let turned = |&(reply, symmetry)| (reply, StrategyEdge { node, symmetry });
            named.extend(class.symmetries.iter().map(turned));
        }
        let root = writer.add(first, WinReason::All, named)?;
        Ok((writer.graph, root))
    }

    /// The stones of a position after the root, or of an image of one.
    fn threats_of(&self, position: &Position) -> Threats {
        let mut threats = self.threats.clone();
        let stones = position.board().stones();
        for (point, color) in self.root.board().stones() {
            threats.lift(threats.spot(point), color);
        }
        for (point, color) in stones {
            threats.put(threats.spot(point), color);
        }
        threats
    }
}

/// Graph under way.
struct GraphWriter<'a> {
    book: &'a Book,
    graph: StrategyGraph,
    /// What answers the positions that were asked about.
    edges: FxHashMap<u64, StrategyEdge>,
    plans: FxHashMap<PlanId, GraphNodeId>,
}

impl<'a> GraphWriter<'a> {
    fn new(book: &'a Book) -> Result<GraphWriter<'a>, Unforeseen> {
        let graph = StrategyGraph::new(book.root.board().area()).ok_or(Unforeseen)?;
        Ok(GraphWriter { book, graph, edges: FxHashMap::default(), plans: FxHashMap::default() })
    }

    /// What answers the position of `threats`, the winner to move.
    fn edge(&mut self, threats: &mut Threats) -> Result<StrategyEdge, Unforeseen> {
        let key = threats.hash();
        if let Some(&edge) = self.edges.get(&key) {
            return Ok(edge);
        }
        let edge = match self.book.fact_of(key).ok_or(Unforeseen)? {
            Fact::Plan(id) => {
                let node = self.plan(id, threats)?;
                self.graph.edge(node)
            }
            Fact::Image(symmetry) => {
                let mut image = image(threats, symmetry);
                StrategyEdge { node: self.edge(&mut image)?.node, symmetry }
            }
            Fact::Quiet(point) => self.answer_all(threats, point, None)?,
            Fact::Threat(point, line) => self.answer_all(threats, point, Some(line))?,
        };
        self.edges.insert(key, edge);
        Ok(edge)
    }

    /// A move and what answers every reply to it, or each that parries the fours that it threatens.
    fn answer_all(
        &mut self,
        threats: &mut Threats,
        point: Point,
        line: Option<Vec<Point>>,
    ) -> Result<StrategyEdge, Unforeseen> {
        let (winner, loser) = (self.book.winner, !self.book.winner);
        let spot = threats.spot(point);
        if !threats.is_empty(spot) {
            return Err(Unforeseen);
        }
        threats.put(spot, winner);
        let replies: Vec<Spot> = match &line {
            None => threats.empty().filter(|&spot| threats.is_legal(spot, loser)).collect(),
            Some(line) => {
                let line: Vec<Spot> = line.iter().map(|&point| threats.spot(point)).collect();
                parries(threats, winner, &line)
            }
        };
        let mut named = Vec::with_capacity(replies.len());
        for reply in replies {
            threats.put(reply, loser);
            let edge = self.edge(threats);
            threats.lift(reply, loser);
            named.push((threats.point(reply), edge?));
        }
        threats.lift(spot, winner);
        let how = line.map_or(WinReason::All, WinReason::Threat);
        let node = self.add(point, how, named)?;
        Ok(self.graph.edge(node))
    }

    fn add(
        &mut self,
        point: Point,
        how: WinReason,
        named: Vec<(Point, StrategyEdge)>,
    ) -> Result<GraphNodeId, Unforeseen> {
        let node = StrategyNode::new(Some(point), how, named);
        self.graph.add(&node).map_err(|_| Unforeseen)
    }

    /// The root of a plan, all of whose moves are in the graph.
    fn plan(&mut self, id: PlanId, threats: &Threats) -> Result<GraphNodeId, Unforeseen> {
        if let Some(&node) = self.plans.get(&id) {
            return Ok(node);
        }
        let plan = self.book.pool.get(id).ok_or(Unforeseen)?;
        let node = plan.add_to(&mut self.graph, threats, self.book.winner).ok_or(Unforeseen)?;
        self.plans.insert(id, node);
        Ok(node)
    }
}

/// The image of a position.
fn image(threats: &Threats, symmetry: Symmetry) -> Threats {
    let mut image = threats.clone();
    let stones: Vec<(Point, Color)> = threats.board().stones();
    for &(point, color) in &stones {
        image.lift(image.spot(point), color);
    }
    for &(point, color) in &stones {
        image.put(image.spot(symmetry.apply(point)), color);
    }
    image
}
