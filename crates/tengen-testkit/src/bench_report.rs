//! Benchmarks: measured ratios and their floors.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::{
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

/// The result of a benchmark: it fails if any ratio is below its floor.
///
/// Why ratios and not seconds: two ways of doing the work are timed in turns on one machine, so that its speed and
/// its other load cancel out.
#[derive(Default, Debug)]
pub struct BenchReport {
    too_slow: bool,
}

impl BenchReport {
    /// Prints a ratio, and notes whether it is below its floor.
    pub fn judge(&mut self, name: &str, ratio: f64, floor: f64) {
        let verdict = if ratio < floor { "TOO SLOW" } else { "ok" };
        self.too_slow |= ratio < floor;
        println!("{name:24} {ratio:>9.2}x (floor {floor}) {verdict}");
    }

    /// The exit code of the benchmark.
    pub fn finish(self) -> ExitCode {
        if self.too_slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

/// The result of `work`, and the wall-clock time it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = black_box(work());
    (result, started.elapsed())
}
