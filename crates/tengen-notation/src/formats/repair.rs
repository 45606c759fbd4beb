//! What was read leniently.

use std::{borrow::Cow, fmt};

use memchr::{memchr_iter, memrchr};

use crate::Place;

/// No more repairs of one record are kept; the last says that there were more.
pub const MOST_REPAIRS: usize = 200;

/// Something that was not spelled as it should be and was read all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: usize,
    /// What was wrong, and how it was read.
    pub what: Cow<'static, str>,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

/// Lines and columns of places in a block, which are asked for from its start to its end.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
    /// The number of bytes of the first line before the block.
    before: usize,
}

impl<'a> Places<'a> {
    pub(crate) const fn new(bytes: &'a [u8], place: Place) -> Places<'a> {
        Places { bytes, at: 0, line: place.lines + 1, before: place.column }
    }

    /// The line, from 1, that the byte `at` is in. Cheapest if it is not before the last one.
    pub(crate) fn line(&mut self, at: usize) -> u64 {
        let count = |from: usize, to: usize| memchr_iter(b'\n', &self.bytes[from..to]).count();
        let at = at.min(self.bytes.len());
        if at >= self.at {
            self.line += count(self.at, at) as u64;
        } else {
            self.line -= count(at, self.at) as u64;
        }
        self.at = at;
        self.line
    }

    /// The column in bytes, from 1, of the byte `at`.
    pub(crate) fn column(&self, at: usize) -> usize {
        let at = at.min(self.bytes.len());
        match memrchr(b'\n', &self.bytes[..at]) {
            Some(end) => at - end,
            None => at + self.before + 1,
        }
    }
}

/// The repairs of one record as they come up.
#[derive(Default, Debug)]
pub(crate) struct Repairs {
    list: Vec<(usize, Cow<'static, str>)>,
    more: usize,
}

impl Repairs {
    /// Notes a repair at the byte `at` of the block.
    pub(crate) fn note(&mut self, at: usize, what: impl Into<Cow<'static, str>>) {
        if self.list.len() + 1 < MOST_REPAIRS {
            self.list.push((at, what.into()));
        } else {
            self.more += 1;
        }
    }

    /// All of them, with their places, in the order of the text.
    pub(crate) fn finish(mut self, places: &mut Places) -> Vec<Repair> {
        self.list.sort_by_key(|&(at, _)| at);
        let mut list: Vec<Repair> = Vec::with_capacity(self.list.len());
        for (at, what) in self.list {
            list.push(Repair { line: places.line(at), column: places.column(at), what });
        }
        if self.more > 0
            && let Some(&Repair { line, column, .. }) = list.last()
        {
            let what = Cow::Owned(format!("{} more places were repaired", self.more));
            list.push(Repair { line, column, what });
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
        let mut places = Places::new(bytes, Place { lines: 10, records: 0, column: 100 });
        let expected =
            [(11, 101), (11, 102), (11, 103), (12, 1), (13, 1), (13, 2), (13, 3), (13, 4), (14, 1)];
        for at in (0..=8).chain((0..=8).rev()).chain([99]) {
            let found = (places.line(at), places.column(at));
            assert_eq!(found, expected[at.min(8)], "{at}");
        }
    }

    #[test]
    fn there_is_an_end_to_repairs() {
        let mut repairs = Repairs::default();
        for at in (0..1000).rev() {
            repairs.note(at, "odd");
        }
        let list = repairs.finish(&mut Places::new(&[b'x'; 1000], Place::default()));
        assert_eq!(list.len(), MOST_REPAIRS);
        assert!(list.is_sorted_by_key(|repair| repair.column));
        assert_eq!(list[MOST_REPAIRS - 1].what, "801 more places were repaired");
    }
}
