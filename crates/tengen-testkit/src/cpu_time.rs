//! CPU time: what a limit of time is held against, because it does not pass while other programs have the processor.

use std::{fs, time::Duration};

/// CPU time of this thread, if the system reports it (Linux).
pub fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// CPU time of a process with all its threads, in hundredths of a second, if the system reports it (Linux).
pub fn cpu_time_of_process(id: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name, in parentheses, may have blanks in it; utime and stime are the fields 14 and 15.
    let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let ticks = fields.map(str::parse::<u64>).sum::<Result<u64, _>>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}
