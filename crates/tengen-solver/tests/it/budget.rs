//! Limits are kept, and what is counted is the same every time.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_solver::{
    Budget, Stopped,
    nogo::{NoGoError, NoGoSolver, TooLarge},
};

fn empty(width: u16, height: u16) -> Position {
    Position::new(Rule::NoGo, Area::Bounded { width, height }).unwrap()
}

#[test]
fn the_same_question_takes_the_same_number_of_nodes() {
    let count = || {
        let mut budget = Budget::unlimited();
        NoGoSolver::new(1 << 16).winner(&empty(5, 3), &mut budget).unwrap();
        budget.nodes()
    };
    let nodes = count();
    assert!(nodes > 100);
    assert_eq!(count(), nodes);
}

#[test]
fn a_search_that_reaches_a_limit_says_so() {
    let mut solver = NoGoSolver::new(1 << 16);
    let mut budget = Budget::unlimited().nodes_up_to(100);
    let stopped = Err(NoGoError::Stopped(Stopped::Nodes));
    assert_eq!(solver.winner(&empty(5, 5), &mut budget), stopped);
    assert_eq!(budget.nodes(), 100);

    let start = Instant::now();
    let mut budget = Budget::unlimited().time(Duration::from_millis(50));
    let stopped = Err(NoGoError::Stopped(Stopped::Time));
    assert_eq!(solver.winner(&empty(6, 6), &mut budget), stopped);
    assert!(start.elapsed() < Duration::from_mins(10));

    let stop = AtomicBool::new(true);
    let mut budget = Budget::unlimited().until(&stop);
    let stopped = Err(NoGoError::Stopped(Stopped::Asked));
    assert_eq!(solver.winner(&empty(6, 6), &mut budget), stopped);
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    let mut solver = NoGoSolver::new(1 << 16);
    let refused = solver.winner(&empty(9, 9), &mut Budget::unlimited());
    assert_eq!(refused, Err(NoGoError::TooLarge(TooLarge::Points(81))));
    let fives = Position::new(Rule::Freestyle, Area::square(5)).unwrap();
    let refused = solver.winner(&fives, &mut Budget::unlimited());
    assert_eq!(refused, Err(NoGoError::TooLarge(TooLarge::Rule(Rule::Freestyle))));
}

/// Positions near the end of random games on boards of more than 64 points have the same winner
/// as by trying everything.
#[test]
fn what_is_left_of_a_large_board_is_solved() {
    let mut solver = NoGoSolver::new(1 << 16);
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut compared = 0;
    for _ in 0..40 {
        let mut position = empty(9, 8);
        while position.outcome().is_none() {
            let legal = position.legal_points();
            let point = legal[random(legal.len())];
            if legal.len() < 8 {
                let found = solver.winner(&position, &mut Budget::unlimited()).unwrap();
                assert_eq!(found == position.turn(), wins(&mut position), "{position:?}");
                compared += 1;
            }
            position.play(point).unwrap();
        }
    }
    assert!(compared > 100);
}

fn wins(position: &mut Position) -> bool {
    position.legal_points().into_iter().any(|point| {
        position.play(point).unwrap();
        let won = !wins(position);
        position.undo();
        won
    })
}

#[test]
fn white_may_be_to_move_first() {
    let area = Area::Bounded { width: 2, height: 1 };
    let setup = Setup { area, stones: vec![(Point::new(0, 0), Color::White)], turn: Color::White };
    let position = Position::from_setup(Rule::NoGo, &setup).unwrap();
    let winner = NoGoSolver::new(1 << 10).winner(&position, &mut Budget::unlimited());
    assert_eq!(winner, Ok(Color::Black));
}
