//! Whole sets of puzzles checked.

use std::{collections::BTreeMap, fmt};

use tengen_solver::puzzle::PuzzleKind;

use super::{PuzzleFlaw, PuzzleSet};
use crate::{ApiError, Cancel};

/// What checking a set has found.
#[derive(Clone, Default, Debug)]
pub struct PuzzleSetCheck {
    /// Puzzles that are right, their proofs and the steps of these, by kind.
    pub kinds: BTreeMap<PuzzleKind, [u64; 3]>,
    /// What is wrong, each with the number of its puzzle.
    pub flaws: Vec<(usize, PuzzleFlaw)>,
}

impl PuzzleSet {
    /// Checks every puzzle, and that none is an image of another; `done` is called after each.
    ///
    /// # Errors
    ///
    /// If it was cancelled.
    pub fn check(
        &self,
        cancel: &Cancel<'_>,
        done: &mut dyn FnMut(),
    ) -> Result<PuzzleSetCheck, ApiError> {
        let mut check = PuzzleSetCheck { flaws: self.repetitions(), ..PuzzleSetCheck::default() };
        let stop = || cancel.is_cancelled();
        for (number, puzzle) in self.iter() {
            let checked = puzzle.check(&stop);
            cancel.check()?;
            match checked {
                Err(flaw) => check.flaws.push((number, flaw)),
                Ok((_, proof)) => {
                    let counts = check.kinds.entry(puzzle.kind).or_default();
                    let one = [1, u64::from(proof.proofs), proof.steps];
                    counts.iter_mut().zip(one).for_each(|(count, one)| *count += one);
                }
            }
            done();
        }
        Ok(check)
    }
}

/// A line for each kind, and one for all.
impl fmt::Display for PuzzleSetCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, [puzzles, proofs, steps]) in &self.kinds {
            let kind = kind.name();
            writeln!(f, "  {kind:8} {puzzles:5} puzzles {proofs:6} proofs {steps:8} steps")?;
        }
        let right: u64 = self.kinds.values().map(|counts| counts[0]).sum();
        writeln!(f, "  {right} puzzles are right, {} flaws", self.flaws.len())
    }
}
