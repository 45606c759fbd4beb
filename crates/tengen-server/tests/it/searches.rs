//! Thoughts and solutions: what they tell, how they end, and that nothing is lost on the way.

use std::{num::NonZero, time::Duration};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tengen_server::{Config, Server as Listening};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::oneshot,
};

use crate::ask::{Server, read_events, server, with};

fn points(points: &[(i32, i32)]) -> Value {
    points.iter().map(|&(x, y)| json!({"x": x, "y": y})).collect()
}

fn position(rule: &str, side: u16, moves: &[(i32, i32)]) -> Value {
    json!({"rule": rule, "area": {"width": side, "height": side}, "moves": points(moves)})
}

async fn start(server: &Server, what: &str, question: &Value) -> String {
    let (status, started) = server.post(&format!("/api/{what}"), question).await;
    assert_eq!(status, StatusCode::OK, "{started}");
    let id = started["id"].as_str().unwrap();
    format!("/api/{what}/{id}")
}

/// What a search finds.
async fn solution(server: &Server, search: &str) -> Value {
    let events = server.events(&format!("{search}/events"), 0).await;
    let found = events.iter().find(|(_, name, _)| name == "solution");
    found.unwrap_or_else(|| panic!("no solution in {events:?}")).2.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thought_reports_its_best_move_and_ends() {
    let server = server();
    for (rule, side) in [("renju", 15), ("nogo", 5)] {
        let question = json!({
            "position": position(rule, side, &[(2, 2)]), "level": 5, "lines": 3, "time_ms": 300
        });
        let thought = start(&server, "thoughts", &question).await;
        let events = server.events(&format!("{thought}/events"), 0).await;
        let numbers: Vec<usize> = events.iter().map(|&(number, ..)| number).collect();
        assert_eq!(numbers, (1..=events.len()).collect::<Vec<usize>>());
        let (_, name, done) = events.last().unwrap();
        assert_eq!((name.as_str(), &done["end"]), ("done", &json!("finished")));
        let (_, name, payload) = &events[events.len() - 2];
        assert_eq!(name, "thought");
        assert_eq!(payload["turn"], "white");
        let best = &payload["lines"][0];
        assert!((0.0..=1.0).contains(&best["chances"].as_f64().unwrap()));
        assert_eq!(best["line"][0], best["point"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_reports_how_far_it_is_and_marks_the_mistake() {
    let server = server();
    // White does not stop the four, and Black makes five.
    let moves = [(7, 7), (6, 7), (8, 7), (7, 8), (9, 7), (8, 9), (10, 7), (14, 14), (11, 7)];
    let question = json!({"game": position("freestyle", 15, &moves), "level": 1});
    let review = start(&server, "reviews", &question).await;
    let events = server.events(&format!("{review}/events"), 0).await;
    let (_, name, progress) = &events[0];
    assert_eq!((name.as_str(), &progress["done"]), ("progress", &json!(1)));
    let (_, name, payload) = &events[events.len() - 2];
    assert_eq!((name.as_str(), payload["moves"].as_array().unwrap().len()), ("review", 9));
    assert_eq!(payload["moves"][7]["mark"], "??");
    assert_eq!(payload["moves"][7]["reasons"], json!(["ignored-four"]));
    assert_eq!(events.last().unwrap().2["end"], "finished");

    let long: Vec<(i32, i32)> = (0..40).map(|n| (n % 8, n / 8 * 2)).collect();
    let question = json!({"game": position("freestyle", 15, &long)});
    let review = start(&server, "reviews", &question).await;
    assert_eq!(server.ask("DELETE", &review, &Value::Null).await.0, StatusCode::OK);
    let events = server.events(&format!("{review}/events"), 0).await;
    assert_eq!(events.last().unwrap().2["end"], "stopped");
    assert!(events.iter().all(|(_, name, _)| name == "progress" || name == "done"));

    let twice = json!({"game": position("freestyle", 15, &[(7, 7), (7, 7)])});
    let review = start(&server, "reviews", &twice).await;
    let events = server.events(&format!("{review}/events"), 0).await;
    assert_eq!((events[0].1.as_str(), &events[0].2["code"]), ("error", &json!("illegal_move")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_without_edges_is_thought_about_where_the_stones_are() {
    let server = server();
    let moves: Vec<(i32, i32)> = (0..4).flat_map(|n| [(n - 500, 900), (n - 500, 905)]).collect();
    let question = json!({
        "position": {"rule": "freestyle", "area": null, "moves": points(&moves)}, "time_ms": 500
    });
    let thought = start(&server, "thoughts", &question).await;
    let events = server.events(&format!("{thought}/events"), 0).await;
    let (_, _, payload) = &events[events.len() - 2];
    let best = &payload["lines"][0];
    let point = (best["point"]["x"].as_i64().unwrap(), best["point"]["y"].as_i64().unwrap());
    assert!([(-496, 900), (-501, 900)].contains(&point), "it makes five: {best}");
    assert_eq!(best["value"]["kind"], "wins");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_it_is_asked_to_and_when_another_takes_its_place() {
    let server = with(|config| config.searches = NonZero::new(1).unwrap());
    let long = json!({"position": position("freestyle", 15, &[(7, 7)]), "time_ms": 60_000});
    let one = start(&server, "thoughts", &long).await;
    let other = start(&server, "thoughts", &long).await;
    let events = server.events(&format!("{one}/events"), 0).await;
    assert_eq!(events.last().unwrap().2["end"], "replaced");
    let (status, _) = server.ask("DELETE", &other, &Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    let events = server.events(&format!("{other}/events"), 0).await;
    assert_eq!(events.last().unwrap().2["end"], "stopped");
    assert_eq!(server.get("/api/thoughts/nothing/events").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_leaves_a_running_review_alone_and_another_review_ends_it() {
    let server = with(|config| config.searches = NonZero::new(2).unwrap());
    let moves: Vec<(i32, i32)> = (0..10).map(|n| (n, 4 * (n % 2) + 5)).collect();
    let game = json!({"game": position("freestyle", 20, &moves), "level": 10, "time_ms": 60_000});
    let review = start(&server, "reviews", &game).await;
    let hint = json!({"position": position("freestyle", 15, &[(7, 7)]), "time_ms": 50});
    for _ in 0..2 {
        let hint = start(&server, "thoughts", &hint).await;
        let events = server.events(&format!("{hint}/events"), 0).await;
        assert_eq!(events.last().unwrap().2["end"], "finished");
    }
    let other = start(&server, "reviews", &game).await;
    let events = server.events(&format!("{review}/events"), 0).await;
    assert_eq!(events.last().unwrap().2["end"], "replaced");
    let (status, _) = server.ask("DELETE", &other, &Value::Null).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_searches_go_on_so_many_wait_and_others_are_asked_to_come_back() {
    let server = with(|config| config.searches = NonZero::new(1).unwrap());
    let long = json!({"position": position("freestyle", 15, &[(7, 7), (8, 8)]), "time_ms": 60_000});
    let ask = |client: usize| {
        let request = crate::ask::request("POST", "/api/thoughts")
            .header("content-type", "application/json")
            .header("tengen-client", format!("page {client}"))
            .body(axum::body::Body::from(long.to_string()));
        server.send(request.unwrap())
    };
    for client in 0..65 {
        assert_eq!(ask(client).await.status(), StatusCode::OK, "{client}");
    }
    let refused = ask(65).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "1");
    assert!(server.app.metrics.searches.now() <= 1, "one goes on");
    assert_eq!(ask(64).await.status(), StatusCode::OK, "who waits may ask something else");
    server.app.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_seen_everything_is_asked_not_to_come_back() {
    let server = server();
    let question = json!({"position": position("exact", 9, &[]), "level": 1, "time_ms": 50});
    let thought = start(&server, "thoughts", &question).await;
    let events = server.events(&format!("{thought}/events"), 0).await;
    let request = crate::ask::request("GET", &format!("{thought}/events"))
        .header("last-event-id", events.len())
        .body(axum::body::Body::empty());
    assert_eq!(server.send(request.unwrap()).await.status(), StatusCode::NO_CONTENT);
    let rest = server.events(&format!("{thought}/events"), 1).await;
    assert_eq!(rest, events[1..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_by_threats_comes_with_a_proof_to_step_through() {
    let server = server();
    let moves = [(7, 7), (0, 0), (8, 7), (14, 0), (6, 6), (0, 14), (6, 5), (14, 14)];
    let question = json!({
        "position": position("freestyle", 15, &moves), "ask": {"kind": "threats"}, "time_ms": 20_000
    });
    let search = start(&server, "solutions", &question).await;
    let found = solution(&server, &search).await;
    assert_eq!((&found["answer"], &found["winner"]), (&json!("won"), &json!("black")));
    assert!(found["tree"].as_array().unwrap().len() >= found["line"].as_array().unwrap().len());
    assert_eq!(found["tree"][0]["parent"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_that_keeps_the_loser_from_a_defense_is_in_the_line_and_in_the_tree() {
    let server = server();
    let black = [(4, 4), (10, 7), (10, 9), (5, 10), (6, 10), (9, 10)];
    let white = [(4, 5), (7, 7), (10, 8), (7, 10), (8, 10)];
    let stones = |color: &str, points: &[(i32, i32)]| {
        points.iter().map(|(x, y)| json!({"x": x, "y": y, "color": color})).collect::<Vec<_>>()
    };
    let stones = [stones("black", &black), stones("white", &white)].concat();
    let question = json!({
        "position": {
            "rule": "renju", "area": {"width": 15, "height": 15}, "moves": [],
            "setup": {"stones": stones, "turn": "white"}
        },
        "ask": {"kind": "threats"}, "time_ms": 20_000
    });
    let search = start(&server, "solutions", &question).await;
    let found = solution(&server, &search).await;
    assert_eq!((&found["answer"], &found["winner"]), (&json!("won"), &json!("white")));
    for list in ["line", "tree"] {
        let steps = found[list].as_array().unwrap();
        let barred = steps.iter().find(|step| !step["foul"].is_null());
        let barred = barred.unwrap_or_else(|| panic!("no foul in the {list}"));
        assert_eq!(barred["foul"]["kind"], "three", "{barred}");
        assert!(barred["sentence"].as_str().unwrap().contains("but is a foul"), "{barred}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_game_says_where_it_could_be_saved() {
    let server = server();
    // White never stops the row, and has to answer the open three at the latest.
    let moves = [(5, 7), (0, 0), (6, 7), (14, 0), (7, 7), (0, 14), (8, 7), (14, 14), (9, 7)];
    let question = json!({"position": position("freestyle", 15, &moves), "ask": {"kind": "lost"}});
    let search = start(&server, "solutions", &question).await;
    let saved = &solution(&server, &search).await["saved"];
    assert_eq!((&saved["loser"], &saved["number"]), (&json!("white"), &json!(6)));
    let instead: Vec<&str> = saved["instead"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["point"]["name"].as_str().unwrap())
        .collect();
    assert!(instead.contains(&"e8") && instead.contains(&"i8"), "{instead:?}");
}

/// A game of chance at NoGo, with the answer checked move by move.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_game_of_nogo_has_its_very_mistake() {
    let server = server();
    let random = json!({"kind": "random"});
    let question = json!({
        "size": {"width": 4, "height": 4}, "black": random, "white": random, "seed": 3
    });
    let (_, film) = server.post("/api/nogo/play", &question).await;
    let moves: Vec<Value> =
        film["frames"].as_array().unwrap().iter().map(|frame| frame["point"].clone()).collect();
    let at = |count: usize| json!({"rule": "nogo", "area": {"width": 4, "height": 4}, "moves": moves[..count]});
    let lost = json!({"position": at(moves.len()), "ask": {"kind": "lost"}});
    let search = start(&server, "solutions", &lost).await;
    let found = solution(&server, &search).await;
    let saved = &found["saved"];
    assert_eq!((&found["winner"], &saved["loser"]), (&film["winner"], &film["stuck"]));
    let number = saved["number"].as_u64().unwrap() as usize;
    assert!(!saved["instead"].as_array().unwrap().is_empty());
    let last_turn = moves.len() - moves.len() % 2 + (number - 1) % 2;
    for count in (number - 1..last_turn).step_by(2) {
        let question = json!({"position": at(count), "ask": {"kind": "nogo"}});
        let search = start(&server, "solutions", &question).await;
        let payload = solution(&server, &search).await;
        let winner = if count == number - 1 { &saved["loser"] } else { &found["winner"] };
        assert_eq!(&payload["winner"], winner, "before move {}", count + 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_search_reports_how_far_it_is() {
    let server = server();
    let question = json!({
        "position": position("nogo", 7, &[]), "ask": {"kind": "nogo"}, "time_ms": 1_300
    });
    let search = start(&server, "solutions", &question).await;
    let events = server.events(&format!("{search}/events"), 0).await;
    let nodes: Vec<u64> = events
        .iter()
        .filter(|(_, name, _)| name == "progress")
        .map(|(_, _, progress)| progress["nodes"].as_u64().unwrap())
        .collect();
    assert!(nodes.len() >= 2 && nodes.is_sorted() && nodes[0] > 0, "{nodes:?}");
    let found = solution(&server, &search).await;
    assert_eq!((&found["answer"], &found["why_code"]), (&json!("open"), &json!("time")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_opens_and_chooses_at_swap2() {
    let server = server();
    let question = |stones: &Value| json!({"rule": "renju", "area": {"width": 15, "height": 15}, "stones": stones, "level": 2});
    let (status, put) = server.post("/api/swap2", &question(&json!([]))).await;
    assert_eq!((status, &put["choice"]), (StatusCode::OK, &json!("put")), "{put}");
    let stones: Vec<Value> = put["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| json!({"x": point["x"], "y": point["y"]}))
        .collect();
    let (_, chosen) = server.post("/api/swap2", &question(&json!(stones))).await;
    assert!(["stay", "take", "more"].contains(&chosen["choice"].as_str().unwrap()), "{chosen}");
    for (stones, status, code) in [
        (points(&[(0, 0)]), 422, "bad_value"),
        (points(&[(0, 0), (1, 1), (0, 0)]), 422, "illegal_move"),
    ] {
        let (answered, error) = server.post("/api/swap2", &question(&stones)).await;
        assert_eq!((answered.as_u16(), error["code"].as_str()), (status, Some(code)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_questions_to_the_solver_have_answers_too() {
    let server = server();
    let infinite = json!({"rule": "freestyle", "area": null, "setup": {"turn": "black", "stones":
        (0..3).map(|x| json!({"x": x, "y": 0, "color": "black"})).collect::<Vec<Value>>()}});
    for (question, answer, winner) in [
        (
            json!({"position": infinite, "ask": {"kind": "plies", "plies": 3}}),
            "won",
            json!("black"),
        ),
        (
            json!({"position": position("nogo", 4, &[]), "ask": {"kind": "nogo"}}),
            "won",
            json!("white"),
        ),
        (
            json!({"position": position("renju", 9, &[(4, 4)]), "ask": {"kind": "reach"}}),
            "told",
            Value::Null,
        ),
        (
            json!({"position": position("exact", 9, &[(4, 4)]), "ask": {"kind": "fours"}}),
            "none",
            Value::Null,
        ),
    ] {
        let search = start(&server, "solutions", &question).await;
        let found = solution(&server, &search).await;
        assert_eq!((&found["answer"], &found["winner"]), (&json!(answer), &winner), "{question}");
    }
    let wrong = json!({"position": position("nogo", 4, &[]), "ask": {"kind": "fours"}});
    let (status, error) = server.post("/api/solutions", &wrong).await;
    assert_eq!((status.as_u16(), error["code"].as_str()), (422, Some("unsuited")));
}

/// Over a real connection, which is cut again and again in the middle of the stream.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_the_connection_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::local(folder.path().to_owned());
    config.listen = "127.0.0.1:0".parse().unwrap();
    let listening = Listening::bind(config).await.unwrap();
    let address = listening.address();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(listening.run(async {
        let _ = stopped.await;
    }));
    let body = json!({
        "position": position("freestyle", 15, &[(7, 7), (8, 8)]), "lines": 4, "time_ms": 3_000
    })
    .to_string();
    let ask = format!(
        "POST /api/thoughts HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let id = answer.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();

    let mut seen: Vec<(usize, String, Value)> = Vec::new();
    let mut cuts = 0;
    while seen.last().is_none_or(|(_, name, _)| name != "done") {
        let last = seen.last().map_or(0, |&(number, ..)| number);
        let ask = format!(
            "GET /api/thoughts/{id}/events HTTP/1.1\r\nhost: {address}\r\nlast-event-id: {last}\r\n\r\n"
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(ask.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        // Cut after a few hundred milliseconds, wherever that is.
        let reading = async {
            let mut buffer = [0; 700];
            while let Ok(count @ 1..) = stream.read(&mut buffer).await {
                bytes.extend_from_slice(&buffer[..count]);
            }
        };
        let _ = tokio::time::timeout(Duration::from_millis(230), reading).await;
        cuts += 1;
        seen.extend(read_events(&unchunked(&bytes)));
    }
    assert!(cuts > 1, "the stream was cut");
    let numbers: Vec<usize> = seen.iter().map(|&(number, ..)| number).collect();
    assert_eq!(numbers, (1..=seen.len()).collect::<Vec<usize>>(), "each once, and all of them");
    stop.send(()).unwrap();
    tokio::time::timeout(Duration::from_mins(10), running).await.unwrap().unwrap();
}

/// The body of an answer in chunks, as far as they have come.
fn unchunked(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let Some((_, mut rest)) = text.split_once("\r\n\r\n") else { return String::new() };
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let Ok(length) = usize::from_str_radix(length, 16) else { break };
        let Some(chunk) = after.get(..length) else { break };
        body += chunk;
        rest = after.get(length + 2..).unwrap_or_default();
    }
    body
}
