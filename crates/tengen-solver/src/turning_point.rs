//! The turning point of a game: the last move from which it could still be saved.

use tengen_core::{Color, Outcome, Point, Position, Rule};
use thiserror::Error;

use crate::{
    Budget, ExplainedMove, PositionSolver, PositionVerdict, SolveError, Stopped, Undecided,
    fives::{Decision, Win},
    nogo::{NoGoError, NoGoSolver, TooLarge},
};

/// Where a game could still be saved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TurningPoint {
    /// Who won, or is proven to win.
    pub winner: Color,
    /// The number of the move that lost the game, from 1, and the move; none if no move of the loser is known to
    /// have been the one.
    pub played: Option<(usize, Point)>,
    /// Moves that were there in its place: at five-in-a-row those that no threats refute, and what is known of each;
    /// at NoGo all that win.
    pub instead: Vec<(Point, Decision)>,
    /// How the win goes after the move that was played.
    pub line: Vec<ExplainedMove>,
    /// Why the search ended before it was known.
    pub open: Option<TurningPointOpen>,
}

/// Why it is not known whether an earlier move lost the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TurningPointOpen {
    /// A limit of the budget was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The NoGo board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl From<NoGoError> for TurningPointOpen {
    fn from(error: NoGoError) -> TurningPointOpen {
        match error {
            NoGoError::Stopped(why) => TurningPointOpen::Stopped(why),
            NoGoError::TooLarge(why) => TurningPointOpen::TooLarge(why),
        }
    }
}

/// Error of a game that is not lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TurningPointError {
    /// A draw.
    #[error("the game was a draw")]
    Drawn,
    /// The game is not over, and no win is proven.
    #[error("nobody is known to win this position")]
    NotDecided,
    /// The game is not over, and the search for a winner was stopped.
    #[error("nobody is known to win: {0}")]
    Open(Undecided),
    /// No position for the solver.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Goes back from the end of a game to the last move of the loser before which it was not lost yet.
///
/// At NoGo the solver is perfect, and so this is the very move, if there is time to find it. At five-in-a-row it is
/// the last move of the loser that no proof covers. The solver proves wins by threats: of a game that was lost in
/// another way, by quiet moves, it finds a turning point that is later than the true one.
///
/// # Errors
///
/// If the game is not lost, or it is none for the solver.
pub fn turning_point(
    mut position: Position,
    budget: &mut Budget<'_>,
) -> Result<TurningPoint, TurningPointError> {
    let mut solver = PositionSolver::new(budget.memory());
    let winner = match position.outcome() {
        Some(Outcome::Won(winner)) => winner,
        Some(Outcome::Drawn) => return Err(TurningPointError::Drawn),
        None => {
            let PositionVerdict { winner, undecided, .. } = solver.solve(&position, budget)?;
            let open = undecided.filter(|_| position.rule() == Rule::NoGo);
            let unknown = open.map_or(TurningPointError::NotDecided, TurningPointError::Open);
            winner.ok_or(unknown)?
        }
    };
    let mut turning =
        TurningPoint { winner, played: None, instead: Vec::new(), line: Vec::new(), open: None };
    if position.rule() == Rule::NoGo {
        turning.find_nogo(&mut solver.nogo, position, budget);
    } else {
        turning.find_fives(&mut solver, &mut position, budget)?;
    }
    Ok(turning)
}

impl TurningPoint {
    fn find_fives(
        &mut self,
        solver: &mut PositionSolver,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), SolveError> {
        // What is proven of the position after the last move that was taken back.
        let mut after: Option<Win> = None;
        while let Some(point) = position.undo() {
            let verdict = solver.solve(position, budget)?;
            let is_won = verdict.winner == Some(self.winner);
            if position.turn() == self.winner {
                after = verdict.win.filter(|_| is_won);
                continue;
            }
            if is_won {
                continue;
            }
            if let (None, Some(Undecided::Stopped(why))) = (verdict.winner, verdict.undecided) {
                self.open = Some(why.into());
            }
            self.played = Some((position.moves().len() + 1, point));
            if let Some(danger) = verdict.danger {
                self.instead = danger.parries;
                self.instead.retain(|&(_, lost)| lost != Decision::Wins);
            }
            if let Some(win) = after {
                position.play(point).expect("it was played");
                self.line = win.line(position);
            }
            break;
        }
        Ok(())
    }

    fn find_nogo(
        &mut self,
        solver: &mut NoGoSolver,
        mut position: Position,
        budget: &mut Budget<'_>,
    ) {
        while let Some(point) = position.undo() {
            if position.turn() == self.winner {
                continue;
            }
            match self.find_way_out(solver, &mut position, point, budget) {
                Ok(false) => continue,
                Ok(true) => {}
                Err(why) => self.open = Some(why.into()),
            }
            break;
        }
    }

    /// What the side to move could have done in place of `played` at NoGo; false if it had lost before.
    fn find_way_out(
        &mut self,
        solver: &mut NoGoSolver,
        position: &mut Position,
        played: Point,
        budget: &mut Budget<'_>,
    ) -> Result<bool, NoGoError> {
        if solver.winner(position, budget)? == self.winner {
            return Ok(false);
        }
        let winning = solver.winning_moves(position, budget)?;
        position.play(played).expect("it was played");
        let line = solver.line(position, budget);
        self.line = ExplainedMove::line(position, &line?);
        position.undo();
        self.played = Some((position.moves().len() + 1, played));
        self.instead = winning.into_iter().map(|point| (point, Decision::Unasked)).collect();
        Ok(true)
    }
}
