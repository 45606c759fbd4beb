//! Thoughts: searches of the engine.

use tengen_answers::{
    Cancel,
    thoughts::{ThoughtAnswer, ThoughtQuestion, ThoughtSearch},
};

use super::job_handlers::job_handlers;
use crate::{
    app::SharedApp,
    extract::{ApiResult, JsonBody},
    jobs::{Client, Job, Purpose, Started, job_routes},
};

job_handlers! {
    Thought, "thoughts", "thought", ThoughtEvent =
        [("thought", "Thought"), ("error", "ApiError"), ("done", "Done")];
    /// What is thought, as it comes: events `thought` and at last `done`. Every
    /// event has a number, and who names the last one it saw in `Last-Event-ID` gets the rest.
    events;
    /// Stops a search. Its events can still be read.
    stop;
}

/// Starts to think about a position. A client has one search at a time: another one of the same client
/// ends.
#[utoipa::path(
    post,
    path = "/api/thoughts",
    operation_id = "start_thought",
    tag = "thoughts",
    request_body = ThoughtQuestion,
    responses((status = 200, body = Started))
)]
pub(crate) async fn start(
    app: SharedApp,
    client: Client,
    JsonBody(question): JsonBody<ThoughtQuestion>,
) -> ApiResult<Started> {
    let search = ThoughtSearch::new(&question, app.config.longest_search())?;
    let search = search.with_book(app.config.book.clone());
    let work = move |job: &Job| {
        let stop = || job.is_asked_to_end();
        let mut tell = |thought: &ThoughtAnswer| job.tell("thought", thought);
        search.run(&Cancel::new(&stop), &mut tell)
    };
    job_routes::start(&app, client, Purpose::Thought, work)
}
