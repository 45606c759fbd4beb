//! Any record that a format can hold is read again as it was written, in both ways.

use std::time::Duration;

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{
    Format, Manner, ReadOptions, Record, RecordNode, RecordStep, RecordTree, RecordWriter,
    ResultClaim, RowOrder, Sign, WriteOptions,
};
use tengen_testkit::read_stream;

use crate::support::cases;

fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

/// A text on one line.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{0,6}",
        2 => r"[\\\]\[:;()a 天元é]{0,8}",
        1 => r"\PC{0,12}",
    ]
}

/// A text on one line or several.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => line(), 1 => r"[\\\]\[:\n\t ab]{0,10}"]
}

fn area() -> impl Strategy<Value = Option<Area>> {
    let bounded = |sides: (u16, u16)| Area::Bounded { width: sides.0, height: sides.1 };
    option::of((1..=52_u16, 1..=52_u16).prop_map(bounded))
}

/// A point that SGF can spell and that is no pass.
fn point() -> impl Strategy<Value = Point> {
    (0..52, 0..52)
        .prop_map(|(x, y)| Point::new(x, y))
        .prop_filter("a pass", |&point| point != Point::new(19, 19))
}

fn claim() -> impl Strategy<Value = Option<ResultClaim>> {
    let manner = select(&[Manner::Unsaid, Manner::Resignation, Manner::Time, Manner::Forfeit][..]);
    option::of(prop_oneof![
        3 => (color(), manner).prop_map(|(color, manner)| ResultClaim::Won(color, manner)),
        1 => Just(ResultClaim::Draw),
        1 => Just(ResultClaim::Void),
    ])
}

/// What is set, in the order that it is written in.
fn setup() -> impl Strategy<Value = Vec<(Point, Option<Color>)>> {
    vec((point(), option::of(color())), 0..5).prop_map(|mut setup| {
        setup.sort_by_key(|&(point, stone)| (stone.is_none(), stone == Some(Color::White), point));
        let mut seen = Vec::new();
        setup.retain(|&(point, _)| {
            !seen.contains(&point) && {
                seen.push(point);
                true
            }
        });
        setup
    })
}

/// What is drawn, in the order that it is written in.
fn signs() -> impl Strategy<Value = Vec<(Point, Sign)>> {
    let sign = prop_oneof![
        line().prop_map(Sign::Label),
        select(&[Sign::Circle, Sign::Cross, Sign::Square, Sign::Triangle, Sign::Selected][..]),
    ];
    let order = |sign: &Sign| match sign {
        Sign::Label(_) => 0,
        Sign::Circle => 1,
        Sign::Cross => 2,
        Sign::Square => 3,
        Sign::Triangle => 4,
        Sign::Selected => 5,
    };
    vec((point(), sign), 0..4).prop_map(move |mut signs| {
        signs.sort_by_key(|(_, sign)| order(sign));
        signs
    })
}

fn node() -> impl Strategy<Value = RecordNode> {
    let step = (color(), option::weighted(0.9, point()));
    let step = option::weighted(0.9, step.prop_map(|(color, point)| RecordStep { color, point }));
    let rare = (setup(), option::of(color()), signs(), text(), option::of(vec(text(), 1..3)));
    (step, option::weighted(0.1, rare), option::weighted(0.2, 0..100_000_u64)).prop_map(
        |(step, rare, time)| {
            let mut node = RecordNode::default();
            node.step = step;
            node.time = time.map(Duration::from_millis);
            if let Some((setup, turn, signs, comment, other)) = rare {
                (node.setup, node.turn, node.signs, node.comment) = (setup, turn, signs, comment);
                node.other = other.map(|values| ("XY".to_owned(), values)).into_iter().collect();
            }
            node
        },
    )
}

/// A tree whose nodes stand in the order of the text. Each new node hangs from the last one, or from
/// one up to `most_up` above it.
fn tree(most_up: usize) -> impl Strategy<Value = RecordTree> {
    let up = prop_oneof![4 => Just(0_usize), 1 => 0..=most_up];
    vec((node(), up), 0..24).prop_map(|nodes| {
        let mut tree = RecordTree::default();
        let mut id = RecordTree::ROOT;
        for (node, up) in nodes {
            for _ in 0..up {
                id = tree.parent(id).unwrap_or(RecordTree::ROOT);
            }
            id = tree.add(id, node);
        }
        tree
    })
}

fn record(most_up: usize) -> impl Strategy<Value = Record> {
    let texts = (line(), line(), line(), line(), line(), line());
    let rule = option::of(select(&Rule::ALL[..]));
    let other = vec(text(), 0..3);
    (rule, area(), texts, claim(), other, tree(most_up)).prop_map(
        |(rule, area, texts, claim, other, tree)| {
            let (black, white, event, round, date, place) = texts;
            let named = |(name, value): (&str, String)| (name.to_owned(), value);
            let other = ["AP", "KM", "COPYRIGHT"].into_iter().zip(other).map(named).collect();
            Record { rule, area, black, white, event, round, date, place, claim, other, tree }
        },
    )
}

const WRITING: WriteOptions = WriteOptions::new(RowOrder::FromTop);
const READING: ReadOptions = ReadOptions::new(RowOrder::FromTop);

fn write(format: Format, record: &Record) -> (Vec<u8>, usize) {
    let mut out = Vec::new();
    let mut writer = RecordWriter::new(format, WRITING);
    let lost = writer.write(record, &mut out).expect("it can be written").len();
    (out, lost)
}

/// What is written of a record is read as `expected`, without a repair.
fn comes_back(format: Format, record: &Record, expected: &Record) -> Result<(), TestCaseError> {
    let (text, _) = write(format, record);
    let shown = String::from_utf8_lossy(&text).into_owned();
    let entries = read_stream(&text, "", Some(format), &READING).expect("it can be opened");
    prop_assert_eq!(entries.len(), 1, "{}", shown);
    let whole = entries[0].as_ref().expect("what is written can be read");
    prop_assert_eq!(&whole.record, expected, "{}", shown);
    prop_assert_eq!(whole.repairs.len(), 0, "{}: {:?}", shown, whole.repairs);
    Ok(())
}

/// A game from an empty board with moves in turn, of which `passes` percent are passes.
fn plain_game(sides: u16, passes: u8) -> impl Strategy<Value = Record> {
    let side = 1..=sides;
    (side.clone(), side).prop_flat_map(move |(width, height)| {
        let point = (0..i32::from(width), 0..i32::from(height)).prop_map(|(x, y)| Point::new(x, y));
        let step =
            (point, 0..100_u8).prop_map(move |(point, roll)| (roll >= passes).then_some(point));
        // No more moves than points: more do not make a list.
        let most = (usize::from(width) * usize::from(height)).min(40);
        let steps = vec(step, 0..=most);
        steps.prop_map(move |points| {
            let mut record =
                Record { area: Some(Area::Bounded { width, height }), ..Record::default() };
            let (mut id, mut color) = (RecordTree::ROOT, Color::Black);
            for point in points {
                id = record.tree.add(id, RecordStep { color, point }.into());
                color = !color;
            }
            record
        })
    })
}

/// What a list of moves on a board of the given size is read as.
fn reading(record: &Record, rows: RowOrder) -> ReadOptions {
    ReadOptions { area: record.area, ..ReadOptions::new(rows) }
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn any_tree_comes_back_from_sgf(record in record(4)) {
        comes_back(Format::Sgf, &record, &record)?;
    }

    #[test]
    fn any_line_comes_back_from_sgf(record in record(0)) {
        let (text, lost) = write(Format::Sgf, &record);
        prop_assert_eq!(lost, 0);
        let entries = read_stream(&text.repeat(3), "", None, &READING).expect("it can be opened");
        prop_assert_eq!(entries.len(), 3);
        for entry in &entries {
            prop_assert_eq!(&entry.as_ref().expect("it can be read").record.tree, &record.tree);
        }
    }

    #[test]
    fn any_game_comes_back_from_position_strings(record in plain_game(702, 10), top in any::<bool>()) {
        let rows = if top { RowOrder::FromTop } else { RowOrder::FromBottom };
        let mut text = Vec::new();
        RecordWriter::new(Format::Positions, WriteOptions::new(rows)).write(&record, &mut text).expect("written");
        for spelled in [
            text.clone(),
            text.to_ascii_uppercase(),
            String::from_utf8(text).expect("it is text").replace("pass", ", PaSs ").into_bytes(),
        ] {
            let entries = read_stream(&spelled, "", Some(Format::Positions), &reading(&record, rows));
            let entries = entries.expect("it can be opened");
            prop_assert_eq!(entries.len(), 1);
            prop_assert_eq!(&entries[0].as_ref().expect("it can be read").record, &record);
        }
    }

    #[test]
    fn any_game_comes_back_from_lists(record in plain_game(99, 0)) {
        for format in [Format::Moves, Format::Openings] {
            let (text, _) = write(format, &record);
            let entries = read_stream(&text, "", Some(format), &reading(&record, RowOrder::FromTop));
            let entries = entries.expect("it can be opened");
            prop_assert_eq!(entries.len(), 1);
            prop_assert_eq!(&entries[0].as_ref().expect("it can be read").record, &record);
        }
    }

    #[test]
    fn any_game_comes_back_from_psq(
        record in plain_game(99, 0),
        (black, white) in ("[A-Za-z][A-Za-z0-9. ]{0,8}[a-z]", "[天元a-z]{1,8}"),
        (winner, event) in (0..=2_u8, "[A-Za-z0-9]{0,8}"),
    ) {
        let mut record = Record { black, white, event, ..record };
        record.claim = Some(match winner {
            0 => ResultClaim::Draw,
            1 => ResultClaim::Won(Color::Black, Manner::Unsaid),
            _ => ResultClaim::Won(Color::White, Manner::Unsaid),
        });
        let ids: Vec<_> = record.tree.main_line().skip(1).collect();
        for (id, time) in ids.into_iter().zip(0..) {
            record.tree.node_mut(id).time = Some(Duration::from_millis(time * time * 97));
        }
        let (text, lost) = write(Format::Psq, &record);
        prop_assert_eq!(lost, 0);
        let entries = read_stream(&text, &format!("0_1_2_{winner}.psq"), None, &READING);
        let entries = entries.expect("it can be opened");
        prop_assert_eq!(entries.len(), 1);
        let mut whole = entries[0].clone().expect("it can be read");
        prop_assert_eq!(&whole.repairs, &[]);
        whole.record.other.retain(|(name, _)| name != "winner");
        // The name of a division may be that of a rule.
        whole.record.rule = None;
        prop_assert_eq!(whole.record, record);
    }
}
