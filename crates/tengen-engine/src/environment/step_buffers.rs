//! The arrays that a step writes.

use super::{EnvironmentError, VectorEnvironment};

/// The arrays of the caller that a step writes, an entry, mask or pair of planes for each game.
///
/// With `n` games on a board of `h` rows and `w` columns, in C order. Every step writes all of them, whatever they hold,
/// but for the final observations.
#[derive(Debug)]
pub struct StepBuffers<'a> {
    /// `[n, 2, h, w]`: 1 where the side to move has a stone, then 1 where the other side has one.
    pub observations: &'a mut [u8],
    /// `[n, h * w]`: 1 where the side to move may play; all 0 if the game is over.
    pub action_masks: &'a mut [u8],
    /// `[n]`: the side to move, 0 for Black and 1 for White.
    pub turns: &'a mut [u8],
    /// `[n]`: for the side that acted, 1 if it won by that, -1 if it lost, else 0. The other side's is the negative.
    pub rewards: &'a mut [i8],
    /// `[n]`: whether the action ended the game by the rules.
    pub terminations: &'a mut [bool],
    /// `[n]`: whether the game was broken off: at the limit of plies, or because Black has but fouls to play at renju.
    pub truncations: &'a mut [bool],
    /// `[n]`: who won the game that ended: 1 for Black, -1 for White, 0 for nobody.
    pub winners: &'a mut [i8],
    /// `[n, 2, h, w]`, or empty if they are not wanted: the last observation of every game that ended and started again
    /// with this step, from the view of the side that would be to move. Other rows are not written.
    pub final_observations: &'a mut [u8],
}

impl StepBuffers<'_> {
    /// Checks that all arrays have the length for `environment`.
    pub(super) fn check(&self, environment: &VectorEnvironment) -> Result<(), EnvironmentError> {
        let (games, points) = (environment.games(), environment.points());
        let finals = self.final_observations.len();
        for (name, length, expected) in [
            ("observations", self.observations.len(), 2 * games * points),
            ("action masks", self.action_masks.len(), games * points),
            ("turns", self.turns.len(), games),
            ("rewards", self.rewards.len(), games),
            ("terminations", self.terminations.len(), games),
            ("truncations", self.truncations.len(), games),
            ("winners", self.winners.len(), games),
            ("final observations", finals, if finals == 0 { 0 } else { 2 * games * points }),
        ] {
            if length != expected {
                return Err(EnvironmentError::Length { name, length, expected });
            }
        }
        Ok(())
    }
}

/// Arrays for [`StepBuffers`], owned.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is described at the field of that name of `StepBuffers`")]
pub struct StepArrays {
    pub observations: Vec<u8>,
    pub action_masks: Vec<u8>,
    pub turns: Vec<u8>,
    pub rewards: Vec<i8>,
    pub terminations: Vec<bool>,
    pub truncations: Vec<bool>,
    pub winners: Vec<i8>,
    pub final_observations: Vec<u8>,
}

impl StepArrays {
    /// Arrays of zeros for `environment`.
    pub fn new(environment: &VectorEnvironment) -> StepArrays {
        let (games, points) = (environment.games(), environment.points());
        StepArrays {
            observations: vec![0; 2 * games * points],
            action_masks: vec![0; games * points],
            turns: vec![0; games],
            rewards: vec![0; games],
            terminations: vec![false; games],
            truncations: vec![false; games],
            winners: vec![0; games],
            final_observations: vec![0; 2 * games * points],
        }
    }

    /// All of them, to be written.
    pub fn buffers(&mut self) -> StepBuffers<'_> {
        StepBuffers {
            observations: &mut self.observations,
            action_masks: &mut self.action_masks,
            turns: &mut self.turns,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            truncations: &mut self.truncations,
            winners: &mut self.winners,
            final_observations: &mut self.final_observations,
        }
    }
}
