//! Proofs of the solutions of puzzles, accepted by the checker that knows the rules alone.

use tengen_core::{Color, Position, Setup};
use tengen_proof::check;

use super::{PuzzleError, PuzzleKind, PuzzleSolver};
use crate::fives::By;

/// What was proved of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PuzzleProof {
    /// The number of proofs.
    pub proofs: u32,
    /// The steps of all proofs.
    pub steps: u64,
}

impl PuzzleSolver<'_> {
    /// Proves a puzzle with the solution `point`, and has every proof checked.
    ///
    /// Of a win: that the side to move wins. Of a defence: that the other side wins if it is to move, and after every
    /// legal move but the solution. Of NoGo: that the side to move wins, and loses after every legal move but the solution.
    /// That nothing else wins by fours or threats has no proof: [`examine`](PuzzleSolver::examine) searches it.
    ///
    /// # Errors
    ///
    /// If there is no proof within the limits, or one is not accepted.
    pub fn prove(
        &self,
        position: &Position,
        kind: PuzzleKind,
        point: tengen_core::Point,
    ) -> Result<PuzzleProof, PuzzleError> {
        let turn = position.turn();
        let mut proof = PuzzleProof::default();
        match kind {
            PuzzleKind::Vcf | PuzzleKind::Foul => {
                self.prove_win(position, turn, By::Fours, &mut proof)?;
            }
            PuzzleKind::Vct => self.prove_win(position, turn, By::Threats, &mut proof)?,
            PuzzleKind::Defence => {
                let setup = Setup::from_board(position.board(), !turn);
                let passed = Position::from_setup(position.rule(), &setup);
                let passed = passed.map_err(|_| PuzzleError::Unproved)?;
                self.prove_win(&passed, !turn, By::Fours, &mut proof)?;
            }
            PuzzleKind::NoGo => self.prove_nogo(position, turn, &mut proof)?,
        }
        if matches!(kind, PuzzleKind::Defence | PuzzleKind::NoGo) {
            let mut next = position.clone();
            for other in position.legal_points().into_iter().filter(|&other| other != point) {
                next.play(other).expect("the point is legal");
                if kind == PuzzleKind::NoGo {
                    self.prove_nogo(&next, !turn, &mut proof)?;
                } else {
                    self.prove_win(&next, !turn, By::Threats, &mut proof)?;
                }
                next.undo();
            }
        }
        Ok(proof)
    }

    fn prove_win(
        &self,
        position: &Position,
        winner: Color,
        by: By,
        proof: &mut PuzzleProof,
    ) -> Result<(), PuzzleError> {
        let (verdict, _) = self.solve_fives(position, by)?;
        let win = verdict.win.filter(|win| win.winner == winner).ok_or(PuzzleError::Unproved)?;
        let mut bytes = Vec::new();
        win.prove(position, &mut bytes).map_err(|_| PuzzleError::Unproved)?;
        accept(&bytes, position, winner, proof)
    }

    fn prove_nogo(
        &self,
        position: &Position,
        winner: Color,
        proof: &mut PuzzleProof,
    ) -> Result<(), PuzzleError> {
        let (mut solver, mut budget) = self.nogo();
        let mut bytes = Vec::new();
        solver.prove(position, &mut budget, &mut bytes).map_err(|_| PuzzleError::Unproved)?;
        accept(&bytes, position, winner, proof)
    }
}

/// Has a proof checked, which must be about this position and this winner.
fn accept(
    bytes: &[u8],
    position: &Position,
    winner: Color,
    proof: &mut PuzzleProof,
) -> Result<(), PuzzleError> {
    let proved = check(bytes).map_err(|_| PuzzleError::Unproved)?;
    let sorted = |setup: &Setup| {
        let mut stones = setup.stones.clone();
        stones.sort_unstable_by_key(|stone| stone.0);
        (setup.area, stones, setup.turn)
    };
    let setup = Setup::from_board(position.board(), position.turn());
    let claim = &proved.claim;
    let is_it = claim.rule == position.rule()
        && claim.winner() == Some(winner)
        && sorted(&claim.setup) == sorted(&setup);
    proof.proofs += 1;
    proof.steps += proved.steps;
    if is_it { Ok(()) } else { Err(PuzzleError::Unproved) }
}
