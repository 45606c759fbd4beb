//! The questions that can be asked, a file for each kind.

pub mod health;
pub mod nogo;
pub mod thoughts;
pub mod view;
mod window;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa::OpenApi;

use crate::{
    App,
    ask::Answer,
    config::MOST_QUESTION,
    errors::{ApiError, Code},
    guard, limits, metrics, page,
};

/// The document that describes the API; the types of the page are made from it.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tengen",
        description = "Positions, thoughts, solutions and games of five-in-a-row and NoGo."
    ),
    paths(
        health::health,
        view::view,
        nogo::play,
        thoughts::start,
        thoughts::events,
        thoughts::stop,
    ),
    components(schemas(ApiError, thoughts::Thought, crate::jobs::Done))
)]
struct Document;

/// The document that describes the API.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// Everything that can be asked, with all that stands before it.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/openapi.json", get(document))
        .route("/api/view", post(view::view))
        .route("/api/nogo/play", post(nogo::play))
        .route("/api/thoughts", post(thoughts::start))
        .route("/api/thoughts/{id}", delete(thoughts::stop))
        .route("/api/thoughts/{id}/events", get(thoughts::events))
        .route("/health", get(health::health))
        .route("/metrics", get(metrics::metrics))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(page::page);
    api.layer(DefaultBodyLimit::max(MOST_QUESTION))
        .layer(from_fn_with_state(Arc::clone(&app), guard::patience))
        .layer(from_fn_with_state(Arc::clone(&app), limits::limit))
        .layer(from_fn_with_state(Arc::clone(&app), guard::origin))
        .layer(CompressionLayer::new())
        .layer(from_fn(guard::headers))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(&app), metrics::watch))
        .with_state(app)
}

async fn document() -> Response {
    Answer(openapi()).into_response()
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(Code::MethodNotAllowed, "this address does not know the method")
}

/// A belief of ours was wrong. One request fails, the server goes on.
#[allow(clippy::needless_pass_by_value, reason = "the layer wants it so")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without words");
    ApiError::internal(&message).into_response()
}
