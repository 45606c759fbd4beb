use std::fmt::Write as _;

use proptest::prelude::*;
use tengen_core::{Color, Point};

use super::{renlib_reader::read, renlib_writer::write};
use crate::{
    Record, RecordNode, RecordStep, RecordTree, RowOrder, Sign, WriteOptions,
    formats::writer::RecordOutput,
};

fn written(record: &Record) -> Vec<u8> {
    let mut out = Vec::new();
    let writing = WriteOptions::new(RowOrder::FromBottom);
    let mut page = RecordOutput { out: &mut out, writing, number: 0, losses: Vec::new() };
    write(&mut page, record).unwrap();
    assert_eq!(page.losses, []);
    out
}

fn library(nodes: &[u8]) -> Vec<u8> {
    [b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", nodes].concat()
}

/// The tree as lines of names and colors, one a node, with what is said there.
fn drawn(record: &Record) -> String {
    let tree = &record.tree;
    let area = record.area.unwrap();
    let mut text = String::new();
    for id in tree.walk() {
        let depth = std::iter::successors(tree.parent(id), |&id| tree.parent(id)).count();
        let node = tree.node(id);
        text += &" ".repeat(depth);
        text += &match node.step {
            None => "-".to_owned(),
            Some(RecordStep { color, point }) => {
                let name = point.map_or("pass".to_owned(), |point| area.name(point));
                if color == Color::Black { name.to_uppercase() } else { name }
            }
        };
        for (point, sign) in &node.signs {
            let Sign::Label(label) = sign else { panic!("{sign:?}") };
            let _ = write!(text, " {}={label}", area.name(*point));
        }
        for (name, values) in &node.other {
            let _ = write!(text, " {name}{values:?}");
        }
        text += &format!("{:?}\n", node.comment).replace("\"\"", "");
    }
    text
}

#[test]
fn a_library_is_read_with_all_that_is_in_it() {
    // a15 is the upper left corner: row 0, column 1. o1 is the lower right one: row 14, column 15.
    let nodes = [
        &[0x00, 0x00][..],
        &[0x01, 0x88, b'a', 8, b'b', b'\r', b'\n', b'c', 0, b'?'], // a15, commented, with a sibling
        &[0xEF, 0x41, 0x00, 0x01, b'l', 0],                        // o1, a leaf with a label
        &[0x78, 0x10],                                             // h8, marked
        &[0x00, 0x84], // a pass, the start, with a sibling
        &[0x79, 0x40], // i8, a leaf
        &[0x77, 0xC3, 0x00, 0x01, b'x', b'y', 0, 0], // g8, no move, only a label
        &[0x76, 0x60, b'h', b'i' | 0x80], // f8 with an old comment
    ];
    let (record, repairs) = read(&library(&nodes.concat()), None).unwrap();
    assert_eq!(repairs, []);
    let expected =
        "-\n A15\"a\\nb\\nc\"\n  o1\n H8 g8=xy Mark[]\n  pass Start[]\n   I8\n  f8\"hi\"\n";
    let expected = expected.replace("A15\"", "A15 o1=l\"");
    assert_eq!(drawn(&record), expected);
    let other = [("RenLib", "3.4"), ("Root", "")];
    assert_eq!(record.other, other.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let (again, _) = read(&written(&record), None).unwrap();
    assert_eq!(again, record);
}

#[test]
fn the_parts_of_a_comment_keep_apart() {
    for comment in [
        "a",
        "a\x08b",
        "\x08b",
        "a\r\nb",
        "a\r\nb\x08c\r\nd",
        "a\x08b\x08c",
        "\x08\r\n",
        "a\nb",
        "a\r\nb\nc\x08d\n",
    ] {
        let mut bytes = library(&[0, 8]);
        bytes.extend_from_slice(comment.as_bytes());
        bytes.resize((bytes.len() + 1).next_multiple_of(2), 0);
        let (record, _) = read(&bytes, None).unwrap();
        assert_eq!(written(&record), bytes, "{comment:?}");
    }
}

#[test]
fn what_is_wrong_has_its_byte() {
    let wrong = |bytes: &[u8]| {
        let fault = read(bytes, None).unwrap_err();
        format!("{}: {fault}", fault.column)
    };
    assert!(wrong(b"").starts_with("1: byte 0: a blank line does not begin a RenLib file"));
    assert!(wrong(b"\xFFRenLib\xFF\x03").ends_with("the file ends inside the header"));
    let mut newer = library(&[]);
    newer[9] = 5;
    assert!(wrong(&newer).contains("version 3.5"));
    assert_eq!(wrong(&library(&[0x78])), "22: byte 21: the file ends inside a node");
    assert!(wrong(&library(&[0x78, 8, b'a', b'b'])).ends_with("inside a comment"));
    assert!(wrong(&library(&[0x78, 0x41, 0, 1, b'a'])).ends_with("inside a board text"));
    assert!(wrong(&library(&[0x70, 0])).contains("70 is no point"));
    assert!(wrong(&library(&[0xF1, 0])).contains("f1 is no point"));
    let closed = wrong(&library(&[0x78, 0x40, 0x79, 0x40]));
    assert_eq!(
        closed,
        "23: byte 22: this node has no place: every line of the tree has ended before it"
    );
}

#[test]
fn nodes_without_anything_are_left_out() {
    // h8; below it no move at i8 and none at j8 below that, both empty; then i8 with a label.
    let nodes = [0x78, 0x00, 0x79, 0x82, 0x7A, 0x42, 0x79, 0x43, 0x00, 0x01, b'x', 0x00];
    let (record, _) = read(&library(&nodes), None).unwrap();
    let once = written(&record);
    let (again, _) = read(&once, None).unwrap();
    assert_eq!(drawn(&again), "-\n H8 i8=x\n");
    assert_eq!(written(&again), once);
}

#[test]
fn announced_variations_may_be_missing() {
    let (record, repairs) = read(&library(&[0x78, 0x80, 0x79, 0x40]), None).unwrap();
    assert_eq!(record.tree.len(), 3);
    assert_eq!(repairs.len(), 1);
    assert!(repairs[0].what.contains("1 more"), "{}", repairs[0]);
    assert_eq!(repairs[0].column, 25);
}

#[test]
fn files_without_a_header_are_read_and_written() {
    let bytes = [0x78, 0x00, 0x68, 0xC0, 0x69, 0x40];
    let (record, repairs) = read(&bytes, None).unwrap();
    assert_eq!(repairs, []);
    assert_eq!(drawn(&record), "-\n H8\n  h9\n  i9\n");
    assert_eq!(written(&record), bytes);
}

/// A random tree of up to 40 nodes: where each hangs, and what it says.
fn trees() -> impl Strategy<Value = Record> {
    let text = prop_oneof![
        3 => Just(String::new()),
        2 => "[ -~]{0,5}(\n[ -~]{0,3}){0,2}",
        1 => "[天元黑胜]{1,4}",
        1 => "[é…Ω天]{1,3}",
    ];
    let label = prop_oneof![2 => Just(String::new()), 1 => "[a-z]{1,3}", 1 => "[天元é]{1,2}"];
    let point = (0..15i32, 0..15i32).prop_map(|(x, y)| Point::new(x, y));
    let node =
        (any::<prop::sample::Index>(), prop::option::weighted(0.9, point), text, label, 0..8u8);
    prop::collection::vec(node, 0..40).prop_map(|nodes| {
        let mut record = Record { area: Some(tengen_core::Area::square(15)), ..Record::default() };
        let mut ids = vec![(RecordTree::ROOT, 0)];
        for (at, point, comment, label, bits) in nodes {
            let (parent, depth) = ids[at.index(ids.len())];
            let color = if depth % 2 == 0 { Color::Black } else { Color::White };
            let mut node = RecordNode::from(RecordStep { color, point });
            node.comment = comment;
            if bits == 1 {
                node.other.push(("Mark".to_owned(), Vec::new()));
            }
            if bits == 2 {
                node.other.push(("Start".to_owned(), Vec::new()));
            }
            if let (false, Some(point)) = (label.is_empty(), point) {
                record.tree.node_mut(parent).signs.push((point, Sign::Label(label)));
            }
            ids.push((record.tree.add(parent, node), depth + 1));
        }
        record
    })
}

/// Without what a library adds: its own order of labels, and which part of a comment is which.
fn sorted(mut record: Record) -> Record {
    record.other.clear();
    let ids: Vec<_> = record.tree.walk().collect();
    for id in ids {
        let node = record.tree.node_mut(id);
        node.other.retain(|(name, _)| name != "OneLine");
        node.signs.sort_by_key(|(point, sign)| (point.y, point.x, format!("{sign:?}")));
    }
    record
}

proptest! {
    #[test]
    fn random_trees_come_back(record in trees()) {
        let bytes = written(&record);
        let (again, repairs) = read(&bytes, None).unwrap();
        prop_assert_eq!(&repairs, &[]);
        prop_assert_eq!(written(&again), bytes);
        // Nodes stand in another order in memory.
        prop_assert_eq!(drawn(&sorted(again)), drawn(&sorted(record)));
    }
}

/// A node with its flags, extension, comment and board text.
fn node(position: u8, flags: u8, extension: u16, comment: &[u8], board_text: &[u8]) -> Vec<u8> {
    let mut flags = flags | if comment.is_empty() { 0 } else { 0x08 };
    let extension = extension | u16::from(!board_text.is_empty());
    flags |= u8::from(extension != 0);
    let mut bytes = vec![position, flags];
    if extension != 0 {
        bytes.extend(extension.to_be_bytes());
    }
    for text in [comment, board_text] {
        if !text.is_empty() {
            bytes.extend(text);
            bytes.resize((bytes.len() + 1).next_multiple_of(2), 0);
        }
    }
    bytes
}

#[test]
fn all_that_a_library_says_goes_through_sgf() {
    use crate::{Format, ReadOptions, RecordReader, RecordWriter};
    // What a root says: a mark, the start, unknown bits, a comment and a board text.
    let root = node(0x00, 0x14, 0x0400, "开局\x08作者：天元".as_bytes(), b"root");
    let nodes = [
        node(0x78, 0x90, 0, b"one\x08two\r\nthree", b""), // h8, marked, with a sibling
        node(0x79, 0x84, 0, b"", "甲".as_bytes()), // i8, the start, with a label and a sibling
        node(0x00, 0x40, 0, b"passes", b""),       // a pass
        node(0x7A, 0x82, 0, b"no move, but a text", b""), // j8, no move, with a sibling
        node(0x69, 0x40, 0, b"below it", b""),     // i7
        node(0x7B, 0xC0, 0x2000, b"\x08second part only", b""), // k8, unknown bits
        node(0x7C, 0xC3, 0, b"", b"only a label"), // l8
        node(0x77, 0x40, 0, b"unix\nlines", b""),  // g8
        node(0x66, 0x40, 0, b"a\r\nb\x08c", b"+1"), // f9, the sibling of h8
    ];
    let mut bytes = library(&root);
    bytes.extend(nodes.concat());
    let (record, repairs) = read(&bytes, None).unwrap();
    assert_eq!(repairs, []);
    let once = written(&record);
    let mut sgf = Vec::new();
    let writing = WriteOptions::new(RowOrder::FromBottom);
    let lost = RecordWriter::new(Format::Sgf, writing).write(&record, &mut sgf).unwrap();
    assert_eq!(lost, [], "SGF holds all of it");
    let text = String::from_utf8(sgf.clone()).unwrap();
    for property in ["MARK[]", "START[]", "NOMOVE[j8]", "EXTENSION[2000]", "LB[", "ONELINE[0]"] {
        assert!(text.contains(property), "{property}: {text}");
    }
    let reader =
        RecordReader::open(&sgf, "", None, &ReadOptions::new(RowOrder::FromBottom)).unwrap();
    let again: Vec<_> = reader.records(&sgf, crate::BlockOffset::default()).collect();
    let [Ok(again)] = &again[..] else { panic!("{again:?}") };
    assert_eq!(again.repairs, []);
    assert_eq!(written(&again.record), once, "{text}");
}

#[test]
fn line_ends_that_sgf_does_not_tell_apart_are_told_of() {
    use crate::{Format, RecordWriter, WriteLoss};
    let (record, _) = read(&library(&node(0x78, 0x40, 0, b"a\r\nb\nc", b"")), None).unwrap();
    let writing = WriteOptions::new(RowOrder::FromBottom);
    let lost = RecordWriter::new(Format::Sgf, writing).write(&record, &mut Vec::new()).unwrap();
    assert_eq!(lost, [WriteLoss::Letters(1)]);
}
