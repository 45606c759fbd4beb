//! Protection of browsers: no cross-site request forgery (CSRF), no DNS rebinding, and the security
//! headers of every response.

use std::time::Duration;

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::SharedApp,
    errors::{ApiError, ErrorCode, HttpError},
};

/// Security headers. The content security policy allows nothing inline, nothing of another origin, and
/// no frame around the page; of code that is made at run time it allows WebAssembly, which the engine of the page is.
/// Opener and embedder policy isolate the page, so that its workers may share memory.
const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Security headers of `/embed`, the board that pages of other sites show in a frame, in place of the usual ones. It keeps
/// no games and has nothing to confirm, so that there is nothing to gain by clickjacking.
const EMBED_HEADERS: [(HeaderName, &str); 2] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors *",
    ),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

/// Adds the security headers to every response.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/");
    let is_embed = path == "/embed" || path.starts_with("/embed/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_embed {
        headers.remove(header::X_FRAME_OPTIONS);
        for (name, value) in EMBED_HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Rejects cross-site requests (CSRF, cross-site request forgery) and foreign `Host` names (DNS
/// rebinding): a page whose host name resolves to this machine could otherwise use the API as its own.
pub(crate) async fn origin(app: SharedApp, request: Request, next: Next) -> Response {
    match check(request.method(), request.uri(), request.headers(), app.config.public) {
        Ok(()) => next.run(request).await,
        Err(error) => HttpError(error).into_response(),
    }
}

fn check(method: &Method, uri: &Uri, headers: &HeaderMap, public: bool) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host =
        text(header::HOST).or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
    if !public && !host.is_some_and(is_here) {
        let message = "ask for localhost or 127.0.0.1; other names need --public";
        return Err(ApiError::new(ErrorCode::WrongHost, message));
    }
    if matches!(*method, Method::GET | Method::HEAD) {
        return Ok(());
    }
    // Browsers send `Origin` or `Sec-Fetch-Site` with requests that change something; other clients need not.
    let same = match headers.get(header::ORIGIN) {
        Some(origin) => {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            origin.map(|(_, name)| name) == host && host.is_some()
        }
        None => !matches!(
            text(HeaderName::from_static("sec-fetch-site")),
            Some("cross-site" | "same-site")
        ),
    };
    if same {
        return Ok(());
    }
    let message = "the request comes from a page of another site";
    Err(ApiError::new(ErrorCode::WrongOrigin, message))
}

/// Whether a host, with or without a port, is this machine.
fn is_here(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
    });
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Ends requests that take longer than their timeout. An event stream has begun by then and goes on.
pub(crate) async fn timeout(app: SharedApp, request: Request, next: Next) -> Response {
    let request_timeout: Duration = app.config.request_timeout;
    tokio::time::timeout(request_timeout, next.run(request)).await.unwrap_or_else(|_| {
        let message = format!("no answer within {} seconds", request_timeout.as_secs());
        HttpError(ApiError::new(ErrorCode::Timeout, message)).into_response()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(
        method: &Method,
        pairs: &[(&'static str, &'static str)],
        public: bool,
    ) -> Option<ErrorCode> {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.insert(name, HeaderValue::from_static(value));
        }
        check(method, &Uri::from_static("/api/view"), &headers, public)
            .err()
            .map(|error| error.code)
    }

    #[test]
    fn only_our_own_page_may_send() {
        let host = ("host", "localhost:8421");
        for (pairs, code) in [
            (vec![host], None),
            (vec![host, ("origin", "http://localhost:8421")], None),
            (vec![host, ("origin", "http://localhost:1")], Some(ErrorCode::WrongOrigin)),
            (vec![host, ("origin", "https://example.org")], Some(ErrorCode::WrongOrigin)),
            (vec![host, ("origin", "null")], Some(ErrorCode::WrongOrigin)),
            (vec![host, ("sec-fetch-site", "cross-site")], Some(ErrorCode::WrongOrigin)),
            (vec![host, ("sec-fetch-site", "same-origin")], None),
        ] {
            assert_eq!(asked(&Method::POST, &pairs, false), code, "{pairs:?}");
            assert_eq!(asked(&Method::GET, &pairs, false), None, "to look does no harm");
        }
    }

    #[test]
    fn a_name_that_points_here_is_not_ours() {
        for (host, here) in [
            ("localhost", true),
            ("127.0.0.1:8421", true),
            ("[::1]:8421", true),
            ("127.8.8.8", true),
            ("example.org", false),
            ("localhost.example.org:8421", false),
            ("10.0.0.1", false),
            ("", false),
        ] {
            assert_eq!(is_here(host), here, "{host}");
            let refused = (!here).then_some(ErrorCode::WrongHost);
            assert_eq!(asked(&Method::GET, &[("host", host)], false), refused);
            assert_eq!(asked(&Method::GET, &[("host", host)], true), None);
        }
        assert_eq!(asked(&Method::GET, &[], false), Some(ErrorCode::WrongHost));
    }
}
