//! A stream of records: its format detected by its head, the rest cut into blocks of whole records.

use std::{
    io::{self, Read},
    ops::Range,
    sync::Arc,
};

use tengen_notation::{
    BlockOffset, Fault, Format, ReadOptions, RecordReader, RecordSplitter, Split,
};

use thiserror::Error;

use crate::unpack::{ByteStream, inner_name};

/// The size of a block in bytes; see [`Blocks`](crate::Blocks).
pub(crate) const BLOCK: usize = 512 * 1024;

/// Options of all streams of an archive.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    /// The format; detected if `None`.
    pub format: Option<Format>,
    /// What records do not say themselves.
    pub reading: ReadOptions,
}

impl StreamOptions {
    /// The reader of the stream of this name that begins with `head`.
    ///
    /// # Errors
    ///
    /// If its format cannot be detected.
    pub fn reader(&self, head: &[u8], name: &str) -> Result<RecordReader, Box<Fault>> {
        let head = &head[..head.len().min(RecordReader::HEAD)];
        RecordReader::of(head, inner_name(name), self.format, &self.reading)
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

/// A stream of records that is being read.
pub struct RecordStream {
    pub(crate) name: Arc<str>,
    pub(crate) reader: Arc<RecordReader>,
    bytes: ByteStream,
    splitter: Box<dyn RecordSplitter>,
    /// The bytes that were read after the last block.
    carry: Vec<u8>,
    ended: bool,
    /// A record that cannot be read, and its number, that is still to be returned.
    broken: Option<(u64, Box<Fault>)>,
}

/// Why a stream cannot be read.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The text is malformed.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The bytes cannot be read or unpacked.
    #[error("{0}")]
    Read(io::Error),
}

/// The next part of a stream.
#[derive(Debug)]
pub enum NextBlock {
    /// Whole records: their range in the buffer, and their offset in the text.
    Records(Range<usize>, BlockOffset),
    /// A record that cannot be read, and its number. The stream goes on after it.
    Unreadable(u64, Box<Fault>),
    /// The end of the stream.
    End,
}

impl StreamError {
    /// The line and column of the error, from 1; 0 if it has none.
    pub fn position(&self) -> (u64, usize) {
        match self {
            StreamError::Fault(fault) => (fault.line, fault.column),
            StreamError::Read(_) => (0, 0),
        }
    }
}

impl std::fmt::Debug for RecordStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
        texts: &StreamOptions,
        name: &str,
        bytes: ByteStream,
    ) -> Result<RecordStream, StreamError> {
        let (mut bytes, mut carry) = (bytes, Vec::new());
        let head = RecordReader::HEAD as u64;
        bytes.by_ref().take(head).read_to_end(&mut carry).map_err(StreamError::Read)?;
        let reader = texts.reader(&carry, name).map_err(StreamError::Fault)?;
        let (splitter, ended) = (reader.splitter(), (carry.len() as u64) < head);
        let (name, reader) = (name.into(), Arc::new(reader));
        Ok(RecordStream { name, reader, bytes, splitter, carry, ended, broken: None })
    }

    /// The name of the stream.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The reader of its records.
    pub fn reader(&self) -> &RecordReader {
        &self.reader
    }

    /// Puts the next whole records into `buffer`.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<NextBlock> {
        if let Some((number, fault)) = self.broken.take() {
            return Ok(NextBlock::Unreadable(number, fault));
        }
        if buffer.len() < BLOCK.max(self.carry.len()) {
            buffer.resize(BLOCK.max(self.carry.len()), 0);
        } else if buffer.len() > 4 * BLOCK && self.carry.len() < BLOCK {
            // A long record came by; its memory is not kept.
            buffer.truncate(BLOCK);
            buffer.shrink_to_fit();
        }
        buffer[..self.carry.len()].copy_from_slice(&self.carry);
        let (mut start, mut filled) = (0, self.carry.len());
        loop {
            filled = self.fill(buffer, filled)?;
            match self.splitter.split(&buffer[start..filled], self.ended) {
                Split::Take { length, place } => {
                    let records = start..start + length;
                    self.keep(&buffer[records.end..filled]);
                    return Ok(NextBlock::Records(records, place));
                }
                Split::Skip(length) => {
                    start += length;
                    if let Some((number, fault)) = self.broken.take() {
                        self.keep(&buffer[start..filled]);
                        return Ok(NextBlock::Unreadable(number, fault));
                    }
                }
                // What has come of it is passed over first, so that it need not be kept.
                Split::TooLong(fault) | Split::Broken(fault) => {
                    self.broken = Some((self.splitter.place().records, fault));
                }
                Split::More if self.ended => {
                    self.carry = Vec::new();
                    let broken = self.broken.take();
                    return Ok(
                        broken.map_or(NextBlock::End, |(n, fault)| NextBlock::Unreadable(n, fault))
                    );
                }
                Split::More if start > 0 => {
                    buffer.copy_within(start..filled, 0);
                    (start, filled) = (0, filled - start);
                }
                Split::More => {
                    // What cannot be right is refused by the splitter, so that this has an end.
                    let more = filled + BLOCK.max(filled / 2);
                    buffer.reserve_exact(more - buffer.len());
                    buffer.resize(more, 0);
                }
            }
        }
    }

    fn keep(&mut self, rest: &[u8]) {
        self.carry.clear();
        self.carry.extend_from_slice(rest);
        if self.carry.capacity() > 4 * BLOCK && self.carry.len() < BLOCK {
            self.carry.shrink_to(BLOCK);
        }
    }

    /// Fills `buffer` from `filled` on, as far as the text goes; how far that is.
    fn fill(&mut self, buffer: &mut [u8], mut filled: usize) -> io::Result<usize> {
        while filled < buffer.len() && !self.ended {
            match self.bytes.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(length) => filled += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }
}
