//! Why a game was lost: the last move from which it could still be saved.

use tengen_core::{Color, Outcome, Position};
use tengen_solver::{
    Budget,
    fives::{By, Known, Solver, Verdict, Win},
};

use super::{Danger, Found, Saved, Solution, Step};
use crate::{
    errors::{ApiError, Code},
    wire::{self, Named},
};

/// Goes back from the end of a game to the last move of the loser that no proof of the solver covers:
/// before it, nobody is known to win.
///
/// The solver proves wins by threats. A game that was lost in another way, by quiet moves, is told to be
/// saved later than a perfect player would say.
pub(super) fn find(
    question: &wire::Position,
    memory: usize,
    budget: &mut Budget<'_>,
) -> Result<Solution, ApiError> {
    let mut position = question.open()?;
    let area = position.board().area();
    let solver = Solver::new(memory);
    let unsuited = |message: String| ApiError::new(Code::Unsuited, message);
    let solve = |position: &Position, budget: &mut Budget<'_>| {
        let verdict = solver.solve(position, By::Threats, budget);
        verdict.map_err(|error| unsuited(error.to_string()))
    };
    let winner = match position.outcome() {
        Some(Outcome::Won(winner)) => winner,
        Some(Outcome::Drawn) => return Err(unsuited("the game was a draw".to_owned())),
        None => match solve(&position, budget)?.win {
            Some(win) => win.winner,
            None => return Err(unsuited("nobody is known to win this position".to_owned())),
        },
    };
    let mut solution = Solution { winner: Some(winner.into()), ..Solution::nothing() };
    let mut saved = Saved {
        loser: (!winner).into(),
        number: None,
        played: None,
        instead: Vec::new(),
        line: Vec::new(),
    };
    solution.answer = Found::Told;
    // What is proven of the position after the last move that was taken back.
    let mut after: Option<Win> = None;
    while let Some(point) = position.undo() {
        let number = position.moves().len() + 1;
        let verdict = solve(&position, budget)?;
        if position.turn() == winner {
            after = verdict.win.filter(|win| win.winner == winner);
            continue;
        }
        if let Some(why) = stopped(&verdict) {
            solution.answer = Found::Open;
            solution.why = Some(why);
        }
        if is_lost(&verdict, winner) {
            continue;
        }
        saved.number = Some(number);
        saved.played = Some(Named::new(area, point));
        if let Some(danger) = &verdict.danger {
            let parries = Danger::of(area, danger).parries;
            saved.instead =
                parries.into_iter().filter(|parry| parry.threats != super::Known::Wins).collect();
        }
        if let Some(win) = after {
            position.play(point).expect("it was played");
            saved.line = Step::story(&position, &win);
        }
        break;
    }
    solution.saved = Some(saved);
    Ok(solution)
}

/// Whether `winner` is proven to win although the other side is to move.
fn is_lost(verdict: &Verdict, winner: Color) -> bool {
    verdict.win.as_ref().is_some_and(|win| win.winner == winner)
}

/// Why nothing is known, if a limit was reached.
fn stopped(verdict: &Verdict) -> Option<String> {
    match (&verdict.win, verdict.threats) {
        (None, Known::Open(why)) => Some(why.to_string()),
        _ => None,
    }
}
