//! Proofs of what the solver found hold.

use tengen_core::{Area, Color, Position, Rule};
use tengen_proof::check;
use tengen_solver::{Budget, nogo::NoGoSolver};

fn prove(width: u16, height: u16, bytes: usize) -> (Color, Vec<u8>) {
    let position = Position::new(Rule::NoGo, Area::Bounded { width, height }).unwrap();
    let mut proof = Vec::new();
    let mut solver = NoGoSolver::new(bytes);
    let (winner, written) = solver.prove(&position, &mut Budget::unlimited(), &mut proof).unwrap();
    assert_eq!(written.bytes, proof.len() as u64);
    (winner, proof)
}

#[test]
fn every_board_up_to_fifteen_points_is_proved() {
    for height in 1..=3 {
        for width in height..=15 / height {
            let (winner, proof) = prove(width, height, 1 << 22);
            let proved = check(&proof[..]).unwrap();
            assert_eq!(proved.claim.winner().unwrap(), winner);
            assert_eq!(proved.claim.setup.area, Area::Bounded { width, height });
        }
    }
}

#[test]
fn what_the_table_has_forgotten_is_searched_again() {
    let (winner, proof) = prove(4, 3, 1);
    let proved = check(&proof[..]).unwrap();
    assert_eq!((proved.claim.winner().unwrap(), winner), (Color::White, Color::White));
}

#[test]
fn a_line_of_play_is_legal_to_the_end_and_won_by_the_winner() {
    let mut solver = NoGoSolver::new(1 << 20);
    for (width, height) in [(3, 3), (4, 3), (5, 2), (9, 1)] {
        let mut position = Position::new(Rule::NoGo, Area::Bounded { width, height }).unwrap();
        let mut budget = Budget::unlimited();
        let winner = solver.winner(&position, &mut budget).unwrap();
        for point in solver.line(&position, &mut budget).unwrap() {
            position.play(point).unwrap();
        }
        assert_eq!(position.outcome(), Some(tengen_core::Outcome::Won(winner)));
    }
}
