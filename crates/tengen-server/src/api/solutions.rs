//! Solutions: searches of the solver.

use tengen_answers::solutions::{SolutionNews, SolutionQuestion, SolutionSearch};

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

/// Solves, and reports the progress of the search while it runs.
fn run(search: &SolutionSearch, job: &Job) -> Result<(), ApiError> {
    search.report(&|| job.is_cancelled(), &|news| match news {
        SolutionNews::Progress(progress) => job.emit("progress", &progress),
        SolutionNews::Solution(solution) => job.emit("solution", &solution),
    })
}
