//! Questions to a router, without a network.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, Response, StatusCode},
};
use serde_json::Value;
use tengen_server::{App, Config, router};
use tower::ServiceExt as _;

/// A server that keeps everything in memory.
pub(crate) fn server() -> Router {
    router(app())
}

pub(crate) fn app() -> Arc<App> {
    App::new(Config::local())
}

pub(crate) async fn send(router: &Router, request: Request<Body>) -> Response<Body> {
    router.clone().oneshot(request).await.unwrap()
}

pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "localhost:8421")
}

pub(crate) async fn json(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 64 << 20).await.unwrap();
    let value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    (status, value)
}

/// Asks with a JSON body.
pub(crate) async fn post(router: &Router, path: &str, body: &Value) -> (StatusCode, Value) {
    let request = request("POST", path)
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    json(send(router, request).await).await
}

/// Asks without a body.
pub(crate) async fn get(router: &Router, path: &str) -> (StatusCode, Value) {
    json(send(router, request("GET", path).body(Body::empty()).unwrap()).await).await
}
