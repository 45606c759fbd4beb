//! What was read leniently.

use std::{borrow::Cow, fmt};

use memchr::{memchr_iter, memrchr};

use crate::{BlockOffset, Fault, FoundText, Problem, text};

/// No more repairs of one record are kept; the last says that there were more.
pub const MOST_REPAIRS: usize = 200;

/// Something that was not spelled as it should be and was read all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The line, from 1; 0 in a table, which has none.
    pub line: u64,
    /// The column in bytes, from 1; 0 in a table.
    pub column: usize,
    /// What was wrong, and how it was read.
    pub what: Cow<'static, str>,
    /// Whether the verdict on the game may depend on it: a result or a board that is not known.
    pub affects_verdict: bool,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.what),
            line => write!(f, "line {line}, column {}: {}", self.column, self.what),
        }
    }
}

/// What is said about a result that is not known.
pub(super) fn unknown_result(found: &FoundText) -> String {
    let right = "write black, white or draw, 1-0, B+R, 黑胜 or 和棋; it is kept as it stands";
    format!("{found} is not a result that is known: {right}")
}

/// Lines and columns of places in a block, which are asked for from its start to its end.
#[derive(Debug)]
pub(crate) struct LineIndex<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The line that the last place was in, and where it starts.
    line: u64,
    start: usize,
    /// The number of bytes of the first line before the block.
    before: usize,
}

impl<'a> LineIndex<'a> {
    pub(crate) const fn new(bytes: &'a [u8], place: BlockOffset) -> LineIndex<'a> {
        LineIndex { bytes, at: 0, line: place.lines + 1, start: 0, before: place.column }
    }

    /// The line, from 1, that the byte `at` is in. Cheapest if it is not before the last one.
    pub(crate) fn line(&mut self, at: usize) -> u64 {
        let at = at.min(self.bytes.len());
        let start_before = |end: usize| memrchr(b'\n', &self.bytes[..end]).map_or(0, |end| end + 1);
        if at >= self.at {
            let passed = &self.bytes[self.at..at];
            self.line += memchr_iter(b'\n', passed).count() as u64;
            self.start = memrchr(b'\n', passed).map_or(self.start, |end| self.at + end + 1);
        } else {
            self.line -= memchr_iter(b'\n', &self.bytes[at..self.at]).count() as u64;
            self.start = if at < self.start { start_before(at) } else { self.start };
        }
        self.at = at;
        self.line
    }

    /// The column in bytes, from 1, of the byte `at`.
    pub(crate) fn column(&mut self, at: usize) -> usize {
        self.line(at);
        let before = if self.start == 0 { self.before } else { 0 };
        self.at - self.start + before + 1
    }

    /// A fault `length` bytes wide at the byte `at`.
    ///
    /// Why not always [`fault_in`](crate::text::fault_in): it looks at the block from its start, and
    /// every record of a block may be at fault.
    pub(crate) fn fault(&mut self, at: usize, length: usize, problem: Problem) -> Box<Fault> {
        /// More of a line is not shown before a place.
        const SHOWN: usize = 1000;
        let column = self.column(at);
        let from = self.start.max(self.at.saturating_sub(SHOWN));
        let place = (self.at, length.max(1));
        let fault = text::fault(self.bytes, from, self.line - 1, place, problem);
        let cut = column - (self.at - from + 1);
        Box::new(Fault { column: fault.column + cut, ..fault })
    }
}

/// The repairs of one record as they come up.
#[derive(Default, Debug)]
pub(crate) struct Repairs {
    list: Vec<(usize, Cow<'static, str>, bool)>,
    more: usize,
}

impl Repairs {
    /// Notes a repair at the byte `at` of the block.
    pub(crate) fn note(&mut self, at: usize, what: impl Into<Cow<'static, str>>) {
        if self.list.len() + 1 < MOST_REPAIRS {
            self.list.push((at, what.into(), false));
        } else {
            self.more += 1;
        }
    }

    /// Notes a repair on which the verdict may depend. There are few of these, and none is left out.
    pub(crate) fn note_for_verdict(&mut self, at: usize, what: String) {
        self.list.push((at, what.into(), true));
    }

    /// Notes that what stands at the byte `at` is not a result.
    pub(crate) fn note_result(&mut self, at: usize, found: &FoundText) {
        self.note_for_verdict(at, unknown_result(found));
    }

    /// All of them, with their places, in the order of the text.
    pub(crate) fn finish(mut self, places: &mut LineIndex) -> Vec<Repair> {
        self.list.sort_by_key(|&(at, ..)| at);
        let mut list: Vec<Repair> = Vec::with_capacity(self.list.len());
        for (at, what, affects_verdict) in self.list {
            let (line, column) = (places.line(at), places.column(at));
            list.push(Repair { line, column, what, affects_verdict });
        }
        if self.more > 0
            && let Some(&Repair { line, column, .. }) = list.last()
        {
            let what = Cow::Owned(format!("{} more places were repaired", self.more));
            list.push(Repair { line, column, what, affects_verdict: false });
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_forward_and_backward() {
        let bytes = b"ab\n\ncde\n";
        let place = BlockOffset { lines: 10, records: 0, column: 100 };
        let mut places = LineIndex::new(bytes, place);
        let expected =
            [(11, 101), (11, 102), (11, 103), (12, 1), (13, 1), (13, 2), (13, 3), (13, 4), (14, 1)];
        for at in (0..=8).chain((0..=8).rev()).chain([99]) {
            let found = (places.line(at), places.column(at));
            assert_eq!(found, expected[at.min(8)], "{at}");
            let fault = places.fault(at, 2, Problem::TooLarge);
            assert_eq!(*fault, *text::fault_in(bytes, place, at, 2, Problem::TooLarge));
        }
    }

    #[test]
    fn there_is_an_end_to_repairs() {
        let mut repairs = Repairs::default();
        for at in (0..1000).rev() {
            repairs.note(at, "odd");
        }
        let list = repairs.finish(&mut LineIndex::new(&[b'x'; 1000], BlockOffset::default()));
        assert_eq!(list.len(), MOST_REPAIRS);
        assert!(list.is_sorted_by_key(|repair| repair.column));
        assert_eq!(list[MOST_REPAIRS - 1].what, "801 more places were repaired");
    }
}
