//! How much a server answers: a generator of requests on the same machine.
//!
//! ```text
//! cargo run --release -p tengen-server --example load -- 127.0.0.1:8421 [requests] [connections] [streams]
//! ```
//!
//! Asks for the view of a position of a game in progress, on so many connections at once, and tells how
//! many were answered a second and how long that took. With streams, so many connections stay open and
//! idle meanwhile, as pages do.

#![allow(clippy::print_stdout, reason = "it is a program")]
#![allow(clippy::unwrap_used, reason = "a generator that cannot go on should end")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// A game of 40 moves.
fn question(address: &str) -> Vec<u8> {
    let points: Vec<String> = (0..40)
        .map(|number| format!("{{\"x\":{},\"y\":{}}}", number * 7 % 15, number * 4 % 15 / 2 * 2))
        .collect();
    let mut moves: Vec<String> = Vec::new();
    for point in points {
        if !moves.contains(&point) {
            moves.push(point);
        }
    }
    let body = format!(
        "{{\"rule\":\"freestyle\",\"area\":{{\"width\":15,\"height\":15}},\"moves\":[{}]}}",
        moves.join(",")
    );
    format!(
        "POST /api/view HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Reads one answer; whether it is 200.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> bool {
    buffer.clear();
    loop {
        let count = stream.read_buf(buffer).await.unwrap();
        assert!(count > 0, "the server closed a connection");
        let Some(head) = buffer.windows(4).position(|end| end == b"\r\n\r\n") else { continue };
        let text = std::str::from_utf8(&buffer[..head]).unwrap();
        let length: usize = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
            .expect("a view has a length");
        if buffer.len() >= head + 4 + length {
            return text.starts_with("HTTP/1.1 200");
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let address = arguments.first().expect("the address of a server").clone();
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (requests, connections, streams) = (number(1, 50_000), number(2, 32), number(3, 0));
    let mut idle = Vec::new();
    for _ in 0..streams {
        idle.push(TcpStream::connect(&address).await.unwrap());
    }
    let question: Arc<[u8]> = question(&address).into();
    let left = Arc::new(AtomicU64::new(requests));
    let started = Instant::now();
    let ask = |_| {
        let (address, question, left) = (address.clone(), Arc::clone(&question), Arc::clone(&left));
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            let (mut buffer, mut times, mut refused) =
                (Vec::with_capacity(1 << 16), Vec::new(), 0_u64);
            while left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok() {
                let asked = Instant::now();
                stream.write_all(&question).await.unwrap();
                refused += u64::from(!answer(&mut stream, &mut buffer).await);
                times.push(asked.elapsed());
            }
            (times, refused)
        })
    };
    let askers: Vec<_> = (0..connections).map(ask).collect();
    let (mut times, mut refused): (Vec<Duration>, u64) = (Vec::new(), 0);
    for asker in askers {
        let (some, more) = asker.await.unwrap();
        times.extend(some);
        refused += more;
    }
    let seconds = started.elapsed().as_secs_f64();
    times.sort_unstable();
    let share = |of_hundred: usize| times[(times.len() * of_hundred / 100).min(times.len() - 1)];
    println!(
        "{} requests in {seconds:.2} s: {:.0} a second",
        times.len(),
        f64::from(times.len() as u32) / seconds
    );
    println!(
        "half within {:?}, 99 of 100 within {:?}, all within {:?}",
        share(50),
        share(99),
        share(100)
    );
    println!("{refused} were not answered 200; {} connections were open and idle", idle.len());
}
