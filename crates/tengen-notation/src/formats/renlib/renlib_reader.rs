//! A library as a record.

use std::borrow::Cow;

use tengen_core::{Area, Color};

use super::{
    LIMIT, MAX_NODES, RenLibProblem, SIDE, key,
    nodes::{BOARD_TEXT, PART, RawNode, RawNodes, flag},
};
use crate::{
    BlockOffset, Encoding, Fault, MainLine, NodeId, Problem, Record, RecordNode, RecordProblem,
    RecordStep, RecordTree, Repair, Sign, WholeRecord,
    formats::{
        ReadMainLines, RecordFormat, RecordIter, StreamHead,
        splitter::{Ends, FindEnds},
    },
};

/// Opens a library.
pub(in super::super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    RawNodes::new(head.bytes)?;
    Ok(Box::new(RenLibFormat { encoding: head.reading.encoding }))
}

/// A library: a stream with one record.
#[derive(Debug)]
struct RenLibFormat {
    encoding: Option<Encoding>,
}

impl RecordFormat for RenLibFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(RenLibEnds)
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let whole = read(block, self.encoding).map(|(record, repairs)| WholeRecord {
            record,
            repairs,
            line: place.lines + 1,
            offset: 0,
        });
        Box::new(std::iter::once(whole))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(RenLibMainLine { block: Some(block), line: place.lines + 1 })
    }
}

/// The stream is one record.
struct RenLibEnds;

impl FindEnds for RenLibEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        if bytes.len() > LIMIT {
            let problem = RenLibProblem::TooLong;
            Ends::TooLong {
                at: 0,
                problem: Problem::Record(RecordProblem::RenLib { at: LIMIT, problem }),
            }
        } else if end {
            Ends::Whole { length: bytes.len(), records: 1 }
        } else {
            Ends::More
        }
    }

    fn resume(&mut self, _: &[u8]) -> Option<usize> {
        None
    }
}

/// Reads a library, all of it.
pub(super) fn read(
    bytes: &[u8],
    encoding: Option<Encoding>,
) -> Result<(Record, Vec<Repair>), Box<Fault>> {
    let texts = texts(bytes);
    let encoding = encoding.unwrap_or_else(|| Encoding::detect(&texts));
    let mut reader = RenLibReader { tree: RecordTree::default(), encoding, spoiled: None };
    let mut other = Vec::new();
    let (version, _) = RawNodes::new(bytes)?;
    let version = version.map(|version| format!("{}.{}", version.major, version.minor));
    other.push((key::VERSION.to_owned(), version.unwrap_or_default()));
    let missing = walk(bytes, RecordTree::ROOT, |spot, raw| match spot {
        NodeParent::Root => {
            other.push((key::ROOT.to_owned(), String::new()));
            let node = reader.node(raw);
            *reader.tree.node_mut(RecordTree::ROOT) = node;
            RecordTree::ROOT
        }
        NodeParent::Below { parent, depth } => reader.add(parent, depth, raw),
    })?;
    if !texts.is_empty() {
        other.push((key::CHARSET.to_owned(), encoding.name().to_owned()));
    }
    let mut repairs = Vec::new();
    let mut note = |at: usize, what: String| {
        let what = Cow::Owned(what);
        repairs.push(Repair { line: 1, column: at + 1, what, affects_verdict: false });
    };
    if let Some(at) = reader.spoiled {
        note(at, format!("some bytes are no text in {}; U+FFFD stands for them", encoding.name()));
    }
    if missing > 0 {
        note(bytes.len(), format!("the file ends, but {missing} more variations were announced"));
    }
    let area = Some(Area::square(SIDE));
    Ok((Record { area, other, tree: reader.tree, ..Record::default() }, repairs))
}

/// All texts of a library that are not plain ASCII, one after another, up to what is wrong with it.
pub(super) fn texts(bytes: &[u8]) -> Vec<u8> {
    let mut texts = Vec::new();
    let Ok((_, mut nodes)) = RawNodes::new(bytes) else { return texts };
    while let Ok(Some(raw)) = nodes.next() {
        let comment = raw.comment.filter(|_| !raw.is(flag::OLD_COMMENT));
        for text in [comment, raw.board_text].into_iter().flatten() {
            if !text.is_ascii() {
                texts.extend_from_slice(text);
                texts.push(b'\n');
            }
        }
    }
    texts
}

/// Where a node stands.
enum NodeParent<T> {
    /// It is the empty board.
    Root,
    /// It is below another, with `depth` steps before it.
    Below { parent: T, depth: usize },
}

/// Goes through the nodes of a library in their order; `visit` gives each its name. How many
/// announced siblings never come.
fn walk<T: Copy>(
    bytes: &[u8],
    root: T,
    mut visit: impl FnMut(NodeParent<T>, &RawNode) -> T,
) -> Result<usize, Box<Fault>> {
    let (_, mut nodes) = RawNodes::new(bytes)?;
    // Where the next node goes, and where those go that come after the leaves.
    let mut next = Some((root, 0));
    let mut waiting = Vec::new();
    let mut count = 0;
    let mut after_leaf = false;
    while let Some(raw) = nodes.next()? {
        if count == 0 && raw.position == 0 {
            visit(NodeParent::Root, &raw);
        } else {
            let (parent, depth) = next.ok_or_else(|| nodes.fault(&raw, RenLibProblem::Closed))?;
            if count >= MAX_NODES {
                return Err(nodes.fault(&raw, RenLibProblem::TooMany));
            }
            let name = visit(NodeParent::Below { parent, depth }, &raw);
            if raw.is(flag::SIBLING) {
                waiting.push((parent, depth));
            }
            after_leaf = raw.is(flag::LEAF);
            next = if after_leaf { waiting.pop() } else { Some((name, depth + 1)) };
        }
        count += 1;
    }
    // After the last leaf, the place for a node that never came was taken off the list.
    Ok(waiting.len() + usize::from(after_leaf && next.is_some()))
}

/// Whose step it is, by the number of steps before it.
pub(super) fn turn(depth: usize) -> Color {
    if depth.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Whether a node is only a text on a point of the board before it, or not even that: an empty one is
/// what is left of a text that was taken away.
fn is_label(raw: &RawNode) -> bool {
    let rest = flag::OLD_COMMENT | flag::COMMENT | flag::MARK | flag::START;
    raw.is(flag::NO_MOVE)
        && raw.is(flag::LEAF)
        && !raw.is(rest)
        && raw.extension & !BOARD_TEXT == 0
        && raw.position != 0
}

/// What is said at a node.
struct NodeComment {
    text: String,
    /// How many lines of it are the first part.
    first_lines: usize,
    /// Not all its line ends are those of Windows.
    as_it_stands: bool,
}

struct RenLibReader {
    tree: RecordTree,
    encoding: Encoding,
    /// Where the first text is that is not in that encoding.
    spoiled: Option<usize>,
}

impl RenLibReader {
    /// Adds a node below `parent`, as the step after `depth` others.
    fn add(&mut self, parent: NodeId, depth: usize, raw: &RawNode) -> NodeId {
        if let (Some(point), Some(text)) = (raw.point(), raw.board_text)
            && !text.is_empty()
        {
            let label = Sign::Label(self.decode(raw, text));
            self.tree.node_mut(parent).signs.push((point, label));
        }
        if is_label(raw) {
            return parent;
        }
        let mut node = self.node(raw);
        if !raw.is(flag::NO_MOVE) {
            node.step = Some(RecordStep { color: turn(depth), point: raw.point() });
        }
        self.tree.add(parent, node)
    }

    /// All that a node says, but for its step and the label of its point.
    fn node(&mut self, raw: &RawNode) -> RecordNode {
        let mut node = RecordNode::default();
        let mut say = |key: &str, values| node.other.push((key.to_owned(), values));
        if raw.is(flag::MARK) {
            say(key::MARK, Vec::new());
        }
        if raw.is(flag::START) {
            say(key::START, Vec::new());
        }
        if raw.is(flag::NO_MOVE) {
            let name = raw.point().map(|point| Area::square(SIDE).name(point));
            say(key::NO_MOVE, name.into_iter().collect());
        }
        if raw.extension & !BOARD_TEXT != 0 {
            say(key::EXTENSION, vec![format!("{:04x}", raw.extension & !BOARD_TEXT)]);
        }
        if let (None, Some(text)) = (raw.point(), raw.board_text)
            && !text.is_empty()
        {
            say(key::TEXT, vec![self.decode(raw, text)]);
        }
        if let Some(text) = raw.comment {
            let comment = self.comment(raw, text);
            if comment.first_lines != 1 {
                let lines = comment.first_lines.to_string();
                node.other.push((key::ONE_LINE.to_owned(), vec![lines]));
            }
            if comment.as_it_stands {
                node.other.push((key::LINE_ENDS.to_owned(), vec!["LF".to_owned()]));
            }
            node.comment = comment.text;
        }
        node
    }

    /// A comment of two parts as one.
    fn comment(&mut self, raw: &RawNode, text: &[u8]) -> NodeComment {
        let mut text = if raw.is(flag::OLD_COMMENT) {
            text.iter().map(|&byte| char::from(byte & 0x7F)).collect()
        } else {
            self.decode(raw, text)
        };
        let mut line_ends = text.match_indices('\n');
        let as_it_stands = line_ends.any(|(at, _)| !text[..at].ends_with('\r'));
        if !as_it_stands {
            text = text.replace("\r\n", "\n");
        }
        let lines = |text: &str| text.split('\n').count();
        let (text, first_lines) = match text.split_once(char::from(PART)) {
            None => (text.clone(), lines(&text)),
            Some((first, "")) => (first.to_owned(), lines(first)),
            Some(("", second)) => (second.to_owned(), 0),
            Some((first, second)) => (format!("{first}\n{second}"), lines(first)),
        };
        NodeComment { text, first_lines, as_it_stands }
    }

    fn decode(&mut self, raw: &RawNode, text: &[u8]) -> String {
        let (text, broken) = self.encoding.decode(text);
        if broken {
            self.spoiled.get_or_insert(raw.at);
        }
        text.into_owned()
    }
}

/// The main line of a library.
struct RenLibMainLine<'a> {
    block: Option<&'a [u8]>,
    line: u64,
}

impl ReadMainLines for RenLibMainLine<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let block = self.block.take()?;
        line.clear();
        (line.line, line.offset) = (self.line, 0);
        line.area = Some(Area::square(SIDE));
        let (mut names, mut tip) = (0u32, 0);
        let mut next = None;
        let walked = walk(block, 0, |spot, raw| {
            let NodeParent::Below { parent, depth } = spot else { return 0 };
            names += 1;
            if parent == tip && !is_label(raw) {
                // The first below the end of the line goes on with it.
                tip = names;
                if !raw.is(flag::NO_MOVE) {
                    line.step(&mut next, RecordStep { color: turn(depth), point: raw.point() });
                }
            }
            names
        });
        Some(walked.map(|_| ()))
    }
}
