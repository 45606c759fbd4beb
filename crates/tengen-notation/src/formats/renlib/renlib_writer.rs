//! A record as a library.

use std::{borrow::Cow, collections::HashSet};

use tengen_core::{Area, Point};

use super::{
    SIDE, key,
    nodes::{BOARD_TEXT, PART, Version, flag, position},
    renlib_reader::{texts, turn},
};
use crate::{
    Encoding, Format, NodeId, Record, RecordNode, RecordTree, Sign, Unwritable, WriteLoss,
    formats::writer::{RecordDetail, RecordOutput},
};

const FORMAT: Format = Format::RenLib;

/// Writes a library.
pub(in super::super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
    if page.number > 0 {
        return Err(Unwritable::OneOnly(FORMAT));
    }
    if let Some(area) = record.area
        && area != Area::square(SIDE)
    {
        return Err(Unwritable::Area { format: FORMAT, area });
    }
    // It is said nowhere what the texts are in, so only an encoding will do that is found again.
    let stated =
        stated(record, key::CHARSET).and_then(|label| Encoding::from_label(label.as_bytes()));
    let usual = Encoding::from_label(b"gbk");
    for encoding in [stated, usual, Some(Encoding::UTF_8)].into_iter().flatten() {
        let mut writer = RenLibWriter::new(record, encoding);
        writer.all()?;
        let texts = texts(&writer.out);
        let found = Encoding::detect(&texts).decode(&texts) == encoding.decode(&texts);
        if !writer.unspelled && (found || encoding == Encoding::UTF_8) {
            page.out.extend_from_slice(&writer.out);
            note_losses(page, record, writer.shortened);
            break;
        }
    }
    Ok(())
}

/// What the record says under a name.
fn stated<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    let entry = record.other.iter().find(|(other, _)| key::is(other, name));
    entry.map(|(_, value)| value.as_str())
}

/// What a node says under a name.
fn said<'a>(node: &'a RecordNode, name: &str) -> Option<&'a [String]> {
    let entry = node.other.iter().find(|(other, _)| key::is(other, name));
    entry.map(|(_, values)| values.as_slice())
}

fn note_losses(page: &mut RecordOutput, record: &Record, shortened: usize) {
    let held = [
        RecordDetail::Variations,
        RecordDetail::Comments,
        RecordDetail::Signs,
        RecordDetail::Area,
        RecordDetail::Other,
    ];
    page.lose_all_but(record, &held);
    let nodes = || record.tree.walk().map(|id| record.tree.node(id));
    let signs = nodes().flat_map(|node| &node.signs);
    let signs = signs.filter(|(_, sign)| !matches!(sign, Sign::Label(_))).count();
    let other = record.other.iter().map(|(name, _)| name).filter(|name| !key::of_record(name));
    let more = nodes().flat_map(|node| node.other.iter().map(|(name, _)| name));
    let other = other.count() + more.filter(|name| !key::of_node(name)).count();
    let losses = [WriteLoss::Signs(signs), WriteLoss::Other(other), WriteLoss::Letters(shortened)];
    for (count, loss) in [signs, other, shortened].into_iter().zip(losses) {
        if count > 0 {
            page.losses.push(loss);
        }
    }
}

/// What is to be written.
enum WrittenItem<'a> {
    /// A node with all below it, and the label of its point.
    Node { id: NodeId, label: Option<&'a str> },
    /// A label of a point that no node is for.
    Label { point: Point, text: &'a str },
}

/// What is below a node. Nodes without a step have no place in a library: what they say is said
/// above them, and what is below them is below the one above.
#[derive(Default)]
struct ItemsBelow<'a> {
    items: Vec<WrittenItem<'a>>,
    comments: Vec<&'a str>,
}

/// An item among its siblings, after `depth` steps.
struct SiblingItem<'a> {
    item: WrittenItem<'a>,
    depth: usize,
    has_sibling: bool,
}

struct RenLibWriter<'a> {
    record: &'a Record,
    encoding: Encoding,
    out: Vec<u8>,
    /// Whether a text has letters that the encoding has not.
    unspelled: bool,
    /// How many texts have characters that would end them, which are left out.
    shortened: usize,
    /// Nodes that are no moves and have nothing to say, they and all below them.
    vain: HashSet<NodeId>,
}

impl<'a> RenLibWriter<'a> {
    fn new(record: &'a Record, encoding: Encoding) -> RenLibWriter<'a> {
        let vain = vain(&record.tree);
        RenLibWriter { record, encoding, out: Vec::new(), unspelled: false, shortened: 0, vain }
    }

    fn all(&mut self) -> Result<(), Unwritable> {
        let tree = &self.record.tree;
        let root = tree.node(RecordTree::ROOT);
        let bare = RecordNode::default();
        let mut root = Cow::Borrowed(root);
        for (name, value) in &self.record.other {
            if key::of_node(name) && said(&root, name).is_none() {
                root.to_mut().other.push((name.clone(), vec![value.clone()]));
            }
        }
        let (root, below) = if root.step.is_some() {
            // A root that is itself a move goes below the empty board.
            let items = vec![WrittenItem::Node { id: RecordTree::ROOT, label: None }];
            (&bare, ItemsBelow { items, ..ItemsBelow::default() })
        } else {
            (&*root, self.below(RecordTree::ROOT)?)
        };
        // As RenLib has it: what begins in the middle of the board, and only there, needs no root.
        let half = i32::from(SIDE / 2);
        let is_middle = |id| point_of(tree.node(id)) == Some(Point::new(half, half));
        let middle = matches!(below.items[..], [WrittenItem::Node { id, .. }] if is_middle(id));
        let silent = root.comment.is_empty() && root.other.is_empty() && below.comments.is_empty();
        let rootless = middle && silent && stated(self.record, key::ROOT).is_none();
        let version = stated(self.record, key::VERSION);
        if !(rootless && version == Some("")) {
            let version = version.and_then(Version::detect);
            let usual = if rootless { Version::OLD } else { Version::NEW };
            self.out.extend_from_slice(&version.unwrap_or(usual).header());
        }
        if !rootless {
            self.node(root, 0, 0, None, &below.comments)?;
        }
        let mut waiting = Vec::new();
        push(&mut waiting, below.items, 0);
        while let Some(SiblingItem { item, depth, has_sibling }) = waiting.pop() {
            let sibling = if has_sibling { flag::SIBLING } else { 0 };
            match item {
                WrittenItem::Label { point, text } => {
                    let flags = sibling | flag::LEAF | flag::NO_MOVE | flag::EXTENSION;
                    self.out.extend([position(Some(on_board(point, 0)?)), flags, 0, 1]);
                    self.text(text);
                }
                WrittenItem::Node { id, label } => {
                    let below = self.below(id)?;
                    let leaf = if below.items.is_empty() { flag::LEAF } else { 0 };
                    self.node(tree.node(id), depth, sibling | leaf, label, &below.comments)?;
                    push(&mut waiting, below.items, depth + 1);
                }
            }
        }
        Ok(())
    }

    fn below(&self, id: NodeId) -> Result<ItemsBelow<'a>, Unwritable> {
        let tree = &self.record.tree;
        let mut below = ItemsBelow::default();
        let mut labels = Vec::new();
        let mut waiting = vec![id];
        while let Some(next) = waiting.pop() {
            let node = tree.node(next);
            if !node.setup.is_empty() {
                return Err(Unwritable::Setup(FORMAT));
            }
            if next != id {
                if self.vain.contains(&next) {
                    continue;
                }
                if node.step.is_some() || said(node, key::NO_MOVE).is_some() {
                    below.items.push(WrittenItem::Node { id: next, label: None });
                    continue;
                }
                below.comments.extend(Some(node.comment.as_str()).filter(|text| !text.is_empty()));
            }
            labels.extend(node.signs.iter().filter_map(|(point, sign)| match sign {
                Sign::Label(text) => Some((*point, text.as_str())),
                _ => None,
            }));
            let from = waiting.len();
            waiting.extend(tree.children(next));
            waiting[from..].reverse();
        }
        for item in &mut below.items {
            let WrittenItem::Node { id, label } = item else { continue };
            let point = point_of(tree.node(*id));
            if let Some(index) = labels.iter().position(|&(other, _)| Some(other) == point) {
                *label = Some(labels.remove(index).1);
            }
        }
        let labels = labels.into_iter().filter(|(_, text)| !text.is_empty());
        below.items.extend(labels.map(|(point, text)| WrittenItem::Label { point, text }));
        Ok(below)
    }

    /// Writes a node by itself.
    fn node(
        &mut self,
        node: &RecordNode,
        depth: usize,
        mut flags: u8,
        label: Option<&str>,
        more: &[&str],
    ) -> Result<(), Unwritable> {
        let number = depth + 1;
        if node.step.is_some_and(|step| step.color != turn(depth)) {
            return Err(Unwritable::OutOfTurn { format: FORMAT, number });
        }
        let point = point_of(node).map(|point| on_board(point, number)).transpose()?;
        let flagged = [(key::MARK, flag::MARK), (key::START, flag::START)];
        for (name, bit) in flagged.into_iter().chain([(key::NO_MOVE, flag::NO_MOVE)]) {
            flags |= if said(node, name).is_some() { bit } else { 0 };
        }
        let value = |name| said(node, name).and_then(|values| values.first()).map(String::as_str);
        let unknown = value(key::EXTENSION).and_then(|hex| u16::from_str_radix(hex, 16).ok());
        let board_text = label.or_else(|| value(key::TEXT).filter(|_| point.is_none()));
        let board_text = board_text.filter(|text| !text.is_empty());
        let extension = unknown.unwrap_or(0) & !BOARD_TEXT | u16::from(board_text.is_some());
        flags |= if extension != 0 { flag::EXTENSION } else { 0 };
        let first_lines = value(key::ONE_LINE).and_then(|lines| lines.parse().ok());
        let comment = if more.is_empty() {
            Cow::Borrowed(node.comment.as_str())
        } else {
            let parts = Some(node.comment.as_str()).filter(|text| !text.is_empty());
            let parts: Vec<&str> = parts.into_iter().chain(more.iter().copied()).collect();
            Cow::Owned(parts.join("\n"))
        };
        flags |= if comment.is_empty() { 0 } else { flag::COMMENT };
        self.out.extend([position(point), flags]);
        if extension != 0 {
            self.out.extend(extension.to_be_bytes());
        }
        if !comment.is_empty() {
            let as_it_stands = said(node, key::LINE_ENDS).is_some();
            self.comment(&comment, first_lines.unwrap_or(1), as_it_stands);
        }
        if let Some(text) = board_text {
            self.text(text);
        }
        Ok(())
    }

    /// Writes a comment, the first lines of it as its first part.
    fn comment(&mut self, text: &str, first_lines: usize, as_it_stands: bool) {
        let split = match first_lines.checked_sub(1) {
            None => ("", text),
            Some(more) => match text.match_indices('\n').nth(more) {
                Some((at, _)) => (&text[..at], &text[at + 1..]),
                None => (text, ""),
            },
        };
        // A line end between the parts would be lost if one of them were empty.
        let (first, second) = match split {
            (first, "") if first.len() < text.len() => (text, ""),
            ("", second) if second.len() < text.len() => ("", text),
            parts => parts,
        };
        let mut parts = first.replace(char::from(PART), "");
        self.shortened += usize::from(parts.len() < first.len());
        if !second.is_empty() {
            parts.push(char::from(PART));
            parts.push_str(second);
        }
        if !as_it_stands {
            parts = parts.replace('\n', "\r\n");
        }
        self.text(&parts);
    }

    /// Writes a text with the NUL at its end, in an even number of bytes.
    fn text(&mut self, text: &str) {
        let text = if text.contains('\0') {
            self.shortened += 1;
            Cow::Owned(text.replace('\0', ""))
        } else {
            Cow::Borrowed(text)
        };
        let start = self.out.len();
        match self.encoding.encode(&text) {
            Some(bytes) => self.out.extend_from_slice(&bytes),
            None => self.unspelled = true,
        }
        self.out.push(0);
        if !(self.out.len() - start).is_multiple_of(2) {
            self.out.push(0);
        }
    }
}

/// The nodes below which, and at which, nothing is said and no move is made.
fn vain(tree: &RecordTree) -> HashSet<NodeId> {
    let ids: Vec<NodeId> = tree.walk().collect();
    let mut vain = HashSet::new();
    // Those below a node come after it.
    for &id in ids.iter().rev() {
        let node = tree.node(id);
        let other = node.other.iter().all(|(name, _)| key::is(name, key::NO_MOVE));
        let silent = node.step.is_none() && node.comment.is_empty() && node.setup.is_empty();
        if silent
            && other
            && node.signs.is_empty()
            && tree.children(id).all(|id| vain.contains(&id))
        {
            vain.insert(id);
        }
    }
    vain
}

/// Puts siblings where the first of them is taken next.
fn push<'a>(waiting: &mut Vec<SiblingItem<'a>>, items: Vec<WrittenItem<'a>>, depth: usize) {
    let mut has_sibling = false;
    for item in items.into_iter().rev() {
        waiting.push(SiblingItem { item, depth, has_sibling });
        has_sibling = true;
    }
}

/// The point that a node is for.
fn point_of(node: &RecordNode) -> Option<Point> {
    if let Some(step) = node.step {
        return step.point;
    }
    let name = said(node, key::NO_MOVE)?.first()?;
    Area::square(SIDE).point(name).ok()
}

fn on_board(point: Point, number: usize) -> Result<Point, Unwritable> {
    let inside = Area::square(SIDE).contains(point);
    if inside { Ok(point) } else { Err(Unwritable::Point { format: FORMAT, number }) }
}
