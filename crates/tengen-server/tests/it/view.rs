//! Views of positions, and what is wrong with some.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::ask::server;

fn moves(points: &[(i32, i32)]) -> Value {
    points.iter().map(|&(x, y)| json!({"x": x, "y": y})).collect()
}

#[tokio::test]
async fn a_game_is_seen_to_its_end() {
    let server = server();
    let mut points = Vec::new();
    for x in 3..7 {
        points.extend([(x, 7), (x, 8)]);
    }
    let position = json!({
        "rule": "freestyle", "area": {"width": 15, "height": 15}, "moves": moves(&points)
    });
    let (status, view) = server.post("/api/view", &position).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&view["turn"], &view["ending"]), (&json!("black"), &Value::Null));
    assert_eq!(view["stones"].as_array().unwrap().len(), 8);
    assert_eq!(view["last"], json!({"x": 6, "y": 8, "name": "g7"}));
    points.push((7, 7));
    let position = json!({
        "rule": "freestyle", "area": {"width": 15, "height": 15}, "moves": moves(&points)
    });
    let (_, view) = server.post("/api/view", &position).await;
    assert_eq!(view["ending"]["winner"], "black");
    assert_eq!(
        view["ending"]["lines"][0]["points"],
        moves(&[(3, 7), (4, 7), (5, 7), (6, 7), (7, 7)])
    );
}

#[tokio::test]
async fn a_board_without_edges_goes_anywhere() {
    let far = 1_000_000_000;
    let position = json!({
        "rule": "renju", "area": null,
        "setup": {
            "stones": [{"x": far, "y": -far, "color": "black"}, {"x": -5, "y": -7, "color": "white"}],
            "turn": "white"
        },
        "moves": [{"x": far, "y": 1 - far}]
    });
    let (status, view) = server().post("/api/view", &position).await;
    assert_eq!(status, StatusCode::OK, "{view}");
    assert_eq!((&view["area"], &view["turn"]), (&Value::Null, &json!("black")));
    assert_eq!(view["columns"], json!([]));
    assert_eq!(view["last"]["name"], "(1000000000,-999999999)");
}

#[tokio::test]
async fn what_is_wrong_has_a_code_a_sentence_and_a_place() {
    let server = server();
    let area = json!({"width": 15, "height": 15});
    let stone = |x: i32, y: i32| json!({"x": x, "y": y, "color": "black"});
    for (position, status, code, place) in [
        (
            json!({"rule": "exact", "area": area, "moves": moves(&[(7, 7), (7, 7)])}),
            422,
            "illegal_move",
            json!({"move": 2, "point": {"x": 7, "y": 7}}),
        ),
        (
            json!({"rule": "exact", "area": area, "moves": moves(&[(15, 0)])}),
            422,
            "illegal_move",
            json!({"move": 1, "point": {"x": 15, "y": 0}}),
        ),
        (
            json!({"rule": "exact", "area": {"width": 0, "height": 3}}),
            422,
            "bad_size",
            json!({"field": "area"}),
        ),
        (json!({"rule": "nogo", "area": null}), 422, "bad_setup", json!({"field": "setup"})),
        (
            json!({"rule": "renju", "area": area,
                "setup": {"stones": [stone(1, 1), stone(1, 1)], "turn": "white"}}),
            422,
            "bad_setup",
            json!({"point": {"x": 1, "y": 1}}),
        ),
        (
            json!({"rule": "chess", "area": area}),
            422,
            "bad_value",
            json!({"line": 1, "column": 47}),
        ),
    ] {
        let (answered, error) = server.post("/api/view", &position).await;
        assert_eq!(answered, status, "{position}");
        assert_eq!((error["code"].as_str(), &error["place"]), (Some(code), &place), "{position}");
        assert!(error["message"].as_str().unwrap().len() > 10);
    }
}
