//! What is spelled is read again: the same stones and moves, in the lines where they stand.

use proptest::prelude::*;
use tengen_notation::{BoardForm, boards::DiagramSize};

use crate::{
    reading::{Content, Kind, Reading, Record, Way},
    support::{boards, cases, games},
};

/// What `kind.spell(contents)` must be read as.
fn expected(kind: Kind, contents: Vec<Content>) -> Reading {
    let (mut line, between) = match kind {
        Kind::Boards(BoardForm::Letters | BoardForm::Drawing, _) => (1, 1),
        Kind::Boards(BoardForm::Digits, DiagramSize::Any) => (2, 1),
        Kind::Boards(BoardForm::Digits, DiagramSize::Fixed { .. }) => (2, 0),
        Kind::Games { .. } => (1, 0),
    };
    let mut records = Vec::new();
    for content in contents {
        let lines = match &content {
            Content::Board { area, .. } => area.points().filter(|point| point.x == 0).count(),
            Content::Game(moves) => 1 + moves.len(),
        };
        records.push(Record { line, content });
        line += lines as u64 + between;
    }
    Reading { records, fault: None }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn boards_come_back_as_they_were((kind, contents) in boards()) {
        let text = kind.spell(&contents);
        let expected = expected(kind, contents);
        for way in [Way::Quick, Way::Plain] {
            prop_assert_eq!(&kind.read(text.as_bytes(), way), &expected);
        }
    }

    #[test]
    fn games_come_back_as_they_were((kind, contents) in games()) {
        let text = kind.spell(&contents);
        let expected = expected(kind, contents);
        for way in [Way::Quick, Way::Plain] {
            prop_assert_eq!(&kind.read(text.as_bytes(), way), &expected);
        }
    }
}

#[test]
fn no_boards_are_promised_and_none_come() {
    for size in [DiagramSize::Any, DiagramSize::square(3)] {
        let kind = Kind::Boards(BoardForm::Digits, size);
        assert_eq!(kind.spell(&[]), "0\n");
        assert_eq!(kind.read(b"0\n", Way::Quick), Reading::default());
        assert_eq!(kind.read(b"0", Way::Quick), Reading::default());
    }
}

#[test]
fn a_game_may_have_no_moves() {
    let kind = Kind::Games { width: 3, height: 3 };
    let record = |line| Record { line, content: Content::Game(Vec::new()) };
    let reading = kind.read(b"0\n\n0\n0", Way::Quick);
    assert_eq!(reading.records, [record(1), record(3), record(4)]);
    assert_eq!(reading.fault, None);
}
