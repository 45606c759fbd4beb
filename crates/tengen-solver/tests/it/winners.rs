//! Who wins the empty boards, as published.

use tengen_core::{Area, Color, Position, Rule};
use tengen_solver::{Budget, nogo::NoGoSolver};

/// The boards up to 27 points, and those of one row up to 39, that the second player wins.
const SECOND: [(u16, u16); 8] = [(1, 1), (1, 4), (2, 3), (2, 4), (2, 9), (2, 10), (3, 4), (4, 4)];

#[test]
fn the_winners_of_all_boards_up_to_sixteen_points_are_the_published_ones() {
    let mut solver = NoGoSolver::new(1 << 22);
    for height in 1..=4 {
        for width in height..=16 / height {
            let area = Area::Bounded { width, height };
            let position = Position::new(Rule::NoGo, area).unwrap();
            let winner = solver.winner(&position, &mut Budget::unlimited()).unwrap();
            let second = SECOND.contains(&(height, width));
            assert_eq!(winner == Color::White, second, "{area}");
        }
    }
}

#[test]
fn the_winning_moves_of_three_by_three_are_those_that_win() {
    let area = Area::square(3);
    let position = Position::new(Rule::NoGo, area).unwrap();
    let mut solver = NoGoSolver::new(1 << 16);
    let winning = solver.winning_moves(&position, &mut Budget::unlimited()).unwrap();
    let mut plain = crate::plain::Plain::new(3, 3);
    for (at, point) in area.points().enumerate() {
        let mut stones = vec![0; 9];
        stones[at] = 1;
        assert_eq!(winning.contains(&point), !plain.wins(&mut stones, 2), "{point:?}");
    }
}
