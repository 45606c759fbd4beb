//! One text of records: its head looked at, the rest given out in blocks of whole records.

use std::{
    io::{self, Read},
    ops::Range,
    sync::Arc,
};

use tengen_notation::{BlockOffset, Fault, Format, ReadOptions, RecordReader, Split, Splitter};

use thiserror::Error;

use super::unpack::{Bytes, inner_name};

/// How much is read at once; see `tengen_referee::stream`.
pub(crate) const BLOCK: usize = 512 * 1024;

/// What is known about all texts.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    /// The format, if it is told and not to be found by looking.
    pub(crate) format: Option<Format>,
    /// What records do not say themselves.
    pub(crate) reading: ReadOptions,
}

impl Texts {
    /// How the text of the given name that begins with `head` is read.
    pub(crate) fn reader(&self, head: &[u8], name: &str) -> Result<RecordReader, Box<Fault>> {
        let head = &head[..head.len().min(RecordReader::HEAD)];
        RecordReader::of(head, inner_name(name), self.format, &self.reading)
    }

    /// The same where the format is known for another reason.
    pub(crate) fn in_format(&self, format: Option<Format>) -> Texts {
        Texts { format: format.or(self.format), reading: self.reading }
    }

    /// Whether a file of this name should be a record, so that it is worth a word if it is none.
    pub(crate) fn expects(&self, name: &str) -> bool {
        let ending = inner_name(name).rsplit_once('.').map_or("", |(_, ending)| ending);
        self.format.is_some()
            || Format::ALL.into_iter().any(|format| {
                // All sorts of things are called .txt.
                format.extension() != "txt" && format.extension().eq_ignore_ascii_case(ending)
            })
    }
}

/// A text that is being read.
pub(crate) struct Text {
    pub(crate) name: Arc<str>,
    pub(crate) reader: Arc<RecordReader>,
    bytes: Bytes,
    splitter: Splitter,
    /// What was read and not yet given away.
    carry: Vec<u8>,
    ended: bool,
    /// A record that cannot be read, and its number, that is still to be told of.
    broken: Option<(u64, Box<Fault>)>,
}

/// Why a text cannot be read.
#[derive(Debug, Error)]
pub(crate) enum Broken {
    /// Something is wrong at a place of it.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// It cannot be read at all.
    #[error("{0}")]
    Read(io::Error),
}

/// What comes next of a text.
pub(crate) enum Next {
    /// Whole records: where in the buffer they stand, and where in the text.
    Records(Range<usize>, BlockOffset),
    /// A record that cannot be read, and its number. The text goes on after it.
    Broken(u64, Box<Fault>),
    /// Nothing.
    End,
}

impl Text {
    /// Looks at the head of a text. The name is what people see; only its end is looked at.
    pub(crate) fn open(texts: &Texts, name: &str, bytes: Bytes) -> Result<Text, Broken> {
        let (mut bytes, mut carry) = (bytes, Vec::new());
        let head = RecordReader::HEAD as u64;
        bytes.by_ref().take(head).read_to_end(&mut carry).map_err(Broken::Read)?;
        let reader = texts.reader(&carry, name).map_err(Broken::Fault)?;
        let (splitter, ended) = (reader.splitter(), (carry.len() as u64) < head);
        let (name, reader) = (name.into(), Arc::new(reader));
        Ok(Text { name, reader, bytes, splitter, carry, ended, broken: None })
    }

    /// Puts the next whole records into `buffer`.
    pub(crate) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Next> {
        if let Some((number, fault)) = self.broken.take() {
            return Ok(Next::Broken(number, fault));
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
                    return Ok(Next::Records(records, place));
                }
                Split::Skip(length) => {
                    start += length;
                    if let Some((number, fault)) = self.broken.take() {
                        self.keep(&buffer[start..filled]);
                        return Ok(Next::Broken(number, fault));
                    }
                }
                // What has come of it is passed over first, so that it need not be kept.
                Split::TooLong(fault) => {
                    self.broken = Some((self.splitter.place().records, fault));
                }
                Split::More if self.ended => {
                    self.carry = Vec::new();
                    let broken = self.broken.take();
                    return Ok(broken.map_or(Next::End, |(n, fault)| Next::Broken(n, fault)));
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
