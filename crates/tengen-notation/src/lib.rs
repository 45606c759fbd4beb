//! Notation of positions and games: parsers and writers for records, boards and engine protocols.
//!
//! Nothing here opens a file. A stream comes in blocks: a splitter finds where whole records end, so that
//! a reader never waits for the rest of one, and blocks can be read by several threads at once.
//! [`RecordReader`] and [`RecordWriter`] read and write every [`Format`] of game records;
//! [`Content::sniff`] finds out what a text holds. [`boards`] and [`move_lists`] are the formats of the
//! quick stream judges, [`BoardText`] is a text with one board, [`StoneList`] the stones on a board
//! without edges, [`Fen`] a position in one line. Each protocol has a module: [`gtp`], [`gomocup`], [`botzone`]. Whatever is wrong is a
//! [`Fault`] with its line, its column and what would be right.

mod board_splitter;
mod board_text;
pub mod boards;
pub mod botzone;
mod fast_row;
mod fault;
mod fen;
mod formats;
pub mod gomocup;
pub mod gtp;
mod json_object;
pub mod links;
pub mod move_lists;
pub mod openings;
mod puzzle_key;
pub mod puzzles;
mod record;
mod stone_list;
pub mod subject;
mod swar;
mod text;

pub use board_splitter::{BoardSplitter, MoveListSplitter};
pub use board_text::BoardText;
pub use boards::{BoardForm, MAX_SIDE};
pub use fault::{ExpectedContent, ExpectedSize, Fault, FoundText, Problem};
pub use fen::{Fen, FenError, FenProblem};
pub use formats::{
    Content, Encoding, Format, Irregularity, MOST_REPAIRS, MainLine, MainLines, OFF_BOARD,
    ParseEncodingError, ParseFormatError, PositionProblem, ReadOptions, RecordProblem,
    RecordReader, RecordSplitter, RecordWriter, Repair, RowOrder, Split, Transcoder, Unwritable,
    WholeRecord, WholeRecords, WriteLoss, WriteOptions, ccgc, columns, psq, renlib, rif, sgf,
};
pub use record::{
    Manner, NodeId, Notes, ParseClaimError, Record, RecordNode, RecordStep, RecordTree,
    ResultClaim, Sign,
};
pub use stone_list::StoneList;
pub use text::{BlockOffset, byte_order_mark};

/// The example of the README, which runs with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct NotationReadme;
