//! Solutions: searches of the solver.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use axum::{http::HeaderMap, response::Response};
use tengen_answers::solutions::{Solution, SolutionProgress, SolutionQuestion, SolutionSearch};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

use super::description;
use crate::{
    app::SharedApp,
    errors::{ApiError, HttpError},
    extract::{ApiResult, JsonBody, PathParam},
    jobs::{Client, Job, Purpose, Started, job_routes},
};

/// An event of a solution as it is sent.
#[derive(Clone, Copy, Debug)]
pub struct SolutionEvent;

impl PartialSchema for SolutionEvent {
    fn schema() -> RefOr<Schema> {
        description::events(&[
            ("progress", "Progress"),
            ("solution", "Solution"),
            ("error", "ApiError"),
            ("done", "Done"),
        ])
    }
}

impl ToSchema for SolutionEvent {}

/// Starts to solve a position. A client has one search at a time: another one of the same client ends.
#[utoipa::path(
    post,
    path = "/api/solutions",
    operation_id = "start_solution",
    tag = "solutions",
    request_body = SolutionQuestion,
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
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

/// What is found: events `progress` as long as it takes, one event `solution` or `error`, and at last
/// `done`. As with thoughts, `Last-Event-ID` gets the rest.
#[utoipa::path(
    get,
    path = "/api/solutions/{id}/events",
    operation_id = "solution_events",
    tag = "solutions",
    params(
        ("id" = String, Path, description = "The name of the search."),
        ("last-event-id" = Option<String>, Header, description = "The number of the last event that \
            was seen. Default: events from the first one on.")
    ),
    responses(
        (status = 200, content((SolutionEvent = "text/event-stream"))),
        (status = 204, description = "It has ended, and the client has seen everything."),
        (status = "4XX", body = ApiError)
    )
)]
pub(crate) async fn events(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    job_routes::follow(app, Purpose::Solution, &id, &headers)
}

/// Stops a search.
#[utoipa::path(
    delete,
    path = "/api/solutions/{id}",
    operation_id = "stop_solution",
    tag = "solutions",
    params(("id" = String, Path, description = "The name of the search.")),
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
)]
pub(crate) async fn stop(app: SharedApp, PathParam(id): PathParam<String>) -> ApiResult<Started> {
    job_routes::stop(&app, Purpose::Solution, id)
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
