//! Forced wins, checked without the solver: by proof, and by playing out all moves.

use std::collections::HashMap;

use tengen_core::{Color, Outcome, Point, Position, Setup};
use tengen_solver::fives::SolutionTree;

/// Writes a proof of a win of the side to move and has it checked.
pub(super) fn prove(position: &Position, solution: &SolutionTree) {
    let mut proof = Vec::new();
    let strategy = |position: &Position| solution.answer(position).cloned().ok_or(());
    tengen_proof::write(position, position.turn(), strategy, &mut proof)
        .unwrap_or_else(|error| panic!("{error:?} in {position:?}"));
    let proved = tengen_proof::check(&proof[..]).unwrap();
    assert_eq!(proved.claim.winner().unwrap(), position.turn());
}

/// Whether `side` gets five in a row by force, by the rules alone.
pub(super) fn gets_five(
    position: &mut Position,
    side: Color,
    known: &mut HashMap<u64, bool>,
) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Won(side);
    }
    if let Some(&known) = known.get(&position.board().zobrist_hash()) {
        return known;
    }
    let moves = position.legal_points();
    let own = position.turn() == side;
    let mut wins = |point: Point| {
        position.play(point).unwrap();
        let wins = gets_five(position, side, known);
        position.undo();
        wins
    };
    let wins = if own {
        moves.into_iter().any(&mut wins)
    } else if !moves.is_empty() {
        moves.into_iter().all(&mut wins)
    } else {
        // Black at renju may have only fouls left, and passes.
        let setup = Setup::from_board(position.board(), side);
        let mut passed = Position::from_setup(position.rule(), &setup).unwrap();
        gets_five(&mut passed, side, &mut HashMap::new())
    };
    known.insert(position.board().zobrist_hash(), wins);
    wins
}
