//! Real connections: many of them, strange ones, and how they end.

use std::{net::SocketAddr, time::Duration};

use futures_util::future::join_all;
use serde_json::json;
use tempfile::TempDir;
use tengen_engine::playout::Rng;
use tengen_server::{Config, Server, config::MOST_CONNECTIONS_OF_ONE};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};

/// After this time a test hangs.
const HANGS: Duration = Duration::from_mins(10);

/// A server that listens, until it is asked to end.
struct Listening {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
    _folder: TempDir,
}

impl Listening {
    async fn start(change: impl FnOnce(&mut Config)) -> Listening {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::local(folder.path().to_owned());
        config.listen = "127.0.0.1:0".parse().unwrap();
        // Whatever is asked is answered, however busy the machine is.
        (config.request_timeout, config.grace) = (HANGS, HANGS);
        change(&mut config);
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Listening { address, stop, running, _folder: folder }
    }

    /// Asks it to end, and waits until it has.
    async fn end(self) {
        self.stop.send(()).unwrap();
        timeout(HANGS, self.running).await.unwrap().unwrap();
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Asks on a connection of its own and reads all of the answer.
    async fn ask(&self, request: &[u8]) -> String {
        let mut stream = self.connect().await;
        // It may answer before it has read everything.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn get(&self, path: &str) -> String {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        self.ask(request.as_bytes()).await
    }

    /// Starts a thought that takes a minute unless it is stopped; the head of a request for its events.
    async fn thought(&self) -> String {
        let body = json!({
            "position": {
                "rule": "freestyle", "area": {"width": 15, "height": 15},
                "moves": [{"x": 7, "y": 7}, {"x": 8, "y": 8}]
            },
            "time_ms": 60_000
        })
        .to_string();
        let request = format!(
            "POST /api/thoughts HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let answer = self.ask(request.as_bytes()).await;
        let id = answer.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
        format!("GET /api/thoughts/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n", self.address)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_live_connections_hear_a_thought_and_its_end() {
    let server = Listening::start(|_| {}).await;
    let ask = server.thought().await;
    let listen = |_| async {
        let mut stream = server.connect().await;
        stream.write_all(ask.as_bytes()).await.unwrap();
        let mut heard = vec![0; 1 << 12];
        let count = timeout(HANGS, stream.read(&mut heard)).await.unwrap();
        assert!(heard[..count.unwrap()].starts_with(b"HTTP/1.1 200"));
        stream
    };
    let streams = join_all((0..1000).map(listen)).await;
    let metrics = server.get("/metrics").await;
    assert!(metrics.contains("\ntengen_streams 1000\n"), "{metrics}");
    // The thought would take a minute: it is stopped, and whoever listens hears of it.
    server.end().await;
    for mut stream in streams {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.unwrap();
        assert!(rest.ends_with(b"0\r\n\r\n"), "the stream was ended, not cut");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_answers_what_was_asked_before() {
    let server = Listening::start(|_| {}).await;
    let body = json!({
        "size": {"width": 15, "height": 15}, "black": {"kind": "engine", "level": 10},
        "white": {"kind": "engine", "level": 10}, "seed": 1
    })
    .to_string();
    let request = format!(
        "POST /api/nogo/play HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    let mut stream = server.connect().await;
    stream.write_all(request.as_bytes()).await.unwrap();
    // Two: the game, which takes a while, and this question.
    while !server.get("/metrics").await.contains("\ntengen_requests_in_flight 2\n") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (address, asked) = (server.address, tokio::spawn(server.end()));
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"}"));
    asked.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_of_a_public_server_cannot_take_all_connections() {
    let server = Listening::start(|config| config.public = true).await;
    let mut streams = Vec::new();
    for _ in 0..MOST_CONNECTIONS_OF_ONE {
        streams.push(server.connect().await);
    }
    let refused = server.get("/health").await;
    assert_eq!(refused, "", "one more is closed at once");
    streams.truncate(10);
    // It takes a moment until the server knows that they are gone.
    for _ in 0..30_000 {
        if server.get("/health").await.starts_with("HTTP/1.1 200") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("connections that are gone are still counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_is_no_request_and_does_no_harm() {
    let server = Listening::start(|_| {}).await;
    let mut random = Rng::new(3);
    let starts: [&[u8]; 5] = [
        b"",
        b"GET / HTTP/1.1\r\nhost: localhost\r\n",
        b"POST /api/view HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n",
        b"POST /api/view HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"GET /\x00\xff HTTP/9.9\r\n\r\n",
    ];
    for number in 0..200 {
        let mut noise = starts[number % starts.len()].to_vec();
        for _ in 0..random.below(300) {
            noise.push(random.bits() as u8);
        }
        noise.extend(b"\r\n\r\n");
        let mut stream = server.connect().await;
        let _ = stream.write_all(&noise).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = timeout(HANGS, stream.read_to_end(&mut answer)).await.unwrap();
        let head = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
        assert!(head.is_empty() || head.starts_with("HTTP/1.1 4"), "{number}: {head}");
    }
    assert!(server.get("/health").await.starts_with("HTTP/1.1 200"));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_is_too_large_is_refused() {
    let server = Listening::start(|_| {}).await;
    for (count, length, status) in [
        (1, 60 << 10, "HTTP/1.1 200"),
        (60, 1000, "HTTP/1.1 200"),
        (1, 64 << 10, "HTTP/1.1 431"),
        (1, 100 << 10, "HTTP/1.1 431"),
        (70, 1000, "HTTP/1.1 431"),
        (200, 1, "HTTP/1.1 431"),
    ] {
        let header = |number: usize| format!("x-{number}: {}\r\n", "x".repeat(length));
        let (headers, address) = ((0..count).map(header).collect::<String>(), server.address);
        let request = format!(
            "GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n"
        );
        let answer = server.ask(request.as_bytes()).await;
        assert!(answer.starts_with(status), "{count} headers of {length} bytes: {answer}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_sends_before_it_reads_hears_why_it_is_refused() {
    let server = Listening::start(|_| {}).await;
    let body = "x".repeat(20 << 20);
    let request = format!(
        "POST /api/judge HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    let answer = server.ask(request.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("too_large"), "{answer}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_for_all_must_be_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::local(folder.path().to_owned());
    config.listen = "0.0.0.0:0".parse().unwrap();
    let refused = Server::bind(config.clone()).await.unwrap_err();
    assert!(refused.to_string().contains("--public"), "{refused}");
    config.public = true;
    assert!(Server::bind(config).await.is_ok());
}
