//! The arguments of `serve`.

use std::{net::SocketAddr, num::NonZero, path::PathBuf};

use clap::{Args, ValueEnum};
use tengen_server::Config;
use tracing_subscriber::filter::LevelFilter;

use super::threads;

/// Shows everything on a page in the browser, for this machine alone unless told otherwise.
///
/// Prints the address of the page and serves it until Ctrl-C. Games are kept in --data.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, default_value = Config::LISTEN, value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,

    /// Other machines may ask: allows any address to listen on, and gives every client limits.
    #[arg(long)]
    pub(crate) public: bool,

    /// The folder that games are kept in, made where it is missing; "tengen" in the folder for data
    /// of your account unless told.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Serve the page of this folder in place of the one in the program, for those who write it.
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,

    /// How many searches may go on at a time; as many as there are cores unless told.
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub(crate) searches: Option<NonZero<usize>>,

    /// What the log on stderr tells: error, warn, info, debug (every request) or off.
    #[arg(long, default_value = "info", value_name = "LEVEL")]
    pub(crate) log: LevelFilter,

    /// How the log is written: as text or as a JSON object a line; as text if stderr is a terminal
    /// unless told.
    #[arg(long, value_name = "FORM")]
    pub(crate) log_as: Option<LogForm>,

    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
}

/// How a log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogForm {
    /// For people.
    Text,
    /// For programs.
    Json,
}
