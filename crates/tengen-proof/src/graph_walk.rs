//! Hot: whether a strategy graph wins a position.

use tengen_core::{Cell, Color, Illegal, Point, Position};

use crate::{
    error::{PlayedLine, ProofFlaw},
    packed_node::{NodeKind, PackedEdge, PackedNode},
    shown_pairs::{ShownPairs, TurnedStones},
    strategy_graph::{GraphNodeId, StrategyGraph},
    symmetry_table::compose,
    threat::{Four, ThreatBoard},
};

/// A pair whose walk took fewer steps is not worth a slot of the cache.
const MIN_CACHED_STEPS: u64 = 8;

/// What a walk through a strategy graph may cost, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WalkCost {
    /// The pairs of a node and a position that were walked.
    pub(crate) steps: u64,
    /// The pairs of a node that answers every reply and a position.
    pub(crate) landmarks: u64,
}

/// Walk through all that can happen if the winner plays by a strategy graph.
///
/// The board is never turned: a node is reached with a symmetry that maps the board to what the node is about.
pub(crate) struct GraphWalk<'a> {
    graph: &'a StrategyGraph,
    winner: Color,
    threats: ThreatBoard,
    stones: TurnedStones,
    shown: ShownPairs,
    /// The number of stones at the start.
    start: usize,
    limit: WalkCost,
    steps: u64,
    /// The nodes on the way here, `depth` of them; the others are kept for their buffers.
    open: Vec<OpenNode>,
    depth: usize,
}

/// Node under way: its move was made, and some replies to it are answered.
#[derive(Default)]
struct OpenNode {
    id: GraphNodeId,
    turn: u8,
    node: PackedNode,
    replies: Vec<Point>,
    /// How many replies are answered.
    answered: usize,
    /// How many steps the walk had taken before.
    steps_before: u64,
}

impl<'a> GraphWalk<'a> {
    /// A walk from a position of five-in-a-row that is not over, on the board of the graph.
    pub(crate) fn new(
        graph: &'a StrategyGraph,
        position: &Position,
        winner: Color,
        limit: WalkCost,
    ) -> Option<GraphWalk<'a>> {
        if graph.area() != position.board().area() {
            return None;
        }
        let threats = ThreatBoard::new(position, winner)?;
        let points = graph.area().size()?;
        let mut stones = TurnedStones::new(graph.turns(), points);
        for &(point, color) in &threats.stones {
            stones.toggle(graph.number(point)?, color);
        }
        Some(GraphWalk {
            graph,
            winner,
            start: threats.stones.len(),
            threats,
            stones,
            shown: ShownPairs::new(points),
            limit,
            steps: 0,
            open: Vec::new(),
            depth: 0,
        })
    }

    /// Whether the graph wins from this node on, whatever happens; `loser_moves` if the loser is to move.
    pub(crate) fn run(
        &mut self,
        root: GraphNodeId,
        loser_moves: bool,
    ) -> Result<WalkCost, ProofFlaw> {
        let moveless = self.graph.packed(root).point.is_none();
        if moveless != loser_moves {
            let text = if moveless { "no move, but the winner" } else { "a move, but the loser" };
            return Err(at(root, ProofFlaw::Node(format!("the root has {text} is to move"))));
        }
        self.enter(root, 0).map_err(|flaw| at(root, flaw))?;
        while self.depth > 0 {
            let open = &mut self.open[self.depth - 1];
            let (id, turn) = (open.id, open.turn);
            if let Some(&reply) = open.replies.get(open.answered) {
                open.answered += 1;
                let to = self.play_reply(reply).map_err(|flaw| at(id, flaw))?;
                let turn = compose(turn, to.turn);
                let opened = self.enter(to.node, turn).map_err(|flaw| at(to.node, flaw))?;
                if !opened {
                    self.lift();
                }
            } else {
                self.leave()?;
            }
        }
        Ok(WalkCost { steps: self.steps, landmarks: self.shown.landmarks() })
    }

    /// Plays the move of a node. True if it is open then, false if it is shown already.
    fn enter(&mut self, id: GraphNodeId, turn: u8) -> Result<bool, ProofFlaw> {
        let (kind, has_edges) = PackedNode::peek(self.graph.encoded()[self.graph.start(id)]);
        let known = match kind {
            _ if !has_edges => false,
            NodeKind::All => self.shown.has_landmark(id, &self.stones, turn),
            _ => self.shown.is_cached(id, &self.stones, turn),
        };
        if known {
            return Ok(false);
        }
        if self.steps == self.limit.steps {
            let text = format!("the walk takes more than {} steps", self.limit.steps);
            return Err(ProofFlaw::Limit(text));
        }
        self.steps += 1;
        if self.open.len() == self.depth {
            self.open.push(OpenNode::default());
        }
        let mut open = std::mem::take(&mut self.open[self.depth]);
        self.graph.unpack(id, &mut open.node);
        (open.id, open.turn, open.answered) = (id, turn, 0);
        open.steps_before = self.steps - 1;
        let opened = self.find_replies(&mut open);
        self.open[self.depth] = open;
        if opened? {
            self.depth += 1;
            return Ok(true);
        }
        Ok(false)
    }

    /// Makes the move of a node and finds the replies to it that must be answered. If there are none, takes the
    /// move back and says false.
    fn find_replies(&mut self, open: &mut OpenNode) -> Result<bool, ProofFlaw> {
        let PackedNode { kind, point, line, .. } = &open.node;
        if let &Some(number) = point {
            let point = self.turned_back(number, open.turn);
            if self.threats.board.cell(point) != Cell::Empty {
                return Err(self.illegal(point, Illegal::Occupied));
            }
            // A five wins, whatever else the node says of the move.
            if self.threats.wins(point, self.winner) {
                return Ok(false);
            }
            if *kind == NodeKind::Wins {
                let point = self.graph.area().name(point);
                return Err(ProofFlaw::NoFive { point, line: self.line() });
            }
            if let Some(foul) = self.threats.foul(point, self.winner) {
                return Err(self.illegal(point, Illegal::Foul(foul)));
            }
            self.put(point, self.winner);
            if self.threats.board.is_full() {
                return Err(ProofFlaw::Over(self.winner, self.line()));
            }
        } else if self.depth > 0 {
            let text = "a node without a move is reached where the winner is to move".to_owned();
            return Err(ProofFlaw::Node(text));
        }
        open.replies.clear();
        match kind {
            NodeKind::All => {
                let loser = !self.winner;
                let board = &self.threats.board;
                let may_play = |&point: &Point| {
                    board.cell(point) == Cell::Empty && self.threats.foul(point, loser).is_none()
                };
                open.replies.extend(self.graph.area().points().filter(may_play));
                if open.replies.is_empty() {
                    return Err(ProofFlaw::Replies("none", self.line()));
                }
            }
            NodeKind::Threat => {
                let back = |&number| self.turned_back(number, open.turn);
                let line: Vec<Point> = line.iter().map(back).collect();
                let Some(parries) = self.threats.parries(&line) else {
                    let threat = PlayedLine::new(self.graph.area(), &line);
                    return Err(ProofFlaw::NoThreat { threat, line: self.line() });
                };
                open.replies = parries;
            }
            NodeKind::Four => match self.threats.four() {
                Four::Wins => {}
                Four::Stopped(block) => open.replies.push(block),
                Four::Late => {
                    let what = "the other side can make a five";
                    return Err(ProofFlaw::NoFour(what, self.line()));
                }
                Four::No => return Err(ProofFlaw::NoFour("there is no four", self.line())),
            },
            NodeKind::Wins => {
                let text = "the root has no move, and says that it wins".to_owned();
                return Err(ProofFlaw::Node(text));
            }
        }
        if open.replies.is_empty() && point.is_some() {
            self.lift();
        }
        Ok(!open.replies.is_empty())
    }

    /// Plays a reply to the last open node, and gives the edge that answers it.
    fn play_reply(&mut self, reply: Point) -> Result<PackedEdge, ProofFlaw> {
        let open = &self.open[self.depth - 1];
        let number = self.graph.number(reply).expect("a reply is on the board");
        let edge = open.node.edge(self.graph.turns().apply(open.turn, number));
        let loser = !self.winner;
        let wins = self.threats.wins(reply, loser);
        let full = self.threats.stones.len() + 1 == self.graph.area().size().unwrap_or(0);
        if wins || full {
            let (reply, winner) = (self.graph.area().name(reply), self.winner);
            return Err(ProofFlaw::Lost { reply, winner, line: self.line() });
        }
        let Some(edge) = edge else {
            let reply = self.graph.area().name(reply);
            return Err(ProofFlaw::NoAnswer { reply, line: self.line() });
        };
        self.put(reply, loser);
        Ok(edge)
    }

    /// Steps back from the last open node, all of whose replies are answered.
    fn leave(&mut self) -> Result<(), ProofFlaw> {
        self.depth -= 1;
        let OpenNode { id, turn, node: PackedNode { kind, point, .. }, .. } =
            &self.open[self.depth];
        let (id, turn, kind) = (*id, *turn, *kind);
        if point.is_some() {
            self.lift();
        }
        if kind != NodeKind::All {
            if self.steps - self.open[self.depth].steps_before >= MIN_CACHED_STEPS {
                self.shown.cache(id, &self.stones, turn);
            }
        } else if self.shown.landmarks() == self.limit.landmarks {
            let limit = self.limit.landmarks;
            return Err(ProofFlaw::Limit(format!("the walk has more than {limit} landmarks")));
        } else {
            self.shown.add_landmark(id, &self.stones, turn);
        }
        if self.depth > 0 {
            self.lift();
        }
        Ok(())
    }

    /// The point of the board that a node reached by this symmetry gives this number.
    fn turned_back(&self, number: u16, turn: u8) -> Point {
        let turns = self.graph.turns();
        self.graph.point(turns.apply(turns.inverse(turn), number))
    }

    fn put(&mut self, point: Point, color: Color) {
        self.threats.put(point, color);
        self.toggle(point, color);
    }

    fn lift(&mut self) {
        let &(point, color) = self.threats.stones.last().expect("a stone was put");
        self.threats.lift();
        self.toggle(point, color);
    }

    fn toggle(&mut self, point: Point, color: Color) {
        let number = self.graph.number(point).expect("a stone is on the board");
        self.stones.toggle(number, color);
    }

    /// The moves that lead here.
    fn line(&self) -> PlayedLine {
        let moves: Vec<Point> = self.threats.stones[self.start..].iter().map(|s| s.0).collect();
        PlayedLine::new(self.graph.area(), &moves)
    }

    fn illegal(&self, point: Point, why: Illegal) -> ProofFlaw {
        ProofFlaw::Illegal { point: self.graph.area().name(point), why, line: self.line() }
    }
}

/// The flaw of a node that does not hold.
fn at(node: GraphNodeId, flaw: ProofFlaw) -> ProofFlaw {
    match flaw {
        ProofFlaw::Limit(_) => flaw,
        flaw => ProofFlaw::At { node, flaw: Box::new(flaw) },
    }
}
