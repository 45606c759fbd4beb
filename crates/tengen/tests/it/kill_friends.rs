//! A server that is killed in the middle of games between people loses no move and no second that it acknowledged.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{processes::wait_until, serve::Serving};

/// As many trials in every run of the tests; `TENGEN_KILLS` names another number.
const TRIALS: u64 = 4;

/// A game with both secrets, black first.
#[derive(Clone)]
struct PlayedGame {
    id: String,
    secrets: [String; 2],
}

/// What was heard of a game before the server was killed.
#[derive(Default)]
struct Heard {
    moves: Vec<(u64, u64)>,
    /// The state after the last move that was acknowledged, and when it was heard.
    state: Option<(Value, Instant)>,
    /// The name of a move that was sent, and its answer not heard.
    unheard: Option<Value>,
}

/// Points of both colors that never make three in a row.
fn points() -> Vec<(u64, u64)> {
    let all: Vec<(u64, u64)> = (0..225).map(|index| (index % 15, index / 15)).collect();
    let (black, white): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(x, y)| (x + 2 * y) / 2 % 2 == 0);
    black.into_iter().zip(white).flat_map(|(black, white)| [black, white]).collect()
}

impl PlayedGame {
    fn new(address: &str) -> PlayedGame {
        let settings = json!({
            "rule": "freestyle", "area": {"width": 15, "height": 15}, "black": "host",
            "clock": {"kind": "fischer", "main": 3600, "increment": 1}
        });
        let made = Serving::ask(address, "POST", "/api/friend-games", &settings).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let id = text(&made["id"]);
        let key = json!({"key": "0123456789abcdef0123456789abcdef"});
        let seat = format!("/api/friend-games/{id}/seat");
        let taken = Serving::ask(address, "POST", &seat, &key).unwrap();
        PlayedGame { id, secrets: [text(&made["secret"]), text(&taken["secret"])] }
    }

    fn state(&self, address: &str) -> Option<Value> {
        Serving::ask(address, "GET", &format!("/api/friend-games/{}", self.id), &Value::Null)
    }

    fn act(&self, address: &str, side: usize, question: &Value) -> Option<Value> {
        let path = format!("/api/friend-games/{}/actions", self.id);
        let seat = format!("tengen-seat: {}\r\n", self.secrets[side]);
        Serving::ask_with(address, "POST", &path, &seat, question)
    }

    /// Plays moves until the server is gone.
    fn play_on(&self, address: &str, played: &AtomicU64) -> Heard {
        let mut heard = Heard::default();
        for (ply, (x, y)) in points().into_iter().enumerate() {
            let action = json!({"kind": "move", "point": {"x": x, "y": y}, "ply": ply});
            let question = json!({"id": format!("move-of-the-game-{ply}"), "action": action});
            if self.act(address, ply % 2, &question).is_none() {
                heard.unheard = Some(question);
                return heard;
            }
            heard.moves.push((x, y));
            let Some(state) = self.state(address) else { return heard };
            heard.state = Some((state, Instant::now()));
            played.store(ply as u64 + 1, Relaxed);
        }
        heard
    }

    /// That a server that was killed at `killed` has all that was heard, and that its clock stood still since.
    fn check(&self, address: &str, heard: &Heard, killed: Option<Instant>) {
        let after = self.state(address).unwrap();
        let moves: Vec<(u64, u64)> = after["game"]["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|point| (point["x"].as_u64().unwrap(), point["y"].as_u64().unwrap()))
            .collect();
        assert!(moves.starts_with(&heard.moves), "{} of {}", moves.len(), heard.moves.len());
        // One more may have been written whose answer was never heard.
        assert!(moves.len() <= heard.moves.len() + 1);
        let Some((state, at)) = &heard.state else { return };
        let number = |value: &Value| value["game"]["number"].as_u64().unwrap();
        if number(&after) == number(state) {
            assert_eq!(after["game"]["clocks"], state["game"]["clocks"], "to the millisecond");
        }
        let (from, now) = (state["game"]["clocks"]["from_ms"].as_u64().unwrap(), &after["now_ms"]);
        let now = now.as_u64().unwrap();
        assert!(now >= from, "the clock went back to before a move: {now} < {from}");
        if let Some(killed) = killed {
            let ran = killed.duration_since(*at).as_millis() as u64;
            let before = state["now_ms"].as_u64().unwrap();
            // A moment for the answer to be heard, none for the time that it was down.
            assert!(now <= before + ran + 250, "{} ms were charged", now - before);
        }
    }

    /// A move that was sent before the kill and is sent again counts once.
    fn send_again(&self, address: &str, heard: &mut Heard) {
        let Some(question) = heard.unheard.take() else { return };
        let ply = question["action"]["ply"].as_u64().unwrap() as usize;
        let first = self.act(address, ply % 2, &question).unwrap();
        let second = self.act(address, ply % 2, &question).unwrap();
        assert_eq!(first["number"], second["number"]);
        heard.moves.push(points()[ply]);
        heard.state = None;
    }
}

#[test]
fn a_server_that_is_killed_loses_no_move_and_no_second_of_games_between_people() {
    let trials = std::env::var_os("TENGEN_KILLS")
        .and_then(|trials| trials.to_str()?.parse().ok())
        .unwrap_or(TRIALS);
    let folder = tempfile::tempdir().unwrap();
    let mut games: Vec<(PlayedGame, Heard)> = Vec::new();
    let (mut acknowledged, mut killed) = (0, None);
    for trial in 0..trials {
        let mut serving = Serving::start(folder.path(), &[]);
        if let Some((game, heard)) = games.last_mut() {
            game.check(&serving.address, heard, killed);
            game.send_again(&serving.address, heard);
        }
        let game = PlayedGame::new(&serving.address);
        let count = Arc::new(AtomicU64::new(0));
        let (player, address, counter) =
            (game.clone(), serving.address.clone(), Arc::clone(&count));
        let playing = thread::spawn(move || player.play_on(&address, &counter));
        // Another moment each time, while the next moves are on their way.
        wait_until("some moves are played", || count.load(Relaxed) > trial * 37 % 60);
        thread::sleep(Duration::from_micros(trial * 733 % 5_000));
        serving.process.kill().unwrap();
        serving.process.wait().unwrap();
        killed = Some(Instant::now());
        let heard = playing.join().unwrap();
        acknowledged += heard.moves.len();
        games.push((game, heard));
        if trial % 4 == 3 {
            // Time that nobody is charged for.
            thread::sleep(Duration::from_millis(700));
        }
    }
    let serving = Serving::start(folder.path(), &[]);
    for (game, heard) in &games {
        game.check(&serving.address, heard, None);
    }
    assert!(acknowledged as u64 > trials, "moves were acknowledged before each kill");
}
