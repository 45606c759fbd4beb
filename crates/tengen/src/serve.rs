//! `tengen serve`: the page and its API.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{
    env,
    io::{self, IsTerminal as _, Write as _},
    net::SocketAddr,
    num::NonZero,
    path::PathBuf,
    process::{self, Command, ExitCode, Stdio},
    thread,
    time::Instant,
};

use clap::{Args, ValueEnum};
use tengen_server::{Config, Server};
use tokio::{runtime::Builder, sync::oneshot};
use tracing_subscriber::filter::LevelFilter;

use crate::{
    cli::threads,
    io::{error::Failure, proof_book},
};

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

/// Serves until a signal ends it.
pub(crate) fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    start_log(args.log, args.log_as);
    allow_many_files();
    let Some(data) = args.data.clone().or_else(data_folder) else {
        let message = "there is no folder for data of your account: name one with --data";
        return Err(Failure::Usage(message.to_owned()));
    };
    let local = Config::local(data);
    let config = Config {
        listen: args.listen,
        public: args.public,
        page: args.page.clone(),
        book: proof_book::load(args.proof_book.as_deref())?,
        searches: args.searches.unwrap_or(local.searches),
        ..local
    };
    let failed = |error: io::Error| Failure::Usage(format!("cannot start: {error}"));
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(failed)?;
    let stopped = watch_for_end().map_err(failed)?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await;
        let server = server.map_err(|error| Failure::Usage(error.to_string()))?;
        let address = format!("http://{}", server.address());
        let mut stdout = io::stdout().lock();
        let printed = writeln!(stdout, "Tengen is at {address} (Ctrl-C ends it)");
        printed.and_then(|()| stdout.flush()).map_err(Failure::of_output)?;
        drop(stdout);
        if args.open {
            open(&address);
        }
        // The receiver is dropped only when the process exits.
        server.run(async { stopped.await.unwrap_or_default() }).await;
        Ok(ExitCode::SUCCESS)
    });
    // Work that goes on is dropped with the process; its answers are not wanted any more.
    runtime.shutdown_background();
    served
}

/// Watches for Ctrl-C and `SIGTERM` on a thread of its own, which is the watchdog of the end as well: it
/// exits the process when the server has not ended in time, whatever keeps it. A runtime that is busy
/// or waits for its threads could not.
fn watch_for_end() -> io::Result<oneshot::Receiver<()>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let entered = runtime.enter();
    let shutdown_signal = shutdown_signal()?;
    drop(entered);
    let (stop, stopped) = oneshot::channel();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(shutdown_signal);
        let asked = Instant::now();
        // The receiver is gone if the server has ended by itself.
        let _ = stop.send(());
        thread::sleep(Server::END.saturating_sub(asked.elapsed()));
        // What was acknowledged is on the disk.
        process::exit(0);
    })?;
    Ok(stopped)
}

fn start_log(level: LevelFilter, form: Option<LogForm>) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level);
    let usual = if io::stderr().is_terminal() { LogForm::Text } else { LogForm::Json };
    match form.unwrap_or(usual) {
        LogForm::Text => log.with_target(false).init(),
        LogForm::Json => log.json().flatten_event(true).with_target(false).init(),
    }
}

/// Every connection is a file, and many systems give a program few of them unless it asks.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // Where it may not, it has as many as before.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// Where an account keeps what programs remember.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || folder("HOME").map(|home| home.join(".local/share"));
    let base = folder("XDG_DATA_HOME").or_else(|| folder("LOCALAPPDATA")).or_else(home)?;
    Some(base.join("tengen"))
}

/// A future that ends with SIGINT or SIGTERM.
fn shutdown_signal() -> io::Result<impl Future<Output = ()> + Send> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Opens the page in the browser, if there is a way to. The address is on stdout already.
fn open(address: &str) {
    let openers: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start", ""]]
    } else {
        &[&["xdg-open"]]
    };
    for opener in openers {
        let mut command = Command::new(opener[0]);
        command.args(&opener[1..]).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok() {
            return;
        }
    }
}
