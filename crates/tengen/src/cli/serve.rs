//! The arguments of `serve`.

use std::{net::SocketAddr, num::NonZero, path::PathBuf};

use clap::{Args, ValueEnum};
use tengen_server::Config;
use tracing_subscriber::filter::LevelFilter;

use super::threads;

/// Serve the page for the browser, by default to this machine only.
///
/// Prints the address of the page and serves it until Ctrl-C. Games are stored in --data.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, default_value = Config::LISTEN, value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,

    /// Serve other machines: allow any address to listen on, and limit every client.
    #[arg(long)]
    pub(crate) public: bool,

    /// Folder of the stored games, created if missing [default: "tengen" in the data folder of the
    /// account].
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Serve the page of this folder instead of the built-in one, for development.
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,

    /// Maximum number of concurrent searches [default: number of cores].
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) searches: Option<NonZero<usize>>,

    /// Proof to use as opening book, on the page and by the engine at level 10; "verify" checks it.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof_book: Option<PathBuf>,

    /// Log level on stderr: error, warn, info, debug (every request) or off.
    #[arg(long, default_value = "info", value_name = "LEVEL")]
    pub(crate) log: LevelFilter,

    /// Log format: text, or JSON Lines [default: text if stderr is a terminal].
    #[arg(long, value_name = "FORM")]
    pub(crate) log_as: Option<LogForm>,

    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
}

/// Log format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogForm {
    /// For people.
    Text,
    /// For programs.
    Json,
}
