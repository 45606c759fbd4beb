//! Random openings, where there is no book.

use std::collections::BTreeSet;

use tengen_core::{Area, Axis, Board, Cell, Color, Point, Position, Rule};

use crate::rng::SplitMix64;

/// Number of failed attempts before an opening is given up.
const TRIES: usize = 200;

/// Up to `count` different random openings of four to six stones; fewer if the board has no more. They
/// depend on the seed alone.
///
/// At five-in-a-row the stones are near the middle and near each other, and no side has three of
/// five in a line, so that neither side wins at once. At NoGo they are anywhere.
///
/// # Panics
///
/// If the board has no points, or no edges.
pub fn random_openings(rule: Rule, area: Area, count: usize, seed: u64) -> Vec<Vec<Point>> {
    let mut rng = SplitMix64::new(seed);
    let mut known = BTreeSet::new();
    let mut openings = Vec::new();
    let mut failures = 0;
    while openings.len() < count && failures < TRIES {
        match opening(rule, area, &mut rng) {
            Some(moves) if known.insert(moves.clone()) => {
                openings.push(moves);
                failures = 0;
            }
            _ => failures += 1,
        }
    }
    openings
}

fn opening(rule: Rule, area: Area, rng: &mut SplitMix64) -> Option<Vec<Point>> {
    let Area::Bounded { width, height } = area else { panic!("this board has no middle") };
    let mut position = Position::new(rule, area).expect("the board has points");
    let stones = 4 + rng.below(3);
    // Seven by seven around the middle.
    let reach = if rule == Rule::NoGo { i32::from(u16::MAX) } else { 3 };
    let within = |side: u16| {
        let middle = i32::from(side) / 2;
        ((middle - reach).max(0), (middle + reach).min(i32::from(side) - 1))
    };
    let ((left, right), (top, bottom)) = (within(width), within(height));
    for _ in 0..TRIES {
        if position.moves().len() == stones {
            return (position.outcome().is_none()).then(|| position.moves().to_vec());
        }
        let x = left + rng.below((right - left + 1) as usize) as i32;
        let y = top + rng.below((bottom - top + 1) as usize) as i32;
        let color = position.turn();
        if position.play(Point::new(x, y)).is_ok()
            && (position.outcome().is_some()
                || rule != Rule::NoGo && crowded(position.board(), Point::new(x, y), color))
        {
            position.undo();
        }
    }
    None
}

/// Whether `color` has three of some five in a line through `point`.
fn crowded(board: &Board, point: Point, color: Color) -> bool {
    let own = match color {
        Color::Black => Cell::Black,
        Color::White => Cell::White,
    };
    Axis::ALL.into_iter().any(|axis| {
        (-4..=0).any(|start| {
            let five = (start..start + 5).map(|step| board.cell(point.along(axis, step)));
            five.filter(|&cell| cell == own).count() >= 3
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_and_different_and_repeat_with_the_seed() {
        for (rule, area) in [
            (Rule::Freestyle, Area::square(15)),
            (Rule::Exact, Area::square(22)),
            (Rule::Renju, Area::square(15)),
            (Rule::Freestyle, Area::Bounded { width: 5, height: 9 }),
            (Rule::NoGo, Area::square(9)),
        ] {
            let openings = random_openings(rule, area, 300, 1);
            assert_eq!(openings.len(), 300, "{rule} {area}");
            assert_eq!(openings, random_openings(rule, area, 300, 1));
            assert_ne!(openings, random_openings(rule, area, 300, 2));
            let different: BTreeSet<&Vec<Point>> = openings.iter().collect();
            assert_eq!(different.len(), 300);
            for opening in &openings {
                let mut position = Position::new(rule, area).unwrap();
                for &point in opening {
                    position.play(point).unwrap();
                }
                assert!((4..=6).contains(&opening.len()) && position.outcome().is_none());
            }
        }
    }

    #[test]
    fn a_board_without_room_has_few_openings() {
        let area = Area::Bounded { width: 2, height: 2 };
        assert!(random_openings(Rule::NoGo, area, 50, 1).len() < 50);
        assert!(random_openings(Rule::Freestyle, Area::square(1), 50, 1).is_empty());
    }
}
