//! `tengen solve --book`: the files and the progress of a book; its proofs are searched by the solver.

use std::{
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use tengen_core::{Area, Point, Position};
use tengen_engine::EngineAdvisor;
use tengen_proof::{GraphError, WrittenGraph, check};
use tengen_solver::fives::book::{
    AdvisorFactory, BookEntry, BookLimits, BookObserver, BookProofError, BookRun, Hints,
    MoveAdvisor,
};

use super::solve_args::SolveArgs;
use super::{Progress, print};
use crate::{
    cli::threads_or_all,
    io::{atomic_file::OutputFile, error::Failure, stop},
};

/// Nodes of the engine's search for moves where there are no hints.
const ADVICE: u64 = 100_000;

/// Goes on with the book in `folder`, and prints how far it has come.
pub(super) fn run(args: &SolveArgs, folder: &Path, root: &Position) -> Result<ExitCode, Failure> {
    let hints =
        args.hints.as_deref().map_or_else(|| Ok(Hints::default()), |path| hints(path, root))?;
    let open = if args.status { BookRun::open_existing } else { BookRun::open };
    let run = open(folder, root, hints)?;
    let mut stopped = None;
    if !args.status {
        let threads = threads_or_all(args.threads).get();
        let memory = (args.limits.memory as usize) << 20;
        let advice = args.advice.unwrap_or(if args.hints.is_some() { 0 } else { ADVICE });
        let tables = threads * EngineAdvisor::MEMORY;
        let has_advisor = advice > 0 && 2 * tables <= memory && EngineAdvisor::supports(root);
        let make = || -> Box<dyn MoveAdvisor> { Box::new(EngineAdvisor::new(root.rule(), advice)) };
        // The nodes are those of one search; the time is that of all together.
        let limits = BookLimits {
            nodes: args.limits.nodes.unwrap_or(u64::MAX),
            deadline: args.limits.time.and_then(|time| Instant::now().checked_add(time)),
            memory: if has_advisor { memory - tables } else { memory },
            threads,
            stop: stop::flag(),
            advisor: has_advisor.then_some(AdvisorFactory(&make)),
        };
        let progress = Progress::ticking(0, "{spinner} {prefix} {elapsed} {msg}");
        let area = root.board().area();
        let mut files = BookFiles { folder: folder.to_owned(), area, progress, facts: 0 };
        stopped = run.run(limits, &mut files)?;
    }
    print(run.to_string())?;
    if run.is_done() {
        print(format!("{}\n", run.book().winner().capitalized()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (open, all) = run.open_replies();
    let first = root.board().area().name(run.first());
    let why = stopped.map_or(String::new(), |stopped| format!("; {stopped}"));
    print(format!("not decided: {open} of {all} replies to {first} are open{why}\n"))?;
    Ok(ExitCode::from(1))
}

/// Reads the hints of a file.
fn hints(path: &Path, root: &Position) -> Result<Hints, Failure> {
    let name = path.display().to_string();
    let text =
        fs::read_to_string(path).map_err(|error| Failure::Read { name: name.clone(), error })?;
    Hints::parse(&text, root).map_err(|error| Failure::Usage(format!("{name}:{error}")))
}

/// The proofs of a book in its folder, and its progress on the terminal.
struct BookFiles {
    folder: PathBuf,
    area: Area,
    progress: Progress,
    /// Number of positions won by this run.
    facts: u64,
}

impl BookObserver for BookFiles {
    type Error = Failure;

    fn searching(&mut self, moves: &[Point]) {
        self.progress.set_prefix(self.area.names(moves).join(" "));
    }

    fn found(&mut self, entry: &BookEntry) {
        if let BookEntry::Fact { moves, .. } = entry {
            self.facts += 1;
            let (facts, moves) = (self.facts, moves.len());
            self.progress.set_message(format!("{facts} positions won, last after {moves} moves"));
        }
    }

    /// Writes the proof and checks it.
    fn won(&mut self, run: &BookRun, reply: Option<Point>) -> Result<WrittenGraph, Failure> {
        let name = reply.map_or("whole".to_owned(), |reply| self.area.name(reply));
        let path = self.folder.join(format!("{name}.proof"));
        // The folder is the book's own: a proof there is one of this book.
        let mut out = OutputFile::create(&path, true)?;
        let written = run.prove(reply, &mut out).map_err(|error| match error {
            BookProofError::Graph(GraphError::Output(error)) => out.failure(error),
            error => {
                let log = BookRun::log_path(&self.folder);
                Failure::Usage(format!("{}: what it says cannot be proved: {error}", log.display()))
            }
        })?;
        out.finish()?;
        let file = File::open(&path)
            .map_err(|error| Failure::Read { name: path.display().to_string(), error })?;
        check(BufReader::new(file))
            .map_err(|error| Failure::of_proof(path.display().to_string(), error))?;
        if reply.is_some() {
            let WrittenGraph { steps, bytes, .. } = written;
            let first = self.area.name(run.first());
            let line = format!("{first} {name}: proved, {steps} steps, {bytes} bytes\n");
            self.progress.suspend(|| print(line))?;
        }
        Ok(written)
    }
}
