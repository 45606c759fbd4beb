//! Thoughts: searches of the engine.

use axum::{http::HeaderMap, response::Response};
use tengen_answers::{
    Cancel,
    thoughts::{ThoughtAnswer, ThoughtQuestion, ThoughtSearch},
};
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

/// An event of a thought as it is sent.
#[derive(Clone, Copy, Debug)]
pub struct ThoughtEvent;

impl PartialSchema for ThoughtEvent {
    fn schema() -> RefOr<Schema> {
        description::events(&[("thought", "Thought"), ("error", "ApiError"), ("done", "Done")])
    }
}

impl ToSchema for ThoughtEvent {}

/// Starts to think about a position. A client has one search at a time: another one of the same client
/// ends.
#[utoipa::path(
    post,
    path = "/api/thoughts",
    operation_id = "start_thought",
    tag = "thoughts",
    request_body = ThoughtQuestion,
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
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

/// What is thought, as it comes: events `thought` and at last `done`. Every
/// event has a number, and who names the last one it saw in `Last-Event-ID` gets the rest.
#[utoipa::path(
    get,
    path = "/api/thoughts/{id}/events",
    operation_id = "thought_events",
    tag = "thoughts",
    params(
        ("id" = String, Path, description = "The name of the search."),
        ("last-event-id" = Option<String>, Header, description = "The number of the last event that \
            was seen. Default: events from the first one on.")
    ),
    responses(
        (status = 200, content((ThoughtEvent = "text/event-stream"))),
        (status = 204, description = "It has ended, and the client has seen everything."),
        (status = "4XX", body = ApiError)
    )
)]
pub(crate) async fn events(
    app: SharedApp,
    PathParam(id): PathParam<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    job_routes::follow(app, Purpose::Thought, &id, &headers)
}

/// Stops a search. Its events can still be read.
#[utoipa::path(
    delete,
    path = "/api/thoughts/{id}",
    operation_id = "stop_thought",
    tag = "thoughts",
    params(("id" = String, Path, description = "The name of the search.")),
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
)]
pub(crate) async fn stop(app: SharedApp, PathParam(id): PathParam<String>) -> ApiResult<Started> {
    job_routes::stop(&app, Purpose::Thought, id)
}
