//! The questions that can be asked, a file for each kind.

mod description;
pub mod friend_routes;
pub mod game_routes;
pub mod health;
mod job_handlers;
pub mod questions;
pub mod reviews;
mod routes;
pub mod solutions;
pub mod thoughts;

use std::sync::Arc;

use axum::{
    Router,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa::OpenApi;

use description::Errors;

use crate::{
    App,
    admission::{self, Admission},
    errors::{self, ApiError, ErrorCode, HttpError},
    extract::Json,
    guard, metrics, page,
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
        questions::view,
        questions::play_nogo,
        questions::swap2,
        questions::puzzle,
        questions::puzzle_move,
        questions::loaded_book,
        questions::book,
        thoughts::start,
        thoughts::events,
        thoughts::stop,
        solutions::start,
        solutions::events,
        solutions::stop,
        reviews::start,
        reviews::events,
        reviews::stop,
        questions::judge,
        questions::import,
        questions::check,
        questions::convert,
        questions::picture,
        game_routes::add,
        game_routes::list,
        game_routes::show,
        game_routes::play,
        game_routes::change,
        game_routes::forget,
        game_routes::change_node,
        friend_routes::add,
        friend_routes::show,
        friend_routes::join,
        friend_routes::act,
        friend_routes::here,
        friend_routes::events,
    ),
    components(schemas(
        ApiError,
        tengen_answers::thoughts::ThoughtAnswer,
        tengen_answers::solutions::Solution,
        tengen_answers::solutions::SolutionProgress,
        tengen_answers::review::ReviewAnswer,
        tengen_answers::review::WireReviewProgress,
        crate::jobs::Done,
        crate::friends::NumberedEvent
    )),
    modifiers(&Errors)
)]
struct Document;

/// The document that describes the API.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// Everything that can be asked, with all that stands before it.
pub fn router(app: Arc<App>) -> Router {
    let (routes, costs) = routes::routed();
    let admission = Admission { app: Arc::clone(&app), costs: Arc::new(costs) };
    let api = routes.method_not_allowed_fallback(method_not_allowed).fallback(page::page);
    api.layer(from_fn_with_state(admission, admission::admit))
        .layer(from_fn_with_state(Arc::clone(&app), guard::timeout))
        .layer(from_fn_with_state(Arc::clone(&app), guard::origin))
        .layer(CompressionLayer::new())
        .layer(from_fn(guard::headers))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(&app), metrics::watch))
        .with_state(app)
}

async fn document() -> Response {
    Json(openapi()).into_response()
}

async fn method_not_allowed() -> HttpError {
    HttpError(ApiError::new(ErrorCode::MethodNotAllowed, "this address does not know the method"))
}

/// A belief of ours was wrong. One request fails, the server goes on.
#[allow(clippy::needless_pass_by_value, reason = "the layer wants it so")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without words");
    HttpError(errors::internal(&message)).into_response()
}
