//! The number of threads on the command line.

use std::{num::NonZero, thread::available_parallelism};

/// The most threads of any verb. Few machines have more cores, and each thread takes memory.
const MOST_THREADS: usize = 1024;

/// Reads the value of an option that starts threads or processes.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse::<NonZero<usize>>().ok().filter(|count| count.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// As many as were asked for, or one for each core.
pub(crate) fn threads_or_all(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    let all = || available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let most = NonZero::new(MOST_THREADS).expect("it is a constant");
    asked.unwrap_or_else(all).min(most)
}
