//! How much a server answers: a generator of requests on the same machine, in one command.
//!
//! ```text
//! cargo run --release -p tengen-server --example load -- [requests] [connections] [streams]
//! ```
//!
//! Starts a server as a process of its own and asks it, on so many connections at once, for verdicts of
//! two kinds: the view of a position of renju, and the judgement of a record. For each it tells how many
//! were answered a second, how long that took, and how much memory the server had after a tenth of the
//! requests and at the end. Then so many live connections listen to one thought of the engine, and it
//! tells how many heard every event of it.

#![allow(clippy::print_stdout, reason = "it is a program")]
#![allow(clippy::unwrap_used, reason = "a generator that cannot go on should end")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, Command, Stdio},
    rc::Rc,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use tengen_server::{Config, Server};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::{LocalSet, spawn_local},
};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "serve") {
        return serve();
    }
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (requests, connections, streams) = (number(0, 100_000), number(1, 32), number(2, 1000));
    let server = Serving::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, async {
        for (name, question) in [("views", view()), ("judgements", judgement())] {
            let load = Load { question: question.to(&server.address), requests, connections };
            load.run(name, &server).await;
        }
        listen(&server.address, streams).await;
    });
}

/// A server on a free port, until its standard input ends.
fn serve() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::local(folder.path().to_owned());
    config.listen = "127.0.0.1:0".parse().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::bind(config).await.unwrap();
        println!("{}", server.address());
        let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
        server.run(async { drop(ended.await) }).await;
    });
}

/// The server, in a process of its own.
struct Serving {
    process: Child,
    address: String,
}

impl Serving {
    fn start() -> Serving {
        let mut process = Command::new(env::current_exe().unwrap())
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Serving { process, address: line.trim().to_owned() }
    }

    /// Its memory in kilobytes, where the system tells it.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// A question to be asked many times.
struct Question {
    path: &'static str,
    body: String,
}

impl Question {
    /// All that goes over the wire.
    fn to(&self, address: &str) -> Rc<[u8]> {
        let Question { path, body } = self;
        let text = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        text.into_bytes().into()
    }
}

/// A game of renju in progress, with fouls on its board.
const GAME: &str = "h8i9g9h9g10g8i10h10f10e10h7g6i8f8j8k8i7i6j7k7h6h5j6";

fn view() -> Question {
    let points: Vec<String> =
        points(GAME).map(|(x, y)| format!("{{\"x\":{x},\"y\":{y}}}")).collect();
    let body = format!(
        "{{\"rule\":\"renju\",\"area\":{{\"width\":15,\"height\":15}},\"moves\":[{}]}}",
        points.join(",")
    );
    Question { path: "/api/view", body }
}

fn judgement() -> Question {
    Question { path: "/api/judge?rule=renju&format=positions", body: format!("{GAME}\n") }
}

/// The points of a position string, rows from the bottom.
fn points(text: &str) -> impl Iterator<Item = (u32, u32)> {
    let starts = text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase());
    starts.map(|(at, letter)| {
        let digits: String = text[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        (letter as u32 - 'a' as u32, 15 - digits.parse::<u32>().unwrap())
    })
}

/// A question that is asked many times on many connections.
struct Load {
    question: Rc<[u8]>,
    requests: u64,
    connections: u64,
}

impl Load {
    async fn run(&self, name: &str, server: &Serving) {
        let left = Rc::new(AtomicU64::new(self.requests));
        let started = Instant::now();
        let ask = |_| {
            let (question, left) = (Rc::clone(&self.question), Rc::clone(&left));
            spawn_local(ask_on(server.address.clone(), question, left))
        };
        let askers: Vec<_> = (0..self.connections).map(ask).collect();
        while left.load(Relaxed) > self.requests - self.requests / 10 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let early = server.memory();
        let (mut times, mut refused): (Vec<Duration>, u64) = (Vec::new(), 0);
        for asker in askers {
            let (some, more) = asker.await.unwrap();
            times.extend(some);
            refused += more;
        }
        let seconds = started.elapsed().as_secs_f64();
        let late = server.memory();
        times.sort_unstable();
        let share = |of_thousand: usize| times[(times.len() - 1) * of_thousand / 1000];
        println!(
            "{name}: {} in {seconds:.1} s, {:.0} a second; half within {:.1?}, 99 of 100 within \
             {:.1?}, 999 of 1000 within {:.1?}; {refused} not answered 200; memory {} MB after a \
             tenth, {} MB at the end",
            times.len(),
            f64::from(times.len() as u32) / seconds,
            share(500),
            share(990),
            share(999),
            early >> 10,
            late >> 10,
        );
    }
}

/// Asks until nothing is left to ask: how long each took, and how many were not answered 200.
async fn ask_on(address: String, question: Rc<[u8]>, left: Rc<AtomicU64>) -> (Vec<Duration>, u64) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (mut buffer, mut times, mut refused) = (Vec::with_capacity(1 << 16), Vec::new(), 0);
    while left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok() {
        let asked = Instant::now();
        stream.write_all(&question).await.unwrap();
        refused += u64::from(!is_answered(&mut stream, &mut buffer).await);
        times.push(asked.elapsed());
    }
    (times, refused)
}

/// Reads one answer; whether it is 200.
async fn is_answered(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> bool {
    buffer.clear();
    loop {
        let count = stream.read_buf(buffer).await.unwrap();
        assert!(count > 0, "the server closed a connection");
        let Some(head) = buffer.windows(4).position(|end| end == b"\r\n\r\n") else { continue };
        let text = std::str::from_utf8(&buffer[..head]).unwrap();
        let length: usize = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
            .expect("a verdict has a length");
        if buffer.len() >= head + 4 + length {
            return text.starts_with("HTTP/1.1 200");
        }
    }
}

/// So many connections listen to one thought until it ends.
async fn listen(address: &str, streams: u64) {
    let body = "{\"position\":{\"rule\":\"freestyle\",\"area\":{\"width\":15,\"height\":15},\
        \"moves\":[{\"x\":7,\"y\":7},{\"x\":8,\"y\":8}]},\"time_ms\":5000,\"lines\":3}";
    let question = Question { path: "/api/thoughts", body: body.to_owned() };
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&question.to(address)).await.unwrap();
    let mut answer = Vec::new();
    assert!(is_answered(&mut stream, &mut answer).await);
    let answer = String::from_utf8(answer).unwrap();
    let id = answer.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
    let ask: Rc<str> = format!(
        "GET /api/thoughts/{id}/events HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    )
    .into();
    let started = Instant::now();
    let listen = |_| {
        let (address, ask) = (address.to_owned(), Rc::clone(&ask));
        spawn_local(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(ask.as_bytes()).await.unwrap();
            let mut heard = Vec::new();
            stream.read_to_end(&mut heard).await.unwrap();
            let text = String::from_utf8_lossy(&heard);
            let ids = text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok());
            (ids.collect::<Vec<u64>>(), text.contains("event: done"))
        })
    };
    let listeners: Vec<_> = (0..streams).map(listen).collect();
    let (mut whole, mut most) = (0, 0);
    for listener in listeners {
        let (ids, done) = listener.await.unwrap();
        whole += u64::from(done && ids.iter().copied().eq(1..=ids.len() as u64));
        most = most.max(ids.len());
    }
    println!(
        "live connections: {whole} of {streams} heard all {most} events of one thought, to its end \
         after {:.1} s",
        started.elapsed().as_secs_f64()
    );
}
