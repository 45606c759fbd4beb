//! `tengen solve --book`: a win without threats, reply by reply, as far as time allows.

mod status;

use std::{
    cell::RefCell,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use tengen_core::{Area, Point, Position};
use tengen_proof::{ProofFlaw, WriteError, Written, check, write_fives};
use tengen_solver::{
    Budget, Stopped,
    fives::{
        Unforeseen,
        book::{Alike, Book, BookLog, ProofEffort, Prover, Strategy},
    },
};

use super::{capital, print};
use crate::{cli::SolveArgs, io::atomic_file::OutputFile, io::error::Failure, io::stop};

/// How hard it is tried at first.
const FIRST: ProofEffort = ProofEffort { depth: 3, nodes: 50_000, width: 7, open: 6 };

/// The next try.
fn harder(effort: ProofEffort, most: u64) -> ProofEffort {
    ProofEffort {
        depth: effort.depth,
        nodes: effort.nodes.saturating_mul(3).min(most),
        width: effort.width + 4,
        open: effort.open + 2,
    }
}

/// Goes on with the book in `folder`, and prints how far it has come.
pub(super) fn run(args: &SolveArgs, folder: &Path, root: &Position) -> Result<ExitCode, Failure> {
    let mut book = Book::new(root).map_err(|error| Failure::Usage(error.to_string()))?;
    if root.board().area() == Area::Unbounded {
        return Err(Failure::Usage("a book needs a board with edges".to_owned()));
    }
    if args.status
        && let Err(error) = BookLog::path_in(folder).metadata()
    {
        let name = BookLog::path_in(folder).display().to_string();
        return Err(Failure::Read { name, error });
    }
    let log = BookLog::open(folder, &mut book)?;
    let Some(&first) = book.first_moves(root, 1).first() else {
        return Err(Failure::Usage("there is no move to be made".to_owned()));
    };
    let mut replies = book.replies(first);
    // What is far away is answered soon, and what is learned there helps with the rest.
    replies.sort_by_key(|alike| {
        let far = (alike.reply.x - first.x).abs().max((alike.reply.y - first.y).abs());
        (-far, alike.reply)
    });
    let mut work = Work { book, log, folder, first, replies };
    let mut stopped = None;
    if !args.status {
        // The nodes are those of one search; the time is that of all together.
        let mut budget = Budget::unlimited().until(stop::flag());
        if let Some(time) = args.limits.time {
            budget = budget.time(time);
        }
        stopped = work.go_on(args.limits.nodes, &mut budget)?;
    }
    print(&work.table())?;
    if work.is_done() {
        print(&format!("{}\n", capital(work.book.winner())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let open = work.replies.iter().filter(|alike| !work.is_won(alike.reply)).count();
    let why = stopped.map_or(String::new(), |stopped| format!("; {stopped}"));
    let all = work.replies.len();
    print(&format!(
        "not decided: {open} of {all} replies to {} are open{why}\n",
        work.name(first)
    ))?;
    Ok(ExitCode::from(1))
}

/// A book and where it is kept.
struct Work<'a> {
    book: Book,
    log: BookLog,
    folder: &'a Path,
    /// The winner's first move.
    first: Point,
    /// The replies to it, one of each kind, in the order in which they are tried.
    replies: Vec<Alike>,
}

impl Work<'_> {
    fn name(&self, point: Point) -> String {
        self.book.root().board().area().name(point)
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

    fn proof(&self, reply: Option<Point>) -> Option<Written> {
        self.log.proof(reply)
    }

    fn is_done(&self) -> bool {
        self.proof(None).is_some()
    }

    /// Tries every reply, then harder those that are left. Says why it stopped, if it did before
    /// all was won or all effort that is allowed was made.
    fn go_on(
        &mut self,
        nodes: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Stopped>, Failure> {
        if self.is_done() {
            return Ok(None);
        }
        let most = nodes.unwrap_or(u64::MAX);
        let mut effort = ProofEffort { nodes: FIRST.nodes.min(most), ..FIRST };
        if self.prove(&[], ProofEffort { depth: 0, ..effort }, budget)? == Ok(true) {
            return self.finish().map(|()| None);
        }
        loop {
            for reply in self.replies.iter().map(|alike| alike.reply).collect::<Vec<_>>() {
                // What one try has nearly won, the next one may.
                for effort in [effort, harder(effort, most)] {
                    match self.prove(&[self.first, reply], effort, budget)? {
                        Err(stopped) => return Ok(Some(stopped)),
                        Ok(true) if self.proof(Some(reply)).is_none() => {
                            self.finish_reply(reply)?;
                        }
                        Ok(_) => {}
                    }
                }
            }
            if self.replies.iter().all(|alike| self.is_won(alike.reply)) {
                return self.finish().map(|()| None);
            }
            if effort.nodes >= most {
                return Ok(Some(Stopped::Nodes));
            }
            effort = harder(effort, most);
            effort.depth += 1;
        }
    }

    /// Whether the position after `moves` is found to be won. What is found is written down.
    fn prove(
        &mut self,
        moves: &[Point],
        effort: ProofEffort,
        budget: &mut Budget<'_>,
    ) -> Result<Result<bool, Stopped>, Failure> {
        let area = self.book.root().board().area();
        let names: Vec<String> = moves.iter().map(|&point| area.name(point)).collect();
        let progress = status::BookProgress::new(&names.join(" "));
        let mut error = None;
        let log = &mut self.log;
        let tell = |entry: &_| {
            progress.count(entry);
            error = log.write(entry).err();
            error.is_none()
        };
        let won = Prover::new(&mut self.book, budget, tell).prove(moves, effort);
        drop(progress);
        match error {
            Some(error) => Err(Failure::Write { path: self.log.path().to_owned(), error }),
            None => Ok(won),
        }
    }

    /// Writes the proof of a reply, and says so.
    fn finish_reply(&mut self, reply: Point) -> Result<(), Failure> {
        let path = self.folder.join(format!("{}.proof", self.name(reply)));
        let (written, seconds) =
            self.write_proof(&path, &self.after(reply), self.book.strategy())?;
        self.log_proof(Some(reply), written)?;
        let Written { steps, bytes } = written;
        print(&format!(
            "{} {}: proved, {steps} steps, {bytes} bytes, checked in {seconds:.1} s\n",
            self.name(self.first),
            self.name(reply),
        ))
    }

    /// Writes the proof of the whole book.
    fn finish(&mut self) -> Result<(), Failure> {
        let root = self.book.root();
        let strategy = match self.book.fact(root) {
            Some(_) => self.book.strategy(),
            None => self.book.strategy_from(self.first),
        };
        let (written, _) = self.write_proof(&self.folder.join("whole.proof"), root, strategy)?;
        self.log_proof(None, written)
    }

    fn log_proof(&mut self, reply: Option<Point>, written: Written) -> Result<(), Failure> {
        let noted = self.log.write_proof(reply, written);
        noted.map_err(|error| Failure::Write { path: self.log.path().to_owned(), error })
    }

    /// Writes a proof and checks it. Says how long the check took.
    fn write_proof(
        &self,
        path: &Path,
        position: &Position,
        strategy: Strategy<'_>,
    ) -> Result<(Written, f64), Failure> {
        let strategy = RefCell::new(strategy);
        let answer = |position: &Position| strategy.borrow_mut().answer(position);
        // The folder is the book's own: a proof there is one of this book.
        let mut out = OutputFile::create(path, true)?;
        let written = write_fives(position, self.book.winner(), answer, &mut out);
        let written = written.map_err(|error| match error {
            WriteError::Output(error) => out.failure(error),
            error => self.broken(&error),
        })?;
        out.finish()?;
        let started = Instant::now();
        let read = |error| Failure::Read { name: path.display().to_string(), error };
        let file = File::open(path).map_err(read)?;
        check(BufReader::new(file)).map_err(|error| match error.trouble {
            ProofFlaw::Read(error) => read(error),
            _ => Failure::Proof { name: path.display().to_string(), error },
        })?;
        Ok((written, started.elapsed().as_secs_f64()))
    }

    /// The log says that something is won, and it is not.
    fn broken(&self, error: &WriteError<Unforeseen>) -> Failure {
        let log: PathBuf = self.log.path().to_owned();
        Failure::Usage(format!("{}: what it says cannot be proved: {error}", log.display()))
    }
}
