//! Any bytes at all are a link or are refused, and a position leads back to itself.

#![allow(clippy::unwrap_used, reason = "what tests share may fail like a test")]

use proptest::{collection::vec, prelude::*};
use tengen_core::{Area, Color, Point, Rule, Setup};
use tengen_notation::{ReadOptions, Record, RecordTree, RowOrder, links};

use crate::support::{cases, fit_to_show};

const READING: ReadOptions = ReadOptions::new(RowOrder::FromBottom);

/// The stones that were set up, with the side to move, and the moves.
fn parts(record: &Record) -> (Option<Setup>, Vec<Point>) {
    let area = record.area.unwrap();
    let root = record.tree.node(RecordTree::ROOT);
    let stones = root.setup.iter().map(|&(point, color)| (point, color.unwrap()));
    let setup = root.turn.map(|turn| Setup { area, stones: stones.collect(), turn });
    let steps = record.tree.main_line().filter_map(|id| record.tree.node(id).step);
    (setup, steps.map(|step| step.point.unwrap()).collect())
}

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    match links::parse(text, &READING) {
        Ok(record) => {
            let rule = record.rule.unwrap_or(Rule::Freestyle);
            let (setup, moves) = parts(&record);
            let link = links::fragment(rule, record.area.unwrap(), setup.as_ref(), &moves);
            let again = links::parse(format!("#{link}").as_bytes(), &READING).unwrap();
            prop_assert_eq!(again, Record { rule: Some(rule), ..record });
        }
        Err(fault) => fit_to_show(&fault)?,
    }
    Ok(())
}

fn area() -> impl Strategy<Value = Area> {
    let bounded = (1..=1000u16, 1..=1000u16);
    prop_oneof![
        4 => bounded.prop_map(|(width, height)| Area::Bounded { width, height }),
        1 => Just(Area::Unbounded),
    ]
}

fn points(area: Area) -> impl Strategy<Value = Vec<Point>> {
    let (x, y) = match area {
        Area::Bounded { width, height } => (0..i32::from(width), 0..i32::from(height)),
        Area::Unbounded => (-1000..1000, -1000..1000),
    };
    vec((x, y).prop_map(|(x, y)| Point::new(x, y)), 0..12)
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn any_bytes_are_read_or_refused(text in vec(any::<u8>(), 0..60)) {
        check(&text)?;
        check(&[b"#renju/15x15/", &text[..]].concat())?;
    }

    #[test]
    fn any_signs_of_the_notation_are_read_or_refused(text in "[#/:;%bw0-9a-h(,)? \n-]{0,24}") {
        check(text.as_bytes())?;
        check(format!("#nogo/9x9/{text}").as_bytes())?;
        check(format!("#exact/infinite/{text}").as_bytes())?;
    }

    #[test]
    fn a_position_leads_back_to_itself(
        (area, own, other, moves) in area().prop_flat_map(|area| {
            (Just(area), points(area), points(area), points(area))
        }),
        rule in prop::sample::select(&Rule::ALL[..]),
        turn in prop::sample::select(&Color::ALL[..]),
        set_up in any::<bool>(),
        encoded in any::<bool>(),
    ) {
        let stones = |points: &[Point], color| points.iter().map(|&p| (p, color)).collect::<Vec<_>>();
        let stones = [stones(&own, turn), stones(&other, !turn)].concat();
        let setup = set_up.then_some(Setup { area, stones, turn });
        let mut link = links::fragment(rule, area, setup.as_ref(), &moves);
        if encoded {
            let encoded: Vec<String> = link.bytes().map(|byte| format!("%{byte:02x}")).collect();
            link = encoded.concat();
        }
        let link = format!("https://example.org/page?a=b#{link}");
        prop_assert!(links::is_link(link.as_bytes()));
        let record = links::parse(link.as_bytes(), &READING).unwrap();
        prop_assert_eq!((record.rule, record.area), (Some(rule), Some(area)));
        prop_assert_eq!(parts(&record), (setup, moves));
    }
}
