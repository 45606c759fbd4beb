//! What tests ask about processes, so that none of them depends on how busy the machine is.

use std::{fs, thread, time::Duration};

/// Waits for something that happens sooner or later.
pub(crate) fn wait_until(what: &str, happened: impl Fn() -> bool) {
    for _ in 0..600_000 {
        if happened() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("ten minutes, and not: {what}");
}

/// CPU time of a process and all its threads. Unlike the time on the wall it does not pass while
/// others have the processor.
pub(crate) fn cpu_time(id: u32) -> Duration {
    tengen_testkit::cpu_time_of_process(id).unwrap()
}

/// Waits until a process has a handler for SIGINT: before that, the signal would end it.
pub(crate) fn wait_for_handler(id: u32) {
    const SIGINT: u32 = 2;
    wait_until("SIGINT has a handler", || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & (1 << (SIGINT - 1)) != 0
    });
}
