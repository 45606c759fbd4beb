//! How one stream is read.

use std::fmt;

use super::{
    Content, Format, MainLines, ReadOptions, RecordFormat, RecordIter, RecordProblem, Repair,
    StreamHead, open,
    splitter::{FormatSplitter, RecordSplitter},
};
use crate::{
    BlockOffset, Fault, Record,
    text::{byte_order_mark, fault},
};

/// The reader of one stream: its format, and what its head says about all of it. Shared by all
/// threads that read its blocks.
///
/// ```
/// use tengen_core::Point;
/// use tengen_notation::{MainLine, BlockOffset, RecordReader, ReadOptions, RowOrder, Split};
///
/// let stream = b"h8i9\n";
/// let reader = RecordReader::open(stream, "", None, &ReadOptions::new(RowOrder::FromBottom)).unwrap();
/// let split = reader.splitter().split(stream, true);
/// assert_eq!(split, Split::Take { length: 5, place: BlockOffset::default() });
/// let mut lines = reader.main_lines(stream, BlockOffset::default());
/// let mut line = MainLine::default();
/// assert_eq!(lines.read(&mut line), Some(Ok(())));
/// assert_eq!(line.moves, [Point::new(7, 7), Point::new(8, 6)]);
/// assert_eq!(lines.read(&mut line), None);
/// ```
#[derive(Debug)]
pub struct RecordReader {
    format: Format,
    reading: ReadOptions,
    notation: Box<dyn RecordFormat>,
}

impl RecordReader {
    /// The number of bytes at the start of a stream that [`RecordReader::open`] looks at.
    pub const HEAD: usize = 64 * 1024;

    /// Looks at the first bytes of a stream ([`HEAD`](RecordReader::HEAD) are enough) and the name of its
    /// file. The format is found by looking, if the caller does not name it.
    ///
    /// # Errors
    ///
    /// If the stream is in no format or encoding that is read, or its head is not as the format asks.
    pub fn open(
        head: &[u8],
        file_name: &str,
        format: Option<Format>,
        reading: &ReadOptions,
    ) -> Result<RecordReader, Box<Fault>> {
        let sniff = || Content::sniff(head, file_name)?.format();
        let Some(format) = format.or_else(sniff) else {
            return Err(byte_order_mark(head).err().unwrap_or_else(|| unknown(head)));
        };
        // A library begins with a byte that no text begins with.
        if format != Format::RenLib {
            byte_order_mark(head)?;
        }
        let bytes = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let file_name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
        let notation = open(format, &StreamHead { bytes, file_name, reading })?;
        Ok(RecordReader { format, reading: *reading, notation })
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The splitter of the stream.
    pub fn splitter(&self) -> Box<dyn RecordSplitter> {
        Box::new(FormatSplitter::new(self.notation.ends()))
    }

    /// Reads the main lines of a block that the splitter took, which stands at `place`.
    pub fn main_lines<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> MainLines<'a> {
        MainLines { lines: self.notation.main_lines(block, place), reading: &self.reading }
    }

    /// Reads the whole records of a block that the splitter took, which stands at `place`.
    pub fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> WholeRecords<'a> {
        WholeRecords { records: self.notation.records(block, place), reading: &self.reading }
    }
}

/// The stream is in no format that is read.
pub(super) fn unknown(head: &[u8]) -> Box<Fault> {
    let start = head.len() - head.trim_ascii_start().len();
    let line = super::splitter::lines_in(&head[..start]);
    let from = memchr::memrchr(b'\n', &head[..start]).map_or(0, |end| end + 1);
    Box::new(fault(head, from, line, (start, 1), RecordProblem::UnknownFormat.into()))
}

/// The stream is to be read on a board without edges, which its format cannot.
pub(super) fn no_edges(head: &[u8]) -> Box<Fault> {
    Box::new(fault(head, 0, 0, (0, 1), RecordProblem::NoEdges.into()))
}

/// A record with all that stands in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeRecord {
    /// The record.
    pub record: Record,
    /// What was read leniently, in the order of the text.
    pub repairs: Vec<Repair>,
    /// The line of the text that the record begins in, from 1.
    pub line: u64,
    /// Where it begins in its block.
    pub offset: usize,
}

/// The whole records of a block. After a fault it goes on with the record after the one at fault.
pub struct WholeRecords<'a> {
    records: RecordIter<'a>,
    reading: &'a ReadOptions,
}

impl fmt::Debug for WholeRecords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WholeRecords").finish_non_exhaustive()
    }
}

impl Iterator for WholeRecords<'_> {
    type Item = Result<WholeRecord, Box<Fault>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut whole = self.records.next()?;
        if let Ok(WholeRecord { record, .. }) = &mut whole {
            self.reading.settle(&mut record.rule, &mut record.area);
        }
        Some(whole)
    }
}
