//! From a strategy to a strategy graph.

use std::collections::HashMap;

use tengen_core::{Color, Outcome, Point, Position};

use crate::{
    WinReason, WinningMove, WriteError,
    error::PlayedLine,
    image::Image,
    strategy_graph::{GraphNodeId, StrategyGraph, StrategyNode},
    winning_move::replies_to_answer,
};

/// Builds the graph of a strategy by which `winner` wins `position`, and gives its root.
///
/// The strategy is asked once for each position that it can come to, as [`write`](crate::write()) asks it. Equal parts become one.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_proof::{WinReason, WinningMove, build_graph};
///
/// let mut position = Position::new(Rule::Freestyle, Area::square(9)).unwrap();
/// for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (2, 4)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// // The four is blocked, and there is no other.
/// let four = |_: &Position| Ok::<_, ()>(WinningMove { point: Point::new(6, 4), how: WinReason::Four });
/// assert!(build_graph(&position, Color::Black, four).is_err());
/// ```
///
/// # Errors
///
/// If the strategy has no answer or does not win, or there can be no graph for the board.
pub fn build_graph<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<WinningMove, E>,
) -> Result<(StrategyGraph, GraphNodeId), WriteError<E>> {
    let graph = StrategyGraph::new(position.board().area()).ok_or(WriteError::TooLarge)?;
    let known = HashMap::new();
    let mut builder = GraphBuilder { graph, position: position.clone(), winner, strategy, known };
    let root = builder.node()?;
    Ok((builder.graph, root))
}

/// Graph under way, and the position it has come to.
struct GraphBuilder<S> {
    graph: StrategyGraph,
    position: Position,
    winner: Color,
    strategy: S,
    /// The nodes of the positions that were asked about.
    known: HashMap<Image, GraphNodeId>,
}

impl<S, E> GraphBuilder<S>
where
    S: FnMut(&Position) -> Result<WinningMove, E>,
{
    /// Adds what wins the position and gives its node.
    fn node(&mut self) -> Result<GraphNodeId, WriteError<E>> {
        if self.position.outcome().is_some() {
            return Err(WriteError::Fails(self.line()));
        }
        let image = Image::new(self.position.board());
        if let Some(&id) = self.known.get(&image) {
            return Ok(id);
        }
        let WinningMove { point, mut how } =
            (self.strategy)(&self.position).map_err(WriteError::Strategy)?;
        let moves = self.position.turn() == self.winner;
        if moves && self.position.play(point).is_err() {
            return Err(self.wrong(point, "cannot be played"));
        }
        let mut named = Vec::new();
        if self.position.outcome() == Some(Outcome::Won(self.winner)) {
            how = WinReason::Wins;
        } else {
            let replies = replies_to_answer(&self.position, self.winner, &how);
            for reply in replies.map_err(|is_not| self.wrong(point, is_not))? {
                self.position.play(reply).expect("the reply is legal");
                let node = self.node()?;
                self.position.undo();
                named.push((reply, self.graph.edge(node)));
            }
        }
        if moves {
            self.position.undo();
        }
        let node = StrategyNode::new(moves.then_some(point), how, named);
        let id = self.graph.add(&node).map_err(|_| WriteError::TooLarge)?;
        self.known.insert(image, id);
        Ok(id)
    }

    fn line(&self) -> String {
        PlayedLine::new(self.position.board().area(), self.position.moves()).to_string()
    }

    fn wrong(&self, point: Point, is_not: &'static str) -> WriteError<E> {
        let point = self.position.board().area().name(point);
        WriteError::Wrong { point, is_not, line: self.line() }
    }
}
