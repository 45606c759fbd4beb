//! The opening book.

use std::sync::Arc;

use serde_json::{Value, json};
use tengen_testkit::small_book;

use crate::ask::{Server, server, with};

fn server_with_book() -> Server {
    with(|config| config.book = Some(Arc::new(small_book(9))))
}

/// The three in a row, in another order of the moves.
fn question() -> Value {
    let moves = [(8, 7), (14, 0), (7, 7), (0, 0), (6, 7), (14, 14)];
    let moves: Vec<Value> = moves.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
    json!({"rule": "freestyle", "area": {"width": 15, "height": 15}, "moves": moves})
}

#[tokio::test]
async fn a_book_says_what_it_is_about_and_what_it_plays() {
    let server = server_with_book();
    let (status, loaded) = server.get("/api/book").await;
    assert_eq!((status.as_u16(), &loaded["book"]["winner"]), (200, &json!("black")));
    assert_eq!(loaded["book"]["position"]["setup"]["stones"].as_array().unwrap().len(), 6);
    let (status, answer) = server.post("/api/book", &question()).await;
    assert_eq!(status.as_u16(), 200);
    assert_eq!((&answer["point"]["name"], &answer["reason"]), (&json!("j8"), &json!("four")));
    assert_eq!(answer["moves_left"], 2);
    let mut over = question();
    over["moves"].as_array_mut().unwrap().push(json!({"x": 0, "y": 1}));
    let (status, error) = server.post("/api/book", &over).await;
    assert_eq!((status.as_u16(), &error["code"]), (404, &json!("not_found")));
}

#[tokio::test]
async fn at_level_10_the_engine_plays_by_the_book() {
    let server = server_with_book();
    for (level, by_book) in [(10, true), (9, false)] {
        let asked = json!({"position": question(), "level": level, "time_ms": 500});
        let (status, started) = server.post("/api/thoughts", &asked).await;
        assert_eq!(status.as_u16(), 200);
        let path = format!("/api/thoughts/{}/events", started["id"].as_str().unwrap());
        let events = server.events(&path, 0).await;
        let (_, _, thought) = events.iter().rfind(|event| event.1 == "thought").unwrap();
        assert_eq!(thought["nodes"] == 0, by_book, "{level} {thought}");
    }
}

#[tokio::test]
async fn without_a_book_nothing_is_found() {
    let server = server();
    let (status, loaded) = server.get("/api/book").await;
    assert_eq!((status.as_u16(), loaded), (200, json!({"book": null})));
    let (status, error) = server.post("/api/book", &question()).await;
    assert_eq!((status.as_u16(), &error["message"]), (404, &json!("no book is loaded")));
}
