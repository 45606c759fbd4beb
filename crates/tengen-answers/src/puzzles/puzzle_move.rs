//! What answers a move at a puzzle.

use serde::{Deserialize, Serialize};
use tengen_solver::puzzle::{PuzzleError, PuzzleFailure, PuzzleReply, PuzzleSolver};

use super::PuzzleSet;
use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode, ErrorPlace},
    view::WireFoul,
    wire::{NamedPoint, WirePoint},
};

/// A move that somebody tries at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleMoveQuestion {
    /// The number of the puzzle.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub number: u32,
    /// The moves from its position, both sides in turn. The last one is asked about.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 225))]
    pub moves: Vec<WirePoint>,
}

/// Whether a move at a puzzle is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PuzzleMoveVerdict {
    /// It is, and the other side replies.
    Right,
    /// It is, and the other side cannot do anything about it.
    Solved,
    /// It is not.
    Wrong,
}

/// What is wrong with a move at a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PuzzleFailure))]
#[serde(rename_all = "snake_case")]
pub enum WirePuzzleFailure {
    /// The other side wins now.
    Loses,
    /// The other side parries, and no win of the kind that is looked for is left.
    Parried,
    /// It is no four, and fours are looked for.
    NoFour,
    /// It threatens nothing.
    NoThreat,
    /// Whether it wins is not decided within the limits.
    Undecided,
}

/// A point that Black would have to play on, and may not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleFoul {
    /// The point.
    pub point: NamedPoint,
    /// Why it is forbidden.
    pub kind: WireFoul,
}

/// What answers a move at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleMoveAnswer {
    /// Whether it is right.
    pub verdict: PuzzleMoveVerdict,
    /// After a right move, the reply that resists longest; null after others.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reply: Option<NamedPoint>,
    /// What is wrong with a wrong move; null after others.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub failure: Option<WirePuzzleFailure>,
    /// After a wrong move, the moves that refute it, the first one of the other side. Empty if nothing needs to be shown.
    pub line: Vec<NamedPoint>,
    /// After the last move, the forbidden point that Black would need; null after others.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub foul: Option<PuzzleFoul>,
}

impl From<PuzzleFailure> for WirePuzzleFailure {
    fn from(failure: PuzzleFailure) -> WirePuzzleFailure {
        match failure {
            PuzzleFailure::Loses => WirePuzzleFailure::Loses,
            PuzzleFailure::Parried => WirePuzzleFailure::Parried,
            PuzzleFailure::NoFour => WirePuzzleFailure::NoFour,
            PuzzleFailure::NoThreat => WirePuzzleFailure::NoThreat,
            PuzzleFailure::Undecided => WirePuzzleFailure::Undecided,
        }
    }
}

impl PuzzleMoveQuestion {
    /// The most moves of a question: those of a full board of 15x15.
    const MOST_MOVES: usize = 225;

    /// What answers the last move.
    ///
    /// # Errors
    ///
    /// If there is no such puzzle or a move is illegal.
    pub fn answer(
        &self,
        set: &PuzzleSet,
        cancel: &Cancel<'_>,
    ) -> Result<PuzzleMoveAnswer, ApiError> {
        let Some(puzzle) = set.get(self.number as usize) else {
            return Err(ApiError::not_found("puzzle"));
        };
        let wrong = |message: &str| ApiError::in_field(ErrorCode::BadValue, "moves", message);
        if self.moves.len() > PuzzleMoveQuestion::MOST_MOVES {
            return Err(wrong("there may be up to 225 moves"));
        }
        let (&last, before) =
            self.moves.split_last().ok_or_else(|| wrong("there is no move to be asked about"))?;
        let area = puzzle.position.board().area();
        let illegal = |number: usize, point: WirePoint, why: tengen_core::Illegal| {
            let name = area.name(point.into());
            let message = format!("move {number} on {name}: {why}");
            ApiError::at(ErrorCode::IllegalMove, message, ErrorPlace::at_move(number, point))
                .with_reason(why)
        };
        let mut position = puzzle.position.clone();
        for (number, &point) in (1..).zip(before) {
            position.play(point.into()).map_err(|why| illegal(number, point, why))?;
        }
        position.may_play(last.into()).map_err(|why| illegal(self.moves.len(), last, why))?;
        let stop = || cancel.is_cancelled();
        let reply = PuzzleSolver::new(&stop).reply(&position, puzzle.kind, last.into());
        cancel.check()?;
        let reply = reply.map_err(|error| match error {
            PuzzleError::Unsolvable(why) => ApiError::new(ErrorCode::Unsuited, why.to_string()),
            other => ApiError::new(ErrorCode::Internal, other.to_string()),
        })?;
        let named = |point| NamedPoint::new(area, point);
        let mut answer = PuzzleMoveAnswer {
            verdict: PuzzleMoveVerdict::Solved,
            reply: None,
            failure: None,
            line: Vec::new(),
            foul: None,
        };
        match reply {
            PuzzleReply::Solved { foul } => {
                answer.foul =
                    foul.map(|(point, kind)| PuzzleFoul { point: named(point), kind: kind.into() });
            }
            PuzzleReply::Right { reply } => {
                answer.verdict = PuzzleMoveVerdict::Right;
                answer.reply = Some(named(reply));
            }
            PuzzleReply::Wrong { failure, line } => {
                answer.verdict = PuzzleMoveVerdict::Wrong;
                answer.failure = Some(failure.into());
                answer.line = NamedPoint::list(area, &line);
            }
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use tengen_solver::puzzle::PuzzleKind;

    use super::*;

    fn ask(number: usize, moves: &[WirePoint]) -> Result<PuzzleMoveAnswer, ApiError> {
        let question = PuzzleMoveQuestion { number: number as u32, moves: moves.to_vec() };
        question.answer(PuzzleSet::built_in(), &Cancel::NEVER)
    }

    /// Solves a puzzle move by move, trying every point, and counts the moves and the wrong ones of the first try.
    fn solve(number: usize) -> (usize, usize) {
        let puzzle = PuzzleSet::built_in().get(number).unwrap();
        let (mut position, mut moves) = (puzzle.position.clone(), Vec::new());
        let mut wrong = 0;
        for round in 1.. {
            let mut right = None;
            for point in position.legal_points() {
                moves.push(point.into());
                let answer = ask(number, &moves).unwrap();
                moves.pop();
                match answer.verdict {
                    PuzzleMoveVerdict::Wrong => wrong += usize::from(round == 1),
                    _ if right.is_none() => right = Some((point, answer)),
                    _ => assert!(round > 1, "puzzle {number} has one first move"),
                }
                if round > 1 && right.is_some() {
                    break;
                }
            }
            let (point, answer) = right.expect("a right move can be followed by another one");
            position.play(point).unwrap();
            moves.push(point.into());
            let Some(reply) = answer.reply else {
                assert_eq!(answer.verdict, PuzzleMoveVerdict::Solved);
                return (round, wrong);
            };
            let reply = WirePoint { x: reply.x, y: reply.y };
            position.play(reply.into()).unwrap();
            moves.push(reply);
        }
        unreachable!("it ends")
    }

    #[test]
    fn a_puzzle_of_each_kind_is_solved_against_the_hardest_defence() {
        for kind in PuzzleKind::ALL {
            let set = PuzzleSet::built_in();
            let (number, puzzle) = set.iter().find(|(_, puzzle)| puzzle.kind == kind).unwrap();
            let legal = puzzle.position.legal_points().len();
            let (rounds, wrong) = solve(number);
            assert_eq!(wrong, legal - 1, "{kind}");
            match kind {
                PuzzleKind::Defence => assert_eq!(rounds, 1),
                PuzzleKind::Vcf | PuzzleKind::Foul => assert!(rounds >= puzzle.depth as usize),
                _ => assert!(rounds >= 2, "{kind}: {rounds}"),
            }
        }
    }

    #[test]
    fn a_foul_ends_the_puzzles_about_fouls() {
        let set = PuzzleSet::built_in();
        let (number, puzzle) = set
            .iter()
            .find(|(_, puzzle)| puzzle.kind == PuzzleKind::Foul && puzzle.depth == 2)
            .unwrap();
        let never = || false;
        let solver = PuzzleSolver::new(&never);
        let first = solver.examine(&puzzle.position, puzzle.kind).unwrap().unwrap().point;
        let answer = ask(number, &[first.into()]).unwrap();
        let reply = answer.reply.unwrap();
        let reply = WirePoint { x: reply.x, y: reply.y };
        let mut position = puzzle.position.clone();
        position.play(first).unwrap();
        position.play(reply.into()).unwrap();
        let ends = position.legal_points().into_iter().filter_map(|point| {
            let answer = ask(number, &[first.into(), reply, point.into()]).unwrap();
            (answer.verdict == PuzzleMoveVerdict::Solved).then_some(answer.foul)
        });
        assert!(ends.flatten().count() >= 1, "Black has to play on a forbidden point");
    }

    #[test]
    fn a_move_that_loses_shows_how() {
        let set = PuzzleSet::built_in();
        let (number, puzzle) =
            set.iter().find(|(_, puzzle)| puzzle.kind == PuzzleKind::Defence).unwrap();
        let corner = puzzle.position.legal_points()[0];
        let answer = ask(number, &[corner.into()]).unwrap();
        assert_eq!(answer.failure, Some(WirePuzzleFailure::Loses));
        let mut position = puzzle.position.clone();
        position.play(corner).unwrap();
        for point in &answer.line {
            position.play(tengen_core::Point::new(point.x, point.y)).unwrap();
        }
        assert!(!answer.line.is_empty());
    }

    #[test]
    fn what_is_no_move_is_refused() {
        assert_eq!(ask(0, &[]).unwrap_err().code, ErrorCode::NotFound);
        assert_eq!(ask(1, &[]).unwrap_err().code, ErrorCode::BadValue);
        let outside = WirePoint { x: 99, y: 0 };
        assert_eq!(ask(1, &[outside]).unwrap_err().code, ErrorCode::IllegalMove);
        assert_eq!(ask(1, &[outside; 226]).unwrap_err().code, ErrorCode::BadValue);
    }
}
