//! Runs of a book: reply after reply is proved with growing effort, and all of it is logged.

use std::{cell::RefCell, fmt, io, path::Path};

use tengen_core::{Area, Point, Position};
use tengen_proof::{WriteError, Written, write};

use super::{Book, BookEntry, BookLog, BookLogError, Fact, ProofEffort, Prover, ReplyClass};
use crate::{Budget, Stopped, fives::Unforeseen};

/// Run of a book: a first move of the winner, and the replies to it that are proved one after another.
///
/// Its `Display` has a line for each reply, in the order in which they are tried.
#[derive(Debug)]
pub struct BookRun {
    book: Book,
    log: BookLog,
    first: Point,
    replies: Vec<ReplyClass>,
}

/// Observer of a run that stores the proofs.
pub trait BookObserver {
    /// Error that ends the run.
    type Error: From<BookLogError>;

    /// A search begins from the position after these moves.
    fn searching(&mut self, moves: &[Point]);

    /// An entry was found and logged.
    fn found(&mut self, entry: &BookEntry);

    /// A reply is won, or the root if there is none: stores its [proof](BookRun::prove).
    ///
    /// # Errors
    ///
    /// If the run is to end.
    fn won(&mut self, run: &BookRun, reply: Option<Point>) -> Result<Written, Self::Error>;
}

impl BookRun {
    /// The effort of the first try.
    const FIRST: ProofEffort = ProofEffort { depth: 3, nodes: 50_000, width: 7, open: 6 };

    /// Opens the book about `root` in `folder`, or begins a new one.
    ///
    /// # Errors
    ///
    /// If there can be no book about this position, or its log cannot be opened, is open elsewhere, is about
    /// another position or says what is wrong.
    pub fn open(folder: &Path, root: &Position) -> Result<BookRun, BookLogError> {
        let mut book = Book::new(root)?;
        if root.board().area() == Area::Unbounded {
            return Err(BookLogError::Unbounded);
        }
        let log = BookLog::open(folder, &mut book)?;
        let first = *book.first_moves(root, 1).first().ok_or(BookLogError::NoMove)?;
        let mut replies = book.replies(first);
        // What is far away is answered soon, and what is learned there helps with the rest.
        replies.sort_by_key(|class| (-class.reply.distance(first), class.reply));
        Ok(BookRun { book, log, first, replies })
    }

    /// Opens the book about `root` in `folder`, which must be there.
    ///
    /// # Errors
    ///
    /// As [`BookRun::open`].
    pub fn open_existing(folder: &Path, root: &Position) -> Result<BookRun, BookLogError> {
        let path = BookLog::path_in(folder);
        match path.metadata() {
            Ok(_) => BookRun::open(folder, root),
            Err(error) => Err(BookLogError::File { path, error }),
        }
    }

    /// The book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Path of the log.
    pub fn log_path(&self) -> &Path {
        self.log.path()
    }

    /// The first move of the winner.
    pub fn first(&self) -> Point {
        self.first
    }

    /// Number of classes of replies that are not proved to lose, and of all.
    pub fn open_replies(&self) -> (usize, usize) {
        let open = self.replies.iter().filter(|class| !self.is_won(class.reply)).count();
        (open, self.replies.len())
    }

    /// Whether the root is won, and the proof of it stored.
    pub fn is_done(&self) -> bool {
        self.log.proof(None).is_some()
    }

    /// Tries every reply, then those that are left with more effort, up to `nodes` nodes in a search.
    /// The limit that was reached before all was won, if one was.
    ///
    /// # Errors
    ///
    /// If the observer returns one, or the log cannot be written.
    pub fn run<O: BookObserver>(
        &mut self,
        nodes: u64,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<Option<Stopped>, O::Error> {
        if self.is_done() {
            return Ok(None);
        }
        let mut effort = ProofEffort { nodes: BookRun::FIRST.nodes.min(nodes), ..BookRun::FIRST };
        let by_threats = ProofEffort { depth: 0, ..effort };
        if self.search(&[], by_threats, budget, observer)? == Ok(true) {
            return self.finish(None, observer);
        }
        let replies: Vec<Point> = self.replies.iter().map(|class| class.reply).collect();
        loop {
            for &reply in &replies {
                // What one try has nearly won, the next one may.
                for effort in [effort, effort.harder(nodes)] {
                    match self.search(&[self.first, reply], effort, budget, observer)? {
                        Err(stopped) => return Ok(Some(stopped)),
                        Ok(true) if self.log.proof(Some(reply)).is_none() => {
                            self.finish(Some(reply), observer)?;
                        }
                        Ok(_) => {}
                    }
                }
            }
            if replies.iter().all(|&reply| self.is_won(reply)) {
                return self.finish(None, observer);
            }
            if effort.nodes >= nodes {
                return Ok(Some(Stopped::Nodes));
            }
            effort = effort.harder(nodes);
            effort.depth += 1;
        }
    }

    /// Whether the position after `moves` is found to be won. What is found is logged.
    fn search<O: BookObserver>(
        &mut self,
        moves: &[Point],
        effort: ProofEffort,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<Result<bool, Stopped>, BookLogError> {
        observer.searching(moves);
        let mut error = None;
        let tell = |entry: &_| {
            observer.found(entry);
            error = self.log.write(entry).err();
            error.is_none()
        };
        let won = Prover::new(&mut self.book, budget, tell).prove(moves, effort);
        match error {
            Some(error) => Err(self.log.failure(error)),
            None => Ok(won),
        }
    }

    /// Has the proof of a reply or of the root stored, and logs that.
    fn finish<O: BookObserver>(
        &mut self,
        reply: Option<Point>,
        observer: &mut O,
    ) -> Result<Option<Stopped>, O::Error> {
        let written = observer.won(self, reply)?;
        let logged = self.log.write_proof(reply, written);
        Ok(logged.map(|()| None).map_err(|error| self.log.failure(error))?)
    }

    /// Writes the proof of a reply, or of the root if there is none.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written, or the log says what is not true.
    pub fn prove(
        &self,
        reply: Option<Point>,
        out: impl io::Write,
    ) -> Result<Written, WriteError<Unforeseen>> {
        let root = self.book.root();
        let (position, strategy) = match reply {
            Some(reply) => (self.after(reply), self.book.strategy()),
            None if self.book.fact(root).is_some() => (root.clone(), self.book.strategy()),
            None => (root.clone(), self.book.strategy_from(self.first)),
        };
        let strategy = RefCell::new(strategy);
        let answer = |position: &Position| strategy.borrow_mut().answer(position);
        write(&position, self.book.winner(), answer, out)
    }

    /// The position after the first move and a reply.
    fn after(&self, reply: Point) -> Position {
        let mut position = self.book.root().clone();
        for point in [self.first, reply] {
            position.play(point).expect("both are legal");
        }
        position
    }

    fn is_won(&self, reply: Point) -> bool {
        self.book.fact(&self.after(reply)).is_some()
    }

    /// The move in `position` after which the most replies are won, their number, and that of all.
    fn best(&self, position: &Position) -> Option<(Point, usize, usize)> {
        let mut position = position.clone();
        let mut best = None;
        for point in position.legal_points() {
            position.play(point).expect("it is legal");
            let replies = position.legal_points();
            let answered = |&&reply: &&Point| {
                let mut position = position.clone();
                position.play(reply).is_ok() && self.book.fact(&position).is_some()
            };
            let won = replies.iter().filter(answered).count();
            if won > best.map_or(0, |(_, won, _)| won) {
                best = Some((point, won, replies.len()));
            }
            position.undo();
        }
        best
    }
}

impl fmt::Display for BookRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let area = self.book.root().board().area();
        // With a win by threats, there is no need of a first move and replies to it.
        let by_threats = self.book.fact(self.book.root()).is_some();
        for ReplyClass { reply, .. } in self.replies.iter().filter(|_| !by_threats) {
            write!(f, "{} {:<4}", area.name(self.first), area.name(*reply))?;
            let after = self.after(*reply);
            let Some(fact) = self.book.fact(&after) else {
                match self.best(&after) {
                    None => writeln!(f, " open")?,
                    Some((point, won, all)) => {
                        let (name, open) = (area.name(point), all - won);
                        writeln!(f, " open: {name}, {open} of {all} replies open")?;
                    }
                }
                continue;
            };
            let answer = match fact {
                Fact::Plan(_) => "threats".to_owned(),
                Fact::Quiet(point) | Fact::Threat(point, _) => area.name(*point),
            };
            match self.log.proof(Some(*reply)) {
                None => writeln!(f, " won by {answer}, not written")?,
                Some(Written { steps, bytes }) => {
                    writeln!(f, " won by {answer}, {steps} steps, {bytes} bytes")?;
                }
            }
        }
        let (plans, facts) = self.book.size();
        let moves = self.book.plan_moves();
        writeln!(f, "{plans} plans of {moves} moves, {facts} positions won")
    }
}
