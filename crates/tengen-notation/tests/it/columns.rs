//! Rows of named columns.

#![allow(clippy::unwrap_used, reason = "what tests share may fail like a test")]

use std::fmt::Write as _;

use proptest::prelude::*;
use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{
    Content, Format, Manner, ReadOptions, Record, RecordNode, RecordStep, RecordTree, RecordWriter,
    ResultClaim, RowOrder, WriteOptions,
};
use tengen_testkit::{StreamEntry, read_stream, read_stream_in_steps};

const TOP: ReadOptions = ReadOptions::new(RowOrder::FromTop);
const FORMATS: [Format; 3] = [Format::Csv, Format::Tsv, Format::JsonLines];

fn one(text: &str) -> Record {
    let mut entries = read_stream(text.as_bytes(), "", None, &TOP).unwrap();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.pop().unwrap().unwrap().record
}

fn points(record: &Record) -> Vec<Option<(i32, i32)>> {
    let tree = &record.tree;
    let steps = tree.main_line().filter_map(|id| tree.node(id).step);
    steps.map(|step| step.point.map(|point| (point.x, point.y))).collect()
}

#[test]
fn columns_are_known_by_their_names() {
    let tournament = "year\trule\tsize\tname1\tname2\twinner\tend\tmoves\n\
                      2021\t4\t20x15\tA\tB \"b\"\t2\tfoul\ta1t15\n";
    let record = one(tournament);
    assert_eq!(record.rule, Some(Rule::Renju));
    assert_eq!(record.area, Some(Area::Bounded { width: 20, height: 15 }));
    assert_eq!((record.black.as_str(), record.white.as_str()), ("A", "B \"b\""));
    assert_eq!(record.claim, Some(ResultClaim::Won(Color::White, Manner::Foul)));
    assert_eq!(points(&record), [Some((0, 0)), Some((19, 14))]);
    assert_eq!(record.other, [("year".to_owned(), "2021".to_owned())]);

    let quoted = "\u{FEFF}Moves,\"Black\",rows,Result\r\n\"a1, O15 pass\",\"x, \"\"y\"\"\nz\",bottom,1-0\r\n";
    let record = one(quoted);
    assert_eq!(points(&record), [Some((0, 14)), Some((14, 0)), None]);
    assert_eq!(record.black, "x, \"y\"\nz");
    assert_eq!(record.claim, Some(ResultClaim::Won(Color::Black, Manner::Unsaid)));

    let object = "{\"pos\":[\"a1\",[14,3]],\"width\":9,\"id\":7,\"result\":\"draw\",\"white\":\"\\u5929\",\"x\":null}";
    let record = one(object);
    assert_eq!(points(&record), [Some((0, 0)), Some((14, 3))]);
    assert_eq!(record.area, Some(Area::square(9)));
    assert_eq!((record.claim, record.white.as_str()), (Some(ResultClaim::Draw), "天"));
    assert_eq!(record.other, [("id".to_owned(), "7".to_owned())]);
}

#[test]
fn results_are_read_in_every_spelling() {
    let won = |color, manner| Some(ResultClaim::Won(color, manner));
    let (b, w) = (Color::Black, Color::White);
    for (winner, end, claim) in [
        ("1", "", won(b, Manner::Unsaid)),
        ("2", "five_or_draw", won(w, Manner::Board)),
        ("0", "five_or_draw", Some(ResultClaim::Draw)),
        ("Black", "timeout", won(b, Manner::Time)),
        ("w", "crash", won(w, Manner::Crash)),
        ("0-1", "illegal", won(w, Manner::Illegal)),
        ("B+R", "", won(b, Manner::Resignation)),
        ("W+3.5", "?", won(w, Manner::Board)),
        ("1/2-1/2", "", Some(ResultClaim::Draw)),
        ("void", "", Some(ResultClaim::Void)),
        ("?", "", None),
        ("", "foul", None),
    ] {
        let record = one(&format!("moves,winner,end\nh8,{winner},{end}\n"));
        assert_eq!(record.claim, claim, "{winner} {end}");
    }
}

#[test]
fn what_is_wrong_has_its_line_and_column() {
    let text = "rule,size,moves,winner\n\
                renju,15,h8,1\n\
                renju,15\n\
                renju,15,h8,1,2\n\
                go,15,h8,1\n\
                renju,15*15,h8,1\n\
                renju,15,h8?i9,1\n\
                renju,15,h8,nobody\n\
                \n\
                \"renju,15,h8,1\n";
    let entries = read_stream(text.as_bytes(), "", None, &TOP).unwrap();
    let faults: Vec<(u64, usize, String)> = entries
        .iter()
        .filter_map(|entry| entry.as_ref().err())
        .map(|fault| (fault.line, fault.column, fault.to_string()))
        .collect();
    for (fault, (line, column, start)) in faults.iter().zip([
        (3, 9, "this row has 2 of 4 fields: the next would be \"moves\""),
        (4, 15, "this row has a field too many: the first line names 4"),
        (5, 1, "\"go\" is not a rule"),
        (6, 7, "\"15*15\" is not the size"),
        (7, 12, "\"?i9\" is not a move"),
        (10, 1, "this field begins with a quotation mark"),
    ]) {
        assert_eq!((fault.0, fault.1), (line, column), "{}", fault.2);
        assert!(fault.2.starts_with(start), "{}", fault.2);
    }
    assert_eq!((entries.len(), faults.len()), (8, 6));
    // A result that is not known does not take the moves away.
    let odd = entries[6].as_ref().unwrap();
    assert_eq!((odd.line, odd.record.claim), (8, Some(ResultClaim::Unknown)));
    assert_eq!((odd.repairs[0].line, odd.repairs[0].column), (8, 13));
    let no_moves = read_stream(b"rule,size\n", "", Some(Format::Csv), &TOP).unwrap_err();
    assert!(no_moves.to_string().starts_with("there is no column of moves"));
    let entries =
        read_stream(b"{\"moves\":\"h8\"}\n{\"rule\":0}\n{\"moves\":\n[1]", "", None, &TOP).unwrap();
    let faults: Vec<u64> =
        entries.iter().filter_map(|entry| Some(entry.as_ref().err()?.line)).collect();
    assert_eq!(faults, [2, 3, 4]);
}

#[test]
fn a_row_without_end_does_not_swallow_the_others() {
    let text = "black,moves\n\"a,h8\n".to_owned();
    for rows in [3, 250_000] {
        let mut text = text.clone();
        for _ in 0..rows {
            text.push_str("b,i9\n");
        }
        let entries = read_stream_in_steps(text.as_bytes(), "", None, &TOP, || 1 << 16).unwrap();
        assert_eq!(entries.len(), rows + 1);
        assert!(entries[0].is_err() && entries[1..].iter().all(Result::is_ok));
    }
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        3 => "[a-zA-Z0-9 .,\"'\\\\]{0,9}",
        1 => "[天é\n\r,\"{}\\[]{1,5}",
    ]
}

fn records() -> impl Strategy<Value = Record> {
    let rule = prop::option::of(prop::sample::select(Rule::ALL.to_vec()));
    let area = prop_oneof![
        Just(None),
        Just(Some(Area::Unbounded)),
        (1..60u16, 1..60u16).prop_map(|(width, height)| Some(Area::Bounded { width, height })),
    ];
    let manner = prop::sample::select(vec![
        Manner::Unsaid,
        Manner::Board,
        Manner::Foul,
        Manner::Illegal,
        Manner::Crash,
        Manner::Time,
        Manner::Resignation,
        Manner::Forfeit,
    ]);
    let winner = prop::sample::select(vec![Color::Black, Color::White]);
    let claim = prop_oneof![
        Just(None),
        Just(Some(ResultClaim::Draw)),
        Just(Some(ResultClaim::Void)),
        (winner, manner).prop_map(|(winner, manner)| Some(ResultClaim::Won(winner, manner))),
    ];
    let point = prop::option::weighted(0.95, (-2..70i32, -2..70i32));
    let moves = prop::collection::vec(point, 0..30);
    let other = prop::collection::vec(("[a-z]{1,4}|moves|id", texts()), 0..3);
    let texts = prop::collection::vec(texts(), 7);
    (rule, area, claim, moves, other, texts).prop_map(|(rule, area, claim, moves, other, texts)| {
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap();
        let mut record = Record {
            rule,
            area,
            black: next(),
            white: next(),
            event: next(),
            round: next(),
            date: next(),
            place: next(),
            claim,
            other,
            tree: RecordTree::default(),
        };
        record.tree.node_mut(RecordTree::ROOT).comment = next();
        let (mut id, mut color) = (RecordTree::ROOT, Color::Black);
        for point in moves {
            let point = point.map(|(x, y)| Point::new(x, y));
            id = record.tree.add(id, RecordNode::from(RecordStep { color, point }));
            color = !color;
        }
        record
    })
}

/// The record as TSV can hold it: tabs and line ends are blanks there.
fn flat(mut record: Record) -> Record {
    let flat = |text: &mut String| *text = text.replace(['\t', '\n', '\r'], " ");
    for text in [
        &mut record.black,
        &mut record.white,
        &mut record.event,
        &mut record.round,
        &mut record.date,
        &mut record.place,
    ] {
        flat(text);
    }
    flat(&mut record.tree.node_mut(RecordTree::ROOT).comment);
    record
}

fn written(format: Format, rows: RowOrder, records: &[Record]) -> Vec<u8> {
    let mut writer = RecordWriter::new(format, WriteOptions::new(rows));
    let mut out = Vec::new();
    for record in records {
        writer.write(record, &mut out).unwrap();
    }
    out
}

fn whole(entries: Vec<StreamEntry>) -> Vec<Record> {
    entries.into_iter().map(|entry| entry.unwrap().record).collect()
}

proptest! {
    #[test]
    fn records_come_back(records in prop::collection::vec(records(), 1..4), top in any::<bool>(), step in 1..200usize) {
        let rows = if top { RowOrder::FromTop } else { RowOrder::FromBottom };
        for format in FORMATS {
            let text = written(format, rows, &records);
            let again = read_stream_in_steps(&text, "", Some(format), &TOP, || step).unwrap();
            let expected: Vec<Record> = if format == Format::Tsv {
                records.iter().cloned().map(flat).collect()
            } else {
                records.clone()
            };
            prop_assert_eq!(whole(again), expected, "{}", String::from_utf8_lossy(&text));
            prop_assert_eq!(Content::sniff(&text, ""), Some(Content::Records(format)));
        }
    }

    #[test]
    fn any_rows_are_read_alike_in_both_ways(
        rows in prop::collection::vec(
            prop::collection::vec("([a-o][0-9]{1,2}){0,4}|[ -~]{0,4}|1|15|black|renju|\"[a-z,\n]{0,3}\"|\\[\\[1,2\\]\\]", 3..5),
            0..4,
        ),
    ) {
        let mut text = "rule,moves,winner,size\n".to_owned();
        for row in rows {
            let _ = writeln!(text, "{}", row.join(","));
        }
        let _ = read_stream(text.as_bytes(), "", Some(Format::Csv), &TOP);
        let _ = read_stream(text.replace(',', "\t").as_bytes(), "", Some(Format::Tsv), &TOP);
    }

    #[test]
    fn any_objects_are_read_alike_in_both_ways(
        fields in prop::collection::vec(
            ("moves|pos|rule|winner|size|x", "\"([a-o][0-9]{1,2}){0,4}\"|-?[0-9]{1,3}(\\.5)?|null|true|\\[(\\[1, 2\\],?)*\\]|\"\\\\u0041\""),
            0..5,
        ),
        tail in "\\}?|,\\}",
    ) {
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        let text = format!("{{{}{tail}\n", fields.join(","));
        let _ = read_stream(text.as_bytes(), "", Some(Format::JsonLines), &TOP);
    }
}

#[test]
fn names_put_a_record_on_the_board_they_were_read_on() {
    let board = Some(Area::square(15));
    assert_eq!(one("moves,winner\nh8i9,1\n").area, board);
    assert_eq!(one("moves,winner\n\"[\"\"h8\"\"]\",1\n").area, board);
    assert_eq!(one("moves,winner\n\"[[7,7],[8,6]]\",1\n").area, None);
    assert_eq!(one("moves,winner\npass,0\n").area, None);
}
