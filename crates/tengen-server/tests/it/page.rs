//! The page and what stands around every answer.

use axum::{body::Body, http::StatusCode};

use crate::ask::{get, request, send, server};

#[tokio::test]
async fn every_answer_has_a_strict_policy() {
    let server = server();
    for path in ["/", "/nogo", "/api/nothing", "/health", "/metrics", "/api/openapi.json"] {
        let response = send(&server, request("GET", path).body(Body::empty()).unwrap()).await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn the_doors_of_the_page_lead_to_the_page_and_files_do_not() {
    let server = server();
    for path in ["/", "/nogo", "/solve", "/judge"] {
        let response = send(&server, request("GET", path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let kind = response.headers()["content-type"].to_str().unwrap();
        assert!(kind.starts_with("text/html"), "{path} is {kind}");
    }
    for path in ["/nothing.js", "/../Cargo.toml", "/api/nothing", "/assets/%2e%2e/x.js"] {
        assert_eq!(get(&server, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_server_says_that_it_is_well() {
    let server = server();
    let (status, answer) = get(&server, "/health").await;
    assert_eq!((status, answer["status"].as_str()), (StatusCode::OK, Some("well")));
    let response = send(&server, request("GET", "/metrics").body(Body::empty()).unwrap()).await;
    let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.contains("tengen_request_seconds_count{route=\"/health\",status=\"200\"} 1\n"));
}
