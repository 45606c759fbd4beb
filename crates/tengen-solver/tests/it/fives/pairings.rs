//! Pairings that are found, against trying everything in the plainest way.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_proof::{PairingFlaw, check};
use tengen_solver::{
    Budget, Stopped,
    fives::{PairingError, find_pairing},
};

fn empty(rule: Rule, width: u16, height: u16) -> Position {
    Position::new(rule, Area::Bounded { width, height }).unwrap()
}

/// All fives of a board.
fn fives(area: Area) -> Vec<Vec<Point>> {
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let from = |first: Point| {
        steps.map(|(dx, dy)| {
            (0..5).map(|n| Point::new(first.x + n * dx, first.y + n * dy)).collect()
        })
    };
    let inside = |five: &Vec<Point>| five.iter().all(|&point| area.contains(point));
    area.points().flat_map(from).filter(inside).collect()
}

/// Whether there is a pairing: the first five without a pair gets each pair that is left, without any bound.
fn has_pairing(fives: &[Vec<Point>], used: &mut Vec<Point>, pairs: &mut Vec<[Point; 2]>) -> bool {
    let holds = |five: &Vec<Point>, pair: &[Point; 2]| pair.iter().all(|p| five.contains(p));
    let without = |five: &&Vec<Point>| !pairs.iter().any(|pair| holds(five, pair));
    let Some(five) = fives.iter().find(without) else { return true };
    for (count, &one) in five.iter().enumerate() {
        for &other in &five[..count] {
            if used.contains(&one) || used.contains(&other) {
                continue;
            }
            used.extend([one, other]);
            pairs.push([one, other]);
            let found = has_pairing(fives, used, pairs);
            pairs.pop();
            used.truncate(used.len() - 2);
            if found {
                return true;
            }
        }
    }
    false
}

#[test]
fn strips_and_5x5_are_drawn_as_trying_everything_says() {
    for (width, height) in [(5, 5), (5, 4), (4, 6), (7, 3), (9, 2), (13, 1), (3, 3), (1, 12)] {
        for rule in [Rule::Freestyle, Rule::Exact] {
            let position = empty(rule, width, height);
            let all = fives(position.board().area());
            assert!(has_pairing(&all, &mut Vec::new(), &mut Vec::new()));
            let found = find_pairing(&position, &mut Budget::unlimited()).unwrap().unwrap();
            let mut proof = Vec::new();
            found.write(&mut proof).unwrap();
            let proved = check(&proof[..]).unwrap();
            assert_eq!(&proved.claim, found.claim());
            assert_eq!(proved.steps, all.len() as u64);
        }
    }
}

#[test]
fn other_boards_have_no_pairing_and_that_takes_few_nodes() {
    for width in 5..=32 {
        for height in (5..=width).filter(|&height| (width, height) != (5, 5)) {
            let mut budget = Budget::unlimited().nodes_up_to(10_000);
            let found = find_pairing(&empty(Rule::Exact, width, height), &mut budget);
            assert_eq!(found, Ok(None), "{width}x{height}");
        }
    }
}

#[test]
fn limits_are_kept_and_what_a_pairing_is_not_about_is_refused() {
    let mut budget = Budget::unlimited().nodes_up_to(5);
    let found = find_pairing(&empty(Rule::Freestyle, 5, 5), &mut budget);
    assert_eq!(found, Err(PairingError::Stopped(Stopped::Nodes)));
    let refusal = |position: &Position| find_pairing(position, &mut Budget::unlimited());
    let refused = |flaw| Err(PairingError::Position(flaw));
    assert_eq!(refusal(&empty(Rule::Renju, 5, 5)), refused(PairingFlaw::Renju));
    assert_eq!(refusal(&empty(Rule::NoGo, 5, 5)), refused(PairingFlaw::NoGo));
    assert_eq!(refusal(&empty(Rule::Exact, 33, 32)), refused(PairingFlaw::Size));
    let mut setup = Setup::new(Area::square(5));
    setup.stones.push((Point::new(2, 2), Color::Black));
    let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    assert_eq!(refusal(&position), refused(PairingFlaw::Stones(1)));
}
