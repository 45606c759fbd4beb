//! What is spelled is read again: the same stones and moves, in the lines where they stand.

use proptest::prelude::*;
use tengen_notation::{BoardForm, boards::DiagramSize};
use tengen_testkit::{ReaderTwin, TextContent, TextKind, TextReading, TextRecord};

use crate::support::{boards, cases, games};

/// What `kind.spell(contents)` must be read as.
fn expected(kind: TextKind, contents: Vec<TextContent>) -> TextReading {
    let (mut line, between) = match kind {
        TextKind::Boards(BoardForm::Letters | BoardForm::Drawing, _) => (1, 1),
        TextKind::Boards(BoardForm::Digits, DiagramSize::Any) => (2, 1),
        TextKind::Boards(BoardForm::Digits, DiagramSize::Fixed { .. }) => (2, 0),
        TextKind::Games { .. } => (1, 0),
    };
    let mut records = Vec::new();
    for content in contents {
        let lines = match &content {
            TextContent::Board { area, .. } => area.points().filter(|point| point.x == 0).count(),
            TextContent::Game(moves) => 1 + moves.len(),
        };
        records.push(TextRecord { line, content });
        line += lines as u64 + between;
    }
    TextReading { records, fault: None }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn boards_come_back_as_they_were((kind, contents) in boards()) {
        let text = kind.spell(&contents);
        let expected = expected(kind, contents);
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            prop_assert_eq!(&kind.read(text.as_bytes(), way), &expected);
        }
    }

    #[test]
    fn games_come_back_as_they_were((kind, contents) in games()) {
        let text = kind.spell(&contents);
        let expected = expected(kind, contents);
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            prop_assert_eq!(&kind.read(text.as_bytes(), way), &expected);
        }
    }
}

#[test]
fn no_boards_are_promised_and_none_come() {
    for size in [DiagramSize::Any, DiagramSize::square(3)] {
        let kind = TextKind::Boards(BoardForm::Digits, size);
        assert_eq!(kind.spell(&[]), "0\n");
        assert_eq!(kind.read(b"0\n", ReaderTwin::Quick), TextReading::default());
        assert_eq!(kind.read(b"0", ReaderTwin::Quick), TextReading::default());
    }
}

#[test]
fn a_game_may_have_no_moves() {
    let kind = TextKind::Games { width: 3, height: 3 };
    let record = |line| TextRecord { line, content: TextContent::Game(Vec::new()) };
    let reading = kind.read(b"0\n\n0\n0", ReaderTwin::Quick);
    assert_eq!(reading.records, [record(1), record(3), record(4)]);
    assert_eq!(reading.fault, None);
}
