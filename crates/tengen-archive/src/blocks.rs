//! Blocks of whole records: a stream cut by its splitter, and judged on all cores in order.
//!
//! A worker takes a block (one worker at a time), judges it on its own and delivers the answers when
//! its turn comes ([`ordered_parallel`]). So memory holds one block and its answers for each worker,
//! however long the stream is.

use std::{
    fmt,
    io::{self, Read},
    num::NonZero,
};

use tengen_notation::{BlockOffset, Fault, RecordSplitter, Split};
use thiserror::Error;

use crate::parallel::ordered_parallel;

/// The size of a block in bytes. Small enough to stay in the cache of a core while it is judged, and
/// large enough that workers seldom wait for each other: at half of it two cores were at times only
/// 1.2 times one.
pub(crate) const BLOCK: usize = 512 * 1024;

/// Why a stream cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The text is malformed.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
    /// The bytes cannot be read or unpacked.
    #[error("{0}")]
    Read(io::Error),
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

/// Whole records of a text.
#[derive(Default, Debug)]
pub struct Block {
    bytes: Vec<u8>,
    /// Where the records begin; they go on to the end.
    start: usize,
    place: BlockOffset,
}

impl Block {
    /// The text of the records.
    pub fn text(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Where they stand in the stream.
    pub const fn place(&self) -> BlockOffset {
        self.place
    }
}

/// Iterator over the blocks of a stream. After a record that is too long it goes on with the next one.
pub struct Blocks<R> {
    reader: R,
    splitter: Box<dyn RecordSplitter>,
    /// The bytes that were read after the last block.
    pending: Vec<u8>,
    /// Whether the reader has nothing more.
    ended: bool,
    /// Whether nothing comes after a fault.
    broken: bool,
    /// The memory of a block that was judged.
    spare: Vec<u8>,
}

impl<R> fmt::Debug for Blocks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl<R: Read> Blocks<R> {
    /// The blocks of the stream from `reader`, cut by `splitter`.
    pub fn new(reader: R, splitter: Box<dyn RecordSplitter>) -> Blocks<R> {
        let (pending, spare) = (Vec::new(), Vec::new());
        Blocks { reader, splitter, pending, ended: false, broken: false, spare }
    }

    /// The number of records that have been passed so far, the one of a fault among them.
    pub fn records(&self) -> u64 {
        self.splitter.place().records
    }

    /// Takes back the memory of a block, for one to come.
    pub fn recycle(&mut self, block: Block) {
        // A long record came by; its memory is not kept.
        if block.bytes.capacity() <= 4 * BLOCK {
            self.spare = block.bytes;
        }
    }

    /// Reads until `size` bytes are pending or there are no more.
    fn fill(&mut self, size: usize) -> io::Result<()> {
        if let Some(missing) = size.checked_sub(self.pending.len())
            && missing > 0
            && !self.ended
        {
            self.pending.reserve_exact(missing);
            let read = self.reader.by_ref().take(missing as u64).read_to_end(&mut self.pending)?;
            self.ended = read < missing;
        }
        Ok(())
    }

    /// An error after which nothing comes.
    fn break_off(&mut self, error: StreamError) -> Result<Block, StreamError> {
        self.broken = true;
        self.pending = Vec::new();
        Err(error)
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<Block, StreamError>;

    fn next(&mut self) -> Option<Result<Block, StreamError>> {
        let (mut start, mut size) = (0, BLOCK);
        while !self.broken {
            if let Err(error) = self.fill(size) {
                return Some(self.break_off(StreamError::Read(error)));
            }
            match self.splitter.split(&self.pending[start..], self.ended) {
                Split::Take { length, place } => {
                    let mut rest = std::mem::take(&mut self.spare);
                    rest.clear();
                    rest.extend_from_slice(&self.pending[start + length..]);
                    let mut bytes = std::mem::replace(&mut self.pending, rest);
                    bytes.truncate(start + length);
                    return Some(Ok(Block { bytes, start, place }));
                }
                Split::Skip(length) => start += length,
                Split::TooLong(fault) => {
                    self.pending.drain(..start);
                    return Some(Err(fault.into()));
                }
                Split::Broken(fault) => return Some(self.break_off(fault.into())),
                Split::More if self.ended => return None,
                Split::More if start > 0 => {
                    self.pending.drain(..start);
                    start = 0;
                }
                // What cannot be right is refused by the splitter, so that this has an end.
                Split::More => size = self.pending.len() + BLOCK.max(self.pending.len() / 2),
            }
        }
        None
    }
}

/// Why a stream was not judged to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BlocksError {
    /// The stream cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The answers cannot be written.
    #[error("the answers cannot be written: {0}")]
    Write(#[source] io::Error),
}

/// Judges all blocks with `workers` at once: `judge` is given whole records, where they stand, and room
/// for its answers; `sink` takes the answers in order, and how many bytes of text they are about.
///
/// # Errors
///
/// The first thing in the stream that is wrong, if all before it was right; or that the stream cannot be
/// read or the answers not be written.
pub fn judge_blocks<R: Read + Send>(
    mut blocks: Blocks<R>,
    workers: NonZero<usize>,
    judge: impl Fn(&[u8], BlockOffset, &mut Vec<u8>) -> Result<(), Box<Fault>> + Sync,
    mut sink: impl FnMut(&[u8], usize) -> io::Result<()> + Send,
) -> Result<(), BlocksError> {
    ordered_parallel(
        workers,
        |block: &mut Block| {
            blocks.recycle(std::mem::take(block));
            match blocks.next().transpose()? {
                Some(next) => *block = next,
                None => return Ok(false),
            }
            Ok(true)
        },
        |block, answers: &mut Vec<u8>| {
            answers.clear();
            judge(block.text(), block.place, answers)
                .map_err(|fault| StreamError::Fault(fault).into())
        },
        |block, answers| sink(answers, block.text().len()).map_err(BlocksError::Write),
    )
}
