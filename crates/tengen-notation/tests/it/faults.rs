//! Faults have their place, and an excerpt that points at it.

use tengen_core::Illegal;
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, Fault, MoveListSplitter, Problem, RecordSplitter, Split,
    boards::DiagramSize, byte_order_mark, move_lists::MoveLists,
};
use tengen_testkit::{ReaderTwin, TextKind};

const LETTERS: TextKind = TextKind::Boards(BoardForm::Letters, DiagramSize::square(3));
const DIGITS: TextKind = TextKind::Boards(BoardForm::Digits, DiagramSize::square(3));
const ANY_LETTERS: TextKind = TextKind::Boards(BoardForm::Letters, DiagramSize::Any);
const ANY_DIGITS: TextKind = TextKind::Boards(BoardForm::Digits, DiagramSize::Any);
const LETTERS_19: TextKind = TextKind::Boards(BoardForm::Letters, DiagramSize::square(19));
const DIGITS_19: TextKind = TextKind::Boards(BoardForm::Digits, DiagramSize::square(19));
const GAMES: TextKind = TextKind::Games { width: 15, height: 15 };

/// The fault of `text`, whoever reads it and however it is cut.
fn fault(kind: TextKind, text: &[u8]) -> Fault {
    let fault = kind.read(text, ReaderTwin::Quick).fault.expect("something is wrong");
    for step in [1 + text.len() / 500, 1 + text.len() / 3, usize::MAX] {
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            let again = kind.read_in_steps(text, way, || step).fault;
            assert_eq!(again.as_deref(), Some(&*fault), "{way:?} in steps of {step}");
        }
    }
    *fault
}

/// A fault as one would print it: the place and the message, the text, and what is wrong in it.
fn picture(fault: &Fault) -> [String; 3] {
    [
        format!("{}:{}: {fault}", fault.line, fault.column),
        fault.excerpt.clone(),
        format!("{}{}", " ".repeat(fault.caret), "^".repeat(fault.width)),
    ]
}

fn report(kind: TextKind, text: impl AsRef<[u8]>) -> [String; 3] {
    picture(&fault(kind, text.as_ref()))
}

#[test]
fn nothing_is_shown_that_would_upset_a_terminal() {
    let report = report(LETTERS, "..\u{202E}\n...\n...\n");
    assert!(report[0].starts_with("1:3: \"\u{FFFD}\" is not a point"), "{report:?}");
    assert_eq!(report[1..], ["..\u{FFFD}", "  ^"]);
    assert_eq!(self::report(LETTERS, ".\x1B.\n...\n...\n")[1], ".\u{FFFD}.");
}

#[test]
fn a_character_that_is_no_point_is_shown() {
    assert_eq!(
        report(LETTERS, "...\no.X\n...\n"),
        [r#"2:3: "X" is not a point: write o for black, x for white or . for empty"#, "o.X", "  ^",]
    );
    assert_eq!(
        report(LETTERS, "...\n...\n...\n\nO.x\n...\n...\n"),
        [r#"5:1: "O" is not a point: write o for black, x for white or . for empty"#, "O.x", "^",]
    );
    assert_eq!(
        report(LETTERS, ". .\n...\n...\n"),
        [r#"1:2: " " is not a point: write o for black, x for white or . for empty"#, ". .", " ^",]
    );
    assert_eq!(
        report(ANY_LETTERS, "●.○\n"),
        [r#"1:1: "●" is not a point: write o for black, x for white or . for empty"#, "●.○", "^",]
    );
    assert_eq!(
        report(DIGITS, "1\n0 1 2\n0 1 3\n0 1 2\n"),
        [
            r#"3:5: "3" is not a point: write 0 for empty, 1 for black or 2 for white"#,
            "0 1 3",
            "    ^"
        ]
    );
    assert_eq!(
        report(DIGITS, "1\n0  12\t2\n0 1 2\n0 1 2\n"),
        [
            r#"2:4: "12" is not a point: write 0 for empty, 1 for black or 2 for white"#,
            "0  12 2",
            "   ^^",
        ]
    );
}

#[test]
fn what_is_no_text_at_all_is_shown_so_that_a_terminal_can_bear_it() {
    assert_eq!(
        report(LETTERS, "o\0.\0x\0"),
        [
            "1:2: a NUL byte (is this UTF-16 or a binary file?) is not a point: write o for black, \
             x for white or . for empty",
            "o\u{FFFD}.\u{FFFD}x\u{FFFD}",
            " ^",
        ]
    );
    assert_eq!(
        report(DIGITS, "1\n0 \x1B[31m 0\n"),
        [
            "2:3: \"\u{FFFD}[31m\" is not a point: write 0 for empty, 1 for black or 2 for white",
            "0 \u{FFFD}[31m 0",
            "  ^^^^^",
        ]
    );
    assert_eq!(
        report(LETTERS, b"..\xFF\n"),
        [
            "1:3: \"\u{FFFD}\" is not a point: write o for black, x for white or . for empty",
            "..\u{FFFD}",
            "  ^",
        ]
    );
}

#[test]
fn only_the_part_of_a_long_line_around_the_fault_is_shown() {
    let row = format!("{}X{}", "o".repeat(80), ".".repeat(80));
    let [place, excerpt, caret] = report(ANY_LETTERS, format!("{row}\n"));
    assert!(place.starts_with(r#"1:81: "X" is not a point"#), "{place}");
    assert_eq!(excerpt, format!("…{}X{}…", "o".repeat(50), ".".repeat(30)));
    assert_eq!(caret, format!("{}^", " ".repeat(51)));
}

#[test]
fn a_row_with_too_few_or_too_many_points_is_shown() {
    let row = ".".repeat(19);
    let with = |wrong: &str| format!("{row}\n{wrong}\n{}", format!("{row}\n").repeat(17));
    assert_eq!(
        report(LETTERS_19, with("o.x.o.x.o.x.o.x.o.")),
        [
            "2:19: this row has 18 points; a 19x19 board has 19 in a row",
            "o.x.o.x.o.x.o.x.o.",
            "                  ^",
        ]
    );
    assert_eq!(
        report(LETTERS_19, with("o.x.o.x.o.x.o.x.o.x..")),
        [
            "2:20: this row has 21 points; a 19x19 board has 19 in a row",
            "o.x.o.x.o.x.o.x.o.x..",
            "                   ^^",
        ]
    );
    let row = vec!["0"; 19].join(" ");
    let with = |wrong: &str| format!("1\n{row}\n{wrong}\n{}", format!("{row}\n").repeat(17));
    assert_eq!(
        report(DIGITS_19, with("0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2")),
        [
            "3:36: this row has 18 points; a 19x19 board has 19 in a row",
            "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2",
            "                                   ^",
        ]
    );
    assert_eq!(
        report(DIGITS_19, with("0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1")),
        [
            "3:39: this row has 20 points; a 19x19 board has 19 in a row",
            "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1",
            "                                      ^",
        ]
    );
    assert_eq!(
        report(ANY_LETTERS, "...\n.x\n"),
        ["2:3: this row has 2 points; a rectangular board has 3 in a row", ".x", "  ^"]
    );
}

#[test]
fn a_board_with_too_few_or_too_many_rows_is_shown() {
    let rows = |count: usize| format!("{}\n", ".".repeat(19)).repeat(count);
    let board = rows(19);
    assert_eq!(
        report(LETTERS_19, format!("{board}\n{}\n{board}", rows(18))),
        ["39:1: the board stops after 18 rows; a 19x19 board has 19", "", "^"]
    );
    assert_eq!(
        report(LETTERS_19, rows(18)),
        [
            "18:20: the board stops after 18 rows; a 19x19 board has 19",
            "...................",
            "                   ^",
        ]
    );
    assert_eq!(
        report(LETTERS_19, format!("{}\n{board}", rows(20))),
        [
            "20:1: there is a row too many: a 19x19 board has 19, and a blank line ends it",
            "...................",
            "^^^^^^^^^^^^^^^^^^^",
        ]
    );
    let row = format!("{}\n", vec!["0"; 19].join(" "));
    assert_eq!(
        report(DIGITS_19, format!("1\n{}", row.repeat(18))),
        [
            "19:38: the board stops after 18 rows; a 19x19 board has 19",
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            "                                     ^",
        ]
    );
    assert_eq!(
        report(DIGITS_19, format!("1\n{}", row.repeat(20))),
        [
            "21:1: there is more text after the 1 promised board",
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        ]
    );
    assert_eq!(
        report(DIGITS, "2\n0 0 0\n\n0 0 0\n"),
        ["3:1: the board stops after 1 row; a 3x3 board has 3", "", "^"]
    );
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    let message = "the board is too large: sides may have up to 1000 points";
    let wide = fault(ANY_LETTERS, format!("..\n..\n\n{}\n", ".".repeat(1001)).as_bytes());
    assert_eq!((wide.line, wide.column, wide.to_string().as_str()), (4, 1, message));
    let high = fault(ANY_LETTERS, "..\n".repeat(1001).as_bytes());
    assert_eq!(picture(&high), [format!("1:1: {message}"), "..".to_owned(), "^^".to_owned()]);
    let endless = fault(ANY_DIGITS, format!("1\n{}", "0 1\n".repeat(5000)).as_bytes());
    assert_eq!((endless.line, endless.column, endless.to_string().as_str()), (2, 1, message));
    for (width, height) in [(1000, 2), (2, 1000)] {
        let text = format!("{}\n", ".".repeat(width)).repeat(height);
        assert_eq!(ANY_LETTERS.read(text.as_bytes(), ReaderTwin::Quick).fault, None);
    }
}

#[test]
fn a_number_of_boards_that_is_none_is_shown() {
    let is_none = "is not a number of boards: the first line says how many follow (boards of o, x \
                   and . need none)";
    for (text, shown, caret) in [
        ("three", r#""three""#, "^^^^^"),
        ("-1", r#""-1""#, "^^"),
        ("1.0", r#""1.0""#, "^^^"),
        ("0 0 0", r#""0 0 0""#, "^^^^^"),
        ("..o", r#""..o""#, "^^^"),
    ] {
        let expected = [format!("2:1: {shown} {is_none}"), text.to_owned(), caret.to_owned()];
        assert_eq!(report(DIGITS, format!("\n{text}\n0 0 0\n")), expected);
    }
    let digits = "1234567890".repeat(3);
    assert_eq!(
        report(DIGITS, format!("{digits}\n0 0 0\n")),
        [format!(r#"1:1: "123456789012345678901234…" {is_none}"#), digits, "^".repeat(30)]
    );
}

#[test]
fn boards_that_were_promised_are_missed() {
    for text in ["2\n0 0 0\n0 0 0\n0 0 0\n", "2\n0 0 0\n0 0 0\n0 0 0"] {
        assert_eq!(
            report(DIGITS, text),
            ["5:1: the first line promises 2 boards, but the text ends after 1", "", "^"]
        );
    }
    assert_eq!(
        report(DIGITS, "1000000000000000000\n0 0 0\n0 0 0\n0 0 0\n\n\n"),
        [
            "7:1: the first line promises 1000000000000000000 boards, but the text ends after 1",
            "",
            "^",
        ]
    );
    assert_eq!(
        report(ANY_DIGITS, "3"),
        ["2:1: the first line promises 3 boards, but the text ends after 0", "", "^"]
    );
}

#[test]
fn text_after_the_promised_boards_is_shown() {
    assert_eq!(
        report(DIGITS, "2\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n\n 2 boards in all\nbye\n"),
        [
            "9:1: there is more text after the 2 promised boards",
            " 2 boards in all",
            "^^^^^^^^^^^^^^^^"
        ]
    );
    assert_eq!(
        report(ANY_DIGITS, "0\n0"),
        ["2:1: there is more text after the 0 promised boards", "0", "^"]
    );
}

#[test]
fn a_text_without_records_is_refused() {
    for (kind, records) in [
        (LETTERS, "boards"),
        (ANY_LETTERS, "boards"),
        (DIGITS, "boards"),
        (ANY_DIGITS, "boards"),
        (GAMES, "games"),
    ] {
        let expected = |line| {
            let place = format!("{line}:1: the text is empty: expected {records}");
            [place, String::new(), "^".to_owned()]
        };
        assert_eq!(report(kind, ""), expected(1));
        assert_eq!(report(kind, "\n \r\n\t\n"), expected(4));
    }
}

#[test]
fn a_number_of_moves_that_is_none_is_shown() {
    let is_none = "is not a number of moves: a game begins with the number of its moves";
    for (text, shown) in
        [("two", r#""two""#), ("8 8", r#""8 8""#), ("-1", r#""-1""#), ("1e3", r#""1e3""#)]
    {
        let expected = [format!("4:1: {shown} {is_none}"), text.to_owned(), "^".repeat(text.len())];
        assert_eq!(report(GAMES, format!("1\n8 8\n\n{text}\n8 8\n")), expected);
    }
    assert_eq!(
        report(GAMES, "226\n8 8\n"),
        ["1:1: 226 moves do not fit on a 15x15 board, which has 225 points", "226", "^^^"]
    );
    assert_eq!(
        report(GAMES, "1000000000000000000\n8 8\n"),
        [
            "1:1: 1000000000000000000 moves do not fit on a 15x15 board, which has 225 points",
            "1000000000000000000",
            "^^^^^^^^^^^^^^^^^^^",
        ]
    );
    assert_eq!(
        report(GAMES, "1\n8 8\n3\n1 1\n2 2\n"),
        ["3:1: the game promises 3 moves, but the text ends after 2", "3", "^"]
    );
}

#[test]
fn a_line_that_is_no_move_is_shown() {
    let is_none = "is not a move: write two numbers, the row and the column, like 8 8";
    for text in ["1", "1 2 3", "-1 2", "a b", "1,2", "h8", "1 99999999999999999999"] {
        let expected =
            [format!("3:1: \"{text}\" {is_none}"), text.to_owned(), "^".repeat(text.len())];
        assert_eq!(report(GAMES, format!("2\n8 8\n{text}\n")), expected);
        assert_eq!(report(GAMES, format!("2\n8 8\n{text} \r\n9 9\n9 9\n")), expected);
    }
    assert_eq!(
        report(GAMES, "2\n8 8\n \t1\n"),
        [format!("3:3: \"1\" {is_none}"), "  1".to_owned(), "  ^".to_owned()]
    );
    assert_eq!(
        report(GAMES, "2\n8 8\n\n9 9\n"),
        [format!("3:1: a blank line {is_none}"), String::new(), "^".to_owned()]
    );
}

#[test]
fn a_move_off_the_board_is_shown() {
    for (text, row, column) in
        [("0 1", 0, 1), ("16 1", 16, 1), ("1 16", 1, 16), ("00 00", 0, 0), ("7 1000", 7, 1000)]
    {
        let place = format!(
            "3:1: row {row}, column {column} is outside the 15x15 board: both count from 1"
        );
        let expected = [place, text.to_owned(), "^".repeat(text.len())];
        assert_eq!(report(GAMES, format!("2\n8 8\n{text}\n")), expected);
        assert_eq!(report(GAMES, format!("2\n8 8\n{text}\n1\n1 1\n1\n1 1\n")), expected);
    }
}

#[test]
fn a_move_that_cannot_be_played_is_found_again() {
    let text = b"1\n1 1\n\n3\n8 8\n 9 9\n8 8";
    for way in [MoveLists::read, MoveLists::plain] {
        let mut games =
            MoveLists::new(text, 15, 15, BlockOffset { lines: 10, records: 4, column: 0 });
        while let Some(game) = way(&mut games).unwrap() {
            if game.moves.len() == 1 {
                continue;
            }
            let problem =
                Problem::Illegal { number: 3, illegal: Illegal::Occupied, earlier: Some(1) };
            assert_eq!(
                picture(&games.fault_at_move(3, problem)),
                ["17:1: move 3 cannot be played: the point is occupied by move 1", "8 8", "^^^",]
            );
            let problem = Problem::Illegal { number: 2, illegal: Illegal::Occupied, earlier: None };
            assert_eq!(
                picture(&games.fault_at_move(2, problem)),
                ["16:1: move 2 cannot be played: the point is occupied", " 9 9", "^^^^"]
            );
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_refused() {
    let long = "o".repeat(100_000);
    let expected = |line: usize, byte: &str| {
        let message = "the line is longer than 16384 bytes, which no board or move needs";
        [format!("{line}:1: {message}"), format!("{}…", byte.repeat(31)), "^".to_owned()]
    };
    for kind in [LETTERS, ANY_LETTERS] {
        assert_eq!(report(kind, &long), expected(1, "o"));
        assert_eq!(report(kind, format!("...\n...\n...\n\n...\n{long}\n...\n")), expected(6, "o"));
    }
    for kind in [DIGITS, ANY_DIGITS] {
        assert_eq!(report(kind, &long), expected(1, "o"));
        assert_eq!(report(kind, format!("2\n0 0 0\n0 0 0\n0 0 0\n\n{long}")), expected(6, "o"));
        assert_eq!(report(kind, format!("1\n0 0 0\n0 0 0\n0 0 0\n\n{long}")), expected(6, "o"));
    }
    assert_eq!(report(GAMES, format!("\n{long}")), expected(2, "o"));
    assert_eq!(report(GAMES, format!("2\n1 1\n{long}\n1\n1 1\n")), expected(3, "o"));
    let [place, ..] = report(GAMES, format!("1\n1 1\n{}\n", " ".repeat(100_000)));
    assert!(place.starts_with("3:1: the line is longer than"), "{place}");
}

/// A game with as many blanks as it takes.
fn endless_game() -> (TextKind, Vec<u8>) {
    let line = format!("1 1{}\n", " ".repeat(16_000));
    (
        TextKind::Games { width: 1000, height: 1000 },
        format!("\n9999\n{}", line.repeat(2_200)).into_bytes(),
    )
}

#[test]
fn a_record_that_is_too_long_is_refused() {
    let (kind, text) = endless_game();
    let expected = [
        "2:1: the record is longer than 33554432 bytes, which no board or game needs",
        "9999",
        "^",
    ];
    assert_eq!(picture(&kind.read(&text, ReaderTwin::Quick).fault.unwrap()), expected);
    let in_steps = kind.read_in_steps(&text, ReaderTwin::Quick, || 1 << 22);
    assert_eq!(picture(&in_steps.fault.unwrap()), expected);
}

#[test]
fn other_encodings_are_named() {
    for (bytes, encoding) in [
        (b"\xFF\xFEo\0.\0".as_slice(), "UTF-16"),
        (b"\xFE\xFF\0o\0.", "UTF-16"),
        (b"\0\0\xFE\xFF\0\0\0o", "UTF-32"),
        (b"\x1F\x8B\x08\0", "compressed by gzip"),
        (b"\x28\xB5\x2F\xFD", "compressed by zstd"),
        (b"PK\x03\x04", "a zip archive"),
    ] {
        let fault = byte_order_mark(bytes).unwrap_err();
        assert_eq!((fault.line, fault.column, fault.caret, fault.width), (1, 1, 0, 1));
        let message = format!("the text is {encoding}: save it as UTF-8 or plain ASCII");
        assert_eq!(fault.to_string(), message);
    }
}

#[test]
fn nothing_is_refused_before_it_is_all_there() {
    for form in [BoardForm::Letters, BoardForm::Digits] {
        for size in [DiagramSize::square(3), DiagramSize::Any] {
            for start in ["", "\n\n", " ", "o", "\n12"] {
                waits(&mut BoardSplitter::new(form, size), start);
            }
        }
    }
    waits(&mut MoveListSplitter::new(15, 15), "\n2\n1 1\n2 2");
}

/// Nothing is taken of `start` before more of the text has come.
fn waits(splitter: &mut dyn RecordSplitter, start: &str) {
    let mut rest = start.as_bytes();
    loop {
        match splitter.split(rest, false) {
            Split::Skip(length) => rest = &rest[length..],
            split => return assert_eq!(split, Split::More, "{start:?}"),
        }
    }
}

/// Where a problem stands in the list of all. A new one has to be added here, and a text for it
/// below.
fn index(problem: &Problem) -> usize {
    match problem {
        Problem::Point(..) => 0,
        Problem::RowLength { .. } => 1,
        Problem::BoardHeight { .. } => 2,
        Problem::RowTooMany(..) => 3,
        Problem::TooLarge => 4,
        Problem::Count(..) => 5,
        Problem::Missing { .. } => 6,
        Problem::Trailing { .. } => 7,
        Problem::Empty(_) => 8,
        Problem::MoveCount(_) => 9,
        Problem::TooManyMoves { .. } => 10,
        Problem::MissingMoves { .. } => 11,
        Problem::Move(_) => 12,
        Problem::MoveOutside { .. } => 13,
        Problem::LineTooLong => 14,
        Problem::RecordTooLong => 15,
        // Not found in the text of a board or a game.
        Problem::Illegal { .. } => 16,
        Problem::Encoding(_) => 17,
        // Only a field, a list of pieces, a puzzle, an opening or a link has these; their own tests
        // find them.
        Problem::Stone(_)
        | Problem::Link(_)
        | Problem::FieldSize(_)
        | Problem::FieldTooLarge
        | Problem::AfterBoard
        | Problem::Choked(_)
        | Problem::Uneven { .. }
        | Problem::Unexpected { .. }
        | Problem::PiecesEnd { .. }
        | Problem::PieceNumbers(_)
        | Problem::PieceNumber(_)
        | Problem::PieceOutside(_)
        | Problem::PieceColor(_)
        | Problem::PieceTwice { .. }
        | Problem::TooManyPieces
        | Problem::AfterPieces
        | Problem::Json(_)
        | Problem::NoPuzzle { .. }
        | Problem::PuzzleWithout { .. }
        | Problem::PuzzleKeyTwice(_)
        | Problem::PuzzleValue { .. }
        | Problem::PuzzleBeside { .. }
        | Problem::PuzzleFen(_)
        | Problem::Unsolvable(_)
        | Problem::PuzzlePoint(_)
        | Problem::PuzzleTwice { .. }
        | Problem::PuzzleTooLong
        | Problem::OpeningOffset(_)
        | Problem::OpeningHalf(_)
        | Problem::OpeningOutside { .. }
        | Problem::OpeningPoint(_)
        | Problem::Over(_)
        | Problem::Record(_) => 18,
    }
}

#[test]
fn every_problem_comes_up() {
    let texts = [
        (LETTERS, "#"),
        (LETTERS, "oo"),
        (LETTERS, "ooo"),
        (LETTERS, "...\n...\n...\n..."),
        (ANY_LETTERS, &".\n".repeat(1001)),
        (DIGITS, "one"),
        (DIGITS, "1"),
        (DIGITS, "0\n1"),
        (DIGITS, ""),
        (GAMES, "one"),
        (GAMES, "226"),
        (GAMES, "1"),
        (GAMES, "1\none"),
        (GAMES, "1\n0 0"),
        (GAMES, &"1".repeat(20_000)),
    ];
    for (number, (kind, text)) in texts.into_iter().enumerate() {
        assert_eq!(index(&fault(kind, text.as_bytes()).problem), number, "{text}");
    }
    let (kind, text) = endless_game();
    assert_eq!(index(&kind.read(&text, ReaderTwin::Quick).fault.unwrap().problem), 15);
}
