//! What several themes need: records to spell.

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngSeed},
};
use tengen_core::{Area, Color, Point};
use tengen_notation::{BoardForm, Fault, boards::DiagramSize};
use tengen_testkit::{TextContent, TextKind};

/// So many cases, the same ones on every machine.
pub(crate) fn cases(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..Config::default() }
}

/// That a fault has a place, and nothing that could upset a terminal.
pub(crate) fn fit_to_show(fault: &Fault) -> Result<(), TestCaseError> {
    prop_assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1);
    prop_assert!(fault.caret <= fault.excerpt.chars().count());
    prop_assert!(!fault.excerpt.contains(char::is_control));
    prop_assert!(!fault.to_string().contains(char::is_control));
    Ok(())
}

/// A kind of text, and a few records for one.
pub(crate) fn records() -> impl Strategy<Value = (TextKind, Vec<TextContent>)> {
    prop_oneof![3 => boards(), 1 => games()]
}

pub(crate) fn boards() -> impl Strategy<Value = (TextKind, Vec<TextContent>)> {
    let form = prop_oneof![
        2 => Just(BoardForm::Letters),
        2 => Just(BoardForm::Digits),
        1 => Just(BoardForm::Drawing),
    ];
    let fixed = (form.clone(), sides()).prop_flat_map(|(form, (width, height))| {
        let kind = TextKind::Boards(form, DiagramSize::Fixed { width, height });
        (Just(kind), vec(board((width, height)), 1..=5))
    });
    let any = (form, vec(sides().prop_flat_map(board), 1..=5))
        .prop_map(|(form, boards)| (TextKind::Boards(form, DiagramSize::Any), boards));
    prop_oneof![2 => fixed, 1 => any]
}

pub(crate) fn games() -> impl Strategy<Value = (TextKind, Vec<TextContent>)> {
    let sides = prop_oneof![3 => sides(), 1 => (1..=150u16, 1..=150u16)];
    sides.prop_flat_map(|(width, height)| {
        let most = (usize::from(width) * usize::from(height)).min(60);
        let point = (0..i32::from(width), 0..i32::from(height)).prop_map(|(x, y)| Point::new(x, y));
        let game = vec(point, 0..=most).prop_map(TextContent::Game);
        (Just(TextKind::Games { width, height }), vec(game, 1..=5))
    })
}

/// Sizes of boards: tiny ones, those that have quick ways, and larger ones.
fn sides() -> impl Strategy<Value = (u16, u16)> {
    prop_oneof![
        2 => (1..=4u16, 1..=4u16),
        4 => (1..=22u16, 1..=22u16),
        1 => (23..=60u16, 1..=25u16),
        1 => (1..=25u16, 23..=60u16),
    ]
}

fn board((width, height): (u16, u16)) -> impl Strategy<Value = TextContent> {
    let area = Area::Bounded { width, height };
    vec(0..3u8, usize::from(width) * usize::from(height)).prop_map(move |cells| {
        let stone = |(point, cell)| match cell {
            1 => Some((point, Color::Black)),
            2 => Some((point, Color::White)),
            _ => None,
        };
        let stones = area.points().zip(cells).filter_map(stone).collect();
        TextContent::Board { area, stones }
    })
}
