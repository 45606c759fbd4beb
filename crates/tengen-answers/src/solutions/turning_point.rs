//! Why a game was lost: the last move from which it could still be saved.

use tengen_core::{Color, Outcome, Point, Position, Rule};
use tengen_solver::{
    Budget, ExplainedMove, Stopped,
    fives::{By, Decision, FivesSolver, FivesVerdict, Win},
    nogo::{NoGoError, NoGoSolver},
};

use super::{
    Saved, Solution, SolutionState, SolutionStep, ThreatKnowledge, Unfinished, WireDanger,
    WireParry,
};
use crate::{
    error::{ApiError, ErrorCode},
    wire::{NamedPoint, WirePosition},
};

/// Goes back from the end of a game to the last move of the loser before which it was not lost yet.
pub(super) fn find(
    question: &WirePosition,
    memory: usize,
    budget: &mut Budget<'_>,
) -> Result<Solution, ApiError> {
    let position = question.open()?;
    if position.rule() == Rule::NoGo {
        nogo(position, memory, budget)
    } else {
        fives(position, memory, budget)
    }
}

/// At five-in-a-row: the last move of the loser that no proof of the solver covers. Before it, nobody
/// is known to win.
///
/// The solver proves wins by threats. Of a game that was lost in another way, by quiet moves, it finds a
/// turning point that is later than the true one.
fn fives(
    mut position: Position,
    memory: usize,
    budget: &mut Budget<'_>,
) -> Result<Solution, ApiError> {
    let area = position.board().area();
    let solver = FivesSolver::new(memory);
    let solve = |position: &Position, budget: &mut Budget<'_>| {
        let verdict = solver.solve(position, By::Threats, budget);
        verdict.map_err(|error| unsuited(error.to_string()))
    };
    let winner = match position.outcome() {
        Some(outcome) => winner_of(outcome)?,
        None => match solve(&position, budget)?.win {
            Some(win) => win.winner,
            None => return Err(unsuited("nobody is known to win this position")),
        },
    };
    let (mut solution, mut saved) = nothing_saved(winner);
    // What is proven of the position after the last move that was taken back.
    let mut after: Option<Win> = None;
    while let Some(point) = position.undo() {
        let verdict = solve(&position, budget)?;
        if position.turn() == winner {
            after = verdict.win.filter(|win| win.winner == winner);
            continue;
        }
        if is_lost(&verdict, winner) {
            continue;
        }
        if let Some(why) = stopped(&verdict) {
            solution.leave_open(&why, why.into());
        }
        saved.at(&position, point);
        if let Some(danger) = &verdict.danger {
            saved.instead = WireDanger::of(area, danger).parries;
            saved.instead.retain(|parry| parry.threats != ThreatKnowledge::Wins);
        }
        if let Some(win) = after {
            position.play(point).expect("it was played");
            saved.line = SolutionStep::with_threats(area, winner, &win.line(&position));
        }
        break;
    }
    solution.saved = Some(saved);
    Ok(solution)
}

/// At `NoGo`: the last position in which the loser was to move and would have won. The solver is
/// perfect, and so this is the very move, if there is time to find it.
fn nogo(
    mut position: Position,
    memory: usize,
    budget: &mut Budget<'_>,
) -> Result<Solution, ApiError> {
    let area = position.board().area();
    let mut solver = NoGoSolver::new(memory);
    let winner = if let Some(outcome) = position.outcome() {
        winner_of(outcome)?
    } else {
        let winner = solver.winner(&position, budget);
        winner.map_err(|error| unsuited(format!("nobody is known to win: {error}")))?
    };
    let (mut solution, mut saved) = nothing_saved(winner);
    while let Some(point) = position.undo() {
        if position.turn() == winner {
            continue;
        }
        match way_out(&mut solver, &mut position, point, budget) {
            Ok(None) => continue,
            Ok(Some(WayOut { winning, line })) => {
                saved.at(&position, point);
                let parry = |&point| WireParry {
                    point: NamedPoint::new(area, point),
                    threats: ThreatKnowledge::Unasked,
                };
                saved.instead = winning.iter().map(parry).collect();
                position.play(point).expect("it was played");
                saved.line = SolutionStep::plain(area, &ExplainedMove::line(&position, &line));
            }
            Err(NoGoError::Stopped(why)) => solution.leave_open(&why, why.into()),
            Err(why @ NoGoError::TooLarge(_)) => {
                solution.leave_open(&why, Unfinished::TooLarge);
            }
        }
        break;
    }
    solution.saved = Some(saved);
    Ok(solution)
}

/// What could have been done at `NoGo`.
struct WayOut {
    /// All moves by which the side to move would have won.
    winning: Vec<Point>,
    /// How the other side wins after the move that was played in their place.
    line: Vec<Point>,
}

/// What the side to move could have done in place of `played`; nothing if it had lost before.
fn way_out(
    solver: &mut NoGoSolver,
    position: &mut Position,
    played: Point,
    budget: &mut Budget<'_>,
) -> Result<Option<WayOut>, NoGoError> {
    if solver.winner(position, budget)? != position.turn() {
        return Ok(None);
    }
    let winning = solver.winning_moves(position, budget)?;
    position.play(played).expect("it was played");
    let line = solver.line(position, budget);
    position.undo();
    Ok(Some(WayOut { winning, line: line? }))
}

impl Saved {
    /// Says that the game could be saved in `position`, where `point` was played.
    fn at(&mut self, position: &Position, point: Point) {
        self.number = Some(position.moves().len() + 1);
        self.played = Some(NamedPoint::new(position.board().area(), point));
    }
}

/// An answer that says who won, and not yet by which mistake.
fn nothing_saved(winner: Color) -> (Solution, Saved) {
    let loser = (!winner).into();
    let solution = Solution {
        answer: SolutionState::Told,
        winner: Some(winner.into()),
        ..Solution::nothing()
    };
    let saved = Saved { loser, number: None, played: None, instead: Vec::new(), line: Vec::new() };
    (solution, saved)
}

fn winner_of(outcome: Outcome) -> Result<Color, ApiError> {
    match outcome {
        Outcome::Won(winner) => Ok(winner),
        Outcome::Drawn => Err(unsuited("the game was a draw")),
    }
}

/// Whether `winner` is proven to win although the other side is to move.
fn is_lost(verdict: &FivesVerdict, winner: Color) -> bool {
    verdict.win.as_ref().is_some_and(|win| win.winner == winner)
}

/// Why nothing is known, if a limit was reached.
fn stopped(verdict: &FivesVerdict) -> Option<Stopped> {
    match (&verdict.win, verdict.threats) {
        (None, Decision::Open(why)) => Some(why),
        _ => None,
    }
}

fn unsuited(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::Unsuited, message)
}
