//! Any bytes at all are puzzles or are refused, and a puzzle leads back to itself.

use std::collections::HashSet;

use proptest::{collection::vec, prelude::*};
use tengen_core::{Area, Color, Point, Rule, Setup};
use tengen_notation::{puzzles::Puzzle, puzzles::Puzzles};

use crate::support::{cases, fit_to_show};

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    for puzzle in Puzzles::new(text) {
        match puzzle {
            Ok(puzzle) => {
                let again = Puzzle::parse(puzzle.to_string().as_bytes(), 1);
                prop_assert_eq!(again.as_ref(), Ok(&puzzle));
                prop_assert!(by_the_book(&puzzle, puzzle.to_string().as_bytes()));
            }
            Err(fault) => fit_to_show(&fault)?,
        }
    }
    Ok(())
}

/// Whether a library for JSON finds the same in the text.
fn by_the_book(puzzle: &Puzzle, text: &[u8]) -> bool {
    let value: serde_json::Value = serde_json::from_slice(text).expect("it is JSON");
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let stones = |key: &str, color: Color| {
        let names = value[key].as_array().expect("it is a list").iter();
        let point = |name: &serde_json::Value| {
            let name = name.as_str().expect("it is a text");
            (puzzle.setup.area.point(name).expect("it is a point"), color)
        };
        names.map(point).collect::<Vec<_>>()
    };
    let area = value["size"].to_string().trim_matches('"').parse();
    let all = [stones("black", Color::Black), stones("white", Color::White)].concat();
    let own: HashSet<(Point, Color)> = puzzle.setup.stones.iter().copied().collect();
    all.len() == puzzle.setup.stones.len()
        && all.into_iter().collect::<HashSet<_>>() == own
        && area == Ok(puzzle.setup.area)
        && text("name") == puzzle.name
        && text("kind") == puzzle.kind
        && text("rule") == Some(puzzle.rule.to_string())
        && text("to_move") == Some(puzzle.setup.turn.to_string())
}

fn area() -> impl Strategy<Value = Area> {
    let sides = prop_oneof![(1..=22u16, 1..=22u16), (1..=1000u16, 1..=1000u16)];
    prop_oneof![
        4 => sides.prop_map(|(width, height)| Area::Bounded { width, height }),
        1 => Just(Area::Unbounded),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    let stones = vec((any::<u16>(), any::<u16>(), any::<bool>()), 0..40);
    (area(), stones, any::<bool>()).prop_map(|(area, stones, white)| {
        let mut seen = HashSet::new();
        let point = |x: u16, y: u16| match area {
            Area::Bounded { width, height } => Point::new((x % width).into(), (y % height).into()),
            Area::Unbounded => Point::new(i32::from(x) * -16_000, i32::from(y) * 16_000),
        };
        let stones =
            stones.into_iter().map(|(x, y, white)| (point(x, y), Color::ALL[usize::from(white)]));
        let mut stones: Vec<(Point, Color)> =
            stones.filter(|&(point, _)| seen.insert(point)).collect();
        // A puzzle lists the black ones first.
        stones.sort_by_key(|&(_, color)| color);
        Setup { area, stones, turn: Color::ALL[usize::from(white)] }
    })
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn any_bytes_are_read_or_refused(text in vec(any::<u8>(), 0..60)) {
        check(&text)?;
    }

    #[test]
    fn any_signs_of_the_notation_are_read_or_refused(
        text in "[{}\\[\\],:\"abh0-9 \n\\\\]{0,40}",
        at in 0..90usize,
    ) {
        check(text.as_bytes())?;
        // Somewhere in a puzzle.
        let whole = r#"{"no":7,"rule":"exact","size":6,"to_move":"black","black":["a15"],"white":["b1"]}"#;
        let (before, after) = whole.split_at(at.min(whole.len()));
        check(format!("{before}{text}{after}").as_bytes())?;
        let compact = r#"{"name":"7","kind":"vcf","depth":3,"nodes":9,"fen":"5/1x3/5/3o1/5 b renju"}"#;
        let (before, after) = compact.split_at(at.min(compact.len()));
        check(format!("{before}{text}{after}").as_bytes())?;
    }

    #[test]
    fn every_puzzle_is_read(
        setup in setup(),
        rule in 0..4usize,
        name in proptest::option::of(any::<String>()),
        kind in proptest::option::of(any::<String>()),
        depth in proptest::option::of(any::<u32>()),
        nodes in proptest::option::of(any::<u64>()),
    ) {
        let mut puzzle = Puzzle { name, kind, depth, nodes, rule: Rule::ALL[rule], setup };
        let text = puzzle.to_string();
        prop_assert_eq!(text.matches('\n').count(), 1);
        prop_assert_eq!(Puzzle::parse(text.as_bytes(), 1), Ok(puzzle.clone()));
        check(text.as_bytes())?;
        // FEN lists the stones of a color in reading order.
        puzzle.setup.stones.sort_by_key(|&(point, color)| (color == Color::White, point));
        let compact = puzzle.to_compact().unwrap();
        prop_assert_eq!(Puzzle::parse(compact.as_bytes(), 1), Ok(puzzle));
        check(compact.as_bytes())?;
    }
}
