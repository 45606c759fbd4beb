//! A book: a side wins although it has no threats yet, whatever the other side replies.
//!
//! Where there is no win by threats, the winner plays a *quiet* move, and each legal reply has to
//! be answered: by threats, or by the next quiet move. Most replies change nothing. So a win by
//! threats is kept as a *plan*, and where the winner has the same stones it is tried again before
//! anything is searched.

mod book_log;
mod book_run;
mod hints;
mod plan;
mod pool;
mod prover;
mod quiet;
mod strategy;

use std::collections::HashMap;

use tengen_core::{Color, Point, Position};
use tengen_proof::WinningMove;

use self::{
    hints::Hints,
    plan::{Plan, hash_of_board},
    pool::Pool,
};
use super::{Threats, TooWide, search_frame::Spot};

use book_log::BookLog;
pub use book_log::BookLogError;
pub use book_run::{BookObserver, BookRun};
pub use pool::PlanId;
pub use prover::{ProofEffort, Prover};
pub use strategy::{ReplyClass, Strategy};

/// Proven fact about a position with the winner to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The plan of this number wins.
    Plan(PlanId),
    /// This quiet move wins: every reply to it is answered.
    Quiet(Point),
    /// This move threatens to win by these fours, and every reply that parries it is answered.
    Threat(Point, Vec<Point>),
}

/// Entry of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookEntry {
    /// The next plan: where it starts, as moves from the first position, some of them perhaps
    /// passes of the loser, and the moves of the winner in the order in which they come up.
    Plan {
        /// The winner's stones.
        own: Vec<Point>,
        /// The loser's stones.
        other: Vec<Point>,
        /// The moves of the winner.
        answers: Vec<WinningMove>,
    },
    /// A position after these moves from the first one is won.
    Fact {
        /// The moves of both sides.
        moves: Vec<Point>,
        /// How it is won.
        fact: Fact,
    },
}

/// Error of an entry that cannot be true.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A move is not on an empty point of the board.
    #[error("{0} cannot be played there")]
    Move(String),
    /// A plan does not win where it should.
    #[error("the plan does not win from where it starts")]
    Plan,
    /// A plan that there is not.
    #[error("there is no plan {0}, only {1} so far")]
    Missing(PlanId, usize),
}

/// Book: the proven facts about the positions after a root.
#[derive(Debug)]
pub struct Book {
    root: Position,
    winner: Color,
    /// The first position.
    threats: Threats,
    pool: Pool,
    facts: HashMap<u64, Fact>,
    hints: Hints,
}

impl Book {
    /// A book about `root`, which the side to move shall win.
    ///
    /// # Errors
    ///
    /// If there are no edges and the stones are too far apart.
    pub fn new(root: &Position) -> Result<Book, TooWide> {
        Ok(Book {
            root: root.clone(),
            winner: root.turn(),
            threats: Threats::of(root)?,
            pool: Pool::default(),
            facts: HashMap::new(),
            hints: Hints::default(),
        })
    }

    /// The side that shall win.
    pub fn winner(&self) -> Color {
        self.winner
    }

    /// The first position.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Number of plans, and number of positions known to be won.
    pub fn size(&self) -> (usize, usize) {
        (self.pool.len(), self.facts.len())
    }

    /// Number of moves of all plans together.
    pub fn plan_moves(&self) -> usize {
        (0..self.pool.len()).filter_map(|id| self.pool.get(id as PlanId)).map(Plan::len).sum()
    }

    /// What is known of a position.
    pub fn fact(&self, position: &Position) -> Option<&Fact> {
        self.facts.get(&self.key(position))
    }

    fn key(&self, position: &Position) -> u64 {
        let stones = Color::ALL.map(|color| hash_of_board(&self.threats, position.board(), color));
        self.threats.empty_hash() ^ stones[0] ^ stones[1]
    }

    /// Adds an entry of an earlier run.
    ///
    /// That a plan wins from where it starts is checked; a fact is taken at its word, a proof of
    /// it will show.
    ///
    /// # Errors
    ///
    /// If it cannot be so. The book is then as it was.
    pub fn enter(&mut self, entry: &BookEntry) -> Result<(), BookError> {
        match entry {
            BookEntry::Plan { own, other, answers } => {
                let mut threats = self.threats.clone();
                for (point, color) in self.root.board().stones() {
                    threats.lift(threats.spot(point), color);
                }
                for (points, color) in [(own, self.winner), (other, !self.winner)] {
                    for &point in points {
                        put(&mut threats, point, color)?;
                    }
                }
                let plan = Plan::of_answers(&mut threats, self.winner, answers);
                self.pool.add(&threats, self.winner, plan.ok_or(BookError::Plan)?);
            }
            BookEntry::Fact { moves, fact } => {
                let mut threats = self.threats.clone();
                let mut color = self.winner;
                for &point in moves {
                    put(&mut threats, point, color)?;
                    color = !color;
                }
                match fact {
                    &Fact::Plan(id) if self.pool.get(id).is_none() => {
                        return Err(BookError::Missing(id, self.pool.len()));
                    }
                    Fact::Quiet(point) | Fact::Threat(point, _) => {
                        empty(&threats, *point)?;
                        self.hints.add(&threats, self.winner, moves.last().copied(), *point);
                    }
                    Fact::Plan(_) => {}
                }
                self.facts.insert(threats.hash(), fact.clone());
            }
        }
        Ok(())
    }
}

/// The spot of a point, if it is empty.
fn empty(threats: &Threats, point: Point) -> Result<Spot, BookError> {
    let area = threats.board().area();
    let spot = area.contains(point).then(|| threats.spot(point));
    let spot = spot.filter(|&spot| threats.is_empty(spot));
    spot.ok_or_else(|| BookError::Move(area.name(point)))
}

fn put(threats: &mut Threats, point: Point, color: Color) -> Result<(), BookError> {
    let spot = empty(threats, point)?;
    threats.put(spot, color);
    Ok(())
}
