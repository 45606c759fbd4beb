//! Every position of small boards, and some of larger ones.

use tengen_core::Color;
use tengen_solver::{Budget, nogo::NoGoSolver};

use crate::plain::Plain;

/// Compares every `step`th position of a board, either side to move.
fn compare(width: usize, height: usize, step: usize) {
    let mut plain = Plain::new(width, height);
    // One solver for all, so that what it remembers is tested as well; a small table, so that it
    // forgets.
    let mut solver = NoGoSolver::new(1 << 16);
    let mut compared = 0;
    for code in (0..plain.positions()).step_by(step) {
        let mut stones = plain.stones(code);
        if !plain.all_breathe(&stones) {
            continue;
        }
        for turn in [1, 2] {
            let position = plain.position(&stones, turn);
            let wins = plain.wins(&mut stones, turn);
            let expected = if wins == (turn == 1) { Color::Black } else { Color::White };
            let found = solver.winner(&position, &mut Budget::unlimited()).unwrap();
            assert_eq!(found, expected, "{width}x{height}, {stones:?}, {turn} to move");
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn every_position_of_the_smallest_boards() {
    for (width, height) in [(1, 1), (2, 1), (1, 3), (4, 1), (5, 1), (2, 2), (3, 2), (2, 3), (1, 8)]
    {
        compare(width, height, 1);
    }
}

#[test]
fn every_position_of_three_by_three() {
    compare(3, 3, 1);
}

#[test]
fn every_position_of_two_by_four_and_of_ten_in_a_row() {
    compare(4, 2, 1);
    compare(10, 1, 1);
}

#[test]
fn positions_of_three_by_four_and_two_by_six() {
    compare(4, 3, 11);
    compare(6, 2, 13);
}
