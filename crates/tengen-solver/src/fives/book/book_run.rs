//! Runs of a book: workers prove reply after reply with growing effort, and all of it is logged.

use std::{
    fmt, io,
    path::Path,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use tengen_core::{Area, Point, Position};
use tengen_proof::{GraphError, Written, WrittenGraph, write_graph};

use super::{
    AdvisorFactory, Book, BookEntry, BookLog, BookLogError, Fact, Hints, ProofEffort, Prover,
    ReplyClass, UNPOISONED,
    book_queue::{BookQueue, BookTask},
};
use crate::{Budget, Stopped, clock::Instant, fives::Unforeseen};

/// Run of a book: a first move of the winner, and the replies to it that are proved one after another.
///
/// Its `Display` has a line for each reply, in the order in which they are tried.
#[derive(Debug)]
pub struct BookRun {
    book: Book,
    log: Mutex<BookLog>,
    first: Point,
    replies: Vec<ReplyClass>,
    /// Lines after hints that the last run left open.
    open_lines: Mutex<Vec<Vec<Point>>>,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct BookLimits<'a> {
    /// Maximum number of nodes in a search for threats without a hint.
    pub nodes: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Maximum memory of the book and of all searches, in bytes.
    pub memory: usize,
    /// Number of workers.
    pub threads: usize,
    /// Stops the run when it becomes true.
    pub stop: &'a AtomicBool,
    /// Where moves come from that no hint is about; without it, they have a static order.
    pub advisor: Option<AdvisorFactory<'a>>,
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
    fn won(&mut self, run: &BookRun, reply: Option<Point>) -> Result<WrittenGraph, Self::Error>;
}

/// Why a proof of a book was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookProofError {
    /// The book has no answer somewhere.
    #[error("the book has no answer to a reply")]
    Unforeseen(#[from] Unforeseen),
    /// The proof does not hold, or cannot be written.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// Message of a worker.
enum WorkerEvent {
    Searching(Vec<Point>),
    Found(BookEntry),
    Won(Point),
}

impl BookRun {
    /// The effort of the first try.
    const FIRST: ProofEffort = ProofEffort { depth: 3, nodes: 50_000, width: 7, open: 6 };

    /// The effort of the first try with hints: where they end, threats win or nothing does.
    const FIRST_HINTED: ProofEffort = ProofEffort { depth: 1, nodes: 100_000, width: 7, open: 0 };

    /// The effort of the first try with an advisor, whose moves are better than those of a static order.
    const FIRST_ADVISED: ProofEffort = ProofEffort { depth: 3, nodes: 50_000, width: 3, open: 8 };

    /// Number of replies that are tried at first with an advisor.
    const FEW: usize = 4;

    /// Opens the book about `root` in `folder`, or begins a new one.
    ///
    /// # Errors
    ///
    /// If there can be no book about this position, or its log cannot be opened, is open elsewhere, is about
    /// another position or says what is wrong.
    pub fn open(folder: &Path, root: &Position, hints: Hints) -> Result<BookRun, BookLogError> {
        let book = Book::new(root)?.with_hints(hints);
        if root.board().area() == Area::Unbounded {
            return Err(BookLogError::Unbounded);
        }
        let log = Mutex::new(BookLog::open(folder, &book)?);
        let first = book.hint(root).or_else(|| book.first_moves(root, 1).first().copied());
        let first = first.ok_or(BookLogError::NoMove)?;
        let mut replies = book.replies(first);
        // What is near is the hardest, and its plans answer most of what is far away.
        replies.sort_by_key(|class| (class.reply.distance(first), class.reply));
        Ok(BookRun { book, log, first, replies, open_lines: Mutex::default() })
    }

    /// Opens the book about `root` in `folder`, which must be there.
    ///
    /// # Errors
    ///
    /// As [`BookRun::open`].
    pub fn open_existing(
        folder: &Path,
        root: &Position,
        hints: Hints,
    ) -> Result<BookRun, BookLogError> {
        let path = BookLog::path_in(folder);
        match path.metadata() {
            Ok(_) => BookRun::open(folder, root, hints),
            Err(error) => Err(BookLogError::File { path, error }),
        }
    }

    /// The book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Path of the log in `folder`.
    pub fn log_path(folder: &Path) -> std::path::PathBuf {
        BookLog::path_in(folder)
    }

    fn log(&self) -> MutexGuard<'_, BookLog> {
        self.log.lock().expect(UNPOISONED)
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
        self.log().proof(None).is_some()
    }

    /// Tries every reply, then those that are left with more effort, up to the limit of nodes in a search.
    /// The limit that was reached before all was won, if one was.
    ///
    /// # Errors
    ///
    /// If the observer returns one, or the log cannot be written.
    pub fn run<O: BookObserver>(
        &self,
        limits: BookLimits<'_>,
        observer: &mut O,
    ) -> Result<Option<Stopped>, O::Error> {
        if self.is_done() {
            return Ok(None);
        }
        for class in self.replies.iter().filter(|class| self.is_won(class.reply)) {
            self.finish(Some(class.reply), observer)?;
        }
        let first = match (limits.advisor, self.book.hints.is_empty()) {
            (Some(_), _) => BookRun::FIRST_ADVISED,
            (None, true) => BookRun::FIRST,
            (None, false) => BookRun::FIRST_HINTED,
        };
        let first = ProofEffort { nodes: first.nodes.min(limits.nodes), ..first };
        // With a hint about the root, there are no threats yet.
        if self.book.hint(self.book.root()).is_none() {
            let by_threats = ProofEffort { depth: 0, ..first };
            let root = vec![BookTask { moves: Vec::new(), closes: None }];
            if let Some(stopped) = self.work(vec![root], by_threats, limits, observer)? {
                return Ok(Some(stopped));
            }
        }
        if self.book.fact(self.book.root()).is_some() {
            return self.finish(None, observer).map(|()| None);
        }
        // With an advisor a few replies at a time: what wins them wins most of the others sooner.
        let few = limits.advisor.map_or(usize::MAX, |_| BookRun::FEW.max(limits.threads));
        let (mut effort, mut most) = (first, few);
        loop {
            let open = self.replies.iter().map(|class| class.reply);
            let mut open: Vec<Point> = open.filter(|&reply| !self.is_won(reply)).collect();
            if self.book.hints.is_empty() {
                // What is far away is the easiest, and nothing says how to win what is near.
                open.reverse();
            }
            let tasks = open.iter().take(most).map(|&reply| self.tasks(reply)).collect();
            if let Some(stopped) = self.work(tasks, effort, limits, observer)? {
                return Ok(Some(stopped));
            }
            let left = self.open_replies().0;
            if left == 0 {
                return self.finish(None, observer).map(|()| None);
            }
            if most >= open.len() && effort.nodes >= limits.nodes {
                return Ok(Some(Stopped::Nodes));
            }
            (effort, most) = match limits.advisor {
                Some(_) if left < open.len() => (first, few),
                Some(_) => (effort.deeper(limits.nodes), most.saturating_mul(2)),
                None => (effort.harder(limits.nodes), most),
            };
        }
    }

    /// What is to be proved about a reply: with a hint, the position after each further reply to the hinted move, the
    /// near ones first, and at last all of them together.
    fn tasks(&self, reply: Point) -> Vec<BookTask> {
        let mut position = self.after(reply);
        let mut moves = vec![self.first, reply];
        let whole = BookTask { moves: moves.clone(), closes: Some(reply) };
        let Some(hint) = self.book.hint(&position) else { return vec![whole] };
        if position.play(hint).is_err() {
            return vec![whole];
        }
        moves.push(hint);
        let near = |point: &Point| moves.iter().map(|move_| move_.distance(*point)).min();
        let mut replies = position.legal_points();
        replies.sort_by_key(|point| (near(point), *point));
        let after = |point| BookTask { moves: [&moves[..], &[point]].concat(), closes: None };
        replies.into_iter().map(after).chain([whole]).collect()
    }

    /// Has the workers do all tasks, each list in its order.
    fn work<O: BookObserver>(
        &self,
        tasks: Vec<Vec<BookTask>>,
        effort: ProofEffort,
        limits: BookLimits<'_>,
        observer: &mut O,
    ) -> Result<Option<Stopped>, O::Error> {
        let queue = BookQueue::new(tasks);
        let halt = AtomicBool::new(false);
        self.open_lines.lock().expect(UNPOISONED).clear();
        let (events, inbox) = mpsc::channel();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..limits.threads.max(1))
                .map(|number| {
                    let (queue, halt, events) = (&queue, &halt, events.clone());
                    scope.spawn(move || self.worker(number, queue, effort, limits, halt, &events))
                })
                .collect();
            drop(events);
            let mut failed = None;
            for event in inbox {
                if failed.is_some() {
                    continue;
                }
                match event {
                    WorkerEvent::Searching(moves) => observer.searching(&moves),
                    WorkerEvent::Found(entry) => observer.found(&entry),
                    WorkerEvent::Won(reply) => {
                        failed = self.finish(Some(reply), observer).err();
                        halt.fetch_or(failed.is_some(), Ordering::Relaxed);
                    }
                }
            }
            let mut stopped = None;
            for worker in workers {
                match worker.join().expect("a worker does not panic") {
                    Err(error) => failed = failed.or(Some(error.into())),
                    Ok(by) => stopped = stopped.or(by),
                }
            }
            failed.map_or(Ok(stopped), Err)
        })
    }

    /// One worker: takes tasks from the queue until none is left or it is stopped.
    fn worker(
        &self,
        number: usize,
        queue: &BookQueue,
        effort: ProofEffort,
        limits: BookLimits<'_>,
        halt: &AtomicBool,
        events: &mpsc::Sender<WorkerEvent>,
    ) -> Result<Option<Stopped>, BookLogError> {
        let is_full = || self.book.memory() > limits.memory / 2;
        let is_late = || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_halted = || halt.load(Ordering::Relaxed) || limits.stop.load(Ordering::Relaxed);
        let ask = || is_halted() || is_late() || is_full();
        let memory = limits.memory / 2 / limits.threads.max(1);
        let mut budget = Budget::unlimited().memory_up_to(memory.max(1 << 22)).asking(&ask);
        let mut error = None;
        let on_entry = |entry: &BookEntry| {
            error = self.log().write(entry).err();
            // Who does not listen any more has an error of its own.
            _ = events.send(WorkerEvent::Found(entry.clone()));
            error.is_none()
        };
        let mut prover = Prover::new(&self.book, &mut budget, on_entry)
            .with_advisor(limits.advisor.map(AdvisorFactory::make));
        let mut stopped = None;
        while let Some((list, task)) = queue.next(number) {
            _ = events.send(WorkerEvent::Searching(task.moves.clone()));
            match prover.prove(&task.moves, effort) {
                Err(by) => {
                    stopped = Some(by);
                    halt.store(true, Ordering::Relaxed);
                    queue.close();
                    break;
                }
                Ok(true) => {
                    if let Some(reply) = task.closes {
                        _ = events.send(WorkerEvent::Won(reply));
                    }
                }
                Ok(false) => {
                    let line = prover.open_line();
                    let line = if line.is_empty() { &task.moves } else { line };
                    self.open_lines.lock().expect(UNPOISONED).push(line.to_vec());
                }
            }
            queue.done(list);
        }
        drop(prover);
        match (error, stopped) {
            (Some(error), _) => Err(self.log().failure(error)),
            (None, Some(_)) if is_full() => Ok(Some(Stopped::Memory)),
            (None, Some(_)) if is_late() => Ok(Some(Stopped::Time)),
            (None, stopped) => Ok(stopped),
        }
    }

    /// Has the proof of a reply or of the root stored, and logs that.
    fn finish<O: BookObserver>(
        &self,
        reply: Option<Point>,
        observer: &mut O,
    ) -> Result<(), O::Error> {
        if self.log().proof(reply).is_some() {
            return Ok(());
        }
        let WrittenGraph { steps, bytes, .. } = observer.won(self, reply)?;
        let written = Written { steps, bytes };
        let mut log = self.log();
        let logged = log.write_proof(reply, written);
        Ok(logged.map_err(|error| log.failure(error))?)
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
    ) -> Result<WrittenGraph, BookProofError> {
        let root = self.book.root();
        let (position, (graph, node)) = match reply {
            Some(reply) => {
                let position = self.after(reply);
                let graph = self.book.graph(&position)?;
                (position, graph)
            }
            None if self.book.fact(root).is_some() => (root.clone(), self.book.graph(root)?),
            None => (root.clone(), self.book.graph_from(self.first)?),
        };
        Ok(write_graph(&position, self.book.winner(), &graph, node, out)?)
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
                Fact::Image(_) => "symmetry".to_owned(),
                Fact::Quiet(point) | Fact::Threat(point, _) => area.name(point),
            };
            match self.log().proof(Some(*reply)) {
                None => writeln!(f, " won by {answer}, not written")?,
                Some(Written { steps, bytes }) => {
                    writeln!(f, " won by {answer}, {steps} steps, {bytes} bytes")?;
                }
            }
        }
        for line in self.open_lines.lock().expect(UNPOISONED).iter() {
            writeln!(f, "open: {}", area.names(line).join(" "))?;
        }
        let (plans, facts) = self.book.size();
        let moves = self.book.plan_moves();
        writeln!(f, "{plans} plans of {moves} moves, {facts} positions won")
    }
}
