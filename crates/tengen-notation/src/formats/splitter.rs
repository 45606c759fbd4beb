//! Record splitters: where whole records end, so that a stream can be read in blocks.

use std::fmt;

use memchr::{memchr, memchr_iter};

use super::RecordProblem;
use crate::{
    BlockOffset, Fault, Problem,
    text::{GAME_LINE_LIMIT, fault_in},
};

/// What to do with the start of what has come of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// The first bytes are whole records.
    Take {
        /// How many bytes; at least one.
        length: usize,
        /// Where they stand in the stream.
        place: BlockOffset,
    },
    /// Nothing stands in this many first bytes (at least one): they are passed over.
    Skip(usize),
    /// There is no whole record here yet: come again with these bytes and more. At the end of the
    /// stream this is said only if there are no bytes.
    More,
    /// A record begins that is longer than any that can be right, and is counted as one record. No
    /// byte is taken; the next call passes over as much of it as has come.
    TooLong(Box<Fault>),
    /// What keeps the rest of the stream from being records at all: nothing comes after this.
    Broken(Box<Fault>),
}

/// Splits a stream into blocks of whole records.
///
/// What comes of a stream does not depend on where its bytes are cut when they come.
pub trait RecordSplitter: Send {
    /// Looks at `bytes`: all that has come and was not yet taken or passed over. `end` says that no
    /// more will come; then it is called until it returns [`Split::More`].
    fn split(&mut self, bytes: &[u8], end: bool) -> Split;

    /// How many lines and records have been passed so far.
    fn place(&self) -> BlockOffset;
}

/// The splitter of a stream in one of the record formats.
pub(crate) struct FormatSplitter {
    ends: Box<dyn FindEnds>,
    place: BlockOffset,
    state: SplitState,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SplitState {
    /// There may be a byte-order mark.
    Start,
    /// At the start of a record, or of blanks before it.
    Between,
    /// In a record that is too long.
    Lost,
}

impl fmt::Debug for FormatSplitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormatSplitter")
            .field("place", &self.place)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl FormatSplitter {
    pub(super) fn new(ends: Box<dyn FindEnds>) -> FormatSplitter {
        FormatSplitter { ends, place: BlockOffset::default(), state: SplitState::Start }
    }
}

impl RecordSplitter for FormatSplitter {
    fn place(&self) -> BlockOffset {
        self.place
    }

    fn split(&mut self, bytes: &[u8], end: bool) -> Split {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        if self.state == SplitState::Start {
            if bytes.len() < MARK.len() && MARK.starts_with(bytes) && !end {
                return Split::More;
            }
            self.state = SplitState::Between;
            if bytes.starts_with(MARK) {
                return Split::Skip(MARK.len());
            }
        }
        if bytes.is_empty() {
            return Split::More;
        }
        if self.state == SplitState::Lost {
            // The last byte stays, for the next record may begin with the one after it.
            let (length, found) = match self.ends.resume(bytes) {
                Some(length) => (length, true),
                None if end => (bytes.len(), false),
                None => (bytes.len().saturating_sub(RESUME_OVERLAP), false),
            };
            if found {
                self.state = SplitState::Between;
            }
            if length > 0 {
                self.place = self.place.after(&bytes[..length], 0);
                return Split::Skip(length);
            }
            if !found {
                return Split::More;
            }
        }
        match self.ends.find(bytes, end) {
            Ends::Whole { length, records } => {
                debug_assert!(length > 0 && length <= bytes.len());
                let place = self.place;
                self.place = place.after(&bytes[..length], records);
                if records == 0 { Split::Skip(length) } else { Split::Take { length, place } }
            }
            Ends::More => {
                debug_assert!(!end, "at the end all is taken");
                Split::More
            }
            Ends::TooLong { at, problem } => {
                self.state = SplitState::Lost;
                let fault = fault_in(bytes, self.place, at, 1, problem);
                self.place.records += 1;
                Split::TooLong(fault)
            }
        }
    }
}

/// The number of line ends.
pub(super) fn lines_in(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// What a format says about the start of what has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    /// The first bytes are whole records. If there are none, the bytes are passed over.
    Whole {
        /// The bytes, at least one.
        length: usize,
        /// The records that a reader will read there, or find at fault.
        records: u64,
    },
    /// There is no whole record yet.
    More,
    /// The first record is too long; nothing stands before it but what belongs to no record.
    TooLong {
        /// Where it begins, or where it becomes too long.
        at: usize,
        /// What to say.
        problem: Problem,
    },
}

/// How many last bytes are kept back after a record that is too long: the next record may begin in
/// them.
const RESUME_OVERLAP: usize = 64;

/// How a format finds where its records end.
pub(crate) trait FindEnds: Send {
    /// Looks at `bytes`, which are not empty and begin between two records. At the end of a stream
    /// all of it is taken, whole or not. What is taken must not depend on how much has come beyond
    /// it: a record that is too long is so whether or not its end is there.
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends;

    /// Where the next record begins after one that was too long, which `bytes` begin in. It must be
    /// recognized by the 64 bytes around that place; nothing before it is looked at twice.
    fn resume(&mut self, bytes: &[u8]) -> Option<usize>;
}

/// One record a line; blank lines mean nothing, nor do those that begin with `#`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineEnds {
    /// No line is longer, its line end included.
    pub(crate) limit: usize,
}

impl LineEnds {
    /// For lines of words and numbers.
    pub(crate) const USUAL: LineEnds = LineEnds { limit: GAME_LINE_LIMIT };
}

/// Whether a line stands for a record: it is neither blank nor a comment.
pub(crate) fn is_record_line(line: &[u8]) -> bool {
    !matches!(line.trim_ascii_start(), [] | [b'#', ..])
}

impl FindEnds for LineEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        take_records(bytes, |rest| {
            let length = match memchr(b'\n', &rest[..rest.len().min(self.limit)]) {
                Some(at) => at + 1,
                None if rest.len() > self.limit => {
                    return NextEnd::TooLong(RecordProblem::LineTooLong(self.limit).into());
                }
                None if end => rest.len(),
                None => return NextEnd::More,
            };
            let counts = rest[0] > b'#' || is_record_line(&rest[..length]);
            NextEnd::Whole(length, u64::from(counts))
        })
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        memchr(b'\n', bytes).map(|at| at + 1)
    }
}

/// Where the first record of some bytes ends.
pub(crate) enum NextEnd {
    /// After this number of bytes, at least one, which hold this number of records.
    Whole(usize, u64),
    /// It is longer than any that can be right.
    TooLong(Problem),
    /// It is not all there.
    More,
}

/// Takes records one after another, as `next` finds their ends.
pub(crate) fn take_records(bytes: &[u8], mut next: impl FnMut(&[u8]) -> NextEnd) -> Ends {
    let (mut length, mut records) = (0, 0);
    while length < bytes.len() {
        match next(&bytes[length..]) {
            NextEnd::Whole(taken, count) => (length, records) = (length + taken, records + count),
            NextEnd::TooLong(problem) if length == 0 => return Ends::TooLong { at: 0, problem },
            // Those before it come first.
            NextEnd::TooLong(_) | NextEnd::More => break,
        }
    }
    if length == 0 { Ends::More } else { Ends::Whole { length, records } }
}
