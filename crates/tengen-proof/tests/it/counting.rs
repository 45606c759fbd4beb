//! A side that loses by counting loses.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_proof::is_counted;

use crate::support::Plain;

/// Tries every set of stones on a board, either side to move; returns how often counting decided.
fn compare(width: u16, height: u16, step: usize) -> usize {
    let area = Area::Bounded { width, height };
    let points: Vec<Point> = area.points().collect();
    let mut plain = Plain::default();
    let mut count = 0;
    for code in (0..3_usize.pow(points.len() as u32)).step_by(step) {
        let mut stones = Vec::new();
        let mut rest = code;
        for &point in &points {
            match rest % 3 {
                1 => stones.push((point, Color::Black)),
                2 => stones.push((point, Color::White)),
                _ => {}
            }
            rest /= 3;
        }
        for turn in Color::ALL {
            let setup = Setup { area, stones: stones.clone(), turn };
            let Ok(mut position) = Position::from_setup(Rule::NoGo, &setup) else { break };
            if is_counted(&position) {
                count += 1;
                assert!(!plain.wins(&mut position), "{area}, {stones:?}, {turn} to move");
            }
        }
    }
    count
}

#[test]
fn on_every_position_of_small_boards() {
    assert!(compare(3, 3, 1) > 1000);
    assert!(compare(9, 1, 1) > 1000);
    assert!(compare(4, 2, 1) > 1000);
}

#[test]
fn on_some_positions_of_larger_boards() {
    assert!(compare(4, 3, 17) > 1000);
    assert!(compare(2, 7, 211) > 1000);
}
