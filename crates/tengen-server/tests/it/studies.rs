//! Studies that are shared, what previews see of links, and the board for frames.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, StatusCode},
};
use serde_json::{Value, json};

use crate::ask::{Server, request, server, with};

fn study() -> Value {
    json!({
        "rule": "renju", "area": {"width": 15, "height": 15}, "title": "A \"lesson\" <1>",
        "nodes": [
            {"parent": 0, "x": 7, "y": 7, "comment": "the middle"},
            {"parent": 1, "x": 8, "y": 6},
            {"parent": 1, "x": 7, "y": 6, "chance": 0.25}
        ],
        "at": 2
    })
}

/// A server with a page of its own, so that it need not be built.
fn with_page() -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let page = "<!doctype html><html><head><title>Tengen</title></head><body></body></html>";
    std::fs::write(folder.path().join("index.html"), page).unwrap();
    let page = folder.path().to_owned();
    (with(|config| config.page = Some(page)), folder)
}

async fn text(server: &Server, path: &str) -> (StatusCode, HeaderMap, String) {
    let response = server.send(request("GET", path).body(Body::empty()).unwrap()).await;
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = to_bytes(response.into_body(), 1 << 22).await.unwrap();
    (status, headers, String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn a_study_is_kept_under_a_name_made_from_it() {
    let server = server();
    let (status, kept) = server.post("/api/studies", &study()).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let id = kept["id"].as_str().unwrap();
    assert_eq!(
        server.post("/api/studies", &study()).await.1["id"],
        id,
        "the same has the same name"
    );
    let mut other = study();
    other["at"] = json!(3);
    assert_ne!(server.post("/api/studies", &other).await.1["id"], id);
    let (status, found) = server.get(&format!("/api/studies/{id}")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&found["title"], &found["at"]), (&study()["title"], &json!(2)));
    assert_eq!(found["nodes"][2]["chance"], 0.25);
    let (_, summary) = server.post("/api/studies/check", &study()).await;
    assert_eq!(summary, json!({"moves": 3, "comments": 1}));
}

#[tokio::test]
async fn what_is_no_study_is_refused_and_nothing_changes_one() {
    let server = server();
    for (field, value, code) in [
        ("at", json!(4), "bad_value"),
        ("nodes", json!([{"parent": 1, "x": 0, "y": 0}]), "bad_value"),
        ("nodes", json!([{"parent": 0, "x": 15, "y": 0}]), "illegal_move"),
        ("area", json!({"width": 65, "height": 1}), "bad_size"),
        ("title", json!("x".repeat(401)), "bad_value"),
        ("more", json!(1), "bad_value"),
    ] {
        let mut bad = study();
        bad[field] = value;
        for path in ["/api/studies", "/api/studies/check"] {
            let (status, error) = server.post(path, &bad).await;
            assert_eq!(
                (status.as_u16(), error["code"].as_str()),
                (422, Some(code)),
                "{path} {field}"
            );
        }
    }
    let large = json!({"rule": "renju", "area": null, "comment": "x".repeat(300_000)});
    assert_eq!(server.post("/api/studies", &large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let id = server.post("/api/studies", &study()).await.1["id"].as_str().unwrap().to_owned();
    for method in ["PATCH", "DELETE", "PUT"] {
        let (status, _) = server.ask(method, &format!("/api/studies/{id}"), &study()).await;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
    for id in ["0".repeat(32), "x".to_owned()] {
        assert_eq!(server.get(&format!("/api/studies/{id}")).await.0, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_link_says_what_it_shows_and_has_a_picture() {
    let (server, _folder) = with_page();
    let id = server.post("/api/studies", &study()).await.1["id"].as_str().unwrap().to_owned();
    let position = "p/renju/15x15/h8i9";
    for (path, title) in [
        (format!("s/{id}"), "A &quot;lesson&quot; &lt;1&gt;"),
        (position.to_owned(), "Renju 15×15, 2 moves"),
    ] {
        let (status, headers, page) = text(&server, &format!("/{path}")).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(
            page.contains(&format!("<meta property=\"og:title\" content=\"{title}\" />")),
            "{page}"
        );
        let picture = format!("content=\"http://localhost:8421/pictures/{path}.png\"");
        assert!(page.contains(&picture), "{page}");
        assert!(page.contains("White to move.") || page.contains("Black to move."), "{page}");
        assert_eq!(headers["x-frame-options"], "DENY");
        let (status, headers, bytes) = text(&server, &format!("/pictures/{path}.png")).await;
        assert_eq!(
            (status, &headers["content-type"]),
            (StatusCode::OK, &"image/png".parse().unwrap())
        );
        assert!(bytes.contains("PNG"));
    }
    let secure = request("GET", &format!("/{position}")).header("x-forwarded-proto", "https");
    let response = server.send(secure.body(Body::empty()).unwrap()).await;
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    assert!(
        String::from_utf8(bytes.to_vec()).unwrap().contains("https://localhost:8421/pictures/p/")
    );
}

#[tokio::test]
async fn a_link_that_leads_nowhere_has_the_page_and_no_preview() {
    let (server, _folder) = with_page();
    let missing = format!("/s/{}", "0".repeat(32));
    for (path, status) in [
        ("/p/renju/15x15/zz", StatusCode::OK),
        ("/p/renju/15x15/h8h8", StatusCode::OK),
        (missing.as_str(), StatusCode::NOT_FOUND),
    ] {
        let (found, _, page) = text(&server, path).await;
        assert_eq!(found, status, "{path}");
        assert!(page.contains("<title>Tengen</title>") && !page.contains("og:"), "{path}: {page}");
        let picture = text(&server, &format!("/pictures{path}.png")).await.0;
        assert!(picture.is_client_error(), "{path}: {picture}");
    }
    for path in ["/pictures/p/renju/15x15/h8", "/pictures/s/x.png", "/s/x"] {
        assert_eq!(text(&server, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn only_the_board_for_frames_may_be_in_a_frame() {
    let (server, _folder) = with_page();
    let embedded = format!("/embed/s/{}", "0".repeat(32));
    for (path, may) in [
        ("/embed", true),
        (embedded.as_str(), true),
        ("/", false),
        ("/embedded", false),
        ("/solve", false),
        ("/p/renju/15x15", false),
        ("/api/embed", false),
    ] {
        let (_, headers, _) = text(&server, path).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert_eq!(policy.contains("frame-ancestors *"), may, "{path}");
        assert_eq!(policy.contains("frame-ancestors 'none'"), !may, "{path}");
        assert_eq!(headers.contains_key("x-frame-options"), !may, "{path}");
        let resource = headers["cross-origin-resource-policy"].to_str().unwrap();
        assert_eq!(resource == "cross-origin", may, "{path}");
        // But for frames it is as strict.
        let strict = policy.replace("frame-ancestors *", "frame-ancestors 'none'");
        let (_, plain, _) = text(&server, "/").await;
        assert_eq!(strict, plain["content-security-policy"].to_str().unwrap(), "{path}");
    }
}
