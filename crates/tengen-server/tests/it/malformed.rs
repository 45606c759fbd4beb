//! Requests that make no sense: they are answered, and it is never the server's fault.

use std::{convert::Infallible, time::Duration};

use axum::body::Body;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tengen_engine::playout::Rng;

use crate::ask::{json as read, request, server, with};

const PATHS: [&str; 23] = [
    "/api/view",
    "/api/nogo/play",
    "/api/swap2",
    "/api/thoughts",
    "/api/solutions",
    "/api/reviews",
    "/api/judge",
    "/api/import",
    "/api/check",
    "/api/convert",
    "/api/picture",
    "/api/games",
    "/api/games/00000000000000000000000000000000/nodes",
    "/api/games/00000000000000000000000000000000",
    "/api/games/x/nodes",
    "/api/games/%ff/nodes/%00",
    "/api/studies",
    "/api/studies/check",
    "/api/friend-games",
    "/api/friend-games/00000000000000000000000000000000/seat",
    "/api/friend-games/00000000000000000000000000000000/actions",
    "/api/friend-games/x/here",
    "/api/nothing",
];

/// Questions that are right, to be made wrong.
fn questions() -> Vec<Value> {
    let size = json!({"width": 9, "height": 9});
    let position = json!({
        "rule": "renju", "area": size, "moves": [{"x": 4, "y": 4}, {"x": 5, "y": 5}],
        "setup": {"stones": [{"x": 1, "y": 1, "color": "white"}], "turn": "black"}
    });
    vec![
        position.clone(),
        json!({"size": size, "black": {"kind": "scan"}, "white": {"kind": "engine", "level": 1}, "seed": 1}),
        json!({"rule": "exact", "area": size, "stones": [], "level": 1, "seed": 1}),
        json!({"position": position, "level": 1, "lines": 2, "time_ms": 1, "nodes": 1}),
        json!({"position": position, "ask": {"kind": "plies", "plies": 2}, "time_ms": 1}),
        json!({"game": position, "level": 1, "time_ms": 1}),
        json!({"rule": "exact", "area": size, "stones": [{"x": 1, "y": 1, "color": "black"}]}),
        json!({"source": {"kind": "text", "text": "h8i9"}, "format": "sgf"}),
        json!({"source": {"kind": "position", "position": position}, "format": "positions"}),
        json!({"position": position, "format": "png", "theme": "wood", "width": 100}),
        json!({"rule": "nogo", "area": size, "title": "x", "moves": [], "key": "0123456789abcdef"}),
        json!({"title": "x", "settings": "", "arrangement": {"deleted": [1], "order": [2, 1], "folded": []}}),
        json!({"rule": "renju", "area": size, "nodes": [{"parent": 0, "x": 1, "y": 1, "comment": "x"}], "at": 1}),
        json!({"comment": "x", "chance": 0.5}),
        json!({"parent": 0, "point": {"x": 1, "y": 1}}),
        json!({
            "rule": "renju", "area": size, "opening": "swap2", "black": "random",
            "clock": {"kind": "byo_yomi", "main": 1, "periods": 2, "period": 3},
            "key": "0123456789abcdef0123456789abcdef"
        }),
        json!({"key": "0123456789abcdef0123456789abcdef"}),
        json!({
            "id": "0123456789abcdef", "thought_ms": 5,
            "action": {"kind": "move", "point": {"x": 1, "y": 1}, "ply": 0}
        }),
    ]
}

/// Values that stand where others should.
fn oddity(random: &mut Rng) -> Value {
    let irregularities = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(2_147_483_647),
        json!(65_535),
        json!("nogo"),
        json!(""),
        json!("\u{0}"),
        json!([]),
        json!({}),
        json!([[[[[[]]]]]]),
        json!({"x": 2_147_483_647, "y": -2_147_483_648_i64}),
        json!({"width": 64, "height": 64}),
        json!({"width": 0, "height": 1}),
    ];
    irregularities[random.below(irregularities.len())].clone()
}

/// Changes something somewhere in a value.
fn spoil(value: &mut Value, random: &mut Rng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && random.below(6) > 0 => {
            let name = fields.keys().nth(random.below(fields.len())).unwrap().clone();
            match random.below(8) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("more".to_owned(), oddity(random))),
                _ => spoil(fields.get_mut(&name).unwrap(), random),
            }
        }
        Value::Array(values) if !values.is_empty() && random.below(6) > 0 => {
            let place = random.below(values.len());
            match random.below(6) {
                0 => drop(values.remove(place)),
                1 => values.push(oddity(random)),
                2 => values.extend_from_within(..),
                _ => spoil(&mut values[place], random),
            }
        }
        value => *value = oddity(random),
    }
}

/// As many requests that make no sense.
const REQUESTS: usize = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_it_is_never_the_fault_of_the_server() {
    let server = server();
    let questions = questions();
    let mut random = Rng::new(1);
    let mut refused = 0;
    for number in 0..20 * REQUESTS {
        if refused == REQUESTS {
            break;
        }
        let path = PATHS[random.below(PATHS.len())];
        let method =
            ["POST", "POST", "POST", "POST", "PUT", "DELETE", "PATCH", "GET"][random.below(8)];
        let mut question = questions[random.below(questions.len())].clone();
        for _ in 0..random.below(3) {
            spoil(&mut question, &mut random);
        }
        let mut body = question.to_string().into_bytes();
        match random.below(8) {
            0 => body.truncate(random.below(body.len() + 1)),
            1 => {
                let place = random.below(body.len());
                body[place] = random.bits() as u8;
            }
            2 => body.insert(0, 0xFF),
            _ => {}
        }
        let kind = ["application/json", "application/json", "application/json", "text/plain", ""];
        let mut asked = request(method, path);
        let kind = kind[random.below(kind.len())];
        if !kind.is_empty() {
            asked = asked.header("content-type", kind);
        }
        let shown = String::from_utf8_lossy(&body).into_owned();
        let response = server.send(asked.body(Body::from(body)).unwrap()).await;
        let status = response.status();
        assert!(!status.is_server_error(), "{number}: {method} {path} {shown} is {status}");
        if status.is_client_error() {
            refused += 1;
            let (_, error) = read(response).await;
            assert!(error["code"].is_string(), "{number}: {method} {path} {shown} is {error}");
            assert!(error["message"].is_string());
        }
    }
    assert_eq!(refused, REQUESTS);
}

/// A list in place of an object, wherever the object stands: serde alone would take its fields in their
/// order.
#[tokio::test]
async fn a_list_is_no_object_and_an_object_is_no_word() {
    let server = server();
    let size = json!({"width": 9, "height": 9});
    let position = json!(["renju", size, null, []]);
    let paths = [
        "/api/view",
        "/api/nogo/play",
        "/api/swap2",
        "/api/thoughts",
        "/api/solutions",
        "/api/reviews",
        "/api/check",
        "/api/convert",
        "/api/picture",
        "/api/games",
        "/api/studies",
    ];
    let mut questions: Vec<(&str, Value)> = Vec::new();
    for path in paths {
        questions.push((path, json!([])));
        questions.push((path, position.clone()));
    }
    questions.extend([
        ("/api/view", json!({"rule": "renju", "area": [9, 9]})),
        ("/api/view", json!({"rule": {"renju": null}, "area": size})),
        ("/api/view", json!({"rule": "renju", "area": size, "moves": [[4, 4]]})),
        ("/api/view", json!({"rule": "renju", "area": size, "setup": [[], "black"]})),
        ("/api/nogo/play", json!({"size": size, "black": ["scan"], "white": {"kind": "scan"}})),
        (
            "/api/nogo/play",
            json!({"size": size, "black": {"kind": "scan"}, "white": {"kind": "scan"}, "seed": u64::MAX}),
        ),
        ("/api/convert", json!({"source": ["text", {"text": "h8"}], "format": "sgf"})),
        (
            "/api/convert",
            json!({"source": {"kind": "position", "position": position}, "format": "sgf"}),
        ),
        ("/api/solutions", json!({"position": position, "ask": {"kind": "fours"}})),
    ]);
    for (path, question) in questions {
        let (status, error) = server.post(path, &question).await;
        let refusal = (status.as_u16(), error["code"].as_str());
        assert_eq!(refusal, (422, Some("bad_value")), "{path} {question}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("expected"), "{path} {question}: {message}");
        assert!(error["place"]["line"] == 1 && error["place"]["column"].is_u64(), "{error}");
    }
    for path in ["/api/thoughts", "/api/solutions"] {
        let position = json!({"rule": "renju", "area": size});
        let most = if path == "/api/thoughts" { 3_600_000 } else { 60_000 };
        let mut question = json!({"position": position, "time_ms": most + 1});
        if path == "/api/solutions" {
            question["ask"] = json!({"kind": "fours"});
        }
        let (status, error) = server.post(path, &question).await;
        assert_eq!(
            (status.as_u16(), &error["place"]["field"]),
            (422, &json!("time_ms")),
            "{error}"
        );
    }
    let (status, error) = server.post("/api/view", &json!([])).await;
    let message = error["message"].as_str().unwrap();
    assert!(status == 422 && message.contains("sequence, expected an object"), "{message}");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let server = with(|config| config.body_timeout = Duration::from_millis(20));
    let start = futures_util::stream::iter([Ok::<_, Infallible>("{\"rule\":")]);
    let body = Body::from_stream(start.chain(futures_util::stream::pending()));
    let asked = request("POST", "/api/view").header("content-type", "application/json");
    let (status, error) = read(server.send(asked.body(body).unwrap()).await).await;
    assert_eq!((status.as_u16(), error["code"].as_str()), (408, Some("too_slow")));
}

#[tokio::test]
async fn too_much_is_refused() {
    let server = server();
    let body = format!("{{\"rule\": \"{}\"}}", "x".repeat(300 << 10));
    let asked = request("POST", "/api/view").header("content-type", "application/json");
    let (status, error) = read(server.send(asked.body(Body::from(body)).unwrap()).await).await;
    assert_eq!((status.as_u16(), error["code"].as_str()), (413, Some("too_large")));
    let stones: Vec<Value> = (0..4097).map(|n| json!({"x": n % 64, "y": n / 64})).collect();
    let many = json!({"rule": "exact", "area": {"width": 64, "height": 64}, "moves": stones});
    let (status, error) = server.post("/api/view", &many).await;
    assert_eq!((status.as_u16(), error["code"].as_str()), (422, Some("too_many_stones")));
}
