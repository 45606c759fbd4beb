//! What the routes of all kinds of searches do: start, follow the events, stop.

use axum::{http::HeaderMap, response::Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Client, Job, Purpose, events, last_seen};
use crate::{
    app::SharedApp,
    errors::{ApiError, HttpError},
    extract::{ApiResult, Json},
};

/// Where the events of a search are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Started {
    /// Its name.
    pub id: String,
}

/// Starts a search.
///
/// # Errors
///
/// If too many wait already.
pub(crate) fn start(
    app: &SharedApp,
    client: Client,
    purpose: Purpose,
    work: impl FnOnce(&Job) -> Result<(), ApiError> + Send + 'static,
) -> ApiResult<Started> {
    Ok(Json(Started { id: app.jobs.start(app, client, purpose, work)? }))
}

/// The event stream of a search, from the event after the last that the client has seen.
///
/// # Errors
///
/// If there is no such search.
pub(crate) fn follow(
    app: SharedApp,
    purpose: Purpose,
    id: &str,
    headers: &HeaderMap,
) -> Result<Response, HttpError> {
    let job = app.jobs.find(purpose, id)?;
    Ok(events(app.0, job, last_seen(headers).unwrap_or(0), ()))
}

/// Stops a search.
///
/// # Errors
///
/// If there is no such search.
pub(crate) fn stop(app: &SharedApp, purpose: Purpose, id: String) -> ApiResult<Started> {
    app.jobs.find(purpose, &id)?.stop();
    Ok(Json(Started { id }))
}
