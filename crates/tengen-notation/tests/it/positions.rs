//! Position strings and lists of moves as records.

use tengen_core::{Area, Color, Point};
use tengen_notation::{Format, ReadOptions, RecordWriter, RowOrder, WriteOptions};
use tengen_testkit::{damage_stream, read_stream, read_stream_in_steps};

const BOTTOM: ReadOptions = ReadOptions::new(RowOrder::FromBottom);
const TOP: ReadOptions = ReadOptions::new(RowOrder::FromTop);

fn main_line(text: &[u8], reading: &ReadOptions) -> Vec<(Color, Option<Point>)> {
    let entries =
        read_stream(text, "", Some(Format::Positions), reading).expect("it can be opened");
    let [Ok(whole)] = &entries[..] else { panic!("{entries:?}") };
    let tree = &whole.record.tree;
    tree.main_line()
        .filter_map(|id| tree.node(id).step)
        .map(|step| (step.color, step.point))
        .collect()
}

#[test]
fn rows_are_counted_as_the_caller_says() {
    let at = |color, x, y| (color, Some(Point::new(x, y)));
    let (b, w) = (Color::Black, Color::White);
    for text in
        ["b2c15a1", "B2C15A1", "b2 c15 a1 \r\n", "b2,c15,a1", " b2, C15,\ta1\n", "b02c15a01"]
    {
        let bottom = [at(b, 1, 13), at(w, 2, 0), at(b, 0, 14)];
        assert_eq!(main_line(text.as_bytes(), &BOTTOM), bottom, "{text}");
        let top = [at(b, 1, 1), at(w, 2, 14), at(b, 0, 0)];
        assert_eq!(main_line(text.as_bytes(), &TOP), top, "{text}");
    }
    let pass = main_line(b"b2passPASS,c15", &TOP);
    assert_eq!(pass, [at(b, 1, 1), (w, None), (b, None), at(w, 2, 14)]);
    let large = ReadOptions { area: Some(Area::square(30)), ..TOP };
    assert_eq!(main_line(b"aa30z1", &large), [at(b, 26, 29), at(w, 25, 0)]);
    assert_eq!(main_line(b"-", &TOP), []);
}

#[test]
fn what_is_wrong_is_said_and_the_rest_goes_on() {
    let text = b"h8i9\n\n# said\nh8 ? i9\nabc1\nh99999\nh\n8\nh8";
    let entries = read_stream(text, "", Some(Format::Positions), &TOP).unwrap();
    let faults: Vec<(u64, usize, String)> = entries
        .iter()
        .filter_map(|entry| entry.as_ref().err())
        .map(|fault| (fault.line, fault.column, fault.to_string()))
        .collect();
    assert_eq!(entries.len(), 7);
    let expected = [
        (4, 4, "\"?\" is not a move: write a letter and a number, like h8, or pass"),
        (5, 1, "\"abc\" is not a column: write one letter, or two beyond z"),
        (6, 2, "\"99999\" is not a row: no board has more than 65535"),
        (7, 1, "\"h\" is not a move: write a letter and a number, like h8, or pass"),
        (8, 1, "\"8\" is not a move: write a letter and a number, like h8, or pass"),
    ];
    assert_eq!(faults.len(), expected.len());
    for (fault, (line, column, message)) in faults.iter().zip(expected) {
        assert_eq!(fault, &(line, column, message.to_owned()));
    }
}

#[test]
fn games_of_both_formats_lead_to_each_other() {
    let moves = b"3\n8 8\n1 15\n15 2\n\n0\n1\n1 1\n";
    let entries = read_stream(moves, "", None, &BOTTOM).unwrap();
    for (format, rows, expected) in [
        (Format::Positions, RowOrder::FromBottom, "h8o15b1\n-\na15\n"),
        (Format::Positions, RowOrder::FromTop, "h8o1b15\n-\na1\n"),
        (Format::Moves, RowOrder::FromTop, "3\n8 8\n1 15\n15 2\n0\n1\n1 1\n"),
    ] {
        let mut writer = RecordWriter::new(format, WriteOptions::new(rows));
        let mut out = Vec::new();
        for entry in &entries {
            let lost = writer.write(&entry.as_ref().unwrap().record, &mut out).unwrap();
            assert_eq!(lost.len(), 1, "the size of the board: {lost:?}");
        }
        assert_eq!(String::from_utf8(out.clone()).unwrap(), expected);
        let again = read_stream(&out, "", Some(format), &ReadOptions { rows, ..BOTTOM }).unwrap();
        for (again, entry) in again.iter().zip(&entries) {
            assert_eq!(again.as_ref().unwrap().record, entry.as_ref().unwrap().record);
        }
    }
}

#[test]
fn broken_games_of_moves_are_passed_over() {
    let text = b"2\n8 8\n9 x\n1\n3 3\n1\n16 1\nwhat\n1\n4 4\n2\n1 1\n";
    let entries = read_stream(text, "", None, &TOP).unwrap();
    let lines: Vec<Result<u64, u64>> = entries
        .iter()
        .map(|entry| entry.as_ref().map(|whole| whole.line).map_err(|fault| fault.line))
        .collect();
    assert_eq!(lines, [Err(3), Ok(4), Err(7), Err(8), Ok(9), Err(11)]);
}

#[test]
fn samples_are_read_alike_wherever_they_are_cut_and_whatever_befalls_them() {
    let positions = b"\xEF\xBB\xBFh8i9j10\n\n# note\nH8, I9 pass\r\nh8 i\n-\nb3";
    let moves = b"2\n8 8\n15 1\n\n0\n1\n1 1\nx\n3\n1 1\n";
    for (text, format) in [(&positions[..], Format::Positions), (moves, Format::Moves)] {
        let whole = read_stream(text, "", Some(format), &TOP).unwrap();
        for step in 1..=text.len() {
            let cut = read_stream_in_steps(text, "", Some(format), &TOP, || step).unwrap();
            assert_eq!(cut, whole, "in steps of {step}");
        }
        damage_stream(text, "", Some(format), &TOP);
        damage_stream(text, "", None, &TOP);
    }
}

#[test]
fn lines_that_are_too_long_are_refused_and_the_rest_goes_on() {
    let mut text = b"h8\n".to_vec();
    text.extend(b"i9".repeat(600_000));
    text.extend(b"\nj10\n");
    let whole = read_stream(&text, "", Some(Format::Positions), &TOP).unwrap();
    assert_eq!(whole.len(), 3);
    assert!(whole[0].is_ok() && whole[2].is_ok());
    let fault = whole[1].as_ref().unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 1));
    assert!(fault.to_string().contains("longer than 1048576 bytes"), "{fault}");
    for step in [10_007, 100_000, 1_048_576, 1_200_005] {
        assert_eq!(
            read_stream_in_steps(&text, "", Some(Format::Positions), &TOP, || step).unwrap(),
            whole
        );
    }
}
