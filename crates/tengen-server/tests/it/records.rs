//! Records: judged, checked, converted, drawn.

use std::io::Write as _;

use axum::{
    body::{Body, to_bytes},
    http::StatusCode,
};
use serde_json::{Value, json};

use crate::ask::{Server, json as read, request, server};

#[tokio::test]
async fn a_pasted_record_is_judged() {
    let server = server();
    let text = "h8h9g8g9i8i9f8f9j8\na1b2\nh8h8\nnonsense\n";
    let asked = request("POST", "/api/judge?rule=freestyle").body(Body::from(text)).unwrap();
    let (status, judged) = read(server.send(asked).await).await;
    assert_eq!(status, StatusCode::OK, "{judged}");
    assert_eq!((&judged["format"], &judged["count"]), (&json!("positions"), &json!(4)));
    let games = judged["games"].as_array().unwrap();
    let ends: Vec<&str> = games.iter().map(|game| game["end"].as_str().unwrap()).collect();
    assert_eq!(ends, ["five", "unfinished", "occupied", "unreadable"]);
    assert_eq!((&games[0]["winner"], &games[0]["at"]), (&json!("black"), &json!(9)));
    assert_eq!(games[0]["lines"][0]["points"].as_array().unwrap().len(), 5);
    assert_eq!(games[3]["fault"]["place"]["line"], 4);
    assert_eq!(judged["unreadable"], 1);
}

#[tokio::test]
async fn a_position_is_judged_by_whether_it_could_have_come_about() {
    let server = server();
    let boards = "...\n.ox\n...\n\n\r\nooooo\n.....\nxxxxx\n";
    for (path, text, format, ends) in [
        ("/api/judge", boards, "boards", vec!["possible", "impossible"]),
        ("/api/judge?rule=nogo", "oxo\n.o.\n...\n", "boards", vec!["impossible"]),
        ("/api/judge?format=positions", boards, "positions", vec!["unreadable"; 6]),
        ("/api/judge", "3\nX..\n...\n..O\n", "board", vec!["possible"]),
        ("/api/judge", "[[0,0,0],[5,-7,1]]", "pieces", vec!["possible"]),
        ("/api/judge", "5000\n.....\n", "", vec![]),
    ] {
        let asked = request("POST", path).body(Body::from(text)).unwrap();
        let (status, judged) = read(server.send(asked).await).await;
        if ends.is_empty() {
            assert_eq!((status.as_u16(), &judged["code"]), (422, &json!("bad_record")), "{text}");
            continue;
        }
        assert_eq!((status, &judged["format"]), (StatusCode::OK, &json!(format)), "{judged}");
        let games = judged["games"].as_array().unwrap();
        let found: Vec<&str> = games.iter().map(|game| game["end"].as_str().unwrap()).collect();
        assert_eq!(found, ends, "{text}");
        assert!(games.iter().all(|game| game["agrees"] == "unknown"), "{judged}");
    }
    let asked = request("POST", "/api/judge").body(Body::from(boards)).unwrap();
    let (_, judged) = read(server.send(asked).await).await;
    let (could, could_not) = (&judged["games"][0], &judged["games"][1]);
    let moves = json!([
        {"color": "black", "point": {"x": 1, "y": 1}},
        {"color": "white", "point": {"x": 2, "y": 1}}
    ]);
    assert_eq!((&could["moves"], &could["setup"]), (&moves, &json!([])));
    assert_eq!((&could_not["moves"], &could_not["line"]), (&json!([]), &json!(6)));
    assert_eq!(could_not["setup"].as_array().unwrap().len(), 10);
    assert_eq!(could_not["lines"][0]["points"].as_array().unwrap().len(), 5);
    assert!(
        could_not["fault"]["message"].as_str().unwrap().contains("black has won"),
        "{could_not}"
    );
    assert_eq!((&judged["count"], &judged["unreadable"]), (&json!(2), &json!(0)));
}

#[tokio::test]
async fn every_game_is_counted_and_every_game_can_be_listed() {
    let server = server();
    let mut text = String::from("rule,moves,result\n");
    for number in 0..3001 {
        text.push_str(match number % 1000 {
            999 => "freestyle,h8h9g8g9i8i9f8f9j8,white\n",
            _ => "freestyle,h8h9g8g9i8i9f8f9j8,black\n",
        });
    }
    let mut ends = Vec::new();
    for skip in [0, 2000, 4000] {
        let path = format!("/api/judge?most=5000&skip={skip}");
        let asked = request("POST", &path).body(Body::from(text.clone())).unwrap();
        let (status, judged) = read(server.send(asked).await).await;
        assert_eq!(status, StatusCode::OK, "{judged}");
        assert_eq!((&judged["count"], &judged["disagree"]), (&json!(3001), &json!(3)));
        let expected = json!([
            {"end": "five", "agrees": "yes", "count": 2998},
            {"end": "five", "agrees": "no", "count": 3}
        ]);
        assert_eq!(judged["tallies"], expected, "of all games, whichever are listed");
        ends.push(judged["games"].as_array().unwrap().clone());
    }
    assert_eq!(ends.iter().map(Vec::len).collect::<Vec<_>>(), [2000, 1001, 0]);
    assert_eq!((&ends[1][0]["line"], &ends[1][999]["agrees"]), (&json!(2002), &json!("no")));
}

#[tokio::test]
async fn an_archive_is_judged_file_by_file() {
    let server = server();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let files = [
        ("one/a.txt", "h8h9g8g9i8i9f8f9j8\n"),
        ("b.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n"),
        ("picture.bin", "\u{1}\u{2}"),
    ];
    for (name, text) in files {
        archive.start_file(name, options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let asked = request("POST", "/api/judge?name=games.zip").body(Body::from(bytes)).unwrap();
    let (status, judged) = read(server.send(asked).await).await;
    assert_eq!(status, StatusCode::OK, "{judged}");
    let found: Vec<(&str, &str)> = judged["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (game["file"].as_str().unwrap(), game["end"].as_str().unwrap()))
        .collect();
    let expected = [("one/a.txt", "five"), ("b.psq", "unfinished"), ("picture.bin", "unreadable")];
    assert_eq!(found, expected);
    assert_eq!((&judged["count"], &judged["unreadable"]), (&json!(3), &json!(1)));
}

#[tokio::test]
async fn what_is_no_record_says_so() {
    let server = server();
    for (path, body, status, code) in [
        ("/api/judge", "\u{1}\u{2}", 422, "bad_record"),
        ("/api/judge?format=chess", "h8", 400, "bad_query"),
        ("/api/judge?rows=left", "h8", 400, "bad_query"),
        ("/api/judge?size=0", "h8", 400, "bad_query"),
        ("/api/judge?nothing=1", "h8", 400, "bad_query"),
    ] {
        let asked = request("POST", path).body(Body::from(body)).unwrap();
        let (answered, error) = read(server.send(asked).await).await;
        assert_eq!(
            (answered.as_u16(), error["code"].as_str()),
            (status, Some(code)),
            "{path} {error}"
        );
    }
}

#[tokio::test]
async fn a_position_that_could_be_has_a_game_and_one_that_could_not_has_a_reason() {
    let server = server();
    let row = |y: i32, color: &str, count: i32| {
        (0..count).map(|x| json!({"x": x, "y": y, "color": color})).collect::<Vec<Value>>()
    };
    for (white, answer) in [(4, "yes"), (5, "no")] {
        let stones: Vec<Value> = [row(0, "black", 5), row(2, "white", white)].concat();
        let area = json!({"width": 5, "height": 3});
        let question = json!({"rule": "freestyle", "area": area, "stones": stones});
        let (status, found) = server.post("/api/check", &question).await;
        assert_eq!((status, &found["answer"]), (StatusCode::OK, &json!(answer)), "{found}");
        if answer == "yes" {
            // The game leads to these stones.
            let moves: Vec<Value> = found["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|point| json!({"x": point["x"], "y": point["y"]}))
                .collect();
            let position = json!({"rule": "freestyle", "area": area, "moves": moves});
            let (_, view) = server.post("/api/view", &position).await;
            assert_eq!(view["stones"].as_array().unwrap().len(), 9);
            assert_eq!(view["ending"]["winner"], "black");
        } else {
            assert_eq!(found["reason"]["code"], "won-before");
        }
    }
}

#[tokio::test]
async fn a_game_is_written_in_other_formats_and_read_back() {
    let server = server();
    let game = json!({
        "rule": "renju", "area": {"width": 15, "height": 15},
        "moves": [{"x": 7, "y": 7}, {"x": 8, "y": 6}]
    });
    let (_, kept) = server.post("/api/games", &game).await;
    let node = json!({"parent": 1, "point": {"x": 0, "y": 0}});
    let id = kept["id"].as_str().unwrap();
    server.post(&format!("/api/games/{id}/nodes"), &node).await;
    for (format, text, losses) in [("sgf", "(;", false), ("positions", "h8i9", true)] {
        let question = json!({"source": {"kind": "game", "id": id}, "format": format});
        let (status, written) = server.post("/api/convert", &question).await;
        assert_eq!(status, StatusCode::OK, "{written}");
        assert!(written["text"].as_str().unwrap().starts_with(text), "{written}");
        assert_eq!(!written["losses"].as_array().unwrap().is_empty(), losses, "{written}");
        let again =
            json!({"source": {"kind": "text", "text": written["text"]}, "format": "positions"});
        let (status, again) = server.post("/api/convert", &again).await;
        assert_eq!(status, StatusCode::OK, "{again}");
        assert!(again["text"].as_str().unwrap().starts_with("h8i9"), "{again}");
    }
}

#[tokio::test]
async fn a_position_is_drawn() {
    let server = server();
    for (rule, format, start) in [
        ("renju", "svg", b"<svg".as_slice()),
        ("renju", "png", b"\x89PNG".as_slice()),
        ("nogo", "png", b"\x89PNG".as_slice()),
        ("renju", "gif", b"GIF89a".as_slice()),
    ] {
        let question = json!({
            "position": {"rule": rule, "area": {"width": 9, "height": 9}, "moves": [{"x": 4, "y": 4}]},
            "format": format, "forbidden": true, "liberties": true, "theme": "pixel"
        });
        let (status, bytes) = draw(&server, &question).await;
        assert_eq!(status, StatusCode::OK);
        assert!(bytes.starts_with(start), "{format}");
    }
}

#[tokio::test]
async fn a_picture_that_cannot_be_says_why() {
    let server = server();
    let position = json!({"rule": "exact", "area": {"width": 9, "height": 9}});
    for (more, field) in [
        (json!({"format": "png", "width": 15}), "width"),
        (json!({"format": "png", "width": 4097}), "width"),
        (json!({"format": "gif", "width": 1025}), "width"),
        (json!({"format": "gif", "delay_ms": 0}), "delay_ms"),
        (json!({"theme": "paper"}), "theme"),
    ] {
        let mut question = json!({"position": position});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, bytes) = draw(&server, &question).await;
        let error: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((status.as_u16(), &error["place"]["field"]), (422, &json!(field)), "{more}");
    }
}

async fn draw(server: &Server, question: &Value) -> (StatusCode, Vec<u8>) {
    let asked = request("POST", "/api/picture")
        .header("content-type", "application/json")
        .body(Body::from(question.to_string()));
    let response = server.send(asked.unwrap()).await;
    let status = response.status();
    (status, to_bytes(response.into_body(), 1 << 24).await.unwrap().to_vec())
}
