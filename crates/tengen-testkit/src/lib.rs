//! Test kit: generators and helpers that the tests and benchmarks of all crates share. Not published.
//!
//! [`TestRng`] has random numbers, boards and positions that are equal on every run and every machine; the functions
//! draw boards, list their points, and open files of the repository; [`BenchReport`] holds measured ratios
//! against their floors.

mod bench_report;
mod boards;
mod files;
mod test_rng;

pub use bench_report::{BenchReport, timed};
pub use boards::{area, board, color_of_move, draw, empty_points, stones};
pub use files::{file, read};
pub use test_rng::TestRng;
