//! The engine: what it thinks of a position, as it thinks.

mod search;

use axum::{http::HeaderMap, response::Response};
use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

use search::Search;

use super::description;
use crate::{
    app::SharedApp,
    errors::{ApiError, HttpError},
    extract::{ApiResult, Json, JsonBody, PathParam},
    jobs::{self, Client, Job, Purpose},
    wire::{NamedPoint, WireColor, WirePosition},
};

/// What is asked of the engine.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThoughtQuestion {
    /// The position.
    pub position: WirePosition,
    /// How strong to be, from 1 for a beginner to 10 for all there is; 10 unless told.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<u8>,
    /// How many of the best moves to tell, each with its line; 1 unless told.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 20)]
    pub lines: Option<u8>,
    /// How long to think, in milliseconds; 2,000 unless told. A
    /// public server takes no longer than 10,000.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60_000)]
    pub time_ms: Option<u32>,
    /// How many positions to look at; no limit unless told.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Where chance starts from, for the levels that leave something to it.
    #[serde(default)]
    pub seed: u64,
}

/// Where the events of a search are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Started {
    /// Its name.
    pub id: String,
}

/// What the engine thinks so far: the event `thought`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Thought {
    /// The side that is to move, and whose chances are told.
    pub turn: WireColor,
    /// How many plies were looked ahead; null at NoGo.
    #[schema(required)]
    pub depth: Option<u32>,
    /// Positions looked at; playouts at NoGo.
    pub nodes: u64,
    /// Time spent.
    pub elapsed_ms: u64,
    /// The chances of the side to move, from 0 to 1; null if there is no move.
    #[schema(required)]
    pub chances: Option<f32>,
    /// The best moves, the best first.
    pub lines: Vec<Candidate>,
    /// How much each move was looked at, of one; at five-in-a-row only those of `lines`.
    pub heat: Vec<Heat>,
}

/// An event of a thought as it is sent.
#[derive(Clone, Copy, Debug)]
pub struct ThoughtEvent;

impl PartialSchema for ThoughtEvent {
    fn schema() -> RefOr<Schema> {
        description::events(&[("thought", "Thought"), ("error", "ApiError"), ("done", "Done")])
    }
}

impl ToSchema for ThoughtEvent {}

/// What the engine thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Candidate {
    /// The move.
    pub point: NamedPoint,
    /// What it is worth to the side that moves.
    pub value: Worth,
    /// The chances of the side that moves, from 0 to 1.
    pub chances: f32,
    /// How play might go on, this move first.
    pub line: Vec<NamedPoint>,
}

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Worth {
    /// A proven win.
    Wins {
        /// In so many plies or fewer; null if that is not known.
        #[schema(required)]
        plies: Option<u32>,
    },
    /// A proven loss.
    Loses {
        /// After so many plies at the latest; null if that is not known.
        #[schema(required)]
        plies: Option<u32>,
    },
    /// As it seems.
    Seems,
}

/// How much a move was looked at.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Heat {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Of one.
    pub share: f32,
    /// The chances of the side that moves, from 0 to 1.
    pub chances: f32,
}

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
    let search = Search::new(&question, app.config.longest_search())?;
    let work = move |job: &Job| search.run(job);
    let id = app.jobs.start(&app, client, Purpose::Thought, work)?;
    Ok(Json(Started { id }))
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
            was seen; from the first one unless told.")
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
    let job = app.jobs.find(Purpose::Thought, &id)?;
    Ok(jobs::events(app.0, job, jobs::last_seen(&headers)))
}

/// Stops a search. What it told is still there to be read.
#[utoipa::path(
    delete,
    path = "/api/thoughts/{id}",
    operation_id = "stop_thought",
    tag = "thoughts",
    params(("id" = String, Path, description = "The name of the search.")),
    responses((status = 200, body = Started), (status = "4XX", body = ApiError))
)]
pub(crate) async fn stop(app: SharedApp, PathParam(id): PathParam<String>) -> ApiResult<Started> {
    app.jobs.find(Purpose::Thought, &id)?.stop();
    Ok(Json(Started { id }))
}
