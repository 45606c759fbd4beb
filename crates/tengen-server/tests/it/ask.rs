//! Questions to a router, without a network.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, Response, StatusCode, request::Builder},
};
use serde_json::Value;
use tempfile::TempDir;
use tengen_server::{App, Config, router};
use tower::ServiceExt as _;

/// A server with a folder of its own, which is gone with it.
pub(crate) struct Server {
    router: Router,
    pub(crate) app: Arc<App>,
    pub(crate) folder: TempDir,
}

/// A server on this machine alone.
pub(crate) fn server() -> Server {
    with(|_| {})
}

/// A server on this machine alone with another configuration.
pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::local(folder.path().to_owned());
    change(&mut config);
    let app = App::new(config).unwrap();
    Server { router: router(Arc::clone(&app)), app, folder }
}

/// How a request begins.
pub(crate) fn request(method: &str, path: &str) -> Builder {
    Request::builder().method(method).uri(path).header("host", "localhost:8421")
}

impl Server {
    pub(crate) async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Asks with a JSON body.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = request(method, path)
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        json(self.send(request).await).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        self.ask("POST", path, body).await
    }

    /// Asks without a body.
    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        json(self.send(request("GET", path).body(Body::empty()).unwrap()).await).await
    }

    /// Reads a stream of events to its end: numbers, names and JSON.
    pub(crate) async fn events(&self, path: &str, seen: usize) -> Vec<(usize, String, Value)> {
        let request = request("GET", path).header("last-event-id", seen).body(Body::empty());
        let response = self.send(request.unwrap()).await;
        let bytes = to_bytes(response.into_body(), 64 << 20).await.unwrap();
        read_events(std::str::from_utf8(&bytes).unwrap())
    }
}

pub(crate) async fn json(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 64 << 20).await.unwrap();
    let value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    (status, value)
}

/// The events of a stream, or of the whole ones in a part of it.
pub(crate) fn read_events(text: &str) -> Vec<(usize, String, Value)> {
    let whole = text.rfind("\n\n").map_or("", |end| &text[..end]);
    let event = |block: &str| {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let id = field("id")?.parse().unwrap();
        let json = serde_json::from_str(field("data")?).unwrap();
        Some((id, field("event")?.to_owned(), json))
    };
    whole.split("\n\n").filter_map(event).collect()
}
