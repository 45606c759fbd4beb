//! The configuration of a server, and its limits.

use std::{net::SocketAddr, num::NonZero, path::PathBuf, sync::Arc, time::Duration};

use tengen_proof::ProofBook;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Whether others than this machine may ask: then clients have limits.
    pub public: bool,
    /// The folder that games are kept in.
    pub data: PathBuf,
    /// The most bytes of the database; `None` is no limit.
    pub most_data: Option<u64>,
    /// The folder that the page is read from, for those who develop it; `None` is the embedded page.
    pub page: Option<PathBuf>,
    /// How many searches may go on at a time.
    pub searches: NonZero<usize>,
    /// The proof that `/api/book` answers from and the engine plays by.
    pub book: Option<Arc<ProofBook>>,
    /// The timeout of a request that is no event stream.
    pub request_timeout: Duration,
    /// The timeout of reading a body.
    pub body_timeout: Duration,
    /// How long requests that go on may take when the server is to end.
    pub grace: Duration,
}

impl Config {
    /// The default address.
    pub const LISTEN: &'static str = "127.0.0.1:8421";

    /// A server on this machine alone.
    pub fn local(data: PathBuf) -> Config {
        Config {
            listen: Config::LISTEN.parse().expect("a constant"),
            public: false,
            data,
            most_data: None,
            page: None,
            searches: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
            book: None,
            request_timeout: Duration::from_secs(20),
            body_timeout: Duration::from_secs(10),
            grace: Duration::from_secs(4),
        }
    }

    /// As long as a search may take, whatever is asked for.
    pub fn longest_search(&self) -> Duration {
        Duration::from_secs(if self.public { 10 } else { 60 })
    }

    /// As long as the engine may think, whatever is asked for.
    pub fn longest_thought(&self) -> Duration {
        if self.public { self.longest_search() } else { Duration::from_hours(1) }
    }
}

/// How many bytes the games of a public server may take.
pub const MOST_PUBLIC_DATA: u64 = 4 << 30;

/// The largest body of a question.
pub const MOST_QUESTION: usize = 256 << 10;

/// The largest game that is kept at once, with its variations and comments.
pub const MOST_GAME: usize = 4 << 20;

/// The largest record.
pub const MOST_RECORD: usize = 16 << 20;

/// The most large records of one client that are read or worked on at a time, where clients have limits.
pub const MOST_LARGE_BODIES_OF_ONE: usize = 2;

/// The largest head of a request.
pub const MOST_HEAD: usize = 64 << 10;

/// The most connections at a time.
pub const MOST_CONNECTIONS: usize = 4096;

/// The most connections of one client at a time, where clients have limits.
pub const MOST_CONNECTIONS_OF_ONE: usize = 256;
