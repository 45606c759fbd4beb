//! The Smart Game Format, FF\[3\] and FF\[4\].
//!
//! It is read leniently: whatever is not as the specification has it is read as well as it can be, and
//! each repair is reported with its place. It is written strictly, as FF\[4\] in UTF-8.
//!
//! Each game tree of a file is a record. Five-in-a-row is game 4, but is found as game 1 and 5 as well,
//! and `NoGo` has no number; which rule it is, is said by `RU` only.

mod parse;
mod property;
mod quick;
mod scan;
mod sgf_value;
mod sgf_writer;

use thiserror::Error;

use super::{
    Encoding, MainLine, RecordFormat, RecordIter, RecordProblem, StreamHead, WholeRecord,
    main_line::ReadMainLines,
    repair::LineIndex,
    splitter::{Ends, FindEnds},
};
use crate::{
    BlockOffset, Fault,
    text::{RECORD_LIMIT, fault_in},
};
use scan::{LetterWidth, TreeScanner, TreeSpan};

pub use sgf_writer::MAX_SIDE;
pub(super) use sgf_writer::write;

/// A tree has no more nodes: those of one that has take as much memory as a reader may.
pub(super) const MOST_NODES: usize = 1 << 19;

/// Variations in variations go no deeper.
const MOST_DEPTH: usize = 1 << 20;

/// A tree sets, labels and marks no more points in all.
const MOST_POINTS: usize = 1 << 18;

/// A tree has no more values in all.
const MOST_VALUES: usize = 1 << 20;

/// A node has no more properties.
const MOST_PROPERTIES: usize = 256;

/// What is wrong with a game tree beyond repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SgfProblem {
    /// There is no tree.
    #[error("there is no game here: it begins with (;")]
    NoTree,
    /// There are too many nodes.
    #[error("the tree has more than {MOST_NODES} nodes")]
    TooManyNodes,
    /// Variations are nested too deep.
    #[error("variations are nested more than {MOST_DEPTH} deep")]
    TooDeep,
    /// There are too many points.
    #[error("the tree sets and marks more than {MOST_POINTS} points")]
    TooManyPoints,
    /// There are too many values.
    #[error("the tree has more than {MOST_VALUES} values")]
    TooManyValues,
    /// A node has too many properties.
    #[error("the node has more than {MOST_PROPERTIES} properties")]
    TooManyProperties,
}

#[derive(Clone, Copy, Debug)]
struct SgfFormat {
    /// What the caller says the text is in.
    encoding: Option<Encoding>,
}

#[allow(clippy::unnecessary_wraps, reason = "a format may refuse a head")]
pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    Ok(Box::new(SgfFormat { encoding: head.reading.encoding }))
}

/// Where the first tree in `head` begins.
pub(super) fn start(head: &[u8]) -> Option<usize> {
    TreeScanner::new(None).start(head).map(|(start, _)| start)
}

impl RecordFormat for SgfFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(SgfEnds {
            scan: TreeScanner::new(self.encoding),
            encoding: self.encoding,
            seen: false,
        })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut trees = SgfTrees::new(block, place, self.encoding);
        Box::new(std::iter::from_fn(move || {
            let tree = trees.next()?;
            Some(tree.and_then(|tree| trees.whole(tree)))
        }))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(SgfTrees::new(block, place, self.encoding))
    }
}

/// The trees of a block.
struct SgfTrees<'a> {
    block: &'a [u8],
    place: BlockOffset,
    places: LineIndex<'a>,
    encoding: Option<Encoding>,
    scan: TreeScanner,
    read: bool,
}

impl<'a> SgfTrees<'a> {
    fn new(block: &'a [u8], place: BlockOffset, encoding: Option<Encoding>) -> SgfTrees<'a> {
        let (places, scan) = (LineIndex::new(block, place), TreeScanner::new(encoding));
        SgfTrees { block, place, places, encoding, scan, read: false }
    }

    /// The next tree. A block has at least one.
    fn next(&mut self) -> Option<Result<TreeSpan, Box<Fault>>> {
        let tree = self.scan.next(self.block, true);
        let first = !std::mem::replace(&mut self.read, true);
        match tree {
            Some(tree) => Some(Ok(tree)),
            None if first => Some(Err(self.fault(SgfProblem::NoTree))),
            None => None,
        }
    }

    fn whole(&mut self, tree: TreeSpan) -> Result<WholeRecord, Box<Fault>> {
        parse::whole(self.block, self.place, &mut self.places, tree, self.encoding)
    }

    fn fault(&self, problem: SgfProblem) -> Box<Fault> {
        let at = self.block.len() - self.block.trim_ascii_start().len();
        fault_in(self.block, self.place, at, 1, RecordProblem::from(problem).into())
    }
}

impl ReadMainLines for SgfTrees<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let usual = self
            .encoding
            .is_none_or(|encoding| LetterWidth::from_encoding(encoding) == LetterWidth::Usual);
        if usual
            && let Some((start, _)) = self.scan.start(self.block)
            && let Some(end) = quick::main_line(self.block, start, line)
        {
            self.scan.pass_tree(end);
            self.read = true;
            (line.line, line.offset) = (self.places.line(start), start);
            return Some(Ok(()));
        }
        let tree = match self.next()? {
            Ok(tree) => tree,
            Err(fault) => return Some(Err(fault)),
        };
        Some(self.whole(tree).map(|whole| line.set_whole(&whole)))
    }
}

/// Finds where game trees end.
struct SgfEnds {
    scan: TreeScanner,
    encoding: Option<Encoding>,
    /// Whether there was a tree.
    seen: bool,
}

impl FindEnds for SgfEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        let (mut length, mut records) = (0, 0);
        while let Some(tree) = self.scan.next(bytes, end) {
            if tree.end - length > RECORD_LIMIT {
                self.scan = TreeScanner::new(self.encoding);
                if length == 0 {
                    return self.too_long();
                }
                return Ends::Whole { length, records };
            }
            (length, records, self.seen) = (tree.end, records + 1, true);
        }
        if length > 0 {
            self.scan.forget(length);
            Ends::Whole { length, records }
        } else if bytes.len() > RECORD_LIMIT {
            self.too_long()
        } else if end {
            // What is left is no tree. If nothing was, that is reported.
            let blank = bytes.trim_ascii().is_empty();
            let records = u64::from(!std::mem::replace(&mut self.seen, true) && !blank);
            self.scan = TreeScanner::new(self.encoding);
            Ends::Whole { length: bytes.len(), records }
        } else {
            Ends::More
        }
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        let starts = memchr::memmem::find_iter(bytes, b"\n(");
        starts.map(|at| at + 1).find(|&at| scan::is_root(bytes, at) == Some(true))
    }
}

impl SgfEnds {
    fn too_long(&mut self) -> Ends {
        (self.scan, self.seen) = (TreeScanner::new(self.encoding), true);
        Ends::TooLong { at: 0, problem: RecordProblem::RecordTooLong(RECORD_LIMIT).into() }
    }
}
