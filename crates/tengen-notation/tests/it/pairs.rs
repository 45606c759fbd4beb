//! From one format to another: nothing is lost but what is said to be.

use std::{collections::BTreeMap, time::Duration};

use proptest::{collection::vec, prelude::*};
use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{
    Content, Format, Manner, ReadOptions, Record, RecordNode, RecordReader, RecordTree,
    RecordWriter, ResultClaim, RowOrder, Sign, Split, Unwritable, WriteLoss, WriteOptions,
};

use crate::support::cases;

const WRITING: WriteOptions = WriteOptions::new(RowOrder::FromBottom);

/// Names and comments that every format can spell.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![1 => Just(String::new()), 2 => "[A-Za-z][A-Za-z0-9 ]{0,8}[a-z0-9]"]
}

fn claim() -> impl Strategy<Value = Option<ResultClaim>> {
    let color = prop_oneof![Just(Color::Black), Just(Color::White)];
    let manner = prop_oneof![
        3 => Just(Manner::Unsaid),
        1 => Just(Manner::Board),
        1 => Just(Manner::Resignation),
        1 => Just(Manner::Time),
        1 => Just(Manner::Forfeit),
    ];
    prop_oneof![
        2 => Just(None),
        3 => (color, manner).prop_map(|(color, manner)| Some(ResultClaim::Won(color, manner))),
        1 => Just(Some(ResultClaim::Draw)),
    ]
}

/// What stands at a node besides its step: a comment, a sign, and how many nodes before it its parent
/// is, which makes variations.
type Extras = (String, Option<(i32, i32, u8)>, usize);

fn extras() -> impl Strategy<Value = Extras> {
    let comment = prop_oneof![4 => Just(String::new()), 1 => words()];
    let sign = prop::option::weighted(0.1, (0..15, 0..15, 0..6u8));
    (comment, sign, prop_oneof![12 => Just(0_usize), 1 => 1..4_usize])
}

/// A record on 15x15, where every format is at home.
fn record() -> impl Strategy<Value = Record> {
    let rule = prop_oneof![
        1 => Just(None),
        1 => Just(Some(Rule::Freestyle)),
        1 => Just(Some(Rule::Exact)),
        1 => Just(Some(Rule::Renju)),
    ];
    let moves = Just((0..225).collect::<Vec<i32>>()).prop_shuffle();
    let names = (words(), words(), words());
    (rule, names, claim(), moves, vec(extras(), 0..40), 0..3_u8).prop_map(
        |(rule, (black, white, event), claim, moves, extras, depth)| {
            let (area, tree) = (Some(Area::square(15)), tree(&moves, &extras, depth));
            Record { rule, area, black, white, event, claim, tree, ..Record::default() }
        },
    )
}

/// A tree of moves; with depth 0 a line of bare moves, with depth 1 one with words and signs, with
/// depth 2 one with variations.
fn tree(moves: &[i32], extras: &[Extras], depth: u8) -> RecordTree {
    let mut tree = RecordTree::default();
    let mut nodes = vec![(RecordTree::ROOT, Color::White)];
    for (&number, (comment, sign, back)) in moves.iter().zip(extras) {
        let back = if depth == 2 { *back } else { 0 };
        let (parent, before) = nodes[nodes.len() - 1 - back.min(nodes.len() - 1)];
        let mut node = RecordNode::step(!before, Point::new(number % 15, number / 15));
        if depth > 0 {
            node.comment.clone_from(comment);
            node.signs.extend(sign.map(|(x, y, kind)| (Point::new(x, y), sign_of(kind))));
            node.time = sign.map(|(x, ..)| Duration::from_millis(1000 + x.unsigned_abs() as u64));
        }
        nodes.push((tree.add(parent, node), !before));
    }
    tree
}

fn sign_of(kind: u8) -> Sign {
    match kind {
        0 => Sign::Label("A".to_owned()),
        1 => Sign::Circle,
        2 => Sign::Cross,
        3 => Sign::Square,
        4 => Sign::Triangle,
        _ => Sign::Selected,
    }
}

/// A record without what a format said it would lose. What a format notes about itself is not
/// compared.
fn without(mut record: Record, losses: &[WriteLoss]) -> Record {
    record.other.clear();
    let mut lost = |loss: &WriteLoss| {
        let each = |tree: &mut RecordTree, change: &dyn Fn(&mut RecordNode)| {
            for id in tree.walk().collect::<Vec<_>>() {
                change(tree.node_mut(id));
            }
        };
        match loss {
            WriteLoss::Variations(_) => {
                let mut line = RecordTree::default();
                let (mut at, ids) = (RecordTree::ROOT, record.tree.main_line().collect::<Vec<_>>());
                for (depth, id) in ids.into_iter().enumerate() {
                    let node = record.tree.node(id).clone();
                    if depth > 0 {
                        at = line.add(at, node);
                    }
                }
                record.tree = line;
            }
            WriteLoss::Comments(_) => each(&mut record.tree, &|node| node.comment.clear()),
            WriteLoss::Signs(_) => each(&mut record.tree, &|node| node.signs.clear()),
            WriteLoss::Times(_) => each(&mut record.tree, &|node| node.time = None),
            WriteLoss::Turns(_) => each(&mut record.tree, &|node| node.turn = None),
            WriteLoss::Other(_) => {}
            WriteLoss::Players => (record.black, record.white) = Default::default(),
            WriteLoss::Event => {
                (record.event, record.round) = Default::default();
                (record.date, record.place) = Default::default();
            }
            WriteLoss::Rule => record.rule = None,
            WriteLoss::Area => record.area = Some(Area::square(15)),
            WriteLoss::Claim => record.claim = None,
            WriteLoss::Manner => {
                if let Some(ResultClaim::Won(color, _)) = record.claim {
                    record.claim = Some(ResultClaim::Won(color, Manner::Unsaid));
                }
            }
            WriteLoss::Letters(_) => panic!("every letter here can be spelled"),
        }
    };
    losses.iter().for_each(&mut lost);
    for id in record.tree.walk().collect::<Vec<_>>() {
        let node = record.tree.node_mut(id);
        node.other.clear();
        // Gomocup's way to say that a time is not known.
        node.time = node.time.filter(|time| !time.is_zero());
    }
    record.tree = in_order(&record.tree);
    // That a game was won on the board goes without saying.
    if let Some(ResultClaim::Won(color, Manner::Board)) = record.claim {
        record.claim = Some(ResultClaim::Won(color, Manner::Unsaid));
    }
    // And how a name is not known, there and in the Chinese championship.
    for (name, unknown) in [(&mut record.black, ["?", "B"]), (&mut record.white, ["?", "W"])] {
        if unknown.contains(&name.as_str()) {
            name.clear();
        }
    }
    record
}

/// A tree with its nodes renumbered in the order of a walk.
fn in_order(tree: &RecordTree) -> RecordTree {
    let mut ordered = RecordTree::default();
    let (from, to) = (tree.node(RecordTree::ROOT), ordered.node_mut(RecordTree::ROOT));
    (to.step, to.turn, to.time) = (from.step, from.turn, from.time);
    to.setup.clone_from(&from.setup);
    to.signs.clone_from(&from.signs);
    to.comment.clone_from(&from.comment);
    let mut places = BTreeMap::from([(RecordTree::ROOT, RecordTree::ROOT)]);
    for id in tree.walk().skip(1) {
        let parent = tree.parent(id).expect("only the root has none");
        places.insert(id, ordered.add(places[&parent], tree.node(id).clone()));
    }
    ordered
}

/// A file of Gomocup has the winner in its name.
fn file_name(record: &Record, format: Format) -> &'static str {
    match (format, record.claim) {
        (Format::Psq, Some(ResultClaim::Won(Color::Black, _))) => "game_1.psq",
        (Format::Psq, Some(ResultClaim::Won(Color::White, _))) => "game_2.psq",
        _ => "",
    }
}

/// Writes a record and reads it again; what was lost, and what came back.
fn through(record: &Record, format: Format) -> Result<(Vec<WriteLoss>, Record), Unwritable> {
    let mut writer = RecordWriter::new(format, WRITING);
    let mut bytes = Vec::new();
    let losses = writer.write(record, &mut bytes)?;
    let area = Some(record.area.unwrap_or(Area::square(15)));
    let reading = ReadOptions { area, ..ReadOptions::new(RowOrder::FromBottom) };
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    let reader = RecordReader::open(&bytes, file_name(record, format), Some(format), &reading);
    let reader = reader.expect(&shown);
    let (mut splitter, mut rest, mut read) = (reader.splitter(), &bytes[..], Vec::new());
    loop {
        match splitter.split(rest, true) {
            Split::Take { length, place } => {
                read.extend(
                    reader.records(&rest[..length], place).map(|record| record.expect(&shown)),
                );
                rest = &rest[length..];
            }
            Split::Skip(length) => rest = &rest[length..],
            Split::More => break,
            Split::TooLong(fault) | Split::Broken(fault) => panic!("{fault}"),
        }
    }
    assert_eq!(read.len(), 1, "{format}: {shown}");
    let whole = read.remove(0);
    assert!(whole.repairs.is_empty(), "{format}: {:?}\n{shown}", whole.repairs);
    // Sniffing finds the same format, where it finds one.
    if let Some(found) = Content::sniff(&bytes, "").filter(|_| !record.tree.is_empty()) {
        assert_eq!(found, Content::Records(format), "{shown}");
    }
    Ok((losses, without(whole.record, &[])))
}

/// The formats that are written.
fn written() -> Vec<Format> {
    let read_only = |format: &Format| {
        let mut writer = RecordWriter::new(*format, WRITING);
        let empty = Record { area: Some(Area::square(15)), ..Record::default() };
        matches!(writer.write(&empty, &mut Vec::new()), Err(Unwritable::ReadOnly(_)))
    };
    Format::ALL.into_iter().filter(|format| !read_only(format)).collect()
}

#[test]
fn most_formats_are_written() {
    let written = written();
    for format in [Format::Moves, Format::Positions, Format::Csv, Format::Tsv, Format::JsonLines] {
        assert!(written.contains(&format), "{format}");
    }
}

/// A format may have words that are spelled like a move.
#[test]
fn a_move_to_any_point_comes_back_from_every_format() {
    for (rule, side) in [(Rule::NoGo, 9), (Rule::Renju, 15), (Rule::Exact, 19)] {
        let area = Area::square(side);
        let record = |point| {
            let mut record = Record { rule: Some(rule), area: Some(area), ..Record::default() };
            let first = record.tree.add(RecordTree::ROOT, RecordNode::step(Color::Black, point));
            let other = Point::new(0, i32::from(point == Point::new(0, 0)));
            record.tree.add(first, RecordNode::step(Color::White, other));
            record
        };
        let mut holding = 0;
        for format in written() {
            for point in area.points() {
                let record = record(point);
                let Ok((_, again)) = through(&record, format) else { break };
                let again = again.tree.main_line().map(|id| again.tree.node(id).step);
                let steps = record.tree.main_line().map(|id| record.tree.node(id).step);
                assert!(again.eq(steps), "{format}, {rule}: {point:?}");
                holding += usize::from(point == Point::new(0, 0));
            }
        }
        assert!(holding >= 6, "{holding} formats hold games of {rule}");
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_record_comes_through_any_two_formats_as_they_say(record in record()) {
        for first in written() {
            let Ok((losses, once)) = through(&record, first) else { continue };
            // A format may hold a part of what it loses.
            let kept = without(once.clone(), &losses);
            prop_assert_eq!(kept, without(record.clone(), &losses), "{}", first);
            for second in written() {
                let Ok((losses, twice)) = through(&once, second) else { continue };
                let kept = without(twice.clone(), &losses);
                prop_assert_eq!(kept, without(once.clone(), &losses), "{} {}", first, second);
                let back = through(&twice, first);
                prop_assert!(back.is_ok(), "{} {}: {:?}", first, second, back);
                let (losses, back) = back.unwrap();
                let kept = without(back, &losses);
                prop_assert_eq!(kept, without(twice.clone(), &losses), "{} {}", first, second);
            }
        }
    }
}
