//! Why a game was lost: the turning point as an answer.

use tengen_core::{Position, Rule};
use tengen_solver::{Budget, TurningPointOpen, turning_point};

use super::{Saved, Solution, SolutionState, SolutionStep, Unfinished, WireParry};
use crate::{
    error::{ApiError, ErrorCode},
    wire::NamedPoint,
};

/// Goes back from the end of a game to the last move of the loser before which it was not lost yet.
pub(super) fn find(position: Position, budget: &mut Budget<'_>) -> Result<Solution, ApiError> {
    let (area, is_nogo) = (position.board().area(), position.rule() == Rule::NoGo);
    let turning = turning_point(position, budget)
        .map_err(|error| ApiError::new(ErrorCode::Unsuited, error.to_string()))?;
    let winner = turning.winner;
    let mut solution = Solution {
        answer: SolutionState::Told,
        winner: Some(winner.into()),
        ..Solution::nothing()
    };
    if let Some(why) = turning.open {
        solution.leave_open(&why, why.into());
    }
    let parry = |&(point, threats)| WireParry::new(area, point, threats);
    solution.saved = Some(Saved {
        loser: (!winner).into(),
        number: turning.played.map(|(number, _)| number),
        played: turning.played.map(|(_, point)| NamedPoint::new(area, point)),
        instead: turning.instead.iter().map(parry).collect(),
        line: if is_nogo {
            SolutionStep::plain(area, &turning.line)
        } else {
            SolutionStep::with_threats(area, winner, &turning.line)
        },
    });
    Ok(solution)
}

impl From<TurningPointOpen> for Unfinished {
    fn from(why: TurningPointOpen) -> Unfinished {
        match why {
            TurningPointOpen::Stopped(why) => why.into(),
            _ => Unfinished::TooLarge,
        }
    }
}
