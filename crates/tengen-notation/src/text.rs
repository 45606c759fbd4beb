//! Lines of a block, and places in them.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use crate::{Fault, Problem};

/// No line that means something is longer: a row of 1,000 numbers takes 2,000 bytes.
pub(crate) const LINE_LIMIT: usize = 16 * 1024;

/// No line that is a game or an opening is longer.
pub(crate) const GAME_LINE_LIMIT: usize = 1024 * 1024;

/// No record that means something is longer: a game of a million moves takes 8 million bytes.
pub(crate) const RECORD_LIMIT: usize = 32 * 1024 * 1024;

/// The offset of a block in its text, in lines and records.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BlockOffset {
    /// The number of lines before it.
    pub lines: u64,
    /// The number of records before it.
    pub records: u64,
    /// The number of bytes of its first line before it.
    pub column: usize,
}

impl BlockOffset {
    /// The offset after `bytes`, which stand here and hold this number of records.
    #[must_use]
    pub(crate) fn after(self, bytes: &[u8], records: u64) -> BlockOffset {
        let column = match memrchr(b'\n', bytes) {
            Some(end) => bytes.len() - end - 1,
            None => self.column + bytes.len(),
        };
        let lines = self.lines + memchr_iter(b'\n', bytes).count() as u64;
        BlockOffset { lines, records: self.records + records, column }
    }
}

/// One line of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawLine {
    pub(crate) start: usize,
    /// Past the last byte that is not a blank or a line end.
    pub(crate) end: usize,
    /// Where the next line starts.
    pub(crate) next: usize,
}

impl RawLine {
    /// The line that starts at `start`, which must be before the end of the block.
    pub(crate) fn at(bytes: &[u8], start: usize) -> RawLine {
        let rest = &bytes[start..];
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        let next = (start + length + 1).min(bytes.len());
        RawLine { start, end: start + rest[..length].trim_ascii_end().len(), next }
    }

    pub(crate) fn has_end(self, bytes: &[u8]) -> bool {
        self.next > self.start && bytes[self.next - 1] == b'\n'
    }

    pub(crate) fn is_blank(self) -> bool {
        self.start == self.end
    }

    /// All of its text.
    pub(crate) const fn span(self) -> Range<usize> {
        0..self.end - self.start
    }

    pub(crate) fn text(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..self.end]
    }
}

/// The lines of a block, read one after another.
#[derive(Debug)]
pub(crate) struct BlockLines<'a> {
    pub(crate) bytes: &'a [u8],
    /// Where the next line starts.
    pub(crate) at: usize,
    /// How many lines of the text come before that.
    pub(crate) read: u64,
}

impl<'a> BlockLines<'a> {
    pub(crate) const fn new(bytes: &'a [u8], place: BlockOffset) -> BlockLines<'a> {
        BlockLines { bytes, at: 0, read: place.lines }
    }

    pub(crate) fn next(&mut self) -> Option<RawLine> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let line = RawLine::at(self.bytes, self.at);
        self.at = line.next;
        self.read += 1;
        Some(line)
    }

    /// The next line that is not blank.
    pub(crate) fn next_filled(&mut self) -> Option<RawLine> {
        loop {
            match self.next() {
                Some(line) if line.is_blank() => {}
                end => return end,
            }
        }
    }

    /// A fault in the line read last, which is `line`, at the given bytes of it.
    pub(crate) fn fault(&self, line: RawLine, span: Range<usize>, problem: Problem) -> Box<Fault> {
        let at = (line.start + span.start, span.len().max(1));
        Box::new(fault(self.bytes, line.start, self.read - 1, at, problem))
    }
}

/// A fault in the line that starts at `start`, `length` bytes wide at the byte `at`. `line` counts
/// from 0.
pub(crate) fn fault(
    bytes: &[u8],
    start: usize,
    line: u64,
    (at, length): (usize, usize),
    problem: Problem,
) -> Fault {
    const BEFORE: usize = 50;
    const AFTER: usize = 30;
    let window = &bytes[start..bytes.len().min(start + LINE_LIMIT)];
    let end = start + memchr(b'\n', window).unwrap_or(window.len());
    let whole = RawLine { start, end: start + bytes[start..end].trim_ascii_end().len(), next: end };
    let at = at.clamp(start, whole.end);
    let from = if at - start > BEFORE { at - BEFORE } else { start };
    let to = whole.end.min(at.max(start) + length.min(AFTER) + AFTER);
    let before = printable(&bytes[from..at]);
    let marked = printable(&bytes[at..to.min(at + length.min(AFTER))]);
    let (left, right) =
        (if from > start { "…" } else { "" }, if to < whole.end { "…" } else { "" });
    let excerpt = format!("{left}{}{right}", printable(&bytes[from..to]));
    Fault {
        line: line + 1,
        column: at - start + 1,
        excerpt,
        caret: left.chars().count() + before.chars().count(),
        width: marked.chars().count().max(1),
        problem,
    }
}

/// A fault `length` bytes wide at the byte `at` of a block that stands at `place`, whatever lines there
/// are.
pub(crate) fn fault_in(
    block: &[u8],
    place: BlockOffset,
    at: usize,
    length: usize,
    problem: Problem,
) -> Box<Fault> {
    /// More of a line is not shown before a place.
    const SHOWN: usize = 1000;
    let at = at.min(block.len());
    let before = &block[..at];
    let start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = place.lines + memchr_iter(b'\n', before).count() as u64;
    let from = start.max(at.saturating_sub(SHOWN));
    let fault = fault(block, from, line, (at, length.max(1)), problem);
    let before_block = if start == 0 { place.column } else { 0 };
    let column = fault.column + from - start + before_block;
    Box::new(Fault { column, ..fault })
}

/// The text of `bytes` with everything that could upset a terminal replaced.
pub(crate) fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() => '\u{FFFD}',
            // Marks that turn the direction of the text around them.
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                '\u{FFFD}'
            }
            c => c,
        })
        .collect()
}

/// The length of the byte-order mark that a text begins with: 0 or 3.
///
/// # Errors
///
/// If the text is not in an encoding that is read.
pub fn byte_order_mark(bytes: &[u8]) -> Result<usize, Box<Fault>> {
    let encoding = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "UTF-16",
        [0, 0, 0xFE, 0xFF, ..] => "UTF-32",
        [0x1F, 0x8B, ..] => "compressed by gzip",
        [0x28, 0xB5, 0x2F, 0xFD, ..] => "compressed by zstd",
        [b'P', b'K', 3, 4, ..] => "a zip archive",
        [0xEF, 0xBB, 0xBF, ..] => return Ok(3),
        _ => return Ok(0),
    };
    Err(Box::new(fault(bytes, 0, 0, (0, 1), Problem::Encoding(encoding))))
}
