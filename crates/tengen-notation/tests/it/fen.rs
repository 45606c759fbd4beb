//! Any text is a FEN or is refused, and every position leads back to itself.

#![allow(clippy::unwrap_used, reason = "what tests share may fail like a test")]

use proptest::{collection::vec, prelude::*};
use tengen_core::{Area, Point, Position, Rule};
use tengen_notation::Fen;

use crate::support::cases;

fn area() -> impl Strategy<Value = Area> {
    let bounded = (1..=40u16, 1..=40u16);
    prop_oneof![
        4 => bounded.prop_map(|(width, height)| Area::Bounded { width, height }),
        1 => Just(Area::Unbounded),
    ]
}

/// Plays the points that may be played.
fn played(rule: Rule, area: Area, points: &[(i32, i32)]) -> Option<Position> {
    let mut position = Position::new(rule, area).ok()?;
    for &(x, y) in points {
        let point = match area {
            Area::Bounded { width, height } => {
                Point::new(x.rem_euclid(width.into()), y.rem_euclid(height.into()))
            }
            Area::Unbounded => Point::new(x, y),
        };
        let _ = position.play(point);
    }
    Some(position)
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn a_position_leads_back_to_itself(
        rule in prop::sample::select(&[Rule::Freestyle, Rule::Exact, Rule::Renju, Rule::NoGo][..]),
        area in area(),
        points in vec((-50..50, -50..50), 0..60),
    ) {
        let Some(position) = played(rule, area, &points) else {
            prop_assert_eq!((rule, area), (Rule::NoGo, Area::Unbounded));
            return Ok(());
        };
        let fen = Fen::from(&position).to_string();
        let read: Fen = fen.parse().unwrap();
        prop_assert_eq!(read.position().unwrap(), position);
        prop_assert_eq!(read.to_string(), fen);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(
        text in "[xoXO0-9/()., -]{0,40}( [bw]( (renju|nogo))?)?",
        any in ".{0,20}",
    ) {
        for text in [text, any] {
            match text.parse::<Fen>() {
                Ok(fen) => prop_assert_eq!(fen.to_string().parse::<Fen>().unwrap(), fen),
                Err(error) => prop_assert!((1..=text.len() + 1).contains(&error.column), "{}", error),
            }
        }
    }
}
