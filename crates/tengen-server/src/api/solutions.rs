//! Solutions: searches of the solver.

use tengen_answers::solutions::{SolutionNews, SolutionQuestion, SolutionSearch};

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

/// Solves, and reports the progress of the search while it runs.
fn run(search: &SolutionSearch, job: &Job) -> Result<(), ApiError> {
    search.report(&|| job.is_asked_to_end(), &|news| match news {
        SolutionNews::Progress(progress) => job.tell("progress", &progress),
        SolutionNews::Solution(solution) => job.tell("solution", &solution),
    })
}
