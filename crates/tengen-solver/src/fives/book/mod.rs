//! A book: a side wins although it has no threats yet, whatever the other side replies.
//!
//! Where there is no win by threats, the winner plays a *quiet* move, and each legal reply has to
//! be answered: by threats, or by the next quiet move. Most replies change nothing. So a win by
//! threats is kept as a *plan*, and where the winner has the same stones it is tried again before
//! anything is searched.

mod book_graph;
mod book_log;
mod book_queue;
mod book_run;
mod hints;
mod move_advisor;
mod pool;
mod prover;
mod quiet;
mod quiet_history;
mod reply_class;

use std::sync::{Mutex, MutexGuard, RwLock};

use rustc_hash::FxHashMap;
use tengen_core::{Color, Point, Position, Symmetry};
use tengen_proof::WinningMove;

use self::{hints::images, pool::Pool, quiet_history::QuietHistory};
use super::{
    Threats, TooWide,
    plan::{Plan, hash_of_board},
    search_frame::Spot,
};

use book_log::BookLog;
pub use book_log::BookLogError;
pub use book_run::{BookLimits, BookObserver, BookProofError, BookRun};
pub use hints::{HintError, Hints};
pub use move_advisor::{AdvisorFactory, MoveAdvisor};
pub use pool::PlanId;
pub use prover::{ProofEffort, Prover};
pub use reply_class::ReplyClass;

/// Proven fact about a position with the winner to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The plan of this number wins.
    Plan(PlanId),
    /// This quiet move wins: every reply to it is answered.
    Quiet(Point),
    /// This move threatens to win by these fours, and every reply that parries it is answered.
    Threat(Point, Vec<Point>),
    /// The image of the position under this symmetry is won.
    Image(Symmetry),
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

/// Book: the proven facts about the positions after a root. Workers share it.
#[derive(Debug)]
pub struct Book {
    root: Position,
    winner: Color,
    /// The first position.
    threats: Threats,
    hints: Hints,
    pool: Pool,
    facts: RwLock<FxHashMap<u64, Fact>>,
    history: Mutex<QuietHistory>,
    failures: Mutex<Failures>,
}

/// Searches that found no win, by position: a later one must try harder.
#[derive(Default, Debug)]
struct Failures {
    /// Nodes of the largest search for a win by threats.
    threats: FxHashMap<u64, u64>,
    /// Effort of the last search for a quiet move.
    quiet: FxHashMap<u64, ProofEffort>,
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
            threats: Threats::new(root)?,
            hints: Hints::default(),
            pool: Pool::default(),
            facts: RwLock::default(),
            history: Mutex::default(),
            failures: Mutex::default(),
        })
    }

    /// Uses these hints.
    #[must_use]
    pub fn with_hints(mut self, hints: Hints) -> Book {
        self.hints = hints;
        self
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
        (self.pool.size().0, self.facts.read().expect(UNPOISONED).len())
    }

    /// Number of moves of all plans together.
    pub fn plan_moves(&self) -> usize {
        self.pool.size().1
    }

    /// Estimated memory of the book, in bytes.
    pub fn memory(&self) -> usize {
        // A position of a plan is a map entry and sometimes a line; a fact is a map entry.
        64 * self.plan_moves() + 80 * self.size().1
    }

    /// What is known of a position.
    pub fn fact(&self, position: &Position) -> Option<Fact> {
        self.fact_of(self.key(position))
    }

    /// The hint about a position with the winner to move.
    pub fn hint(&self, position: &Position) -> Option<Point> {
        self.hints.get(&self.threats, position.board())
    }

    fn fact_of(&self, key: u64) -> Option<Fact> {
        self.facts.read().expect(UNPOISONED).get(&key).cloned()
    }

    /// Whether a position of this hash is known to be won.
    fn is_won(&self, key: u64) -> bool {
        self.facts.read().expect(UNPOISONED).contains_key(&key)
    }

    fn add_fact(&self, key: u64, fact: Fact) {
        self.facts.write().expect(UNPOISONED).insert(key, fact);
    }

    fn history(&self) -> MutexGuard<'_, QuietHistory> {
        self.history.lock().expect(UNPOISONED)
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().expect(UNPOISONED)
    }

    /// An image of the position of `threats` that is known to be won by a quiet move or a threat.
    fn won_image(&self, threats: &Threats) -> Option<Symmetry> {
        let facts = self.facts.read().expect(UNPOISONED);
        let won = |key| matches!(facts.get(&key), Some(Fact::Quiet(_) | Fact::Threat(..)));
        images(threats, threats.board()).skip(1).find(|&(key, _)| won(key)).map(|image| image.1)
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
    pub fn enter(&self, entry: &BookEntry) -> Result<(), BookError> {
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
                self.pool.lock().add(&threats, self.winner, plan.ok_or(BookError::Plan)?);
            }
            BookEntry::Fact { moves, fact } => {
                let mut position = SparseKey::new(&self.threats);
                let mut color = self.winner;
                for &point in moves {
                    position.put(point, color)?;
                    color = !color;
                }
                match fact {
                    &Fact::Plan(id) if self.pool.get(id).is_none() => {
                        return Err(BookError::Missing(id, self.pool.size().0));
                    }
                    Fact::Quiet(point) | Fact::Threat(point, _) => {
                        position.clone().put(*point, self.winner)?;
                        let own = position.own(self.winner);
                        self.history().add(own, moves.last().copied(), *point);
                    }
                    Fact::Plan(_) | Fact::Image(_) => {}
                }
                self.add_fact(position.hash, fact.clone());
            }
        }
        Ok(())
    }
}

/// No worker panics while it holds a lock, and if one did, nothing would be left to save.
const UNPOISONED: &str = "no worker panics while it holds a lock";

/// The hash of a position a few moves after the root, without the cost of a whole [`Threats`].
#[derive(Clone)]
struct SparseKey<'a> {
    root: &'a Threats,
    moves: Vec<(Spot, Color)>,
    hash: u64,
}

impl<'a> SparseKey<'a> {
    fn new(root: &'a Threats) -> SparseKey<'a> {
        SparseKey { root, moves: Vec::new(), hash: root.hash() }
    }

    fn put(&mut self, point: Point, color: Color) -> Result<(), BookError> {
        let spot = empty(self.root, point)?;
        if self.moves.iter().any(|other| other.0 == spot) {
            return Err(BookError::Move(self.root.board().area().name(point)));
        }
        self.moves.push((spot, color));
        self.hash ^= self.root.stone_hash(spot, color);
        Ok(())
    }

    /// The hash of all stones of a color.
    fn own(&self, color: Color) -> u64 {
        let moves = self.moves.iter().filter(|stone| stone.1 == color);
        moves.fold(hash_of_board(self.root, self.root.board(), color), |hash, &(spot, color)| {
            hash ^ self.root.stone_hash(spot, color)
        })
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
