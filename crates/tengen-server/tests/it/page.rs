//! The page and what stands around every answer.

use std::time::{Duration, Instant};

use axum::{
    body::{Body, to_bytes},
    http::StatusCode,
};
use serde_json::json;

use crate::ask::{Server, request, server, with};

#[tokio::test]
async fn every_answer_has_a_strict_policy() {
    let server = server();
    for path in ["/", "/nogo", "/api/nothing", "/health", "/metrics", "/api/openapi.json"] {
        let response = server.send(request("GET", path).body(Body::empty()).unwrap()).await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}");
        // WebAssembly is code that is made at run time, but only from bytes of our own; nothing else is.
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{path}");
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{path}");
        assert_eq!(response.headers()["cross-origin-embedder-policy"], "require-corp", "{path}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn the_doors_of_the_page_lead_to_the_page_and_files_do_not() {
    let server = server();
    for path in ["/", "/nogo", "/solve", "/judge"] {
        let response = server.send(request("GET", path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let kind = response.headers()["content-type"].to_str().unwrap();
        assert!(kind.starts_with("text/html"), "{path} is {kind}");
    }
    for path in ["/solve/", "/judge?x=1"] {
        let response = server.send(request("GET", path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
    }
    for path in ["/nothing.js", "/../Cargo.toml", "/api/nothing", "/assets/%2e%2e/x.js"] {
        assert_eq!(server.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn an_address_that_is_no_screen_is_not_found() {
    let server = server();
    for path in ["/nosuch", "/solve/more", "/nogo2", "/%20", "/Judge"] {
        let response = server.send(request("GET", path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8", "{path}");
        let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(text.contains("There is no page at this address"), "{path}: {text}");
    }
}

#[tokio::test]
async fn the_server_says_that_it_is_well() {
    let server = server();
    let (status, answer) = server.get("/health").await;
    assert_eq!((status, answer["status"].as_str()), (StatusCode::OK, Some("well")));
    let response = server.send(request("GET", "/metrics").body(Body::empty()).unwrap()).await;
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.contains("tengen_request_seconds_count{route=\"/health\",status=\"200\"} 1\n"));
}

#[tokio::test]
async fn a_page_of_another_site_may_not_send() {
    let server = server();
    let body = json!({"rule": "exact", "area": {"width": 3, "height": 3}}).to_string();
    for (origin, status) in [
        ("http://localhost:8421", StatusCode::OK),
        ("https://example.org", StatusCode::FORBIDDEN),
        ("null", StatusCode::FORBIDDEN),
    ] {
        let request = request("POST", "/api/view")
            .header("content-type", "application/json")
            .header("origin", origin)
            .body(Body::from(body.clone()));
        assert_eq!(server.send(request.unwrap()).await.status(), status, "{origin}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_too_long_is_given_up() {
    let server = with(|config| config.request_timeout = Duration::from_millis(20));
    let engine = json!({"kind": "engine", "level": 10});
    let question =
        json!({"size": {"width": 19, "height": 19}, "black": engine, "white": engine, "seed": 1});
    let (status, error) = server.post("/api/nogo/play", &question).await;
    assert_eq!((status.as_u16(), error["code"].as_str()), (503, Some("timeout")));
    assert_eq!(server.get("/api/openapi.json").await.0, StatusCode::OK);
}

/// Takes all tokens of the client of the tests, in an hour's time: until then no more come, however
/// slow the machine is.
fn no_tokens_left(server: &Server) -> Instant {
    let later = Instant::now() + Duration::from_hours(1);
    let client = [127, 0, 0, 1].into();
    while server.app.limits.take(client, 1.0, later).is_ok() {}
    later
}

#[tokio::test]
async fn a_client_of_a_public_server_has_limits() {
    let server = with(|config| config.public = true);
    assert_eq!(server.get("/health").await.0, StatusCode::OK);
    let later = no_tokens_left(&server);
    let (status, answer) = server.get("/health").await;
    assert_eq!((status, &answer["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("rate_limited")));
    let other = server.app.limits.take([10, 0, 0, 9].into(), 1.0, later);
    assert!(other.is_ok(), "others have their own");
}

#[tokio::test]
async fn a_client_of_a_public_server_pays_for_megabytes() {
    let server = with(|config| config.public = true);
    let ask = || {
        let asked = request("POST", "/api/judge").body(Body::from(vec![1; 15 << 20]));
        server.send(asked.unwrap())
    };
    assert_eq!(ask().await.status(), StatusCode::UNPROCESSABLE_ENTITY, "there are tokens for one");
    no_tokens_left(&server);
    let response = ask().await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((3..=4).contains(&wait), "{wait} s for 160 tokens, of which 50 come each second");
}

#[tokio::test]
async fn the_page_of_a_folder_takes_the_place_of_the_one_in_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("assets")).unwrap();
    std::fs::write(page.join("index.html"), "<!doctype html>mine").unwrap();
    std::fs::write(page.join("assets/main-1.js"), "1").unwrap();
    std::fs::write(folder.path().join("secret.txt"), "x").unwrap();
    let server = with(|config| config.page = Some(page));
    for (path, kind, keep) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/solve", "text/html; charset=utf-8", "no-cache"),
        (
            "/assets/main-1.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let ask = |tag: &str| {
            let asked = request("GET", path).header("if-none-match", tag);
            server.send(asked.body(Body::empty()).unwrap())
        };
        let response = ask("\"\"").await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let headers = response.headers();
        assert_eq!(headers["content-type"], kind, "{path}");
        assert_eq!(headers["cache-control"], keep, "{path}");
        assert!(headers.contains_key("content-security-policy"));
        let tag = headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(ask(&tag).await.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
    for path in ["/secret.txt", "/../secret.txt", "/assets/../../secret.txt", "//etc/hosts.txt"] {
        assert_eq!(server.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}
