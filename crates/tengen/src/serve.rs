//! `tengen serve`: the page and its API.

use std::{
    env,
    io::{self, IsTerminal as _, Write as _},
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
};

use tengen_server::{Config, Server};
use tracing_subscriber::filter::LevelFilter;

use crate::{
    cli::{LogForm, ServeArgs},
    error::Failure,
};

/// Serves until somebody ends it.
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
        searches: args.searches.unwrap_or(local.searches),
        ..local
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start: {error}")))?;
    runtime.block_on(async {
        let server = Server::bind(config).await;
        let server = server.map_err(|error| Failure::Usage(error.to_string()))?;
        let address = format!("http://{}", server.address());
        let mut stdout = io::stdout().lock();
        let told = writeln!(stdout, "Tengen is at {address} (Ctrl-C ends it)");
        told.and_then(|()| stdout.flush()).map_err(Failure::of_output)?;
        drop(stdout);
        if args.open {
            open(&address);
        }
        server.run(asked_to_end()).await;
        Ok(ExitCode::SUCCESS)
    })
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

/// Waits for Ctrl-C, or for whoever ends programs on this machine.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = ended.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Opens the page in the browser, if there is a way to. The address was told anyway.
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
