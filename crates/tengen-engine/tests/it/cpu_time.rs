//! CPU time: what a limit of time is held against, because it does not pass while other programs
//! have the processor.

use std::{fs, time::Duration};

/// CPU time of this thread. Only Linux says it.
pub(crate) fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split_whitespace().next().unwrap().parse().unwrap())
}
