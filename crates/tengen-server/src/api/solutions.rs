//! Solutions: searches of the solver.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use tengen_answers::solutions::{Solution, SolutionProgress, SolutionQuestion, SolutionSearch};

use super::job_handlers::job_handlers;
use crate::{app::SharedApp, errors::ApiError, jobs::Job};

job_handlers! {
    Solution, "solutions", "solution", SolutionEvent = [
        ("progress", "Progress"),
        ("solution", "Solution"),
        ("error", "ApiError"),
        ("done", "Done"),
    ];
    /// Starts to solve a position. A client has one search at a time: another one of the same client ends.
    start(SolutionQuestion) = work;
    /// What is found: events `progress` as long as it takes, one event `solution` or `error`, and at last
    /// `done`. As with thoughts, `Last-Event-ID` gets the rest.
    events;
    /// Stops a search.
    stop;
}

fn work(
    app: &SharedApp,
    question: &SolutionQuestion,
) -> Result<impl FnOnce(&Job) -> Result<(), ApiError> + use<>, ApiError> {
    let search = SolutionSearch::new(question, app.config.longest_search())?;
    Ok(move |job: &Job| run(&search, job))
}

/// The time between two events `progress`.
const PROGRESS: Duration = Duration::from_millis(500);

/// Solves, and reports the progress of the search while it runs.
fn run(search: &SolutionSearch, job: &Job) -> Result<(), ApiError> {
    let started = Instant::now();
    let (count, told) = (AtomicU64::new(0), Cell::new(started));
    let elapsed_ms = || started.elapsed().as_millis() as u64;
    let stop = || {
        if told.get().elapsed() >= PROGRESS {
            told.set(Instant::now());
            let nodes = count.load(Relaxed);
            job.tell("progress", &SolutionProgress { nodes, elapsed_ms: elapsed_ms() });
        }
        job.is_asked_to_end()
    };
    let solution = search.run(&stop, &count)?;
    job.tell("solution", &Solution { elapsed_ms: elapsed_ms(), ..solution });
    Ok(())
}
