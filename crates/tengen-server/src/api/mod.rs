//! The questions that can be asked, a file for each kind.

pub mod check;
pub mod convert;
pub mod games;
pub mod health;
pub mod judge;
pub mod nogo;
pub mod picture;
pub mod solutions;
pub mod swap2;
pub mod thoughts;
mod unpack;
pub mod view;
mod window;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{delete, get, patch, post},
};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa::OpenApi;

use crate::{
    App,
    ask::Answer,
    config::{MOST_QUESTION, MOST_RECORD},
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
        swap2::swap2,
        thoughts::start,
        thoughts::events,
        thoughts::stop,
        solutions::start,
        solutions::events,
        solutions::stop,
        judge::judge,
        check::check,
        convert::convert,
        picture::picture,
        games::add,
        games::list,
        games::show,
        games::play,
        games::change,
        games::forget,
        games::change_node,
    ),
    components(schemas(
        ApiError,
        thoughts::Thought,
        solutions::Solution,
        solutions::Progress,
        crate::jobs::Done
    ))
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
        .route("/api/swap2", post(swap2::swap2))
        .route("/api/thoughts", post(thoughts::start))
        .route("/api/thoughts/{id}", delete(thoughts::stop))
        .route("/api/thoughts/{id}/events", get(thoughts::events))
        .route("/api/solutions", post(solutions::start))
        .route("/api/solutions/{id}", delete(solutions::stop))
        .route("/api/solutions/{id}/events", get(solutions::events))
        .route("/api/check", post(check::check))
        .route("/api/convert", post(convert::convert).layer(large()))
        .route("/api/judge", post(judge::judge).layer(large()))
        .route("/api/picture", post(picture::picture))
        .route("/api/games", get(games::list).post(games::add))
        .route("/api/games/{id}", get(games::show).patch(games::change).delete(games::forget))
        .route("/api/games/{id}/nodes", post(games::play))
        .route("/api/games/{id}/nodes/{number}", patch(games::change_node))
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

/// Records may be larger than questions.
fn large() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MOST_RECORD)
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
