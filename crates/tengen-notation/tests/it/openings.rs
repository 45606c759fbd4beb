//! Any bytes at all are openings or are refused, and an opening leads back to itself.

use proptest::{collection::vec, prelude::*, sample::select};
use tengen_core::{Area, Point, Position, Rule};
use tengen_notation::{openings::Openings, openings::format_offsets};

use crate::support::{cases, fit_to_show};

/// The names of the points one after another, which is the other form.
fn spell_names(moves: &[Point], area: Area) -> String {
    let names: String = moves.iter().map(|&point| area.name(point)).collect();
    if names.is_empty() { "-".to_owned() } else { names }
}

fn check(text: &[u8], rule: Rule, area: Area) -> Result<(), TestCaseError> {
    for opening in Openings::new(text, rule, area) {
        let moves = match opening {
            Ok(moves) => moves,
            Err(fault) => {
                fit_to_show(&fault)?;
                continue;
            }
        };
        let mut position = Position::new(rule, area).expect("it has points");
        for &point in &moves {
            prop_assert!(position.play(point).is_ok());
        }
        prop_assert_eq!(position.outcome(), None);
        for spelled in [format_offsets(&moves, area), spell_names(&moves, area)] {
            let again: Result<Vec<_>, _> = Openings::new(spelled.as_bytes(), rule, area).collect();
            prop_assert_eq!(again, Ok(vec![moves.clone()]));
        }
    }
    Ok(())
}

fn rule() -> impl Strategy<Value = Rule> {
    select(&Rule::ALL[..])
}

fn area() -> impl Strategy<Value = Area> {
    (1..=30u16, 1..=30u16).prop_map(|(width, height)| Area::Bounded { width, height })
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn any_bytes_are_read_or_refused(
        text in vec(any::<u8>(), 0..60), rule in rule(), area in area()
    ) {
        check(&text, rule, area)?;
    }

    #[test]
    fn any_letters_of_the_notation_are_read_or_refused(
        text in "([-+]?[0-9]{1,2}, ?){0,12}\n([a-oA-O][0-9]{1,2}[ ,]?){0,12}\n[-#,a-c0-9 \r]{0,9}",
        rule in rule(),
        area in area(),
    ) {
        check(text.as_bytes(), rule, area)?;
    }

    #[test]
    fn every_legal_beginning_of_a_game_is_read(
        picks in vec(any::<usize>(), 0..30), rule in rule(), area in area()
    ) {
        let mut position = Position::new(rule, area).unwrap();
        for pick in picks {
            let points = position.legal_points();
            let Some(&point) = points.get(pick % points.len().max(1)) else { break };
            position.play(point).unwrap();
            if position.outcome().is_some() {
                position.undo();
                break;
            }
        }
        let moves = position.moves().to_vec();
        if position.outcome().is_none() {
            let text = format!("{}\n{}\n", format_offsets(&moves, area), spell_names(&moves, area));
            let read: Result<Vec<_>, _> = Openings::new(text.as_bytes(), rule, area).collect();
            prop_assert_eq!(read, Ok(vec![moves.clone(), moves]));
        }
    }
}
