//! A stream of records: its format detected by its head, the rest cut into blocks of whole records.

use std::{
    fmt,
    io::{Cursor, Read},
    sync::Arc,
};

use tengen_notation::{Fault, Format, MainLines, ReadOptions, RecordReader, WholeRecords};

use crate::{
    blocks::{Block, Blocks, StreamError},
    unpack::{ByteStream, inner_name},
};

/// Options of all streams of an archive.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StreamOptions {
    /// The format; detected if `None`.
    pub format: Option<Format>,
    /// What records do not say themselves.
    pub reading: ReadOptions,
}

impl StreamOptions {
    /// Options with this format, detected if `None`, and what records do not say themselves.
    pub const fn new(format: Option<Format>, reading: ReadOptions) -> StreamOptions {
        StreamOptions { format, reading }
    }

    /// The reader of the stream of this name that begins with `head`.
    ///
    /// # Errors
    ///
    /// If its format cannot be detected.
    pub fn reader(&self, head: &[u8], name: &str) -> Result<RecordReader, Box<Fault>> {
        let head = &head[..head.len().min(RecordReader::HEAD)];
        RecordReader::open(head, inner_name(name), self.format, &self.reading)
    }

    /// These options with another format, if there is one.
    #[must_use]
    pub fn with_format(&self, format: Option<Format>) -> StreamOptions {
        StreamOptions { format: format.or(self.format), reading: self.reading }
    }

    /// Whether a file of this name should hold records, so that it is an error if it does not.
    pub fn expects(&self, name: &str) -> bool {
        let ending = inner_name(name).rsplit_once('.').map_or("", |(_, ending)| ending);
        self.format.is_some()
            || Format::ALL.into_iter().any(|format| {
                // All sorts of things are called .txt.
                format.extension() != "txt" && format.extension().eq_ignore_ascii_case(ending)
            })
    }
}

/// Iterator over the records of a stream, in blocks. After a record that cannot be read it goes on with the
/// next one.
pub struct RecordStream {
    name: Arc<str>,
    reader: Arc<RecordReader>,
    blocks: Blocks<ByteStream>,
}

impl fmt::Debug for RecordStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordStream").field("name", &self.name).finish_non_exhaustive()
    }
}

impl RecordStream {
    /// Reads the head of a stream. Of the name only the end counts.
    ///
    /// # Errors
    ///
    /// If its format cannot be detected, or it cannot be read.
    pub fn open(
        options: &StreamOptions,
        name: &str,
        mut bytes: ByteStream,
    ) -> Result<RecordStream, StreamError> {
        let mut head = Vec::new();
        let most = RecordReader::HEAD as u64;
        bytes.by_ref().take(most).read_to_end(&mut head).map_err(StreamError::Read)?;
        let reader = Arc::new(options.reader(&head, name)?);
        let bytes: ByteStream = Box::new(Cursor::new(head).chain(bytes));
        let blocks = Blocks::new(bytes, reader.splitter());
        Ok(RecordStream { name: name.into(), reader, blocks })
    }

    /// The name of the stream.
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The format of its records.
    pub fn format(&self) -> Format {
        self.reader.format()
    }

    /// The number of records that have been passed so far, the one of a fault among them.
    pub fn records(&self) -> u64 {
        self.blocks.records()
    }

    /// Takes back the memory of a block, for one to come.
    pub fn recycle(&mut self, block: RecordBlock) {
        self.blocks.recycle(block.block);
    }
}

impl Iterator for RecordStream {
    type Item = Result<RecordBlock, StreamError>;

    fn next(&mut self) -> Option<Result<RecordBlock, StreamError>> {
        let block = self.blocks.next()?;
        Some(block.map(|block| RecordBlock { reader: Arc::clone(&self.reader), block }))
    }
}

/// Records of one stream, any number of them, with what reads them.
#[derive(Debug)]
pub struct RecordBlock {
    reader: Arc<RecordReader>,
    block: Block,
}

impl RecordBlock {
    /// The number of records of the stream before these.
    pub const fn records_before(&self) -> u64 {
        self.block.place().records
    }

    /// Reads the main lines.
    pub fn main_lines(&self) -> MainLines<'_> {
        self.reader.main_lines(self.block.text(), self.block.place())
    }

    /// Reads the whole records.
    pub fn records(&self) -> WholeRecords<'_> {
        self.reader.records(self.block.text(), self.block.place())
    }
}
