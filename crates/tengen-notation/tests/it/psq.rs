//! The records of Gomocup.

use tengen_core::{Area, Color, Point, Rule};
use tengen_notation::{
    Format, Manner, ReadOptions, RecordWriter, ResultClaim, RowOrder, WholeRecord, WriteOptions,
    psq::GomocupEnd, psq::GomocupStates,
};
use tengen_testkit::{damage_stream, read_stream, read_stream_in_steps};

const READING: ReadOptions = ReadOptions::new(RowOrder::FromBottom);

const GAME: &str =
    "Piskvorky 20x15, 11:11, 0\n16,15,0\n1,2,3833\n3,1,7\nFIRST.zip\nSECOND21.zip\n-1\n2,Renju\n";

fn read_named(text: &str, name: &str) -> Vec<WholeRecord> {
    let entries =
        read_stream(text.as_bytes(), name, Some(Format::Psq), &READING).expect("it can be opened");
    entries.into_iter().map(|entry| entry.expect("it can be read")).collect()
}

fn moves(whole: &WholeRecord) -> Vec<(Point, Option<u128>)> {
    let tree = &whole.record.tree;
    let nodes = tree.main_line().map(|id| tree.node(id)).filter(|node| node.step.is_some());
    nodes
        .map(|node| {
            (
                node.step.and_then(|step| step.point).expect("a move"),
                node.time.map(|time| time.as_millis()),
            )
        })
        .collect()
}

#[test]
fn a_game_says_all_there_is_to_say() {
    let won = |color| Some(ResultClaim::Won(color, Manner::Unsaid));
    for (name, claim) in [
        ("", None),
        ("0_0_13_1.psq", won(Color::Black)),
        ("folder_2/0_0_13_2.PSQ", won(Color::White)),
        ("x_0.psq", Some(ResultClaim::Draw)),
        ("x_3.psq", None),
        ("12.psq", None),
    ] {
        let [whole] = &read_named(GAME, name)[..] else { panic!("one game") };
        // Counted from 1 at the top left.
        let expected = [
            (Point::new(15, 14), Some(0)),
            (Point::new(0, 1), Some(3833)),
            (Point::new(2, 0), Some(7)),
        ];
        assert_eq!(moves(whole), expected);
        let record = &whole.record;
        assert_eq!(record.area, Some(Area::Bounded { width: 20, height: 15 }));
        assert_eq!(record.rule, Some(Rule::Renju));
        assert_eq!((record.black.as_str(), record.white.as_str()), ("FIRST.zip", "SECOND21.zip"));
        assert_eq!(record.event, "Renju");
        // The last line names a seat and is not to be trusted.
        assert_eq!(record.claim, claim, "{name}");
        assert_eq!(record.other, [("winner".to_owned(), "2".to_owned())]);
        assert_eq!(whole.repairs, []);
    }
}

#[test]
fn what_may_be_missing_may_be_missing() {
    for (text, count, black, expected_repairs) in [
        (
            "Piskvorky 20x20, 7:7, 0\r\n10,10,456\r\n\r\n11,12,4500\r\na b.exe\r\nc\r\n0\r\n",
            2,
            "a b.exe",
            &[][..],
        ),
        ("Piskvorky 20x20, 7:7, 1\n10,10,4\na\nb\n-1\n", 1, "b", &[]),
        (
            "Piskvorky 20x20\n10,10\n-1\n",
            1,
            "",
            &[
                "line 1, column 1: the levels are missing",
                "line 1, column 1: who begins is missing; the first does",
                "line 2, column 1: this move has no time",
            ],
        ),
        (
            "\nold text\nPiskvorky 20X20, 0:0, 0\n",
            0,
            "",
            &[
                "line 3, column 1: there is text before the game, which is passed over",
                "line 4, column 1: the game has no code and no names",
            ],
        ),
        (
            "Piskvorky 20x20, 11:11, 0\n1,1,0\nalone",
            1,
            "alone",
            &[
                "line 3, column 1: the second name is missing",
                "line 3, column 6: the game has no code",
            ],
        ),
    ] {
        let [whole] = &read_named(text, "")[..] else { panic!("one game") };
        let repairs: Vec<String> = whole.repairs.iter().map(ToString::to_string).collect();
        assert_eq!(repairs, expected_repairs, "{text}");
        assert_eq!(moves(whole).len(), count, "{text}");
        assert_eq!(whole.record.black, black, "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_and_the_rest_goes_on() {
    let texts = [
        "no game\n",
        "Piskvorky 20y20, 11:11, 0\n",
        "Piskvorky 0x20, 11:11, 0\n",
        "Piskvorky 20x20, 11:11, 0\n1,1,0\n2,2.5,0\n3,3,0\na\nb\n-1\n",
        "Piskvorky 20x20, 11:11, 0\n1,1,0\n2,x,0\n3,3,0\na\nb\n-1\n",
        "Piskvorky 20x20, 11:11, 0\n1,1,0\na\nb\nc\n",
        "Piskvorky 20x20, 11:11, 0\n1,1,0\na\nb\n-1\n3,4,0\n",
        "Piskvorky 20x20, 11:11, 0\n1,1,0\na\nb\n-1\n1,Cup\nmore\n",
    ];
    let expected = [
        (1, 1, "\"no game\" does not begin a game: write Piskvorky 20x20, 11:11, 0"),
        (1, 1, "\"20y20\" is no size of a board: write 20x20"),
        (1, 1, "\"0x20\" is no size of a board"),
        (3, 1, "\"2,2.5,0\" is not a move: write x,y,milliseconds"),
        (4, 1, "\"3,3,0\" is not a move"),
        (5, 1, "\"c\" is not a code"),
        (6, 1, "\"3,4,0\" is not a move"),
        (7, 1, "\"more\" comes after the end of the game"),
    ];
    for (text, (line, column, message)) in texts.iter().zip(expected) {
        let entries = read_stream(text.as_bytes(), "", Some(Format::Psq), &READING).unwrap();
        let fault = entries[0].as_ref().unwrap_err();
        assert_eq!((entries.len(), fault.line, fault.column), (1, line, column), "{text}: {fault}");
        assert!(fault.to_string().contains(message), "{text}: {fault}");
    }
    let all = texts[1..].concat() + GAME;
    let entries = read_stream(all.as_bytes(), "", None, &READING).unwrap();
    assert_eq!(entries.len(), 8);
    assert!(entries[..7].iter().all(Result::is_err) && entries[7].is_ok());
}

#[test]
fn the_older_records_count_from_0_and_begin_with_names() {
    let text = "FIRST\nSECOND\n0,0,5\n19,3,7\n-1\n";
    let [whole] = &read_named(text, "0001x02-1.rec")[..] else { panic!("one game") };
    assert_eq!(moves(whole), [(Point::new(0, 0), Some(5)), (Point::new(19, 3), Some(7))]);
    assert_eq!(whole.record.area, Some(Area::square(20)));
    assert_eq!((whole.record.black.as_str(), whole.record.white.as_str()), ("FIRST", "SECOND"));
}

#[test]
fn what_is_written_is_read_again() {
    for text in [
        GAME.to_owned(),
        "Piskvorky 20x20, 7:0, 0\n10,10,456\n21,0,1\na b\nc\n15\n".to_owned(),
        "Piskvorky 20x20, 11:11, 0\na\nb\n-1\n0,\n".to_owned(),
    ] {
        let [whole] = &read_named(&text, "x_2.psq")[..] else { panic!("one game") };
        let mut out = Vec::new();
        let writing = WriteOptions::new(RowOrder::FromBottom);
        let lost = RecordWriter::new(Format::Psq, writing).write(&whole.record, &mut out).unwrap();
        assert_eq!(lost, []);
        let spelled = String::from_utf8(out).unwrap();
        let [again] = &read_named(&spelled, "x_2.psq")[..] else { panic!("one game") };
        let mut expected = whole.record.clone();
        // White won, and so it is written.
        expected.other.retain(|(name, _)| name != "winner");
        expected.other.push(("winner".to_owned(), "2".to_owned()));
        assert_eq!(again.record, expected, "{spelled}");
    }
}

#[test]
fn samples_are_read_alike_wherever_they_are_cut_and_whatever_befalls_them() {
    let text = format!(
        "\u{FEFF}\n{GAME}{}Piskvorky 9x9\n1,1\n\n{}",
        GAME.replace('\n', "\r\n"),
        &GAME[..60]
    );
    let whole = read_stream(text.as_bytes(), "", Some(Format::Psq), &READING).unwrap();
    assert_eq!(whole.len(), 4);
    for step in 1..=text.len() {
        let cut = read_stream_in_steps(text.as_bytes(), "", Some(Format::Psq), &READING, || step)
            .unwrap();
        assert_eq!(cut, whole, "in steps of {step}");
    }
    damage_stream(text.as_bytes(), "x_1.psq", Some(Format::Psq), &READING);
    damage_stream(text.as_bytes(), "x.rec", Some(Format::Psq), &READING);
}

#[test]
fn the_states_of_a_tournament_tell_how_games_ended() {
    let text = b"(0, 1, 0)\t2\t0\t176160\t192079\t23\t23\n(1, 0, 0)\t1\t1\t5\t6\t7\t8\r\n\n(0, 2, 13)\t0\t0\n(3,2,1) 2 4 x\nwhat\n(1, 2)\t1\t1\n(1, 2, 3)\t7\t1\n(1, 2, 4)\t1\t9\n(1, 2, 5)\tNone\tNone\t0\n";
    let (states, faults) = GomocupStates::read(text);
    let find = |game| states.find(game).map(|state| (state.seat, state.end));
    assert_eq!(states.len(), 4);
    assert_eq!(find([0, 1, 0]), Some((2, GomocupEnd::Board)));
    assert_eq!(find([1, 0, 0]), Some((1, GomocupEnd::Foul)));
    assert_eq!(find([0, 2, 13]), Some((0, GomocupEnd::Board)));
    assert_eq!(find([3, 2, 1]), Some((2, GomocupEnd::Crash)));
    assert_eq!(find([9, 9, 9]), None);
    // The name begins with the round.
    assert_eq!(states.find_named("folder/13_0_2_0.psq"), states.find([0, 2, 13]));
    assert_eq!(states.find_named("13_0_2.psq"), None);
    let foul = states.find([1, 0, 0]).unwrap();
    let claim = |manner| ResultClaim::Won(Color::White, manner);
    assert_eq!(foul.resolve(claim(Manner::Unsaid)), claim(Manner::Foul));
    assert_eq!(foul.resolve(claim(Manner::Time)), claim(Manner::Time));
    assert_eq!(foul.resolve(ResultClaim::Draw), ResultClaim::Draw);
    let places: Vec<(u64, usize)> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
    assert_eq!(places, [(6, 1), (7, 1), (8, 1), (9, 1)]);
    assert!(
        faults[0].to_string().starts_with("\"what\" is not the state of a game"),
        "{}",
        faults[0]
    );
}

#[test]
fn what_would_be_misread_after_the_moves_is_written_otherwise_and_reported() {
    let [whole] = &read_named(GAME, "0_0_13_1.psq")[..] else { panic!("one game") };
    let misread = ["12", "-1", "\u{0}7", "1,2", "Piskvorky 5x5", " blank ", "two\nlines"];
    for text in misread {
        for field in ["black", "white", "levels", "code"] {
            let mut record = whole.record.clone();
            match field {
                "black" => text.clone_into(&mut record.black),
                "white" => text.clone_into(&mut record.white),
                _ => record.other = vec![(field.to_owned(), text.to_owned())],
            }
            let mut out = Vec::new();
            let mut writer = RecordWriter::new(Format::Psq, WriteOptions::new(RowOrder::FromTop));
            let lost = writer.write(&record, &mut out).expect("it is written");
            let again = read_named(std::str::from_utf8(&out).unwrap(), "0_0_13_1.psq");
            let [again] = &again[..] else { panic!("one game: {text:?} as {field}") };
            let kept = field == "code" && ["12", "-1"].contains(&text);
            assert_eq!(lost.is_empty(), kept, "{text:?} as {field}: {lost:?}");
            assert_eq!(moves(again), moves(whole), "{text:?} as {field}");
        }
    }
}
