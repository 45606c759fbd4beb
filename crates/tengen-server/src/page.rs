//! The page, which is part of the program.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::{Embed, EmbeddedFile};

use crate::errors::{ApiError, Code};

/// What the build of the page left. It may be nothing: then a page says so.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown where the page was not built.
const NOT_BUILT: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Tengen</title>\n<h1>Tengen</h1>\n<p>The server runs, but this program was built without \
    its page. <code>make run</code> builds both.</p>\n<p>The API is described by \
    <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>\n</html>\n";

/// Answers whatever is not the API: a file of the page, or the page itself, which knows its doors.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return ApiError::not_found("address").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let message = "the page can only be looked at";
        return ApiError::new(Code::MethodNotAllowed, message).into_response();
    }
    let name = path.trim_start_matches('/');
    let is_file = name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let (name, file) = match Files::get(name) {
        Some(file) => (name, Some(file)),
        None if is_file => return ApiError::not_found("file").into_response(),
        None => ("index.html", Files::get("index.html")),
    };
    match file {
        Some(file) => send(&request, name, file),
        None => {
            let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
            (StatusCode::OK, kind, NOT_BUILT).into_response()
        }
    }
}

fn send(request: &Request, name: &str, file: EmbeddedFile) -> Response {
    let hash: String =
        file.metadata.sha256_hash()[..12].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known = request.headers().get(header::IF_NONE_MATCH);
    let mut response = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(file.data.into_owned()))
    };
    // The build gives assets names that change with them.
    let keep = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("it is hexadecimal"));
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
