//! Games between people, asked as two browsers ask.

use std::time::{Duration, Instant};

use axum::{body::Body, http::StatusCode};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tengen_server::{App, Config, router};
use tower::ServiceExt as _;

use crate::ask::{Server, json as read, read_events, request, server, with};

/// A name of an action that is not used again.
fn action_id() -> String {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("action-{:016}", NEXT.fetch_add(1, Relaxed))
}

/// A game with its name and the secrets of both.
struct Pair {
    id: String,
    host: String,
    guest: String,
}

impl Pair {
    async fn new(server: &Server, settings: Value) -> Pair {
        let (status, made) = server.post("/api/friend-games", &settings).await;
        assert_eq!(status, StatusCode::OK, "{made}");
        let id = made["id"].as_str().unwrap().to_owned();
        let key = json!({"key": "0123456789abcdef0123456789abcdef"});
        let (status, taken) = server.post(&format!("/api/friend-games/{id}/seat"), &key).await;
        assert_eq!((status, &taken["seat"]), (StatusCode::OK, &json!("guest")));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Pair { host: text(&made["secret"]), guest: text(&taken["secret"]), id }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/friend-games/{}{rest}", self.id)
    }

    async fn act_as(
        &self,
        server: &Server,
        secret: &str,
        id: &str,
        action: &Value,
    ) -> (StatusCode, Value) {
        let body = json!({"id": id, "action": action}).to_string();
        let request = request("POST", &self.path("/actions"))
            .header("content-type", "application/json")
            .header("tengen-seat", secret)
            .body(Body::from(body));
        read(server.send(request.unwrap()).await).await
    }

    async fn act(&self, server: &Server, secret: &str, action: &Value) -> (StatusCode, Value) {
        self.act_as(server, secret, &action_id(), action).await
    }

    async fn state(&self, server: &Server) -> Value {
        let (status, state) = server.get(&self.path("")).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        state
    }
}

fn settings() -> Value {
    json!({"rule": "freestyle", "area": {"width": 15, "height": 15}, "black": "host"})
}

fn put(x: i32, y: i32, ply: u32) -> Value {
    json!({"kind": "move", "point": {"x": x, "y": y}, "ply": ply})
}

/// Plays Black's five in the top row, White below it.
async fn play_out(server: &Server, pair: &Pair) {
    for ply in 0..9 {
        let secret = if ply % 2 == 0 { &pair.host } else { &pair.guest };
        let (status, answer) = pair.act(server, secret, &put(ply / 2, ply % 2, ply as u32)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
}

#[tokio::test]
async fn two_play_to_the_end_and_a_rematch_has_the_colors_changed() {
    let server = server();
    let pair = Pair::new(&server, settings()).await;
    play_out(&server, &pair).await;
    let state = pair.state(&server).await;
    assert_eq!(state["game"]["result"], json!({"winner": "host", "reason": "five"}));
    assert_eq!(state["game"]["number"], 11, "made, joined and nine moves");
    let (status, refused) = pair.act(&server, &pair.guest, &put(9, 9, 9)).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("not_now")));
    let offer = json!({"kind": "offer_rematch"});
    let accept = json!({"kind": "accept_rematch"});
    assert_eq!(pair.act(&server, &pair.guest, &offer).await.0, StatusCode::OK);
    assert_eq!(pair.act(&server, &pair.guest, &accept).await.0, StatusCode::CONFLICT);
    assert_eq!(pair.act(&server, &pair.host, &accept).await.0, StatusCode::OK);
    let next = pair.state(&server).await["game"]["next"].as_str().unwrap().to_owned();
    let again = Pair { id: next, host: pair.host.clone(), guest: pair.guest.clone() };
    let state = again.state(&server).await;
    assert_eq!(
        (&state["game"]["black"], &state["game"]["joined"]),
        (&json!("guest"), &json!(true))
    );
    assert_eq!(state["game"]["previous"], json!(pair.id));
    assert_eq!(again.act(&server, &again.guest, &put(7, 7, 0)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn nobody_without_the_secret_of_the_seat_changes_anything() {
    let server = server();
    let pair = Pair::new(&server, settings()).await;
    let other = Pair::new(&server, settings()).await;
    pair.act(&server, &pair.host, &put(7, 7, 0)).await;
    let before = pair.state(&server).await["game"].clone();
    let key = json!({"key": "ffffffffffffffffffffffffffffffff"});
    let (status, taken) = server.post(&pair.path("/seat"), &key).await;
    assert_eq!((status, &taken["code"]), (StatusCode::CONFLICT, &json!("seat_taken")));
    let kinds = [
        put(8, 8, 1),
        json!({"kind": "resign"}),
        json!({"kind": "ask_takeback"}),
        json!({"kind": "accept_takeback"}),
        json!({"kind": "offer_draw"}),
        json!({"kind": "accept_draw"}),
        json!({"kind": "pause"}),
        json!({"kind": "cancel"}),
        json!({"kind": "choose", "choice": "black"}),
        json!({"kind": "offer_rematch"}),
    ];
    for secret in ["", "x", &pair.id, &other.host, &other.guest, &pair.guest[1..], &"0".repeat(32)]
    {
        for action in &kinds {
            let (status, refused) = pair.act(&server, secret, action).await;
            assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("wrong_seat")));
        }
        let here = request("POST", &pair.path("/here")).header("tengen-seat", secret);
        let heard = server.send(here.body(Body::empty()).unwrap()).await;
        assert_eq!(heard.status(), StatusCode::FORBIDDEN);
    }
    let body = json!({"id": action_id(), "action": put(8, 8, 1)});
    let (status, _) = server.post(&pair.path("/actions"), &body).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "no secret at all");
    // The other seat of the right game, out of turn.
    let (status, _) = pair.act(&server, &pair.host, &put(8, 8, 1)).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let after = pair.state(&server).await["game"].clone();
    assert_eq!(after, before);
    let text = after.to_string() + &pair.state(&server).await.to_string();
    assert!(!text.contains(&pair.host) && !text.contains(&pair.guest), "no secret is shown");
}

#[tokio::test]
async fn an_action_that_is_sent_again_is_done_once_and_a_seat_that_was_not_heard_is_given_again() {
    let server = server();
    let mut made = settings();
    made["key"] = json!("00112233445566778899aabbccddeeff");
    let (_, first) = server.post("/api/friend-games", &made).await;
    let (_, second) = server.post("/api/friend-games", &made).await;
    assert_eq!(first["id"], second["id"]);
    let id = first["id"].as_str().unwrap().to_owned();
    let seat = format!("/api/friend-games/{id}/seat");
    let key = json!({"key": "0123456789abcdef0123456789abcdef"});
    let (_, lost) = server.post(&seat, &key).await;
    let (status, heard) = server.post(&seat, &key).await;
    assert_eq!(status, StatusCode::OK);
    let text = |value: &Value| value["secret"].as_str().unwrap().to_owned();
    let pair = Pair { id, host: text(&second), guest: text(&heard) };
    let (status, _) = pair.act(&server, &text(&first), &put(0, 0, 0)).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "an answer that was lost is worth nothing");
    assert_ne!(text(&lost), text(&heard));
    let name = action_id();
    let mut answers = Vec::new();
    for _ in 0..3 {
        let (status, answer) = pair.act_as(&server, &pair.host, &name, &put(7, 7, 0)).await;
        assert_eq!(status, StatusCode::OK);
        answers.push(answer["number"].clone());
    }
    assert_eq!(answers, vec![json!(3); 3]);
    assert_eq!(pair.state(&server).await["game"]["moves"].as_array().unwrap().len(), 1);
}

/// A stream that is open, and what was read of it.
struct Open {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Open {
    async fn new(server: &Server, pair: &Pair, secret: Option<&str>, seen: Option<usize>) -> Open {
        let mut builder = request("GET", &pair.path("/events"));
        if let Some(secret) = secret {
            builder = builder.header("tengen-seat", secret);
        }
        if let Some(seen) = seen {
            builder = builder.header("last-event-id", seen);
        }
        let response = server.send(builder.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK);
        Open { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// Reads until what came says so.
    async fn until(&mut self, done: impl Fn(&str) -> bool) -> &str {
        let end = Instant::now() + Duration::from_secs(30);
        while !done(&self.text) {
            let left = end.saturating_duration_since(Instant::now());
            let piece = tokio::time::timeout(left, self.body.next()).await.expect("in time");
            self.text += std::str::from_utf8(&piece.expect("it goes on").unwrap()).unwrap();
        }
        &self.text
    }
}

#[tokio::test]
async fn who_comes_back_gets_every_event_after_the_last_it_saw_and_the_state() {
    let server = server();
    let pair = Pair::new(&server, settings()).await;
    let mut watcher = Open::new(&server, &pair, None, None).await;
    watcher.until(|text| text.contains("event: state")).await;
    assert!(!watcher.text.contains("event: event"), "it begins with the present");
    play_out(&server, &pair).await;
    watcher.until(|text| text.contains("\"reason\":\"five\"")).await;
    let live: Vec<usize> = read_events(&watcher.text).iter().map(|event| event.0).collect();
    assert_eq!(live, (3..=11).collect::<Vec<usize>>(), "each once, in order");
    for seen in [0, 1, 5, 10, 11] {
        let mut back = Open::new(&server, &pair, Some(&pair.guest), Some(seen)).await;
        back.until(|text| text.contains("event: state")).await;
        let rest = read_events(&back.text);
        let numbers: Vec<usize> = rest.iter().map(|event| event.0).collect();
        assert_eq!(numbers, (seen + 1..=11).collect::<Vec<usize>>());
        assert!(rest.iter().all(|(number, _, event)| event["number"] == json!(number)));
    }
}

#[tokio::test]
async fn who_is_gone_is_reported_and_the_clock_may_be_stopped_until_it_is_back() {
    let server = server();
    let mut clocked = settings();
    clocked["clock"] = json!({"kind": "fischer", "main": 600, "increment": 0});
    let pair = Pair::new(&server, clocked).await;
    let mut host = Open::new(&server, &pair, Some(&pair.host), None).await;
    let guest = Open::new(&server, &pair, Some(&pair.guest), None).await;
    host.until(|text| text.contains("\"guest_here\":true")).await;
    for ply in 0..2 {
        let secret = if ply == 0 { &pair.host } else { &pair.guest };
        pair.act(&server, secret, &put(ply, 0, ply as u32)).await;
    }
    pair.act(&server, &pair.host, &put(5, 5, 2)).await;
    let pause = json!({"kind": "pause"});
    let (status, refused) = pair.act(&server, &pair.host, &pause).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("not_now")), "it is here");
    drop(guest);
    let mark = host.text.len();
    host.until(|text| text[mark..].contains("\"guest_here\":false")).await;
    assert_eq!(pair.act(&server, &pair.host, &pause).await.0, StatusCode::OK);
    assert_eq!(pair.state(&server).await["game"]["paused"], json!("host"));
    let mark = host.text.len();
    let _guest = Open::new(&server, &pair, Some(&pair.guest), None).await;
    host.until(|text| text[mark..].contains("\"kind\":\"resumed\"")).await;
    host.until(|text| text[mark..].contains("\"running\":\"guest\"")).await;
}

#[tokio::test]
async fn a_flag_falls_by_the_clock_of_the_server_though_nobody_asks() {
    let server = server();
    let mut clocked = settings();
    clocked["clock"] = json!({"kind": "per_move", "seconds": 1});
    let pair = Pair::new(&server, clocked).await;
    let mut watcher = Open::new(&server, &pair, None, None).await;
    pair.act(&server, &pair.host, &put(0, 0, 0)).await;
    pair.act(&server, &pair.guest, &put(1, 0, 1)).await;
    watcher.until(|text| text.contains("\"kind\":\"time_up\"")).await;
    let state = pair.state(&server).await;
    assert_eq!(state["game"]["result"], json!({"winner": "guest", "reason": "time_up"}));
    let (status, _) = pair.act(&server, &pair.host, &put(3, 0, 2)).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn takeback_and_draw_need_both() {
    let server = server();
    let pair = Pair::new(&server, settings()).await;
    let kind = |kind: &str| json!({"kind": kind});
    pair.act(&server, &pair.host, &put(7, 7, 0)).await;
    assert_eq!(pair.act(&server, &pair.host, &kind("ask_takeback")).await.0, StatusCode::OK);
    assert_eq!(
        pair.act(&server, &pair.host, &kind("accept_takeback")).await.0,
        StatusCode::CONFLICT
    );
    assert_eq!(pair.act(&server, &pair.guest, &kind("accept_takeback")).await.0, StatusCode::OK);
    let state = pair.state(&server).await;
    assert_eq!((&state["game"]["moves"], &state["game"]["to_act"]), (&json!([]), &json!("host")));
    pair.act(&server, &pair.host, &put(7, 7, 0)).await;
    assert_eq!(pair.act(&server, &pair.host, &kind("offer_draw")).await.0, StatusCode::OK);
    assert_eq!(pair.act(&server, &pair.host, &kind("accept_draw")).await.0, StatusCode::CONFLICT);
    assert_eq!(pair.act(&server, &pair.guest, &kind("decline_draw")).await.0, StatusCode::OK);
    assert_eq!(pair.act(&server, &pair.host, &kind("offer_draw")).await.0, StatusCode::CONFLICT);
    assert_eq!(pair.act(&server, &pair.guest, &kind("offer_draw")).await.0, StatusCode::OK);
    assert_eq!(pair.act(&server, &pair.host, &kind("accept_draw")).await.0, StatusCode::OK);
    let result = pair.state(&server).await["game"]["result"].clone();
    assert_eq!(result, json!({"winner": null, "reason": "agreed"}));
}

#[tokio::test]
async fn a_server_that_starts_again_has_the_game_as_it_was_and_its_clock_stood_still() {
    let server = server();
    let mut clocked = settings();
    clocked["clock"] = json!({"kind": "fischer", "main": 60, "increment": 0});
    let pair = Pair::new(&server, clocked).await;
    let name = action_id();
    pair.act_as(&server, &pair.host, &name, &put(0, 0, 0)).await;
    pair.act(&server, &pair.guest, &put(1, 0, 1)).await;
    let before = pair.state(&server).await;
    // Another program on the same folder, as after a crash.
    let app = App::new(Config::local(server.folder.path().to_owned())).unwrap();
    let router = router(app);
    let show = request("GET", &pair.path("")).body(Body::empty()).unwrap();
    let (status, after) = read(router.clone().oneshot(show).await.unwrap()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(after["game"], before["game"]);
    let from = after["game"]["clocks"]["from_ms"].as_u64().unwrap();
    assert_eq!(after["now_ms"].as_u64().unwrap(), from, "nobody is charged while it was down");
    let body = json!({"id": name, "action": put(0, 0, 0)}).to_string();
    let again = request("POST", &pair.path("/actions"))
        .header("content-type", "application/json")
        .header("tengen-seat", &pair.host)
        .body(Body::from(body));
    let (status, answer) = read(router.oneshot(again.unwrap()).await.unwrap()).await;
    assert_eq!((status, &answer["number"]), (StatusCode::OK, &json!(3)), "it is known already");
}

#[tokio::test]
async fn what_cannot_be_a_game_is_refused_with_the_place() {
    let server = server();
    for (change, code) in [
        (json!({"rule": "nogo", "area": null}), "bad_setup"),
        (json!({"rule": "nogo", "opening": "swap2"}), "unsuited"),
        (json!({"area": {"width": 0, "height": 3}}), "bad_size"),
        (json!({"area": {"width": 65535, "height": 65535}, "opening": "swap2"}), "bad_size"),
        (json!({"clock": {"kind": "per_move", "seconds": 0}}), "bad_value"),
        (json!({"clock": {"kind": "fischer", "main": 1}}), "bad_value"),
        (json!({"clock": {"kind": "sand"}}), "bad_value"),
        (json!({"black": "me"}), "bad_value"),
        (json!({"key": "short"}), "bad_value"),
        (json!({"more": 1}), "bad_value"),
    ] {
        let mut question = settings();
        for (name, value) in change.as_object().unwrap() {
            question[name] = value.clone();
        }
        let (status, refused) = server.post("/api/friend-games", &question).await;
        assert_eq!(
            (status, &refused["code"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!(code)),
            "{refused}"
        );
    }
    for id in ["x", "..", "00000000000000000000000000000000"] {
        let (status, _) = server.get(&format!("/api/friend-games/{id}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    let pair = Pair::new(&server, settings()).await;
    for (action, code) in [
        (put(15, 0, 0), "illegal_move"),
        (put(0, 0, 1), "not_now"),
        (json!({"kind": "fly"}), "bad_value"),
        (json!({"kind": "move"}), "bad_value"),
    ] {
        let (_, refused) = pair.act(&server, &pair.host, &action).await;
        assert_eq!(refused["code"], json!(code), "{action}");
    }
    let (status, _) = pair.act_as(&server, &pair.host, "short", &put(0, 0, 0)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn watchers_are_counted_and_limited_and_making_games_has_a_price() {
    let server = server();
    let pair = Pair::new(&server, settings()).await;
    let mut open = Vec::new();
    for _ in 0..200 {
        open.push(Open::new(&server, &pair, None, None).await);
    }
    assert_eq!(pair.state(&server).await["watchers"], json!(200));
    let one_more = request("GET", &pair.path("/events")).body(Body::empty()).unwrap();
    assert_eq!(server.send(one_more).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    let player = Open::new(&server, &pair, Some(&pair.host), None).await;
    drop((open, player));
    assert_eq!(pair.state(&server).await["watchers"], json!(0));
    let public = with(|config| config.public = true);
    let mut refused = 0;
    for _ in 0..40 {
        let (status, _) = public.post("/api/friend-games", &settings()).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0, "the bucket is empty after twenty");
}
