//! Load of games between people: many games at once, a move a second in each, and how long a move takes from being sent
//! until the other player's stream has it.
//!
//! ```text
//! cargo run --profile test -p tengen-server --example friends_load -- 500 60
//! ```
//!
//! The server is a process of its own and listens on a port of this machine; every player has a stream and a connection.
//! In the same run a request that does nothing (`GET /health`) is timed, as a baseline for the load of the
//! machine. How many programs wanted the processors, and what the server took of them, is printed too.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that measures and prints")]

use std::{
    fs,
    io::{BufRead as _, Read as _, Write as _},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tengen_server::{Config, Server};
use tengen_testkit::cpu_time_of_process;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    sync::{mpsc, oneshot, watch},
    time::{sleep_until, timeout},
};

/// What should be reached: 99 of 100 moves within this time.
const BAR: Duration = Duration::from_millis(100);

/// A connection that asks one question after another.
struct Connection {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Connection {
    async fn new(address: SocketAddr) -> Connection {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Connection { address, stream: BufReader::new(stream) }
    }

    async fn send(&mut self, method: &str, path: &str, seat: &str, body: &str) {
        let seat = if seat.is_empty() { String::new() } else { format!("tengen-seat: {seat}\r\n") };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{seat}\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
    }

    async fn ask(&mut self, method: &str, path: &str, seat: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, seat, &body).await;
        let (mut length, mut line, mut head) = (0, String::new(), String::new());
        loop {
            line.clear();
            let count = self.stream.read_line(&mut line).await.unwrap();
            assert!(count > 0, "the server closed a connection: {head}");
            head += &line;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await.unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}{}", String::from_utf8_lossy(&answer));
        serde_json::from_slice(&answer).unwrap()
    }
}

/// Listens to a game as one of its players: the numbers of its events, and when they came.
async fn listen(
    address: SocketAddr,
    id: &str,
    seat: &str,
) -> mpsc::UnboundedReceiver<(u32, Instant)> {
    let mut connection = Connection::new(address).await;
    connection.send("GET", &format!("/api/friend-games/{id}/events"), seat, "").await;
    let (sender, receiver) = mpsc::unbounded_channel();
    let (opened, opens) = oneshot::channel();
    tokio::spawn(async move {
        let mut opened = Some(opened);
        let mut line = String::new();
        while connection.stream.read_line(&mut line).await.is_ok_and(|count| count > 0) {
            if let Some(number) = line.strip_prefix("id: ") {
                let _ = sender.send((number.trim().parse().unwrap(), Instant::now()));
            }
            if line.starts_with("event: state")
                && let Some(opened) = opened.take()
            {
                opened.send(()).unwrap();
            }
            line.clear();
        }
    });
    opens.await.unwrap();
    receiver
}

/// Points of both colors that never make three in a row.
fn points() -> Vec<(i32, i32)> {
    let all: Vec<(i32, i32)> = (0..361).map(|index| (index % 19, index / 19)).collect();
    let (black, white): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(x, y)| (x + 2 * y) / 2 % 2 == 0);
    black.into_iter().zip(white).flat_map(|(black, white)| [black, white]).collect()
}

/// Plays a game, a move a second from `offset` after the common start on: the times from a move to the other player.
async fn play(
    address: SocketAddr,
    mut start: watch::Receiver<Option<Instant>>,
    offset: Duration,
    ready: mpsc::Sender<()>,
    moves: usize,
) -> Vec<Duration> {
    let settings = json!({
        "rule": "freestyle", "area": {"width": 19, "height": 19}, "black": "host",
        "clock": {"kind": "fischer", "main": 3600, "increment": 1}
    });
    let mut host = Connection::new(address).await;
    let mut guest = Connection::new(address).await;
    let made = host.ask("POST", "/api/friend-games", "", &settings).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let key = json!({"key": "0123456789abcdef0123456789abcdef"});
    let taken = guest.ask("POST", &format!("/api/friend-games/{id}/seat"), "", &key).await;
    let secrets = [&made, &taken].map(|seat| seat["secret"].as_str().unwrap().to_owned());
    let mut streams =
        [listen(address, &id, &secrets[0]).await, listen(address, &id, &secrets[1]).await];
    ready.send(()).await.unwrap();
    let start = start.wait_for(Option::is_some).await.unwrap().unwrap() + offset;
    // The server closes connections that were silent for ten seconds, as long as it takes to make all games.
    let mut connections = [Connection::new(address).await, Connection::new(address).await];
    let path = format!("/api/friend-games/{id}/actions");
    let mut times = Vec::new();
    for (ply, (x, y)) in points().into_iter().take(moves).enumerate() {
        sleep_until((start + Duration::from_secs(ply as u64)).into()).await;
        let action = json!({"kind": "move", "point": {"x": x, "y": y}, "ply": ply});
        let question = json!({"id": format!("move-of-the-game-{ply}"), "action": action});
        let sent = Instant::now();
        let answer = connections[ply % 2].ask("POST", &path, &secrets[ply % 2], &question).await;
        let number = answer["number"].as_u64().unwrap() as u32;
        let heard = timeout(Duration::from_secs(30), async {
            loop {
                let (heard, at) = streams[1 - ply % 2].recv().await.unwrap();
                if heard == number {
                    return at;
                }
            }
        });
        times.push(heard.await.expect("every move comes to the other").duration_since(sent));
    }
    times
}

/// Times a request that does nothing, until the sender of `end` is gone.
async fn baseline(address: SocketAddr, mut end: oneshot::Receiver<()>) -> Vec<Duration> {
    let mut connection = Connection::new(address).await;
    let mut times = Vec::new();
    while end.try_recv() == Err(oneshot::error::TryRecvError::Empty) {
        let sent = Instant::now();
        connection.ask("GET", "/health", "", &Value::Null).await;
        times.push(sent.elapsed());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    times
}

fn report(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{name}: {} times, median {:.1?}, p95 {:.1?}, p99 {:.1?}, longest {:.1?}",
        times.len(),
        at(50),
        at(95),
        at(99),
        at(100)
    );
    at(99)
}

/// The word by which the program starts itself as the server.
const SERVE: &str = "serve";

/// Serves until it is killed, and prints its address.
async fn serve() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::local(folder.path().to_owned());
    config.listen = "127.0.0.1:0".parse().unwrap();
    let server = Server::bind(config).await.unwrap();
    println!("{}", server.address());
    std::io::stdout().flush().unwrap();
    // The pipe ends with the process that measures.
    let (end, ended) = oneshot::channel();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read(&mut [0]);
        end.send(())
    });
    server.run(async { ended.await.unwrap() }).await;
}

/// Starts the server as a process.
fn start_server() -> (Child, SocketAddr) {
    let mut server = Command::new(std::env::current_exe().unwrap())
        .arg(SERVE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (server, line.trim().parse().unwrap())
}

/// How many programs wanted a processor in the last minute, where the system says so.
fn load() -> Option<String> {
    Some(fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.to_owned())
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == SERVE) {
        return serve().await;
    }
    let mut arguments = arguments.iter().map(|text| text.parse::<usize>().expect("a number"));
    let games = arguments.next().unwrap_or(500);
    let moves = arguments.next().unwrap_or(60).min(300);
    let (mut server, address) = start_server();
    let (begin, begins) = watch::channel(None);
    let (ready, mut readies) = mpsc::channel(games);
    let playing: Vec<_> = (0..games)
        .map(|number| {
            let offset = Duration::from_secs(1) * number as u32 / games as u32;
            tokio::spawn(play(address, begins.clone(), offset, ready.clone(), moves))
        })
        .collect();
    for _ in 0..games {
        readies.recv().await.unwrap();
    }
    // All games are made before the first move is, and a moment is left to connect.
    begin.send_replace(Some(Instant::now() + Duration::from_secs(2)));
    let before = cpu_time_of_process(server.id());
    let (ended, end) = oneshot::channel();
    let baseline = tokio::spawn(baseline(address, end));
    let mut times = Vec::new();
    for game in playing {
        times.extend(game.await.unwrap());
    }
    drop(ended);
    assert_eq!(times.len(), games * moves);
    if let Some(load) = load() {
        println!("load: {load}");
    }
    if let (Some(before), Some(after)) = (before, cpu_time_of_process(server.id())) {
        let each = after.saturating_sub(before) / times.len() as u32;
        println!("the server took {each:.0?} of processor time for each move");
    }
    report("GET /health", baseline.await.unwrap());
    let p99 = report("a move to the other player", times);
    let reached = if p99 < BAR { "reached" } else { "missed" };
    println!("p99 below {BAR:?}: {reached}");
    drop(server.stdin.take());
    server.wait().unwrap();
}
