//! Solutions: searches of the solver.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use tengen_answers::solutions::{Solution, SolutionProgress, SolutionQuestion, SolutionSearch};

use super::job_handlers::job_handlers;
use crate::{
    app::SharedApp,
    errors::ApiError,
    extract::{ApiResult, JsonBody},
    jobs::{Client, Job, Purpose, Started, job_routes},
};

job_handlers! {
    Solution, "solutions", "solution", SolutionEvent = [
        ("progress", "Progress"),
        ("solution", "Solution"),
        ("error", "ApiError"),
        ("done", "Done"),
    ];
    /// What is found: events `progress` as long as it takes, one event `solution` or `error`, and at last
    /// `done`. As with thoughts, `Last-Event-ID` gets the rest.
    events;
    /// Stops a search.
    stop;
}

/// Starts to solve a position. A client has one search at a time: another one of the same client ends.
#[utoipa::path(
    post,
    path = "/api/solutions",
    operation_id = "start_solution",
    tag = "solutions",
    request_body = SolutionQuestion,
    responses((status = 200, body = Started))
)]
pub(crate) async fn start(
    app: SharedApp,
    client: Client,
    JsonBody(question): JsonBody<SolutionQuestion>,
) -> ApiResult<Started> {
    let search = SolutionSearch::new(&question, app.config.longest_search())?;
    let work = move |job: &Job| run(&search, job);
    job_routes::start(&app, client, Purpose::Solution, work)
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
