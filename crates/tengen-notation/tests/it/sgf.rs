//! Game trees: what is read, how it is mended, and that what is written is read again.

use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{
    Format, Manner, OFF_BOARD, ReadOptions, Record, RecordTree, ResultClaim, RowOrder, Sign,
    WholeRecord,
};
use tengen_testkit::{damage_stream, read_stream, read_stream_in_steps};

const READING: ReadOptions = ReadOptions::new(RowOrder::FromBottom);

fn records(text: &[u8]) -> Vec<WholeRecord> {
    let entries = read_stream(text, "", Some(Format::Sgf), &READING).expect("it can be opened");
    entries.into_iter().map(|entry| entry.expect("it can be read")).collect()
}

fn one(text: &[u8]) -> WholeRecord {
    let mut records = records(text);
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn repairs(whole: &WholeRecord) -> Vec<String> {
    whole.repairs.iter().map(ToString::to_string).collect()
}

fn main_moves(record: &Record) -> Vec<(Color, Option<Point>)> {
    let tree = &record.tree;
    let steps = tree.main_line().filter_map(|id| tree.node(id).step);
    steps.map(|step| (step.color, step.point)).collect()
}

const B: Color = Color::Black;
const W: Color = Color::White;

#[test]
fn a_game_says_all_there_is_to_say() {
    let whole = one(
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1]SZ[15]RU[Renju]PB[A \\] b]PW[乙]EV[Cup]RO[2]DT[2024]PC[Here]\
         RE[W+T]KM[6.5]C[two\nlines]\n;B[hh];W[ig]C[why\\: not](;B[ii]LB[aa:1][bb:x\\]y]CR[cc:dd])(;B[gg];W[]MS[42]))"
            .as_bytes(),
    );
    assert_eq!(repairs(&whole), [""; 0]);
    let record = &whole.record;
    assert_eq!((record.rule, record.area), (Some(Rule::Renju), Some(Area::square(15))));
    assert_eq!((record.black.as_str(), record.white.as_str()), ("A ] b", "乙"));
    assert_eq!((record.event.as_str(), record.round.as_str()), ("Cup", "2"));
    assert_eq!((record.date.as_str(), record.place.as_str()), ("2024", "Here"));
    assert_eq!(record.claim, Some(ResultClaim::Won(W, Manner::Time)));
    let other = [("KM", "6.5")];
    assert_eq!(record.other, other.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let tree = &record.tree;
    assert_eq!(tree.node(RecordTree::ROOT).comment, "two\nlines");
    // Columns from the left and rows from the top.
    let at = |x, y| Some(Point::new(x, y));
    assert_eq!(main_moves(record), [(B, at(7, 7)), (W, at(8, 6)), (B, at(8, 8))]);
    let nodes: Vec<_> = tree.walk().collect();
    assert_eq!(nodes.len(), 6);
    assert_eq!(tree.node(nodes[2]).comment, "why: not");
    let label = |x, y, text: &str| (Point::new(x, y), Sign::Label(text.to_owned()));
    let circle = |x, y| (Point::new(x, y), Sign::Circle);
    let signs = [
        label(0, 0, "1"),
        label(1, 1, "x]y"),
        circle(2, 2),
        circle(3, 2),
        circle(2, 3),
        circle(3, 3),
    ];
    assert_eq!(tree.node(nodes[3]).signs, signs);
    assert_eq!(tree.parent(nodes[4]), Some(nodes[2]));
    let pass = tree.node(nodes[5]);
    assert_eq!(pass.step.unwrap().point, None);
    assert_eq!(pass.time.unwrap().as_millis(), 42);
}

#[test]
fn stones_are_set_before_the_game_and_in_it() {
    let whole = one(b"(;SZ[9:7]AB[aa:ca][bb]AW[dd]AE[ba]PL[W];W[ee];AE[aa];B[tt])");
    let tree = &whole.record.tree;
    assert_eq!(whole.record.area, Some(Area::Bounded { width: 9, height: 7 }));
    let root = tree.node(RecordTree::ROOT);
    let black = |x, y| (Point::new(x, y), Some(B));
    let setup = [
        black(0, 0),
        black(1, 0),
        black(2, 0),
        black(1, 1),
        (Point::new(3, 3), Some(W)),
        (Point::new(1, 0), None),
    ];
    assert_eq!(root.setup, setup);
    assert_eq!(root.turn, Some(W));
    assert_eq!(main_moves(&whole.record), [(W, Some(Point::new(4, 4))), (B, None)]);
}

#[test]
fn what_is_sloppy_is_mended_and_reported() {
    for (text, moves, expected_repairs) in [
        (
            "(;B[aa])",
            1,
            &["line 1, column 3: a move in the first node, which should have none"][..],
        ),
        (
            "hello\n(;SZ[9];B[aa];)",
            1,
            &["line 2, column 1: there is text before the game, which is passed over"],
        ),
        ("(;SZ[9];B[aa];W[bb]", 2, &["line 1, column 20: the game has no last ) and ends here"]),
        (
            "(;SZ[9];B[aa]W[bb])",
            2,
            &["line 1, column 14: a second move in one node is read as the next move"],
        ),
        ("(;SZ[9];Black[aa];White[bb])", 2, &[]),
        (
            "(;SZ[9];black[aa])",
            0,
            &["line 1, column 9: this name is in lower case and is read in upper case"],
        ),
        (
            "(;SZ[9];B [ aa ]\n[bb])",
            1,
            &["line 1, column 9: this property has several values; the first counts"],
        ),
        (
            "(;SZ[9];B[a9];W[E5])",
            2,
            &[
                "line 1, column 9: the point is read by its name, from the bottom",
                "line 1, column 15: the point is read by its name, from the bottom",
            ],
        ),
        ("(;SZ[9];B[a?];W[bb])", 2, &["line 1, column 9: \"a?\" is no point: write two letters"]),
        (
            "(;SZ[9]!KM;B[aa])",
            1,
            &[
                "line 1, column 8: this is no property and is passed over",
                "line 1, column 9: this name has no value and is passed over",
            ],
        ),
        (
            "(;SZ[9];[aa];B[aa])",
            1,
            &["line 1, column 9: this value has no name and is passed over"],
        ),
        (
            "(;SZ[x];B[aa];C[cut",
            1,
            &[
                "line 1, column 3: \"x\" is no size of a board: write 15 or 20:12",
                "line 1, column 16: this value has no ] and is read up to the end",
                "line 1, column 20: the game has no last ) and ends here",
            ],
        ),
        (
            "(;SZ[9]C[a]C[b];AB[aa][b?][cc:d?]LB[aa];B[aa])",
            1,
            &[
                "line 1, column 12: this property is here twice; its values are joined",
                "line 1, column 24: \"b?\" is no point and is left out",
                "line 1, column 28: \"cc:d?\" is no point and is left out",
                "line 1, column 37: \"aa\" is no label: write aa:text",
            ],
        ),
        (
            "(;SZ[9]RE[Bob];B[aa](;W[bb]) x (;W[cc]))",
            2,
            &[
                "line 1, column 8: \"Bob\" is not a result that is known: write black, white or draw, \
                 1-0, B+R, 黑胜 or 和棋; it is kept as it stands",
                "line 1, column 30: this stands in no node and is passed over",
            ],
        ),
    ] {
        let whole = one(text.as_bytes());
        assert_eq!(repairs(&whole), expected_repairs, "{text}");
        assert_eq!(main_moves(&whole.record).len(), moves, "{text}");
    }
    let whole = one(b"(;SZ[9];B[a?];W[bb])");
    assert_eq!(main_moves(&whole.record)[0], (B, Some(OFF_BOARD)));
}

#[test]
fn several_trees_are_several_records() {
    let text = b"(;GM[1]SZ[15];B[hh])\n\n(;\nGM[5]FF[4]SZ[15]\n;B[hh];W[hg]\n;)\n(;FF[4];B[aa]\n(;FF[4];B[bb])junk";
    let records = records(text);
    let found: Vec<(u64, usize)> =
        records.iter().map(|whole| (whole.line, main_moves(&whole.record).len())).collect();
    assert_eq!(found, [(1, 1), (3, 2), (7, 1), (8, 1)]);
    assert_eq!(records[1].record.other, [("GM".to_owned(), "5".to_owned())]);
    assert_eq!(repairs(&records[2]), ["line 8, column 1: the game has no last ) and ends here"]);
}

#[test]
fn texts_are_read_in_the_encoding_they_are_in() {
    for (text, encoding, expected, expected_repairs) in [
        (
            &b"\xCC\xEC\xD4\xAA"[..],
            "",
            "天元",
            Some("the text names no encoding and is read as GBK"),
        ),
        (b"\xCC\xEC\xD4\xAA", "gb2312", "天元", None),
        (b"\xCC\xEC\xD4\xAA", "GBK", "天元", None),
        (b"\xE5\xA4\xA9\xE5\x85\x83", "gb2312", "天元", Some("the text says GBK, but is UTF-8")),
        (b"\xE5\xA4\xA9\xE5\x85\x83", "", "天元", None),
        (b"\xE5\xA4\xA9\xE5\x85\x83", "UTF-8", "天元", None),
        (b"\xCC\xEC\xD4\xAA", "UTF-8", "天元", Some("the text says UTF-8, but is GBK")),
        (b"\x95\x5C\x82\xA0", "Shift_JIS", "表あ", None),
        (b"\xE9\x46", "gbk", "镕", None),
        (b"plain", "Klingon", "plain", Some("\"Klingon\" is no encoding that is known")),
    ] {
        let label = if encoding.is_empty() { String::new() } else { format!("CA[{encoding}]") };
        let text = [b"(;", label.as_bytes(), b"SZ[15]PB[", text, b"];B[hh])"].concat();
        let whole = one(&text);
        assert_eq!(whole.record.black, expected, "{encoding}");
        assert_eq!(main_moves(&whole.record).len(), 1, "{encoding}");
        let first = whole.repairs.first().map(|repair| repair.what.to_string());
        assert_eq!(first.as_deref(), expected_repairs, "{encoding} {expected}");
    }
}

#[test]
fn bytes_that_are_no_letters_are_reported_and_stop_nothing() {
    let whole = one(b"(;CA[utf-8]SZ[15]PB[\xFF];B[hh])");
    assert!(!whole.record.black.is_empty() && !whole.repairs.is_empty());
    assert_eq!(main_moves(&whole.record).len(), 1);
}

#[test]
fn chinese_results_are_understood_in_any_encoding() {
    for text in ["(;SZ[15]RE[黑胜];B[hh])".as_bytes(), b"(;SZ[15]RE[\xBA\xDA\xCA\xA4];B[hh])"] {
        assert_eq!(one(text).record.claim, Some(ResultClaim::Won(B, Manner::Unsaid)));
    }
}

#[test]
fn deep_trees_are_read_or_refused() {
    let nested = |count: usize| [b"(;B[aa]".repeat(count), b")".repeat(count)].concat();
    let whole = one(&nested(100_000));
    assert_eq!(whole.record.tree.len(), 100_000);
    let refused = |text: &[u8]| {
        let entries = read_stream(text, "", Some(Format::Sgf), &READING).unwrap();
        assert_eq!(entries.len(), 1);
        entries[0].as_ref().unwrap_err().to_string()
    };
    assert_eq!(refused(&nested(1_000_000)), "the tree has more than 524288 nodes");
    let bare = [b"(;".to_vec(), b"(".repeat(2_000_000)].concat();
    assert_eq!(refused(&bare), "variations are nested more than 1048576 deep");
    let marks = [b"(;".to_vec(), b"AB[aa:ZZ]".repeat(100)].concat();
    assert_eq!(refused(&marks), "the tree sets and marks more than 262144 points");
    let values = [b"(;X".to_vec(), b"[]".repeat(2_000_000)].concat();
    assert_eq!(refused(&values), "the tree has more than 1048576 values");
    let names: Vec<String> = (0..300).map(|number| format!("X{number}[]")).collect();
    let names = names.concat();
    assert_eq!(refused(format!("(;{names})").as_bytes()), "the node has more than 256 properties");
    assert_eq!(refused(b"nothing"), "there is no game here: it begins with (;");
}

#[test]
fn a_record_that_is_too_long_is_passed_over() {
    let mut text = b"(;GM[4];C[x])(;GM[4];C[".to_vec();
    text.extend(b"long ".repeat(7_000_000));
    text.extend(b"])\n(;GM[4];B[aa])\n");
    let whole = read_stream(&text, "", Some(Format::Sgf), &READING).unwrap();
    assert_eq!(whole.len(), 3);
    assert!(whole[1].as_ref().unwrap_err().to_string().contains("longer than 33554432 bytes"));
    assert_eq!(whole[2].as_ref().unwrap().line, 2);
    let cut = read_stream_in_steps(&text, "", Some(Format::Sgf), &READING, || 10_000_019).unwrap();
    assert_eq!(cut, whole);
}

/// A file with about everything that can be odd.
const SAMPLE: &[u8] = b"\xEF\xBB\xBFjunk (x\n(;GM[1]CA[gb2312]SZ[15]PB[a\\]b\\\nc]RE[B+R]\r\n\t;B[hh];W[ig]\
    LB[hh:\xCC\xEC\xD4\xAA](;B[ii]C[x\\\\];W[tt]5A[gg][hh])(;B[gg]AB[aa:bb])\n)\n(;FF[4];B[aa](;FF[3]Black[hh];W[];)";

#[test]
fn samples_are_read_alike_wherever_they_are_cut_and_whatever_befalls_them() {
    let whole = read_stream(SAMPLE, "", Some(Format::Sgf), &READING).unwrap();
    assert_eq!(whole.len(), 3);
    for step in 1..=SAMPLE.len() {
        let cut = read_stream_in_steps(SAMPLE, "", Some(Format::Sgf), &READING, || step).unwrap();
        assert_eq!(cut, whole, "in steps of {step}");
    }
    damage_stream(SAMPLE, "", Some(Format::Sgf), &READING);
}

#[test]
fn one_word_means_the_same_with_and_without_escapes() {
    let plain = "(;FF[4]GM[4]SZ[15];B[hh]MS[15];PL[B];B[i8])";
    let escaped = "(;FF[4]GM[4]SZ[15];B[\\hh]MS[1\\5];PL[\\B];B[\\i8])";
    assert_eq!(one(escaped.as_bytes()).record, one(plain.as_bytes()).record);
}
