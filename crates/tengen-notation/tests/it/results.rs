//! Results as they are written, in every format in which a result is a word.

#![allow(clippy::unwrap_used, reason = "what tests share may fail like a test")]

use tengen_core::Color;
use tengen_notation::{
    BlockOffset, Format, MainLine, Manner, ReadOptions, RecordReader, ResultClaim, RowOrder,
};
use tengen_testkit::read_stream;

const READING: ReadOptions = ReadOptions::new(RowOrder::FromBottom);

/// A game of two moves with the given result, in every format in which a result is a word; where the
/// word or its property begins: line and column.
fn games(word: &str) -> Vec<(Format, Vec<u8>, (u64, usize))> {
    let texts = [
        (Format::Sgf, format!("(;SZ[15]\nRE[{word}];B[hh];W[ii])"), (2, 1)),
        (Format::Csv, format!("moves,winner\nh8i9,{word}\n"), (2, 6)),
        (Format::Csv, format!("result,moves\n\"{word}\",h8 i9\n"), (2, 1)),
        (Format::Tsv, format!("moves\twinner\nh8i9\t{word}\n"), (2, 6)),
        (Format::JsonLines, format!("{{\"winner\":\"{word}\",\"moves\":\"h8i9\"}}\n"), (1, 11)),
        (
            Format::Psq,
            format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n-1\n{word},Renju\n"),
            (7, 1),
        ),
        (Format::Ccgc, format!("{{[C5][a B][b W][{word}][2017][x];B(H,8);W(I,9)}}"), (1, 17)),
        (
            Format::Rif,
            format!("<games><game bresult=\"{word}\"><move>h8 i9</move></game></games>"),
            (1, 8),
        ),
    ];
    texts.into_iter().map(|(format, text, place)| (format, text.into_bytes(), place)).collect()
}

/// The main line of the only game.
fn main_line(text: &[u8], format: Format) -> MainLine {
    let reader = RecordReader::open(text, "", Some(format), &READING).unwrap();
    let mut splitter = reader.splitter();
    let mut rest = text;
    loop {
        match splitter.split(rest, true) {
            tengen_notation::Split::Skip(length) => rest = &rest[length..],
            tengen_notation::Split::Take { length, place } => {
                let mut line = MainLine::default();
                if let Some(read) = reader.main_lines(&rest[..length], place).read(&mut line) {
                    read.unwrap();
                    return line;
                }
                rest = &rest[length..];
            }
            split => panic!("{format}: {split:?} at {:?}", BlockOffset::default()),
        }
    }
}

#[test]
fn a_result_means_the_same_in_every_format() {
    let (black, white) = (Color::Black, Color::White);
    for (word, claim) in [
        ("黑胜", Some(ResultClaim::Won(black, Manner::Unsaid))),
        ("白胜", Some(ResultClaim::Won(white, Manner::Unsaid))),
        ("黑方胜", Some(ResultClaim::Won(black, Manner::Unsaid))),
        ("白棋胜", Some(ResultClaim::Won(white, Manner::Unsaid))),
        ("黑勝", Some(ResultClaim::Won(black, Manner::Unsaid))),
        ("先手胜", Some(ResultClaim::Won(black, Manner::Unsaid))),
        ("后手胜", Some(ResultClaim::Won(white, Manner::Unsaid))),
        ("黑中盘胜", Some(ResultClaim::Won(black, Manner::Resignation))),
        ("W+R", Some(ResultClaim::Won(white, Manner::Resignation))),
        ("B+", Some(ResultClaim::Won(black, Manner::Unsaid))),
        ("White wins", Some(ResultClaim::Won(white, Manner::Unsaid))),
        ("1-0", Some(ResultClaim::Won(black, Manner::Unsaid))),
        ("和棋", Some(ResultClaim::Draw)),
        ("和", Some(ResultClaim::Draw)),
        ("平局", Some(ResultClaim::Draw)),
        ("D", Some(ResultClaim::Draw)),
        ("Draw", Some(ResultClaim::Draw)),
        ("0.5-0.5", Some(ResultClaim::Draw)),
        ("1/2-1/2", Some(ResultClaim::Draw)),
        ("引き分け", Some(ResultClaim::Draw)),
        ("Void", Some(ResultClaim::Void)),
        ("?", None),
    ] {
        for (format, text, _) in games(word) {
            let entries = read_stream(&text, "", Some(format), &READING).unwrap();
            let whole = entries[0].as_ref().unwrap();
            assert_eq!(whole.record.claim, claim, "{format}: {word}");
            assert!(whole.repairs.iter().all(|repair| !repair.affects_verdict), "{format}: {word}");
            assert_eq!(main_line(&text, format).claim, claim, "{format}: {word}");
        }
    }
}

#[test]
fn a_result_that_is_not_known_leaves_the_moves_and_is_reported_with_its_place() {
    for word in ["Bob", "白+what", "gewonnen", "???"] {
        for (format, text, (line, column)) in games(word) {
            let entries = read_stream(&text, "", Some(format), &READING).unwrap();
            let [Ok(whole)] = &entries[..] else { panic!("{format}: {entries:?}") };
            assert_eq!(whole.record.claim, Some(ResultClaim::Unknown), "{format}");
            assert_eq!(whole.record.tree.main_line().count(), 3, "{format}: root and two moves");
            let affecting: Vec<_> =
                whole.repairs.iter().filter(|repair| repair.affects_verdict).collect();
            let [repair] = affecting[..] else { panic!("{format}: {affecting:?}") };
            assert_eq!((repair.line, repair.column), (line, column), "{format}: {repair}");
            assert!(repair.what.contains("is not a result that is known"), "{repair}");
            assert!(repair.what.contains(word), "{repair}");
            // It is kept as it stands, and a judge reports it as well.
            let kept = whole.record.other.iter().find(|(name, _)| name == "RE");
            assert_eq!(kept.map(|(_, kept)| kept.as_str()), Some(word), "{format}");
            let judged = main_line(&text, format);
            assert_eq!(
                (judged.claim, judged.moves.len()),
                (Some(ResultClaim::Unknown), 2),
                "{format}"
            );
            assert_eq!(judged.repairs, std::slice::from_ref(repair), "{format}");
        }
    }
}

#[test]
fn a_result_that_is_not_known_is_written_as_it_stood() {
    use tengen_notation::{RecordWriter, WriteOptions};
    let formats = [Format::Sgf, Format::Csv, Format::Tsv, Format::JsonLines];
    for (from, text, _) in games("Bob") {
        let entries = read_stream(&text, "", Some(from), &READING).unwrap();
        let record = &entries[0].as_ref().unwrap().record;
        for to in formats {
            let mut out = Vec::new();
            let writing = WriteOptions::new(RowOrder::FromBottom);
            RecordWriter::new(to, writing).write(record, &mut out).unwrap();
            let again = read_stream(&out, "", Some(to), &READING).unwrap();
            let again = &again[0].as_ref().unwrap().record;
            assert_eq!(again.claim, Some(ResultClaim::Unknown), "{from} to {to}");
            let kept = again.other.iter().filter(|(name, _)| name == "RE");
            assert_eq!(kept.map(|(_, word)| word.as_str()).collect::<Vec<_>>(), ["Bob"]);
        }
    }
}

#[test]
fn numbers_are_results_where_the_format_says_so() {
    let claims = |texts: &[(Format, String)]| -> Vec<Option<ResultClaim>> {
        texts.iter().map(|(format, text)| main_line(text.as_bytes(), *format).claim).collect()
    };
    let won = |color| Some(ResultClaim::Won(color, Manner::Unsaid));
    let csv = |word: &str| (Format::Csv, format!("moves,winner\nh8,{word}\n"));
    let rif = |word: &str| {
        (Format::Rif, format!("<games><game bresult=\"{word}\"><move>h8</move></game>"))
    };
    let expected = [won(Color::Black), won(Color::White), Some(ResultClaim::Draw)];
    assert_eq!(claims(&[csv("1"), csv("2"), csv("0")]), expected);
    // There it is what Black scored.
    assert_eq!(claims(&[rif("1"), rif("0"), rif("0.5")]), expected);
    let sgf = |word: &str| (Format::Sgf, format!("(;RE[{word}];B[hh])"));
    let unknown = Some(ResultClaim::Unknown);
    assert_eq!(
        claims(&[sgf("1"), sgf("2"), sgf("0")]),
        [unknown, unknown, Some(ResultClaim::Draw)]
    );
}

#[test]
fn results_are_read_in_other_encodings() {
    // 白胜 in GBK.
    for text in [&b"moves,winner\nh8i9,\xB0\xD7\xCA\xA4\n"[..], b"(;RE[\xB0\xD7\xCA\xA4];B[hh])"] {
        let format = if text[0] == b'(' { Format::Sgf } else { Format::Csv };
        let line = main_line(text, format);
        assert_eq!(line.claim, Some(ResultClaim::Won(Color::White, Manner::Unsaid)), "{format}");
    }
}

#[test]
fn a_size_that_is_none_is_reported_to_a_judge_as_to_all() {
    for size in ["99999", "0", "x", "15:"] {
        let text = format!("(;FF[4]SZ[{size}];B[hh];W[ii])");
        let entries = read_stream(text.as_bytes(), "", None, &READING).unwrap();
        let whole = entries[0].as_ref().unwrap();
        let line = main_line(text.as_bytes(), Format::Sgf);
        assert_eq!((line.area, line.moves.len()), (None, 2));
        assert_eq!(line.repairs, whole.repairs);
        assert_eq!((line.repairs[0].line, line.repairs[0].column), (1, 8));
        assert!(line.repairs[0].what.contains("is no size of a board: write 15 or 20:12"));
    }
}
