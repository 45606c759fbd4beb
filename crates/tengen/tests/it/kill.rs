//! A server that is killed in the middle of a game loses no move that it acknowledged.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use serde_json::{Value, json};

use crate::{processes::wait_until, serve::Serving};

/// As many trials in every run of the tests; `TENGEN_KILLS` names another number.
const TRIALS: u64 = 5;

/// Plays moves until the server is gone: those that it acknowledged.
fn play_on(address: &str, id: &str, played: &AtomicU64) -> Vec<(u64, u64)> {
    let mut kept = Vec::new();
    for number in 0_u64..225 {
        let (x, y) = (number % 15, number / 15);
        // Variations of the start, so that nobody ever wins.
        let node = json!({"parent": 0, "point": {"x": x, "y": y}});
        let path = format!("/api/games/{id}/nodes");
        let Some(answer) = Serving::ask(address, "POST", &path, &node) else { return kept };
        assert_eq!(answer["number"], number + 1);
        kept.push((x, y));
        played.store(number + 1, Relaxed);
    }
    kept
}

/// That a game has every move that was acknowledged, in its order.
fn check(address: &str, id: &str, kept: &[(u64, u64)]) {
    let path = format!("/api/games/{id}");
    let game = Serving::ask(address, "GET", &path, &Value::Null).unwrap();
    let nodes = game["nodes"].as_array().unwrap();
    let there: Vec<(u64, u64)> = nodes
        .iter()
        .map(|node| (node["x"].as_u64().unwrap(), node["y"].as_u64().unwrap()))
        .collect();
    assert!(there.starts_with(kept), "{id}: {} of {} are there", there.len(), kept.len());
    // One more may have been written whose answer was never heard.
    assert!(there.len() <= kept.len() + 1);
}

#[test]
fn a_server_that_is_killed_loses_no_move_that_it_acknowledged() {
    let trials = std::env::var_os("TENGEN_KILLS")
        .and_then(|trials| trials.to_str()?.parse().ok())
        .unwrap_or(TRIALS);
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = 0;
    let mut games: Vec<(String, Vec<(u64, u64)>)> = Vec::new();
    for trial in 0..trials {
        // It opens every time, and what was played before is there.
        let mut serving = Serving::start(folder.path(), &[]);
        if let Some((id, kept)) = games.last() {
            check(&serving.address, id, kept);
        }
        let game = json!({"rule": "freestyle", "area": {"width": 15, "height": 15}});
        let game = Serving::ask(&serving.address, "POST", "/api/games", &game).unwrap();
        let id = game["id"].as_str().unwrap().to_owned();
        let (address, player) = (serving.address.clone(), id.clone());
        let count = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&count);
        let playing = thread::spawn(move || play_on(&address, &player, &counter));
        // Another moment each time, while the next moves are on their way.
        wait_until("some moves are played", || count.load(Relaxed) > trial * 37 % 100);
        serving.process.kill().unwrap();
        serving.process.wait().unwrap();
        let kept = playing.join().unwrap();
        acknowledged += kept.len();
        games.push((id, kept));
    }
    let serving = Serving::start(folder.path(), &[]);
    for (id, kept) in &games {
        check(&serving.address, id, kept);
    }
    assert!(acknowledged as u64 > trials, "moves were acknowledged before each kill");
}
