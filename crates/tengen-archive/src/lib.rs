//! Archives of game records: files, folders, ZIP, gzip, zstd and Parquet in; verdicts out, in the
//! order of the records and in bounded memory.
//!
//! [`Archive`] is the front door: it finds the files ([`InputPaths`]), takes off what they are packed
//! in ([`Inputs`]), cuts them into blocks of whole records ([`RecordStream`]), has workers read and
//! judge the blocks ([`ordered_parallel`], [`BlockJudge`]) and delivers what they made in order: as
//! [`VerdictBatch`]es, or as any other [`BlockOutput`]. Nothing is ever unpacked to a path that an
//! archive names, and nothing is held that grows with the archive.
//!
//! ```
//! use tengen_archive::{Archive, ArchiveOptions};
//!
//! let archive = Archive::from_reader("games.txt", &b"h8i9h9\nh8h8\n"[..], &ArchiveOptions::default());
//! let mut json = Vec::new();
//! for batch in archive.batches() {
//!     batch.write_json(&mut json);
//! }
//! let json = String::from_utf8(json).unwrap();
//! assert!(json.lines().next().unwrap().contains(r#""end":"unfinished""#));
//! assert!(json.lines().nth(1).unwrap().contains(r#""end":"occupied","at":2,"earlier":1"#));
//! ```

#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod archive;
mod block_judge;
mod blocks;
mod conversion_report;
mod gomocup_results;
mod input_paths;
mod inputs;
mod judged_record_text;
mod names;
mod panic_barrier;
mod parallel;
#[cfg(feature = "parquet")]
mod parquet_table;
mod record_stream;
#[cfg(feature = "arrow")]
mod table;
mod unpack;
mod unpack_bytes;
mod unread_columns;
#[cfg(feature = "arrow")]
mod verdict_arrow;
mod verdict_batch;
#[cfg(feature = "parquet")]
mod verdict_parquet;
mod verdict_tally;
mod verdict_text;
mod whole_records;
mod work_queue;
mod worker;
mod zip;
#[cfg(any(test, target_arch = "wasm32"))]
mod zstd_frames;

pub use archive::{Archive, ArchiveError, ArchiveOptions, Batches};
pub use block_judge::{BlockJudge, JudgeResult, JudgedRecord};
pub use blocks::{Block, Blocks, BlocksError, StreamError, judge_blocks};
pub use conversion_report::{ConversionReport, RecordPlace};
pub use gomocup_results::Results;
pub use input_paths::{FoundFile, InputPaths};
pub use inputs::{InputItem, Inputs, OpenStream, SmallFile, StreamContent};
pub use parallel::ordered_parallel;
#[cfg(feature = "parquet")]
pub use parquet_table::ParquetTable;
pub use record_stream::{RecordBlock, RecordStream, StreamOptions};
#[cfg(feature = "arrow")]
pub use table::{CellColumn, LayoutError, TableBlock, TableLayout, TableRows};
pub use unpack::{ByteStream, Packing, unpack_stream};
pub use unpack_bytes::{UnpackError, UnpackLimits, unpack_bytes};
pub use unread_columns::UnreadColumns;
#[cfg(feature = "arrow")]
pub use verdict_arrow::VerdictSchema;
pub use verdict_batch::VerdictBatch;
#[cfg(feature = "parquet")]
pub use verdict_parquet::VerdictParquet;
pub use verdict_tally::VerdictTally;
pub use whole_records::{WholeRecordItem, each_whole_record};
pub use worker::{BlockOutput, VerdictBlock};
