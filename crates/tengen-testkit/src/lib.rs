//! Test kit: generators and helpers that the tests and benchmarks of all crates share. Not published.
//!
//! [`TestRng`] has random numbers, boards and positions that are equal on every run and every machine; the functions
//! draw boards, list their points, open files of the repository, measure CPU time and read the arguments of examples;
//! [`BenchReport`] holds measured ratios against their floors. The feature `notation` has readers of whole texts and streams in every way there is, which
//! tests and fuzz targets compare; `proof` has a small opening book.

mod arguments;
mod bench_report;
mod boards;
mod cpu_time;
mod files;
#[cfg(feature = "proof")]
mod small_book;
#[cfg(feature = "notation")]
mod stream_reading;
mod test_rng;
#[cfg(feature = "notation")]
mod text_reading;

pub use arguments::number;
pub use bench_report::{BenchReport, timed};
pub use boards::{area, board, color_of_move, draw, empty_points, stones};
pub use cpu_time::{cpu_time, cpu_time_of_process};
pub use files::{file, read};
#[cfg(feature = "proof")]
pub use small_book::{open_three, small_book};
#[cfg(feature = "notation")]
pub use stream_reading::{StreamEntry, damage_stream, read_stream, read_stream_in_steps};
pub use test_rng::TestRng;
#[cfg(feature = "notation")]
pub use text_reading::{ReaderTwin, TextContent, TextKind, TextReading, TextRecord};
