//! Verdicts on positions of any game, one after another: who is proven to win.

use tengen_core::{Color, Outcome, Point, Position, Rule};

use crate::{
    Budget, ExplainedMove, Explanation, Question, SolveError, Undecided,
    fives::{By, Decision, FivesDanger, FivesSolver, Win},
    nogo::{NoGoError, NoGoSolver},
};

/// Solver of positions of any game: by threats at five-in-a-row, to the end at NoGo.
///
/// [`solve`](crate::solve) answers one question with all that there is to say. This one is for many positions of a
/// game: at NoGo it keeps its table from one to the next, and a win is explained only where that is asked for.
///
/// ```
/// use tengen_core::{Area, Color, Position, Rule};
/// use tengen_solver::{Budget, PositionSolver};
///
/// let mut solver = PositionSolver::new(1 << 24);
/// let mut position = Position::new(Rule::NoGo, Area::square(3)).unwrap();
/// let verdict = solver.solve(&position, &mut Budget::unlimited()).unwrap();
/// assert_eq!(verdict.winner, Some(Color::Black));
/// ```
#[derive(Debug)]
pub struct PositionSolver {
    fives: FivesSolver,
    pub(crate) nogo: NoGoSolver,
}

/// What is proven of a position.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct PositionVerdict {
    /// Who wins, if it is known. Nobody wins a draw.
    pub winner: Option<Color>,
    /// At five-in-a-row, how, if the game is not over.
    pub win: Option<Win>,
    /// At five-in-a-row, what the other side threatens, if the side to move does not win.
    pub danger: Option<FivesDanger>,
    /// The limit that was reached before it was known who wins, if one was.
    pub undecided: Option<Undecided>,
}

impl PositionVerdict {
    /// The move of the side to move after which it is not lost, if every other one is proven to lose.
    pub fn only_move(&self) -> Option<Point> {
        let mut left =
            self.danger.as_ref()?.parries.iter().filter(|(_, lost)| *lost != Decision::Wins);
        let &(point, _) = left.next()?;
        left.next().is_none().then_some(point)
    }
}

impl PositionSolver {
    /// A solver with at most `bytes` bytes of memory.
    pub fn new(bytes: usize) -> PositionSolver {
        PositionSolver { fives: FivesSolver::new(bytes), nogo: NoGoSolver::new(bytes) }
    }

    /// Who is proven to win `position`, as far as the budget goes. A game that is over is known.
    ///
    /// # Errors
    ///
    /// If the board is too large for the solver.
    pub fn solve(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<PositionVerdict, SolveError> {
        if let Some(outcome) = position.outcome() {
            let winner = match outcome {
                Outcome::Won(winner) => Some(winner),
                Outcome::Drawn => None,
            };
            return Ok(PositionVerdict { winner, ..PositionVerdict::default() });
        }
        if position.rule() != Rule::NoGo {
            let verdict = self.fives.solve(position, By::Threats, budget)?;
            return Ok(PositionVerdict {
                winner: verdict.win.as_ref().map(|win| win.winner),
                undecided: verdict.stopped().map(Undecided::from),
                win: verdict.win,
                danger: verdict.danger,
            });
        }
        match self.nogo.winner(position, budget) {
            Ok(winner) => {
                Ok(PositionVerdict { winner: Some(winner), ..PositionVerdict::default() })
            }
            Err(NoGoError::Stopped(why)) => {
                Ok(PositionVerdict { undecided: Some(why.into()), ..PositionVerdict::default() })
            }
            Err(NoGoError::TooLarge(error)) => Err(error.into()),
        }
    }

    /// How the win of a verdict on `position` goes. None if no win is known or the game is over, and at NoGo
    /// also if the budget is spent.
    pub fn explain(
        &mut self,
        position: &Position,
        verdict: &PositionVerdict,
        budget: &mut Budget<'_>,
    ) -> Option<Explanation> {
        if position.outcome().is_some() {
            return None;
        }
        if let Some(win) = &verdict.win {
            return Some(win.explain(position));
        }
        let (winner, by) =
            (verdict.winner.filter(|_| position.rule() == Rule::NoGo)?, Question::Outcome);
        let line = ExplainedMove::line(position, &self.nogo.line(position, budget).ok()?);
        Some(Explanation { winner, by, line, tree: Vec::new(), is_cut: false })
    }
}
