//! The bytes of a library, node by node.

use memchr::memchr;
use tengen_core::Point;

use super::RenLibProblem;
use crate::{Fault, FoundText, Problem, RecordProblem};

/// The first bytes of a file with a header.
const MAGIC: &[u8; 8] = b"\xFFRenLib\xFF";
const HEADER: usize = 20;
/// A file without a header begins with its first move, which always was the middle of the board.
pub(super) const MIDDLE: u8 = 0x78;
/// The newest version there is, as `100 * major + minor`.
const NEWEST: u32 = 304;
/// What separates the two parts of a comment.
pub(super) const PART: u8 = 8;
pub(super) const BOARD_TEXT: u16 = 1;

/// The bits of a node's second byte.
pub(super) mod flag {
    /// A sibling comes later, after all that is below this node.
    pub(crate) const SIBLING: u8 = 0x80;
    /// Nothing is below this node.
    pub(crate) const LEAF: u8 = 0x40;
    /// A comment as the oldest versions wrote it.
    pub(crate) const OLD_COMMENT: u8 = 0x20;
    pub(crate) const MARK: u8 = 0x10;
    pub(crate) const COMMENT: u8 = 0x08;
    pub(crate) const START: u8 = 0x04;
    pub(crate) const NO_MOVE: u8 = 0x02;
    pub(crate) const EXTENSION: u8 = 0x01;
}

/// What a file says about itself before its first node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Version {
    pub(super) major: u8,
    pub(super) minor: u8,
}

impl Version {
    /// The newest, which knows several first moves and passes.
    pub(super) const NEW: Version = Version { major: 3, minor: 4 };
    /// What every `RenLib` reads.
    pub(super) const OLD: Version = Version { major: 3, minor: 0 };

    /// The version that is spelled with a dot.
    pub(super) fn detect(text: &str) -> Option<Version> {
        let (major, minor) = text.split_once('.')?;
        Some(Version { major: major.parse().ok()?, minor: minor.parse().ok()? })
    }

    /// The header that states it.
    pub(super) fn header(self) -> [u8; HEADER] {
        let mut header = [0xFF; HEADER];
        header[..MAGIC.len()].copy_from_slice(MAGIC);
        header[MAGIC.len()] = self.major;
        header[MAGIC.len() + 1] = self.minor;
        header
    }
}

/// Whether a file that begins with `head` is a library. One without a header is distinguished from a text by
/// its `named` ending and by what no text has.
pub(crate) fn is_renlib(head: &[u8], named: bool) -> bool {
    let bytes = |byte: &u8| *byte < b'\t' || *byte >= 0x80;
    head.starts_with(MAGIC) || named && head.first() == Some(&MIDDLE) && head.iter().any(bytes)
}

/// One node as it stands in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawNode<'a> {
    /// Where it begins.
    pub(super) at: usize,
    pub(super) position: u8,
    pub(super) flags: u8,
    pub(super) extension: u16,
    pub(super) comment: Option<&'a [u8]>,
    pub(super) board_text: Option<&'a [u8]>,
}

impl RawNode<'_> {
    pub(super) const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Its point, if it is of one. The low half of the byte is the column and the high half the row
    /// from the top; columns count from 1.
    pub(super) fn point(&self) -> Option<Point> {
        let (column, row) = (i32::from(self.position & 15), i32::from(self.position >> 4));
        (self.position != 0).then(|| Point::new(column - 1, row))
    }
}

/// The byte of a point, or of none.
pub(super) fn position(point: Option<Point>) -> u8 {
    point.map_or(0, |Point { x, y }| (16 * y + x + 1) as u8)
}

/// The nodes of a file, in their order.
#[derive(Debug)]
pub(super) struct RawNodes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> RawNodes<'a> {
    /// Begins to read a file.
    pub(super) fn new(bytes: &'a [u8]) -> Result<(Option<Version>, RawNodes<'a>), Box<Fault>> {
        let Some(after) = bytes.strip_prefix(MAGIC) else {
            return if bytes.first() == Some(&MIDDLE) {
                Ok((None, RawNodes { bytes, at: 0 }))
            } else {
                let found = FoundText::new(&bytes[..bytes.len().min(MAGIC.len())]);
                Err(fault(bytes, 0, RenLibProblem::Head(found)))
            };
        };
        let &[major, minor, ..] = after else {
            return Err(fault(bytes, bytes.len(), RenLibProblem::End("the header")));
        };
        if 100 * u32::from(major) + u32::from(minor) > NEWEST {
            return Err(fault(bytes, MAGIC.len(), RenLibProblem::Version { major, minor }));
        }
        if bytes.len() < HEADER {
            return Err(fault(bytes, bytes.len(), RenLibProblem::End("the header")));
        }
        Ok((Some(Version { major, minor }), RawNodes { bytes, at: HEADER }))
    }

    /// The next node, if there is one.
    pub(super) fn next(&mut self) -> Result<Option<RawNode<'a>>, Box<Fault>> {
        let at = self.at;
        if at == self.bytes.len() {
            return Ok(None);
        }
        let [position, flags] = self.pair("a node")?;
        let (column, row) = (position % 16, position / 16);
        if position != 0 && (column == 0 || row == 15) {
            return Err(fault(self.bytes, at, RenLibProblem::Point(position)));
        }
        let mut node =
            RawNode { at, position, flags, extension: 0, comment: None, board_text: None };
        if node.is(flag::EXTENSION) {
            node.extension = u16::from_be_bytes(self.pair("a node")?);
        }
        if node.is(flag::OLD_COMMENT) {
            node.comment = Some(self.old_text()?);
        } else if node.is(flag::COMMENT) {
            node.comment = Some(self.text("a comment")?);
        }
        if node.extension & BOARD_TEXT != 0 {
            node.board_text = Some(self.text("a board text")?);
        }
        Ok(Some(node))
    }

    /// A fault with `node`.
    pub(super) fn fault(&self, node: &RawNode, problem: RenLibProblem) -> Box<Fault> {
        fault(self.bytes, node.at, problem)
    }

    fn pair(&mut self, part: &'static str) -> Result<[u8; 2], Box<Fault>> {
        match self.bytes[self.at..].first_chunk() {
            Some(&pair) => {
                self.at += 2;
                Ok(pair)
            }
            None => Err(self.end(part)),
        }
    }

    /// A text up to its NUL. It takes an even number of bytes; what stands after the NUL means
    /// nothing.
    fn text(&mut self, part: &'static str) -> Result<&'a [u8], Box<Fault>> {
        let rest = &self.bytes[self.at..];
        let length = memchr(0, rest).ok_or_else(|| self.end(part))?;
        self.skip(length + 1, part)?;
        Ok(&rest[..length])
    }

    /// A text up to the byte with the top bit set, which is its last.
    fn old_text(&mut self) -> Result<&'a [u8], Box<Fault>> {
        let rest = &self.bytes[self.at..];
        let last = rest.iter().position(|byte| !byte.is_ascii());
        let length = last.ok_or_else(|| self.end("a comment"))? + 1;
        self.skip(length, "a comment")?;
        Ok(&rest[..length])
    }

    fn skip(&mut self, length: usize, part: &'static str) -> Result<(), Box<Fault>> {
        self.at += length.next_multiple_of(2);
        if self.at > self.bytes.len() { Err(self.end(part)) } else { Ok(()) }
    }

    fn end(&self, part: &'static str) -> Box<Fault> {
        fault(self.bytes, self.bytes.len(), RenLibProblem::End(part))
    }
}

/// A fault at the byte `at`. A file of bytes has one line; its columns are its bytes.
fn fault(bytes: &[u8], at: usize, problem: RenLibProblem) -> Box<Fault> {
    const AROUND: usize = 8;
    let from = at.saturating_sub(AROUND);
    let hex = |bytes: &[u8]| -> String {
        let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('?');
        bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte % 16), ' ']).collect()
    };
    let before = hex(&bytes[from..at]);
    let after = hex(&bytes[at..bytes.len().min(at + AROUND)]);
    let left = if from > 0 { "… " } else { "" };
    let right = if bytes.len() > at + AROUND { "…" } else { "" };
    let excerpt = format!("{left}{before}{after}{right}").trim_end().to_owned();
    Box::new(Fault {
        line: 1,
        column: at + 1,
        caret: (left.chars().count() + before.len()).min(excerpt.chars().count()),
        excerpt,
        width: 2,
        problem: Problem::Record(RecordProblem::RenLib { at, problem }),
    })
}
