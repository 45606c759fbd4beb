//! Signals. Ctrl-C (SIGINT) ends a search, which then reports what it has found; pressed again, and for
//! SIGTERM and SIGHUP at once, the program ends, and leaves no temporary file and no engine behind.
//!
//! SIGHUP that was ignored when the program started, as by `nohup`, stays ignored. SIGINT does not: a
//! shell that runs a script ignores it for what it starts in the background, where `kill -INT` is the
//! only way to end a search with what is known.

use std::{
    process,
    sync::{
        Once, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use tokio::runtime::Builder;

use crate::io::temporary_file;

/// The numbers of signals, the same on every Unix; the exit status is 128 more.
const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

static STOP_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether [`STOP_REQUESTED`] is polled.
static POLLED: AtomicBool = AtomicBool::new(false);

/// The cleanup that has to run before the process exits.
static CLEANUP: OnceLock<fn()> = OnceLock::new();

/// The flag that Ctrl-C sets. Pressed again, it ends the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    POLLED.store(true, Ordering::Relaxed);
    listen();
    &STOP_REQUESTED
}

/// Has `last` run before a signal ends the program.
pub(crate) fn before_exit(last: fn()) {
    // Only one verb runs, so that it is set once.
    let _ = CLEANUP.set(last);
    listen();
}

/// Handles signals from now on, on a thread of their own. Without that thread they end the program
/// as ever.
pub(crate) fn listen() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let (ready, is_ready) = mpsc::channel::<()>();
        let handle = move || {
            if let Ok(runtime) = Builder::new_current_thread().enable_all().build() {
                runtime.block_on(handle_signals(ready));
            }
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(handle).is_ok() {
            // An error says that the thread has given up.
            let _ = is_ready.recv();
        }
    });
}

#[cfg(unix)]
async fn handle_signals(ready: mpsc::Sender<()>) {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    async fn next(signal: &mut Option<Signal>) {
        match signal {
            Some(signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    }

    let [mut interrupt, mut terminate, mut hang_up] = [SIGINT, SIGTERM, SIGHUP].map(|number| {
        let ignored = number == SIGHUP && is_ignored(number);
        if ignored { None } else { signal(SignalKind::from_raw(number)).ok() }
    });
    drop(ready);
    loop {
        tokio::select! {
            () = next(&mut interrupt) => interrupted(),
            () = next(&mut terminate) => end(SIGTERM),
            () = next(&mut hang_up) => end(SIGHUP),
        }
    }
}

#[cfg(not(unix))]
async fn handle_signals(ready: mpsc::Sender<()>) {
    drop(ready);
    while tokio::signal::ctrl_c().await.is_ok() {
        interrupted();
    }
}

/// Whether a signal was ignored when the program started. Linux says; elsewhere it is taken to be, so
/// that `nohup` works.
#[cfg(unix)]
fn is_ignored(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let mask = status.as_deref().and_then(|status| {
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(line.trim(), 16).ok()
    });
    mask.is_none_or(|mask| mask >> (number - 1) & 1 == 1)
}

fn interrupted() {
    let is_polled = POLLED.load(Ordering::Relaxed);
    if !is_polled || STOP_REQUESTED.swap(true, Ordering::Relaxed) {
        end(SIGINT);
    }
}

fn end(signal: i32) -> ! {
    if let Some(last) = CLEANUP.get() {
        last();
    }
    temporary_file::remove_all();
    process::exit(128 + signal)
}
