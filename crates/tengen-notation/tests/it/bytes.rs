//! Any bytes at all are read or refused, and never more than that.

use proptest::{collection::vec, prelude::*};
use tengen_notation::{BoardForm, boards::DiagramSize, byte_order_mark};
use tengen_testkit::{ReaderTwin, TextKind};

use crate::support::{cases, fit_to_show};

const SIDES: &[(u16, u16)] =
    &[(1, 1), (2, 1), (1, 2), (3, 3), (9, 1), (4, 5), (22, 1), (23, 1), (1, 23)];

fn kinds() -> impl Strategy<Value = TextKind> {
    let sides = prop::sample::select(SIDES);
    let forms = [BoardForm::Letters, BoardForm::Digits, BoardForm::Drawing];
    let form = prop::sample::select(forms.to_vec());
    let fixed = (form.clone(), sides.clone()).prop_map(|(form, (width, height))| {
        TextKind::Boards(form, DiagramSize::Fixed { width, height })
    });
    let any = form.prop_map(|form| TextKind::Boards(form, DiagramSize::Any));
    let games = sides.prop_map(|(width, height)| TextKind::Games { width, height });
    prop_oneof![2 => fixed, 1 => any, 1 => games]
}

/// Reads `text` in both ways and in steps; all must come to the same.
fn read_in_all_ways(kind: TextKind, text: &[u8], step: usize) -> Result<(), TestCaseError> {
    let quick = kind.read(text, ReaderTwin::Quick);
    prop_assert_eq!(&kind.read(text, ReaderTwin::Plain), &quick);
    prop_assert_eq!(&kind.read_in_steps(text, ReaderTwin::Quick, || step), &quick);
    if let Some(fault) = &quick.fault {
        fit_to_show(fault)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(30_000))]

    #[test]
    fn any_bytes_are_read_alike(
        kind in kinds(),
        text in vec(any::<u8>(), 0..80),
        step in 1..20usize,
    ) {
        read_in_all_ways(kind, &text, step)?;
        let _ = byte_order_mark(&text);
    }

    #[test]
    fn any_letters_of_the_notation_are_read_alike(
        kind in kinds(),
        text in vec(prop::sample::select(b"ox. 012\n\r\t3456789".as_slice()), 0..80),
        step in 1..20usize,
    ) {
        read_in_all_ways(kind, &text, step)?;
    }

    #[test]
    fn any_few_letters_of_the_notation_are_read_alike(
        kind in kinds(),
        text in vec(prop::sample::select(b"o. 01\n\n\n".as_slice()), 0..60),
        step in 1..20usize,
    ) {
        read_in_all_ways(kind, &text, step)?;
    }
}
