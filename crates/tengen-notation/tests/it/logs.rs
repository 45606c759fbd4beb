//! Databases in XML, logs in JSON, and records of the Chinese championship.

#![allow(clippy::unwrap_used, reason = "what tests share may fail like a test")]

use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{
    Format, Manner, ReadOptions, Record, RecordNode, RecordTree, RecordWriter, ResultClaim,
    RowOrder, Unwritable, WriteLoss, WriteOptions,
};
use tengen_testkit::{StreamEntry, read_stream, read_stream_in_steps};

const BOTTOM: ReadOptions = ReadOptions::new(RowOrder::FromBottom);
const TOP: ReadOptions = ReadOptions::new(RowOrder::FromTop);

fn records(text: &[u8], reading: &ReadOptions) -> Vec<Record> {
    let whole = |entry: StreamEntry| entry.unwrap().record;
    read_stream(text, "", None, reading).unwrap().into_iter().map(whole).collect()
}

fn one(text: &[u8], reading: &ReadOptions) -> Record {
    let mut records = records(text, reading);
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn steps(record: &Record) -> Vec<(Color, i32, i32)> {
    let tree = &record.tree;
    let steps = tree.main_line().filter_map(|id| tree.node(id).step);
    steps.map(|step| (step.color, step.point.unwrap().x, step.point.unwrap().y)).collect()
}

fn other<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    let entry = record.other.iter().find(|(other, _)| other == name);
    entry.map(|(_, value)| value.as_str())
}

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

const RIF: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<database version="10">
<countries><country id="3" name="Estonia" abbr="EST"/></countries>
<cities><city id="9" name="Tallinn" country="3"/></cities>
<rules><rule id="2" name="Soosõrv-8"/></rules>
<openings><opening id="26" name="D8" abbr="d8"/></openings>
<tournaments><tournament id="5" name="World &quot;Cup&quot;" city="9" country="3" year="2009" month="8"/></tournaments>
<players><player id="1" name="Aki" surname="Ono"/><player id="2" name="Solo" surname=""/></players>
<games>
<game id="77" publisher="4" tournament="5" round="3" rule="2" black="1" white="2" bresult="0" btime="10" opening="26" alt="h9" swap="" info="">
<move>h8 i9 a1</move><board>x</board></game>
<game id="78" black="1" white="99" bresult="0.5"><move></move></game>
<game id="79" bresult="x" odd="kept"/>
</games></database>
"#;

#[test]
fn a_database_gives_names_to_numbers() {
    let records = records(RIF.as_bytes(), &TOP);
    assert_eq!(records.len(), 3);
    let first = &records[0];
    assert_eq!((first.rule, first.area), (Some(Rule::Renju), Some(Area::square(15))));
    assert_eq!((first.black.as_str(), first.white.as_str()), ("Aki Ono", "Solo"));
    assert_eq!((first.event.as_str(), first.round.as_str()), ("World \"Cup\"", "3"));
    assert_eq!((first.date.as_str(), first.place.as_str()), ("2009-08", "Tallinn, Estonia"));
    assert_eq!(first.claim, Some(ResultClaim::Won(WHITE, Manner::Unsaid)));
    // Rows count from the bottom here, whatever the caller says of position strings.
    assert_eq!(steps(first), [(BLACK, 7, 7), (WHITE, 8, 6), (BLACK, 0, 14)]);
    for (name, value) in [
        ("id", "77"),
        ("publisher", "4"),
        ("rule", "Soosõrv-8"),
        ("opening", "D8"),
        ("alt", "h9"),
        ("btime", "10"),
        ("board", "x"),
    ] {
        assert_eq!(other(first, name), Some(value), "{name}");
    }
    assert_eq!((records[1].white.as_str(), records[1].claim), ("99", Some(ResultClaim::Draw)));
    assert_eq!(records[2].claim, Some(ResultClaim::Unknown));
    assert_eq!((other(&records[2], "RE"), other(&records[2], "odd")), (Some("x"), Some("kept")));
    // However the stream is cut, the lists come first.
    for step in [1, 7, 100] {
        let entries = read_stream_in_steps(RIF.as_bytes(), "", None, &TOP, || step).unwrap();
        let again: Vec<Record> = entries.into_iter().map(|entry| entry.unwrap().record).collect();
        assert_eq!(again, records);
    }
}

#[test]
fn a_database_in_another_encoding_is_read() {
    let text = "<?xml version='1.0' encoding='windows-1251'?><database><players>\
                <player id='1' name='Иван'/></players><games><game black='1'><move>h8</move></game>\
                <game><move>h8 ?</move></game></games></database>";
    let russian: Vec<u8> = text
        .chars()
        .map(|c| if c.is_ascii() { c as u8 } else { (u32::from(c) - 0x410 + 0xC0) as u8 })
        .collect();
    let entries = read_stream(&russian, "", None, &TOP).unwrap();
    assert_eq!(entries[0].as_ref().unwrap().record.black, "Иван");
    let fault = entries[1].as_ref().unwrap_err();
    assert_eq!(
        fault.to_string(),
        "\"?\" is not a move: write points like h8 with blanks between them"
    );
}

#[test]
fn a_broken_game_of_a_database_does_not_stop_the_others() {
    let text = "<games><game><move>h8 x</move></game>\n<game><move>h8<game id='2'><move>i9</move></game>\n\
                <game><mov></game><game id=3><move>a1</move></game><game id='4'/>";
    let entries = read_stream(text.as_bytes(), "", None, &TOP).unwrap();
    let results: Vec<Result<usize, (u64, usize, String)>> = entries
        .iter()
        .map(|entry| match entry {
            Ok(whole) => Ok(whole.record.tree.len() - 1),
            Err(fault) => Err((fault.line, fault.column, fault.to_string())),
        })
        .collect();
    assert_eq!(results.len(), 6, "{results:?}");
    assert_eq!(results[0].as_ref().unwrap_err().1, 23);
    assert_eq!(results[1].as_ref().unwrap_err().2, "this game does not end: write </game>");
    assert_eq!((&results[2], &results[5]), (&Ok(1), &Ok(0)));
    assert!(results[3].is_err() && results[4].is_err());
}

#[test]
fn what_a_bot_is_sent_is_a_game() {
    let first =
        r#"{"requests":[{"x":-1,"y":-1},{"x":1,"y":2}],"responses":[{"x":3,"y":4}],"data":""}"#;
    let record = one(first.as_bytes(), &TOP);
    assert_eq!(steps(&record), [(BLACK, 3, 4), (WHITE, 1, 2)]);
    let second = r#"{"requests":[{"x":5,"y":6},{"x":1,"y":2}],"responses":[{"x":3,"y":4}]}"#;
    let record = one(second.as_bytes(), &TOP);
    assert_eq!(steps(&record), [(BLACK, 5, 6), (WHITE, 3, 4), (BLACK, 1, 2)]);
    let wrong = "{\"requests\":[]}\n{\"requests\":[],\"responses\":[1]}\n{\"requests\":[1],\"responses\":[\n";
    let entries = read_stream(wrong.as_bytes(), "", None, &TOP).unwrap();
    let faults: Vec<String> = entries.iter().map(|e| e.as_ref().unwrap_err().to_string()).collect();
    assert!(faults[0].starts_with("there is no game here"), "{}", faults[0]);
    assert!(faults[1].starts_with("0 requests and 1 responses"), "{}", faults[1]);
    assert!(faults[2].starts_with("this is not JSON"), "{}", faults[2]);
}

#[test]
fn logs_tell_moves_names_and_scores() {
    let line = r#"{"_id":"1","game":{"name":"NoGo"},"players":[{"type":"bot","bot":{"name":"a"}},{"user":{"name":"b"}}],"scores":[0,2],"logs":[{"output":{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":{"x":-1}}},{"0":{"response":{"x":4,"y":3},"verdict":"OK"}},{"output":{"command":"request"}},{"1":{"response":{"x":0,"y":8}}},{"0":{"verdict":"TLE"}}]}"#;
    let record = one(line.as_bytes(), &TOP);
    assert_eq!((record.rule, record.area), (Some(Rule::NoGo), Some(Area::square(9))));
    assert_eq!((record.black.as_str(), record.white.as_str()), ("a", "b"));
    assert_eq!(steps(&record), [(BLACK, 4, 3), (WHITE, 0, 8)]);
    assert_eq!(record.claim, Some(ResultClaim::Won(WHITE, Manner::Time)));

    let swapped = r#"[
      {"0":{"response":{"x":7,"y":7}}},
      {"1":{"response":{"x":-1,"y":-1}}},
      {"0":{"response":"{\"x\":8,\"y\":8}"}},
      {"1":{"response":{"x":6,"y":"6"}}},
      {"output":{"command":"finish","content":{"0":0,"1":2}}}
    ]"#;
    let record = one(swapped.as_bytes(), &TOP);
    assert_eq!(steps(&record), [(BLACK, 7, 7), (WHITE, 8, 8), (BLACK, 6, 6)]);
    assert_eq!(record.claim, Some(ResultClaim::Won(BLACK, Manner::Unsaid)));

    let shown = r#"[{"display":{"x":4,"y":4}},{"display":{"x":3,"y":2,"color":1}}]"#;
    assert_eq!(steps(&one(shown.as_bytes(), &TOP)), [(BLACK, 4, 4), (WHITE, 3, 2)]);
}

#[test]
fn records_of_the_championship_are_read_as_programs_write_them() {
    let nogo = [(BLACK, 0, 0), (WHITE, 8, 1)];
    for text in [
        "([NG][甲队 B][乙队 W][后手胜][2020.8.23 840 线上][2020 CCGC];B[A1];W[I2])",
        "([NG][甲队][乙队][白胜][2020.8.23 840 线上][2020 CCGC];\nB:[A1];\nW:[I2];\n)",
        "[NG][甲队][乙队][后手胜][2020.8.23 840 线上][2020 CCGC]:B[a1]:W[i2]",
        "([NG][甲队 B][乙队 W][后手胜][2020.8.23 840 线上][2020 CCGC]；B（A1）；W（I2）)",
    ] {
        let record = one(text.as_bytes(), &TOP);
        assert_eq!((record.rule, record.area), (Some(Rule::NoGo), Some(Area::square(9))));
        assert_eq!((record.black.as_str(), record.white.as_str()), ("甲队", "乙队"), "{text}");
        assert_eq!(record.claim, Some(ResultClaim::Won(WHITE, Manner::Unsaid)), "{text}");
        assert_eq!((record.date.as_str(), record.place.as_str()), ("2020.8.23 840", "线上"));
        assert_eq!(record.event, "2020 CCGC");
        assert_eq!(steps(&record), nogo, "{text}");
        let mirrored = steps(&one(text.as_bytes(), &BOTTOM));
        assert_eq!(mirrored, [(BLACK, 0, 8), (WHITE, 8, 7)]);
    }
    let five = "{[C5][先手参赛队 B][后手参赛队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10)MARK[1];W(L,12)}";
    let record = one(five.as_bytes(), &BOTTOM);
    assert_eq!((record.rule, record.area), (None, Some(Area::square(15))));
    assert_eq!(record.claim, Some(ResultClaim::Won(BLACK, Manner::Unsaid)));
    assert_eq!(steps(&record), [(BLACK, 9, 5), (WHITE, 11, 3)]);
    let marked = record.tree.main_line().nth(1).unwrap();
    assert_eq!(record.tree.node(marked).other, [("MARK".to_owned(), vec!["1".to_owned()])]);
}

#[test]
fn records_of_the_championship_may_be_chinese_bytes_with_the_result_in_the_name() {
    // "甲队" and "乙队" in GBK.
    let text = b"([NG][\xBC\xD7\xB6\xD3 B][\xD2\xD2\xB6\xD3 W][][][];B[A1];W[Z99x])\n([NG][a][b][x];B[C3])";
    let entries =
        read_stream(text, "NG-甲队 B vs 乙队 W-先手胜-2020-CCGC.txt", None, &TOP).unwrap();
    let fault = entries[0].as_ref().unwrap_err();
    assert_eq!((fault.line, fault.column), (1, 37), "{fault}");
    assert!(fault.to_string().starts_with("\"Z99x\" is not a point"), "{fault}");
    let second = entries[1].as_ref().unwrap();
    assert_eq!(second.record.claim, Some(ResultClaim::Won(BLACK, Manner::Unsaid)));
    assert_eq!(second.repairs.len(), 1);
}

#[test]
fn games_are_written_as_they_are_read() {
    let mut record = Record {
        rule: Some(Rule::NoGo),
        area: Some(Area::square(9)),
        black: "a".to_owned(),
        white: "b c".to_owned(),
        event: "cup".to_owned(),
        date: "2020.1.2 10:00".to_owned(),
        place: "here there".to_owned(),
        claim: Some(ResultClaim::Won(BLACK, Manner::Unsaid)),
        ..Record::default()
    };
    let first = record.tree.add(RecordTree::ROOT, RecordNode::step(BLACK, Point::new(0, 2)));
    record.tree.add(first, RecordNode::step(WHITE, Point::new(8, 0)));
    let write = |format, record: &Record| {
        let mut out = Vec::new();
        let lost =
            RecordWriter::new(format, WriteOptions::new(RowOrder::FromTop)).write(record, &mut out);
        (lost, out)
    };
    let (lost, out) = write(Format::Ccgc, &record);
    assert_eq!(lost, Ok(vec![]));
    let expected = "([NG][a B][b c W][先手胜][2020.1.2 10:00 here there][cup];B[A3];W[I1])\n";
    assert_eq!(String::from_utf8(out.clone()).unwrap(), expected);
    assert_eq!(one(&out, &TOP), record);

    let tagged = Record {
        event: "NG".to_owned(),
        date: String::new(),
        place: "C5".to_owned(),
        ..record.clone()
    };
    let (_, out) = write(Format::Ccgc, &tagged);
    assert_eq!(one(&out, &TOP).event, "NG");
    assert_eq!(one(&out, &TOP).tree, tagged.tree);

    let (lost, out) = write(Format::Botzone, &record);
    assert_eq!(
        lost,
        Ok(vec![
            WriteLoss::Players,
            WriteLoss::Event,
            WriteLoss::Rule,
            WriteLoss::Area,
            WriteLoss::Claim
        ])
    );
    let expected = r#"{"requests":[{"x":-1,"y":-1},{"x":8,"y":0}],"responses":[{"x":0,"y":2}]}"#;
    assert_eq!(String::from_utf8(out.clone()).unwrap().trim_end(), expected);
    assert_eq!(one(&out, &TOP).tree, record.tree);

    let mut five =
        Record { rule: Some(Rule::Freestyle), area: Some(Area::square(15)), ..record.clone() };
    five.round = "3".to_owned();
    let (lost, out) = write(Format::Ccgc, &five);
    assert_eq!(lost, Ok(vec![WriteLoss::Rule, WriteLoss::Event]));
    assert!(out.ends_with(b"[cup];B(A,3);W(I,1)}\n"));
    five.area = Some(Area::square(19));
    assert!(matches!(write(Format::Ccgc, &five).0, Err(Unwritable::Area { .. })));
    assert!(matches!(write(Format::Rif, &five).0, Err(Unwritable::ReadOnly(_))));
}
