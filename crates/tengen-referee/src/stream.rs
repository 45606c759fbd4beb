//! Records by the million: read in blocks, judged on all cores, answered in order.
//!
//! Each hand takes a block off the text (one at a time), judges it on its own, and hands the
//! answers over when its turn comes. So at no time is there more in memory than one block and its
//! answers for each hand, however long the text is.

use std::{
    io::{self, Read},
    num::NonZero,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use tengen_notation::{Cutter, Fault, Opening, Place};
use thiserror::Error;

/// How much is read at once. Small enough to stay near a core while it is judged, and large enough
/// that hands seldom wait for each other: at half of it two cores were at times only 1.2 times one.
const BLOCK: usize = 512 * 1024;

/// Why a stream was not judged to its end.
#[derive(Debug, Error)]
pub enum StreamError {
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
pub struct Source<R> {
    reader: R,
    /// What was read and not yet given away.
    carry: Vec<u8>,
    ended: bool,
}

impl<R: Read> Source<R> {
    /// A text that comes from `reader`.
    pub const fn new(reader: R) -> Source<R> {
        Source { reader, carry: Vec::new(), ended: false }
    }

    /// Looks at how the text begins and passes over its byte-order mark.
    ///
    /// # Errors
    ///
    /// If the text cannot be read or is in an encoding we do not read.
    pub fn open(&mut self) -> Result<Opening, StreamError> {
        let mut buffer = vec![0; BLOCK];
        let filled = self.fill(&mut buffer, 0)?;
        buffer.truncate(filled);
        let opening = Opening::of(&buffer)?;
        self.carry = buffer.split_off(opening.skip);
        Ok(opening)
    }

    /// Fills `buffer` from `filled` on, as far as the text goes; how far that is.
    fn fill(&mut self, buffer: &mut [u8], mut filled: usize) -> Result<usize, StreamError> {
        while filled < buffer.len() && !self.ended {
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(length) => filled += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(StreamError::Read(error)),
            }
        }
        Ok(filled)
    }

    /// Puts the next whole records into `block`; `None` at the end of the text.
    fn next_block(
        &mut self,
        cutter: &mut impl Cutter,
        block: &mut Block,
    ) -> Result<Option<Place>, StreamError> {
        if block.buffer.len() < BLOCK.max(self.carry.len()) {
            block.buffer.resize(BLOCK.max(self.carry.len()), 0);
        }
        block.buffer[..self.carry.len()].copy_from_slice(&self.carry);
        let (mut start, mut filled) = (0, self.carry.len());
        loop {
            filled = self.fill(&mut block.buffer, filled)?;
            let rest = &block.buffer[start..filled];
            let cut = cutter.cut(rest, self.ended)?;
            start += cut.skip;
            if cut.take > 0 {
                block.records = start..start + cut.take;
                self.carry.clear();
                self.carry.extend_from_slice(&block.buffer[block.records.end..filled]);
                return Ok(Some(cut.place));
            }
            if self.ended && start == filled {
                self.carry.clear();
                return Ok(None);
            }
            if start > 0 {
                block.buffer.copy_within(start..filled, 0);
                (start, filled) = (0, filled - start);
            } else if filled == block.buffer.len() {
                block.buffer.resize(2 * filled, 0);
            }
        }
    }
}

/// A part of the text that holds whole records.
#[derive(Default)]
struct Block {
    buffer: Vec<u8>,
    records: std::ops::Range<usize>,
}

/// Judges all of `source` with `hands` at once: `judge` is given whole records, where they stand,
/// and room for its answers; `sink` takes the answers in order, and how many bytes of text they
/// are about.
///
/// # Errors
///
/// The first thing in the text that is wrong, if all before it was right; or that the text cannot
/// be read or the answers not be written.
pub fn judge_stream<R: Read + Send>(
    source: Source<R>,
    cutter: impl Cutter + Send,
    hands: NonZero<usize>,
    judge: impl Fn(&[u8], Place, &mut Vec<u8>) -> Result<(), Box<Fault>> + Sync,
    sink: impl FnMut(&[u8], usize) -> io::Result<()> + Send,
) -> Result<(), StreamError> {
    let desk = Desk {
        intake: Mutex::new(Intake { source, cutter, given: 0, closed: false }),
        outlet: Mutex::new(Outlet { sink, next: 0, result: None }),
        turn: Condvar::new(),
    };
    if hands.get() == 1 {
        desk.work(&judge);
    } else {
        thread::scope(|scope| {
            for _ in 0..hands.get() {
                scope.spawn(|| desk.work(&judge));
            }
        });
    }
    let outlet = desk.outlet.into_inner().unwrap_or_else(PoisonError::into_inner);
    outlet.result.unwrap_or(Ok(()))
}

/// What the hands share.
struct Desk<R, C, S> {
    intake: Mutex<Intake<R, C>>,
    outlet: Mutex<Outlet<S>>,
    turn: Condvar,
}

struct Intake<R, C> {
    source: Source<R>,
    cutter: C,
    /// How many blocks have been given out.
    given: u64,
    closed: bool,
}

struct Outlet<S> {
    sink: S,
    /// The number of the block whose answers come next.
    next: u64,
    /// Set when there is no more to come.
    result: Option<Result<(), StreamError>>,
}

impl<R, C, S> Desk<R, C, S>
where
    R: Read,
    C: Cutter,
    S: FnMut(&[u8], usize) -> io::Result<()>,
{
    fn work(&self, judge: &impl Fn(&[u8], Place, &mut Vec<u8>) -> Result<(), Box<Fault>>) {
        // If a hand is struck down, the others must not wait for it for ever.
        let leave = Leave(self);
        let (mut block, mut answers) = (Block::default(), Vec::new());
        loop {
            let (number, taken) = {
                let mut intake = lock(&self.intake);
                if intake.closed {
                    break;
                }
                let Intake { source, cutter, given, closed } = &mut *intake;
                let taken = source.next_block(cutter, &mut block);
                *closed = !matches!(taken, Ok(Some(_)));
                *given += 1;
                (*given - 1, taken)
            };
            answers.clear();
            let records = &block.buffer[block.records.clone()];
            let judged = match taken {
                Ok(Some(place)) => judge(records, place, &mut answers)
                    .map(|()| Some(records.len()))
                    .map_err(StreamError::Fault),
                Ok(None) => Ok(None),
                Err(error) => Err(error),
            };
            if !self.hand_over(number, judged, &answers) {
                lock(&self.intake).closed = true;
                break;
            }
        }
        std::mem::forget(leave);
    }

    /// Waits for the turn of block `number` and hands its answers over; whether to go on.
    fn hand_over(
        &self,
        number: u64,
        judged: Result<Option<usize>, StreamError>,
        answers: &[u8],
    ) -> bool {
        let outlet = lock(&self.outlet);
        let waiting = |outlet: &mut Outlet<S>| outlet.next != number && outlet.result.is_none();
        let mut outlet =
            self.turn.wait_while(outlet, waiting).unwrap_or_else(PoisonError::into_inner);
        if outlet.result.is_some() {
            return false;
        }
        match judged {
            Ok(Some(length)) => {
                if let Err(error) = (outlet.sink)(answers, length) {
                    outlet.result = Some(Err(StreamError::Write(error)));
                }
            }
            Ok(None) => outlet.result = Some(Ok(())),
            Err(error) => outlet.result = Some(Err(error)),
        }
        outlet.next += 1;
        self.turn.notify_all();
        outlet.result.is_none()
    }
}

/// Left behind by a hand that did not come to an orderly end.
struct Leave<'a, R, C, S>(&'a Desk<R, C, S>);

impl<R, C, S> Drop for Leave<'_, R, C, S> {
    fn drop(&mut self) {
        lock(&self.0.intake).closed = true;
        let mut outlet = lock(&self.0.outlet);
        let lost = io::Error::other("a thread was lost");
        outlet.result.get_or_insert(Err(StreamError::Read(lost)));
        self.0.turn.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
