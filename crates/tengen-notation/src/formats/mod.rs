//! Records of games in every format: found, split, read, written.
//!
//! A stream is opened by a [`RecordReader`], which is made from its first bytes. A [`RecordSplitter`] finds where
//! whole records end; the blocks it takes can be read by several threads at once. A block is read in one
//! of two ways: whole, as [`WholeRecord`]s with all that stands in them, or quickly, as
//! [`MainLine`]s, which hold what a judge needs and take no memory of their own for each game. The
//! main line that is read quickly is the main line of the whole record: the whole reader is the plain
//! twin of the quick one.
//!
//! # To add a format
//!
//! Write a module with a function `open(&StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>>` and a type
//! that is a [`RecordFormat`], and name it in [`open`], where the one `match` over formats for reading is.
//!
//! - [`RecordFormat::ends`] makes a [`FindEnds`]. A format with one record a line takes
//!   [`LineEnds`](splitter::LineEnds).
//! - [`RecordFormat::records`] reads a block whole. Whatever is wrong with a record is a [`Fault`] in its
//!   place, and reading goes on with the next one. What is read leniently is noted in
//!   [`Repairs`](repair::Repairs).
//! - [`RecordFormat::main_lines`] reads a block quickly. If a format leaves it out, whole records are
//!   read and their main lines taken ([`MainLine::set`]).
//!
//! What the caller says about rule and board ([`ReadOptions`]) is filled in by the [`RecordReader`] afterwards;
//! a format looks at it only where it cannot read a point without. A writer is a function
//! `write(&mut RecordOutput, &Record) -> Result<(), Unwritable>`, named in [`RecordWriter::write`].
//! Detection is one line in `content.rs`. What is wrong with a format's records is an enum of its own,
//! held by a variant of [`RecordProblem`].

mod botzone_log;
pub mod ccgc;
pub mod columns;
mod content;
mod encoding;
mod format;
mod main_line;
mod moves;
mod opening_records;
mod point_names;
mod position_records;
mod positions;
mod problem;
pub mod psq;
mod reader;
mod reading;
pub mod renlib;
mod repair;
pub mod rif;
pub mod sgf;
mod splitter;
mod transcoder;
mod writer;

pub use botzone_log::BotzoneProblem;
pub use content::Content;
pub use encoding::{Encoding, ParseEncodingError};
pub use format::{Format, ParseFormatError};
pub use main_line::{Irregularity, MainLine, MainLines, OFF_BOARD};
pub use positions::PositionProblem;
pub use problem::RecordProblem;
pub use reader::{RecordReader, WholeRecord, WholeRecords};
pub use reading::{ReadOptions, RowOrder};
pub use repair::{MOST_REPAIRS, Repair};
pub use splitter::{RecordSplitter, Split};
pub use transcoder::Transcoder;
pub use writer::{RecordWriter, Unwritable, WriteLoss, WriteOptions};

use crate::{BlockOffset, Fault};
use main_line::{MainLinesOfRecords, ReadMainLines};
use splitter::FindEnds;

/// One format as a stream has it: all that was learned from the head of the stream.
pub(crate) trait RecordFormat: Send + Sync + std::fmt::Debug {
    /// What finds the ends of records; a new one for each stream.
    fn ends(&self) -> Box<dyn FindEnds>;

    /// Reads the whole records of a block that the splitter took and that stands at `place`.
    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a>;

    /// Reads the main lines of such a block.
    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(MainLinesOfRecords(self.records(block, place)))
    }
}

/// The whole records of a block.
pub(crate) type RecordIter<'a> = Box<dyn Iterator<Item = Result<WholeRecord, Box<Fault>>> + 'a>;

/// What is known of a stream before it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamHead<'a> {
    /// Its first bytes, without a byte-order mark: all of a short stream.
    pub(crate) bytes: &'a [u8],
    /// The name of its file, without folders; may be empty.
    pub(crate) file_name: &'a str,
    /// What the caller says.
    pub(crate) reading: &'a ReadOptions,
}

/// Opens a stream of the given format.
fn open(format: Format, head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    match format {
        Format::Moves => moves::open(head),
        Format::Positions => positions::open(head),
        Format::Sgf => sgf::open(head),
        Format::Psq => psq::open(head),
        Format::RenLib => renlib::open(head),
        Format::Rif => rif::open(head),
        Format::Botzone => Ok(botzone_log::open(head)),
        Format::Ccgc => ccgc::open(head),
        Format::Csv | Format::Tsv | Format::JsonLines => columns::open(format, head),
        Format::Openings => opening_records::open(head),
    }
}
