//! Games that are kept.

use axum::http::StatusCode;
use serde_json::{Value, json};
use tengen_server::{App, Config};

use crate::ask::{Server, server, with};

async fn new_game(server: &Server, rule: &str) -> String {
    let game = json!({"rule": rule, "area": {"width": 9, "height": 9}, "title": "a game"});
    let (status, game) = server.post("/api/games", &game).await;
    assert_eq!(status, StatusCode::OK, "{game}");
    game["id"].as_str().unwrap().to_owned()
}

async fn play(server: &Server, id: &str, parent: u64, x: i32, y: i32) -> (StatusCode, Value) {
    let node = json!({"parent": parent, "point": {"x": x, "y": y}});
    server.post(&format!("/api/games/{id}/nodes"), &node).await
}

#[tokio::test]
async fn a_game_grows_and_loses_no_branch() {
    let server = server();
    let id = new_game(&server, "renju").await;
    for (number, parent, x, color) in
        [(1, 0, 4, "black"), (2, 1, 5, "white"), (3, 1, 6, "white"), (4, 2, 7, "black")]
    {
        let (status, node) = play(&server, &id, parent, x, 4).await;
        assert_eq!(status, StatusCode::OK, "{node}");
        assert_eq!((&node["number"], &node["color"]), (&json!(number), &json!(color)));
    }
    let (_, again) = play(&server, &id, 1, 6, 4).await;
    assert_eq!(again["number"], 3, "a move that is there is not played twice");
    let (_, game) = server.get(&format!("/api/games/{id}")).await;
    let parents: Vec<u64> = game["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["parent"].as_u64().unwrap())
        .collect();
    assert_eq!(parents, [0, 1, 1, 2]);
    assert_eq!(game["nodes"][2]["name"], "g5");
}

#[tokio::test]
async fn an_arrangement_is_kept_and_what_it_deletes_is_not_exported() {
    let server = server();
    let id = new_game(&server, "renju").await;
    for (parent, x) in [(0, 4), (1, 5), (1, 6), (3, 7)] {
        assert_eq!(play(&server, &id, parent, x, 4).await.0, StatusCode::OK);
    }
    let address = format!("/api/games/{id}");
    let empty = json!({"deleted": [], "order": [], "folded": []});
    assert_eq!(server.get(&address).await.1["arrangement"], empty);
    let exported = async || {
        let question = json!({"source": {"kind": "game", "id": id}, "format": "sgf"});
        let text =
            server.post("/api/convert", &question).await.1["text"].as_str().unwrap().to_owned();
        text[text.find(";B").unwrap()..].split_whitespace().collect::<String>()
    };
    assert_eq!(exported().await, ";B[ee](;W[fe])(;W[ge];B[he]))");
    for (arrangement, moves) in [
        (json!({"deleted": [], "order": [3, 2], "folded": [2]}), ";B[ee](;W[ge];B[he])(;W[fe]))"),
        (json!({"deleted": [3], "order": [3, 2], "folded": []}), ";B[ee];W[fe])"),
        (empty.clone(), ";B[ee](;W[fe])(;W[ge];B[he]))"),
    ] {
        let change = json!({"arrangement": arrangement});
        assert_eq!(server.ask("PATCH", &address, &change).await.0, StatusCode::OK);
        assert_eq!(server.get(&address).await.1["arrangement"], arrangement);
        assert_eq!(exported().await, moves);
        assert_eq!(server.get(&address).await.1["nodes"].as_array().unwrap().len(), 4);
    }
    for bad in
        [json!({"deleted": [0]}), json!({"order": [50_001]}), json!({"folded": vec![1; 50_001]})]
    {
        let (status, error) = server.ask("PATCH", &address, &json!({"arrangement": bad})).await;
        assert_eq!((status.as_u16(), error["code"].as_str()), (422, Some("bad_value")));
    }
}

#[tokio::test]
async fn a_review_is_kept_with_its_game_and_one_that_is_too_long_is_not() {
    let server = server();
    let address = format!("/api/games/{}", new_game(&server, "renju").await);
    assert_eq!(server.get(&address).await.1["review"], "");
    for review in ["first", "second"] {
        let (status, _) = server.ask("PATCH", &address, &json!({"review": review})).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(server.get(&address).await.1["review"], review);
    }
    let (status, _) = server.ask("PATCH", &address, &json!({"title": "x"})).await;
    assert_eq!(status, StatusCode::OK);
    let long = json!({"review": "x".repeat(200_001)});
    let (status, error) = server.ask("PATCH", &address, &long).await;
    assert_eq!(
        (status, &error["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("bad_value")),
        "{error}"
    );
    assert_eq!(server.get(&address).await.1["review"], "second");
}

#[tokio::test]
async fn what_cannot_be_played_is_not_kept() {
    let server = server();
    let id = new_game(&server, "freestyle").await;
    play(&server, &id, 0, 4, 4).await;
    for (parent, x, y, status, code) in [
        (1, 4, 4, 422, "illegal_move"),
        (1, 9, 0, 422, "illegal_move"),
        (7, 0, 0, 404, "not_found"),
    ] {
        let (answered, error) = play(&server, &id, parent, x, y).await;
        assert_eq!((answered.as_u16(), error["code"].as_str()), (status, Some(code)));
    }
    let nobody = "0".repeat(32);
    assert_eq!(play(&server, &nobody, 0, 1, 1).await.0, StatusCode::NOT_FOUND);
    assert_eq!(play(&server, "x", 0, 1, 1).await.0, StatusCode::NOT_FOUND);
    let (_, game) = server.get(&format!("/api/games/{id}")).await;
    assert_eq!(game["nodes"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_last_comment_counts() {
    let server = server();
    let id = new_game(&server, "nogo").await;
    play(&server, &id, 0, 4, 4).await;
    for text in ["first", "second 好"] {
        let path = format!("/api/games/{id}/nodes/1");
        let (status, _) = server.ask("PATCH", &path, &json!({"comment": text})).await;
        assert_eq!(status, StatusCode::OK);
    }
    let start = format!("/api/games/{id}/nodes/0");
    server.ask("PATCH", &start, &json!({"comment": "the start"})).await;
    let (_, game) = server.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        (&game["nodes"][0]["comment"], &game["comment"]),
        (&json!("second 好"), &json!("the start"))
    );
    let none = format!("/api/games/{id}/nodes/2");
    let (status, _) = server.ask("PATCH", &none, &json!({"comment": "x"})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_was_thought_of_a_node_is_kept() {
    let server = server();
    let id = new_game(&server, "exact").await;
    play(&server, &id, 0, 4, 4).await;
    for (number, change, status) in [
        (1, json!({"chance": 0.6}), 200),
        (1, json!({"comment": "well", "chance": 0.7}), 200),
        (1, json!({"comment": null, "chance": null}), 200),
        (0, json!({"chance": 0.5}), 200),
        (1, json!({"chance": 1.5}), 422),
        (7, json!({"chance": 0.5}), 404),
    ] {
        let path = format!("/api/games/{id}/nodes/{number}");
        let (answered, answer) = server.ask("PATCH", &path, &change).await;
        assert_eq!(answered.as_u16(), status, "{change} {answer}");
    }
    let (_, game) = server.get(&format!("/api/games/{id}")).await;
    let node = &game["nodes"][0];
    assert_eq!((&node["comment"], &node["chance"]), (&json!("well"), &json!(0.7)));
    assert_eq!(game["chance"], 0.5);
}

#[tokio::test]
async fn who_asks_twice_gets_one_game() {
    let server = server();
    let game = json!({
        "rule": "renju", "area": {"width": 15, "height": 15}, "settings": "{\"level\":3}",
        "key": "0123456789abcdef"
    });
    let (_, one) = server.post("/api/games", &game).await;
    let (_, two) = server.post("/api/games", &game).await;
    assert_eq!(one, two);
    assert_eq!(one["settings"], "{\"level\":3}");
    let mut other = game.clone();
    other["key"] = json!("0123456789abcdeg");
    let (_, three) = server.post("/api/games", &other).await;
    assert_ne!(one["id"], three["id"]);
    for key in ["short", "0123456789abcde!", &"a".repeat(65)] {
        other["key"] = json!(key);
        let (status, error) = server.post("/api/games", &other).await;
        assert_eq!((status.as_u16(), &error["place"]["field"]), (422, &json!("key")), "{key}");
    }
}

#[tokio::test]
async fn a_game_is_renamed_and_forgotten() {
    let server = server();
    let id = new_game(&server, "exact").await;
    let other = new_game(&server, "exact").await;
    play(&server, &id, 0, 4, 4).await;
    let path = format!("/api/games/{id}");
    let (status, _) = server.ask("PATCH", &path, &json!({"title": "the last one"})).await;
    assert_eq!(status, StatusCode::OK);
    server.ask("PATCH", &path, &json!({"settings": "x"})).await;
    let (_, list) = server.get("/api/games").await;
    let first = &list["games"][0];
    assert_eq!((&first["title"], &first["settings"]), (&json!("the last one"), &json!("x")));
    assert!(first["moved_ms"].as_i64() >= first["created_ms"].as_i64());
    let (status, _) = server.ask("DELETE", &path, &Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    for (method, body) in [("GET", Value::Null), ("PATCH", json!({})), ("DELETE", Value::Null)] {
        assert_eq!(server.ask(method, &path, &body).await.0, StatusCode::NOT_FOUND, "{method}");
    }
    let (_, list) = server.get("/api/games").await;
    assert_eq!(list["games"].as_array().unwrap().len(), 1);
    assert_eq!(list["games"][0]["id"], json!(other));
}

#[tokio::test]
async fn games_are_listed_by_their_last_move_however_quickly_they_are_played() {
    let server = server();
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(new_game(&server, "exact").await);
    }
    for round in 0..5 {
        for id in &games {
            play(&server, id, round as u64, 2 * round, 3).await;
        }
        let (_, list) = server.get("/api/games").await;
        let listed: Vec<&str> =
            list["games"].as_array().unwrap().iter().map(|g| g["id"].as_str().unwrap()).collect();
        games.reverse();
        assert_eq!(listed, games, "round {round}");
    }
}

#[tokio::test]
async fn games_are_there_after_a_new_start() {
    let server = server();
    let id = new_game(&server, "exact").await;
    play(&server, &id, 0, 3, 3).await;
    let (_, before) = server.get(&format!("/api/games/{id}")).await;
    let again = App::new(Config::local(server.folder.path().to_owned())).unwrap();
    let game = again.store.game(id.clone()).await.unwrap();
    assert_eq!(serde_json::to_value(&game).unwrap(), before);
    let (_, list) = server.get("/api/games").await;
    assert_eq!((&list["games"][0]["id"], &list["games"][0]["nodes"]), (&json!(id), &json!(1)));
}

#[tokio::test]
async fn a_public_server_lists_no_games() {
    let server = with(|config| config.public = true);
    let id = new_game(&server, "exact").await;
    assert_eq!(server.get("/api/games").await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(&format!("/api/games/{id}")).await.0, StatusCode::OK);
}

#[tokio::test]
async fn many_who_write_at_once_are_all_kept() {
    let server = server();
    let id = new_game(&server, "freestyle").await;
    let plays = (0..81).map(|number| play(&server, &id, 0, number % 9, number / 9));
    let answers = futures_util::future::join_all(plays).await;
    let mut numbers: Vec<u64> =
        answers.iter().map(|(_, node)| node["number"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=81).collect::<Vec<u64>>());
}

#[tokio::test]
async fn where_there_is_no_room_nothing_is_lost() {
    let server = with(|config| config.most_data = Some(256 << 10));
    let kept = new_game(&server, "renju").await;
    play(&server, &kept, 0, 4, 4).await;
    let large = json!({
        "rule": "freestyle", "area": {"width": 9, "height": 9}, "settings": "x".repeat(4_000)
    });
    let mut games = Vec::new();
    let error = loop {
        let (status, answer) = server.post("/api/games", &large).await;
        if status != StatusCode::OK {
            break (status.as_u16(), answer["code"].clone());
        }
        games.push(answer["id"].as_str().unwrap().to_owned());
        assert!(games.len() < 1000, "the limit is kept");
    };
    assert_eq!(error, (507, json!("no_room")));
    assert!(games.len() > 10);
    let comment = json!({"comment": "x".repeat(4_000)});
    server.ask("PATCH", &format!("/api/games/{kept}/nodes/1"), &comment).await;
    let mut moves = (0..9 * 9).filter(|&point| point != 4 * 9 + 4);
    let refused = loop {
        let point = moves.next().expect("there is no room for so many");
        let (status, answer) = play(&server, &kept, 0, point % 9, point / 9).await;
        if status != StatusCode::OK {
            break (status.as_u16(), answer["code"].clone());
        }
    };
    assert_eq!(refused, (507, json!("no_room")), "a move is refused as a game is");
    let (status, health) = server.get("/health").await;
    assert_eq!((status.as_u16(), &health["code"]), (507, &json!("no_room")));
    for id in games.iter().chain([&kept]) {
        assert_eq!(server.get(&format!("/api/games/{id}")).await.0, StatusCode::OK, "{id}");
    }
    for id in &games[..5] {
        server.ask("DELETE", &format!("/api/games/{id}"), &Value::Null).await;
    }
    assert_eq!(server.get("/health").await.0, StatusCode::OK, "there is room again");
    assert_eq!(server.post("/api/games", &large).await.0, StatusCode::OK);
    assert_eq!(play(&server, &kept, 1, 5, 5).await.0, StatusCode::OK);
}
