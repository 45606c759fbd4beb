//! Proofs as opening books.

use std::{fmt, io::BufRead};

use tengen_core::{Area, Color, Point, Position, Rule, Symmetry};
use thiserror::Error;

use crate::{
    WinReason,
    claim::{GraphHead, ProofClaim},
    error::ProofError,
    graph_file::read_headed_graph,
    order_search::{Departure, LaterStones, OrderSearch, Orders},
    strategy_graph::{GraphNodeId, StrategyGraph},
};

/// Opening book that is a proof: what the winner of a claim plays, up to the five.
///
/// That the proof holds is not checked when it is read, which takes a moment only; [`check`](crate::check()) does that.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_proof::{ProofBook, StrategyGraph, StrategyNode, WinReason, write_graph};
///
/// // Black has three in a row, and makes an open four.
/// let area = Area::square(9);
/// let mut position = Position::new(Rule::Freestyle, area).unwrap();
/// for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (8, 7)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let mut graph = StrategyGraph::new(area).unwrap();
/// let root = graph.add(&StrategyNode::leaf(Point::new(6, 4), WinReason::Four)).unwrap();
/// let mut proof = Vec::new();
/// write_graph(&position, Color::Black, &graph, root, &mut proof).unwrap();
///
/// let book = ProofBook::read(&proof[..]).unwrap();
/// let entry = book.lookup(&position).unwrap();
/// assert_eq!((entry.point, entry.moves_left), (Some(Point::new(6, 4)), 2));
/// ```
#[derive(Clone)]
pub struct ProofBook {
    claim: ProofClaim,
    /// The side that it claims to win.
    winner: Color,
    /// The position of the claim.
    start: Position,
    graph: StrategyGraph,
    root: GraphNodeId,
}

/// Entry of a book: what it says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofBookEntry {
    /// The winner's move; none if the loser is to move.
    pub point: Option<Point>,
    /// Why this move wins; if the loser is to move, why the winner's last one does.
    pub how: WinReason,
    /// The most moves that the winner makes from here on until it has a five.
    pub moves_left: u32,
}

/// Why a position is not in a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OutOfBook {
    /// It is of another game, or on another board.
    #[error("the book is about {rule} on {area}")]
    OtherGame {
        /// The game of the book.
        rule: Rule,
        /// The board of the book.
        area: Area,
    },
    /// It does not have the stones that the claim begins with, or not as many of each side after them.
    #[error("the position does not come after the first one of the book")]
    OtherStart,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The winner did not play by the book, in whatever order the stones may have been played.
    #[error("the game left the book after {} moves", plies)]
    Left {
        /// How many moves were by the book, in the order in which they were played.
        plies: usize,
        /// What the book plays then; none if it has no answer.
        book: Option<Point>,
    },
}

impl ProofBook {
    /// The most positions that are visited in search of an order of the stones.
    const MOST_STEPS: usize = 1_000;

    /// Reads a proof that is a strategy graph.
    ///
    /// # Errors
    ///
    /// If it is not spelled as it should be, is a proof of version 1 or of a draw, or there is no such position.
    pub fn read(proof: impl BufRead) -> Result<ProofBook, ProofError> {
        let (GraphHead { claim, winner, .. }, graph, root) = read_headed_graph(proof)?;
        match claim.position() {
            Ok(start) => Ok(ProofBook { claim, winner, start, graph, root }),
            Err(flaw) => flaw.at(0),
        }
    }

    /// What the proof claims.
    pub fn claim(&self) -> &ProofClaim {
        &self.claim
    }

    /// Who wins.
    pub fn winner(&self) -> Color {
        self.winner
    }

    /// The position of the claim.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The most moves that the winner makes from the first position on.
    pub fn moves_left(&self) -> u32 {
        self.graph.height(self.root)
    }

    /// The strategy.
    pub fn graph(&self) -> &StrategyGraph {
        &self.graph
    }

    pub(crate) fn root(&self) -> GraphNodeId {
        self.root
    }

    /// What is said of the first position, if the loser is to move there.
    pub(crate) fn root_entry(&self) -> Option<ProofBookEntry> {
        let node = self.graph.node(self.root);
        let moves_left = self.graph.height(self.root);
        node.point.is_none().then_some(ProofBookEntry { point: None, how: node.how, moves_left })
    }

    /// Looks a position up: as it was played, as an image of what is in the book, or in another order of its moves.
    ///
    /// Orders are searched within a limit, so a position that needs an uncommon one may not be found. A game that goes on
    /// by the book after a lookup in the order of its moves needs no more moves than the entry says.
    ///
    /// # Errors
    ///
    /// Why it is not in the book.
    pub fn lookup(&self, position: &Position) -> Result<ProofBookEntry, OutOfBook> {
        let area = self.claim.setup.area;
        if position.rule() != self.claim.rule || position.board().area() != area {
            return Err(OutOfBook::OtherGame { rule: self.claim.rule, area });
        }
        if position.outcome().is_some() {
            return Err(OutOfBook::Over);
        }
        let images: Vec<(Symmetry, LaterStones)> = Symmetry::all(area)
            .filter_map(|symmetry| Some((symmetry, self.later_stones(position, symmetry)?)))
            .collect();
        let mut last: Option<Departure> = None;
        for (symmetry, stones) in &images {
            let mut search = OrderSearch::new(self, stones, Orders::Listed, usize::MAX);
            search.run();
            if let Some(entry) = search.best {
                return Ok(entry.turned(symmetry.inverse()));
            }
            let Departure { plies, book } = search.departure;
            if last.is_none_or(|last| plies > last.plies) {
                let book = book.map(|point| symmetry.inverse().apply(point));
                last = Some(Departure { plies, book });
            }
        }
        let Some(Departure { plies, book }) = last else { return Err(OutOfBook::OtherStart) };
        let mut steps = ProofBook::MOST_STEPS;
        let mut best: Option<ProofBookEntry> = None;
        for (symmetry, stones) in &images {
            let mut search = OrderSearch::new(self, stones, Orders::All, steps);
            search.run();
            steps = search.steps;
            let fewest = best.as_ref().map_or(u32::MAX, |best| best.moves_left);
            if let Some(entry) = search.best.filter(|entry| entry.moves_left < fewest) {
                best = Some(entry.turned(symmetry.inverse()));
            }
        }
        best.ok_or(OutOfBook::Left { plies, book })
    }

    /// The stones of a position, turned by a symmetry, that came after those of the claim; none if they cannot have.
    fn later_stones(&self, position: &Position, symmetry: Symmetry) -> Option<LaterStones> {
        let claimed = self.start.board();
        let board = position.board();
        let played = position.moves();
        let set_up = board.stones().into_iter().map(|stone| stone.0);
        let set_up = set_up.filter(|point| !played.contains(point));
        let mut later = LaterStones::default();
        let mut common = 0;
        for point in set_up.chain(played.iter().copied()) {
            let image = symmetry.apply(point);
            let color = board.cell(point).stone()?;
            match claimed.cell(image).stone() {
                Some(there) if there == color => common += 1,
                Some(_) => return None,
                None if color == self.winner => later.winner.push(image),
                None => later.loser.push(image),
            }
        }
        let (winner, loser) = (later.winner.len(), later.loser.len());
        let (first, second) =
            if self.start.turn() == self.winner { (winner, loser) } else { (loser, winner) };
        let fits = first == second + usize::from(position.turn() != self.start.turn());
        (fits && common == self.claim.setup.stones.len()).then_some(later)
    }
}

impl fmt::Debug for ProofBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofBook { claim, graph, .. } = self;
        f.debug_struct("ProofBook").field("claim", claim).field("nodes", &graph.len()).finish()
    }
}

impl ProofBookEntry {
    /// The entry of the image.
    fn turned(self, symmetry: Symmetry) -> ProofBookEntry {
        let how = match self.how {
            WinReason::Threat(line) => {
                WinReason::Threat(line.into_iter().map(|point| symmetry.apply(point)).collect())
            }
            how => how,
        };
        ProofBookEntry { point: self.point.map(|point| symmetry.apply(point)), how, ..self }
    }
}
