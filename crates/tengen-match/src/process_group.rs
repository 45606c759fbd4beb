//! Process groups: a process and all of its children, killed together.
//!
//! An engine is started in a process group of its own, so that its children are killed with it, and so
//! that Ctrl-C in the terminal reaches the match and not the engines. A child that leaves the group is
//! found by a marker in its environment, on systems that show it (Linux).

use std::{
    io,
    process::{self, Child, Command},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// How often a process that is to exit is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The environment variable of the marker.
const MARK: &str = "TENGEN_MATCH_PROCESS";

/// A running process that leads a group.
#[derive(Debug)]
pub(crate) struct ProcessGroup {
    child: Child,
    /// The value of the environment variable in it and all its children.
    mark: String,
    /// Whether it has been waited for; its id may be reused from then on.
    reaped: bool,
}

impl ProcessGroup {
    /// Starts `command` at the head of a new group.
    pub(crate) fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", process::id(), STARTED.fetch_add(1, Relaxed));
        let child = leading(command.env(MARK, &mark)).spawn()?;
        live::add(child.id());
        Ok(ProcessGroup { child, mark, reaped: false })
    }

    /// The process that was started.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the process has ended, or ends within `time`. Its children may go on.
    pub(crate) fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            if self.reaped || has_ended(&mut self.child) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Sends SIGTERM to the whole group.
    pub(crate) fn terminate(&self) {
        if !self.reaped {
            signal(&self.child, GroupSignal::Term);
        }
    }

    /// Sends SIGKILL to the whole group and reaps the process. Nothing of it is left.
    pub(crate) fn kill(&mut self) {
        if self.reaped {
            return;
        }
        // Before it is waited for: as long as it is not, its id cannot be reused.
        signal(&self.child, GroupSignal::Kill);
        let _ = self.child.kill();
        // A process that was killed ends, unless the system itself is stuck in it.
        if self.ends_within(Duration::from_secs(5)) {
            let _ = self.child.wait();
        }
        self.reaped = true;
        live::remove(self.child.id());
        kill_marked(&self.mark, self.child.id());
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

#[derive(Clone, Copy)]
enum GroupSignal {
    Term,
    Kill,
}

#[cfg(unix)]
fn leading(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

#[cfg(unix)]
fn signal(child: &Child, signal: GroupSignal) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let number = match signal {
        GroupSignal::Term => Signal::TERM,
        GroupSignal::Kill => Signal::KILL,
    };
    // A group that is gone needs no signal.
    let _ = kill_process_group(Pid::from_child(child), number);
}

/// Whether the process has ended; it is not waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// Kills all processes with this marker: children of `leader` that have left the group.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str, leader: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    /// Maximum number of looks. A process that is started meanwhile is found the next time, which is enough for all
    /// but fork bombs.
    const LOOKS: u32 = 200;
    let mark = format!("{MARK}={mark}\0");
    let is_later = |pid: Pid| pid.as_raw_nonzero().get().cast_unsigned() > leader;
    for _ in 0..LOOKS {
        let Ok(entries) = std::fs::read_dir("/proc") else { return };
        let numbers =
            entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let (mut killed, mut starting) = (0, 0);
        for pid in numbers.filter_map(Pid::from_raw) {
            let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero()));
            let Ok(environment) = environment else { continue };
            if environment.windows(mark.len()).any(|part| part == mark.as_bytes()) {
                killed += u32::from(kill_process(pid, Signal::KILL).is_ok());
            } else if environment.is_empty() && is_later(pid) && is_in_exec(pid) {
                starting += 1;
            }
        }
        if killed + starting == 0 {
            return;
        }
        if killed == 0 {
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// Whether a process whose environment is empty may be in the middle of `exec`, and so have one in a moment: it is
/// neither a zombie nor a thread of the kernel.
#[cfg(target_os = "linux")]
fn is_in_exec(pid: rustix::process::Pid) -> bool {
    const KERNEL_THREAD: u32 = 0x0020_0000;
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let stat = stat.unwrap_or_default();
    // The name of the program, in parentheses, may have blanks.
    let mut fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ');
    let is_alive = fields.next().is_some_and(|state| !matches!(state, "" | "Z" | "X"));
    let flags = fields.nth(5).and_then(|flags| flags.parse::<u32>().ok());
    is_alive && flags.is_some_and(|flags| flags & KERNEL_THREAD == 0)
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_: &str, _: u32) {}

// Without process groups, only the process itself is killed.

#[cfg(not(unix))]
fn leading(command: &mut Command) -> &mut Command {
    command
}

#[cfg(not(unix))]
fn signal(_: &Child, _: GroupSignal) {}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// The registry of running groups, for an exit that cannot wait.
mod live {
    use std::{
        collections::BTreeSet,
        sync::{Mutex, MutexGuard, PoisonError},
    };

    static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(id: u32) {
        groups().insert(id);
    }

    pub(crate) fn remove(id: u32) {
        groups().remove(&id);
    }

    /// Kills every engine process that this program has started; for signal handlers.
    #[cfg(unix)]
    pub fn kill_all_engines() {
        use rustix::process::{Pid, Signal, kill_process_group};
        for &id in &*groups() {
            if let Some(pid) = Pid::from_raw(id.cast_signed()) {
                let _ = kill_process_group(pid, Signal::KILL);
            }
        }
    }

    /// Does nothing on systems without process groups.
    #[cfg(not(unix))]
    pub fn kill_all_engines() {}
}

pub use live::kill_all_engines;
