//! Records by the million: read in blocks, judged on all cores, answered in order.
//!
//! Each worker takes a block off the text (one at a time), judges it on its own, and workers the
//! answers over when its turn comes ([`ordered_parallel`]). So at no time is there more in memory than one
//! block and its answers for each worker, however long the text is.

use std::{
    io::{self, Read},
    num::NonZero,
};

use tengen_notation::{BlockOffset, Fault, Preamble, RecordSplitter, Split};
use thiserror::Error;

use crate::parallel::ordered_parallel;

/// How much is read at once. Small enough to stay near a core while it is judged, and large enough
/// that workers seldom wait for each other: at half of it two cores were at times only 1.2 times one.
const BLOCK: usize = 512 * 1024;

/// Why a stream was not judged to its end.
#[derive(Debug, Error)]
pub enum BlocksError {
    /// The text is not as it should be.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
    /// The text cannot be read.
    #[error("the input cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The answers cannot be written.
    #[error("the answers cannot be written: {0}")]
    Write(#[source] io::Error),
}

/// A text that is still to be read.
#[derive(Debug)]
pub struct Blocks<R> {
    reader: R,
    /// What was read and not yet given away.
    carry: Vec<u8>,
    ended: bool,
}

impl<R: Read> Blocks<R> {
    /// A text that comes from `reader`.
    pub const fn new(reader: R) -> Blocks<R> {
        Blocks { reader, carry: Vec::new(), ended: false }
    }

    /// Looks at how the text begins and passes over its byte-order mark.
    ///
    /// # Errors
    ///
    /// If the text cannot be read or is in an encoding we do not read.
    pub fn open(&mut self) -> Result<Preamble, BlocksError> {
        let mut buffer = vec![0; BLOCK];
        let filled = self.fill(&mut buffer, 0)?;
        buffer.truncate(filled);
        let opening = Preamble::of(&buffer)?;
        self.carry = buffer.split_off(opening.skip);
        Ok(opening)
    }

    /// Fills `buffer` from `filled` on, as far as the text goes; how far that is.
    fn fill(&mut self, buffer: &mut [u8], mut filled: usize) -> Result<usize, BlocksError> {
        while filled < buffer.len() && !self.ended {
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(length) => filled += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(BlocksError::Read(error)),
            }
        }
        Ok(filled)
    }

    /// Puts the next whole records into `block`; whether there are any.
    fn next_block(
        &mut self,
        splitter: &mut impl RecordSplitter,
        block: &mut TextBlock,
    ) -> Result<bool, BlocksError> {
        if block.buffer.len() < BLOCK.max(self.carry.len()) {
            block.buffer.resize(BLOCK.max(self.carry.len()), 0);
        }
        block.buffer[..self.carry.len()].copy_from_slice(&self.carry);
        let (mut start, mut filled) = (0, self.carry.len());
        loop {
            filled = self.fill(&mut block.buffer, filled)?;
            match splitter.split(&block.buffer[start..filled], self.ended) {
                Split::Skip(length) => start += length,
                Split::Take { length, place } => {
                    block.records = start..start + length;
                    self.carry.clear();
                    self.carry.extend_from_slice(&block.buffer[block.records.end..filled]);
                    block.place = place;
                    return Ok(true);
                }
                Split::TooLong(fault) | Split::Broken(fault) => return Err(fault.into()),
                Split::More if self.ended => {
                    self.carry.clear();
                    return Ok(false);
                }
                Split::More if start > 0 => {
                    block.buffer.copy_within(start..filled, 0);
                    (start, filled) = (0, filled - start);
                }
                Split::More => {
                    if filled == block.buffer.len() {
                        block.buffer.resize(2 * filled, 0);
                    }
                }
            }
        }
    }
}

/// A part of the text that holds whole records.
#[derive(Default)]
struct TextBlock {
    buffer: Vec<u8>,
    records: std::ops::Range<usize>,
    place: BlockOffset,
}

impl TextBlock {
    fn records(&self) -> &[u8] {
        &self.buffer[self.records.clone()]
    }
}

/// Judges all of `source` with `workers` at once: `judge` is given whole records, where they stand,
/// and room for its answers; `sink` takes the answers in order, and how many bytes of text they
/// are about.
///
/// # Errors
///
/// The first thing in the text that is wrong, if all before it was right; or that the text cannot
/// be read or the answers not be written.
pub fn judge_blocks<R: Read + Send>(
    mut source: Blocks<R>,
    mut splitter: impl RecordSplitter,
    workers: NonZero<usize>,
    judge: impl Fn(&[u8], BlockOffset, &mut Vec<u8>) -> Result<(), Box<Fault>> + Sync,
    mut sink: impl FnMut(&[u8], usize) -> io::Result<()> + Send,
) -> Result<(), BlocksError> {
    ordered_parallel(
        workers,
        |block: &mut TextBlock| source.next_block(&mut splitter, block),
        |block, answers: &mut Vec<u8>| {
            answers.clear();
            judge(block.records(), block.place, answers).map_err(BlocksError::Fault)
        },
        |block, answers| sink(answers, block.records.len()).map_err(BlocksError::Write),
    )
}
