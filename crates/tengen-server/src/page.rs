//! The page, which is embedded in the program.

use std::{
    borrow::Cow,
    fs,
    hash::Hasher as _,
    path::{Component, Path},
    sync::Arc,
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::Embed;
use tengen_answers::studies::LinkPreview;

use crate::{
    App,
    app::SharedApp,
    errors::{self, ApiError, ErrorCode, HttpError},
    ids,
    preview::{self, LinkPath},
};

/// The page as it was built, in the program. It may be nothing: then a page says so.
#[derive(Embed)]
#[cfg_attr(packaged_page, folder = "page")]
#[cfg_attr(not(packaged_page), folder = "../../web/dist")]
#[allow_missing = true]
struct EmbeddedPage;

/// What is shown where the page was not built.
const NOT_BUILT: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Tengen</title>\n<h1>Tengen</h1>\n<p>The server runs, but this program was built without \
    its page. <code>make run</code> builds both.</p>\n<p>The API is described by \
    <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>\n</html>\n";

/// What is shown at an address that is none of the page.
const NOT_FOUND: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <meta name=\"color-scheme\" content=\"light dark\">\n<title>Tengen: not found</title>\n\
    <h1>There is no page at this address</h1>\n<p>The pages are <a href=\"/\">Play</a>, \
    <a href=\"/puzzles\">Puzzles</a>, <a href=\"/nogo\">Watch</a>, <a href=\"/solve\">Solve</a> and <a href=\"/judge\">Judge</a>.</p>\n\
    <p lang=\"zh-Hans\">这个地址没有页面。现有页面：<a href=\"/\">对局</a>、<a href=\"/puzzles\">习题</a>、\
    <a href=\"/nogo\">动画</a>、<a href=\"/solve\">解题</a>、<a href=\"/judge\">棋谱裁判</a>。</p>\n</html>\n";

/// The paths of the page's screens, which its router (`web/src/route.ts`) knows too. A game between people has `g/` and its
/// name, a position `p/` and its link, a study `s/` and its name; `embed` is the board for frames of other pages.
const SCREENS: [&str; 7] = ["", "puzzles", "nogo", "solve", "judge", "friend", "embed"];

/// A file of the page.
struct PageFile {
    bytes: Cow<'static, [u8]>,
    /// What changes with the bytes.
    tag: String,
}

impl PageFile {
    /// The file of this name: of the program, or of the folder that was named in its place.
    fn find(folder: Option<&Path>, name: &str) -> Option<PageFile> {
        let Some(folder) = folder else {
            let file = EmbeddedPage::get(name)?;
            let hash = file.metadata.sha256_hash();
            let hash = u128::from_be_bytes(*hash.first_chunk().expect("it has 32 bytes"));
            return Some(PageFile { bytes: file.data, tag: format!("\"{hash:032x}\"") });
        };
        // Nothing but what is in the folder.
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !Path::new(name).components().all(plain) {
            return None;
        }
        let bytes = fs::read(folder.join(name)).ok()?;
        let mut hash = std::hash::DefaultHasher::new();
        hash.write(&bytes);
        Some(PageFile { tag: format!("\"{:016x}\"", hash.finish()), bytes: bytes.into() })
    }
}

impl PageFile {
    /// The page with what its head says of a link.
    fn with_preview(&self, path: &str, preview: &LinkPreview, headers: &HeaderMap) -> PageFile {
        let page = preview::insert(&String::from_utf8_lossy(&self.bytes), path, preview, headers);
        let mut hash = std::hash::DefaultHasher::new();
        hash.write(page.as_bytes());
        let tag = format!("\"{:016x}\"", hash.finish());
        PageFile { tag, bytes: page.into_bytes().into() }
    }
}

/// Answers whatever is not the API: a file of the page, or the page itself, at the path of each screen.
pub(crate) async fn page(app: SharedApp, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return HttpError(ApiError::not_found("address")).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let message = "the page can only be looked at";
        return HttpError(ApiError::new(ErrorCode::MethodNotAllowed, message)).into_response();
    }
    let name = path.trim_start_matches('/').to_owned();
    let link = name.clone();
    let path = LinkPath::new(&link);
    let preview = match &path {
        Some(path) => path.preview(&app).await,
        None => None,
    };
    let found = tokio::task::spawn_blocking(move || find(&app, name)).await;
    match found {
        Err(error) => HttpError(errors::internal(&error)).into_response(),
        Ok(PageLookup::File(name, file)) => {
            let Some(path) = path else { return send(&request, &name, file) };
            let Some(preview) = preview else {
                let mut response = send(&request, &name, file);
                // The page says that there is no such study.
                if matches!(path, LinkPath::Study(_)) {
                    *response.status_mut() = StatusCode::NOT_FOUND;
                }
                return response;
            };
            send(&request, &name, file.with_preview(&link, &preview, request.headers()))
        }
        Ok(PageLookup::Nothing) => HttpError(ApiError::not_found("file")).into_response(),
        Ok(PageLookup::NoScreen) => html(StatusCode::NOT_FOUND, NOT_FOUND),
        Ok(PageLookup::NotBuilt) => html(StatusCode::OK, NOT_BUILT),
    }
}

fn html(status: StatusCode, text: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, media_type("html"))], text).into_response()
}

/// What there is at an address.
enum PageLookup {
    File(String, PageFile),
    /// No file of this name.
    Nothing,
    /// No screen at this path.
    NoScreen,
    NotBuilt,
}

fn find(app: &Arc<App>, name: String) -> PageLookup {
    let folder = app.config.page.as_deref();
    if let Some(file) = PageFile::find(folder, &name) {
        return PageLookup::File(name, file);
    }
    let is_link = LinkPath::new(&name).is_some();
    let is_file = !is_link && name.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if is_file {
        return PageLookup::Nothing;
    }
    let path = name.trim_end_matches('/');
    let is_game = path.strip_prefix("g/").is_some_and(ids::is_id);
    let is_embedded_study = path.strip_prefix("embed/s/").is_some_and(ids::is_id);
    if !SCREENS.contains(&path) && !is_game && !is_link && !is_embedded_study {
        return PageLookup::NoScreen;
    }
    let name = "index.html".to_owned();
    PageFile::find(folder, &name).map_or(PageLookup::NotBuilt, |file| PageLookup::File(name, file))
}

fn send(request: &Request, name: &str, PageFile { bytes, tag }: PageFile) -> Response {
    let known = request.headers().get(header::IF_NONE_MATCH);
    let mut response = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        }))
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
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
