//! The front door: one question about a position of any game, and its answer.

use tengen_core::{Area, Color, Point, Position, Rule};
use thiserror::Error;

use crate::{
    Budget, ExplainedMove, Explanation, Stopped,
    fives::{
        By, Decision, FivesDanger, FivesSolver, TooWide, Win,
        plies::{PlyError, PlyQuestion},
    },
    nogo::{NoGoError, NoGoSolver, TooLarge},
};

/// A question about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Question {
    /// Five-in-a-row: does the side to move win by fours alone (VCF)?
    Fours,
    /// Five-in-a-row: does a side win by threats (VCT), and what parries them?
    Threats,
    /// Five-in-a-row: does a side win by threats, or by threats with quiet moves between them?
    Quiet,
    /// Five-in-a-row on a board without edges: who wins within this number of plies?
    Plies(u32),
    /// NoGo: who wins with best play?
    Outcome,
}

/// Answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolverAnswer {
    /// Who wins, if it is known.
    pub winner: Option<Color>,
    /// Whether the side to move wins by fours.
    pub fours: Decision,
    /// Whether the side to move wins by threats.
    pub threats: Decision,
    /// Whether the side to move wins by threats with quiet moves between them. That it does not is never shown.
    pub quiet: Decision,
    /// What the other side threatens, if the side to move does not win.
    pub danger: Option<FivesDanger>,
    /// At NoGo: all moves that win.
    pub winning_moves: Vec<Point>,
    /// Why it is not decided.
    pub undecided: Option<Undecided>,
    /// How the winner wins.
    pub explanation: Option<Explanation>,
    /// At five-in-a-row by fours or threats: the win, of which a proof can be written.
    pub win: Option<Win>,
}

/// Reason why a question is not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Undecided {
    /// A limit of the budget was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No side wins within as many plies as are searched, and more were asked about.
    #[error("{}", PlyError::Horizon)]
    Horizon,
    /// There are too many places where a five could be made.
    #[error("{}", PlyError::TooMany)]
    TooMany,
}

/// Error of a question that does not fit its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game is NoGo.
    #[error("this is a question about five-in-a-row")]
    NotFives,
    /// The game is five-in-a-row.
    #[error("this is a question about nogo")]
    NotNoGo,
    /// The board has edges.
    #[error("moves are counted on a board without edges alone")]
    HasEdges,
    /// The game is over.
    #[error("the game is over: there is nothing to solve")]
    Over,
    /// The stones are too far apart.
    #[error(transparent)]
    TooWide(#[from] TooWide),
    /// The NoGo board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// No question about plies.
    #[error(transparent)]
    Plies(PlyError),
}

impl Question {
    /// Checks that it can be asked about `position`.
    ///
    /// # Errors
    ///
    /// If it is a question about another game or another board, or the game is over.
    pub fn check(self, position: &Position) -> Result<(), SolveError> {
        let is_nogo = position.rule() == Rule::NoGo;
        match self {
            Question::Outcome if !is_nogo => Err(SolveError::NotNoGo),
            Question::Fours | Question::Threats | Question::Quiet | Question::Plies(_)
                if is_nogo =>
            {
                Err(SolveError::NotFives)
            }
            Question::Plies(_) if position.board().area() != Area::Unbounded => {
                Err(SolveError::HasEdges)
            }
            _ if position.outcome().is_some() => Err(SolveError::Over),
            _ => Ok(()),
        }
    }
}

/// Answers a question about a position, as far as the budget goes.
///
/// ```
/// use tengen_core::{Area, Color, Position, Rule};
/// use tengen_solver::{Budget, Question, solve};
///
/// let position = Position::new(Rule::NoGo, Area::square(4)).unwrap();
/// let answer = solve(&position, Question::Outcome, &mut Budget::unlimited()).unwrap();
/// assert_eq!(answer.winner, Some(Color::White));
/// ```
///
/// # Errors
///
/// If it is no question about this position.
pub fn solve(
    position: &Position,
    question: Question,
    budget: &mut Budget<'_>,
) -> Result<SolverAnswer, SolveError> {
    question.check(position)?;
    match question {
        Question::Fours => solve_fives(position, By::Fours, budget),
        Question::Threats => solve_fives(position, By::Threats, budget),
        Question::Quiet => solve_fives(position, By::QuietMoves, budget),
        Question::Plies(plies) => solve_plies(position, plies, budget),
        Question::Outcome => solve_nogo(position, budget),
    }
}

impl SolverAnswer {
    /// That no side wins in the way that was asked about.
    pub const NONE: SolverAnswer = SolverAnswer {
        winner: None,
        fours: Decision::Unasked,
        threats: Decision::Unasked,
        quiet: Decision::Unasked,
        danger: None,
        winning_moves: Vec::new(),
        undecided: None,
        explanation: None,
        win: None,
    };

    fn won(explanation: Explanation) -> SolverAnswer {
        SolverAnswer {
            winner: Some(explanation.winner),
            explanation: Some(explanation),
            ..SolverAnswer::NONE
        }
    }

    /// That nothing is decided yet, and why.
    pub fn open(why: impl Into<Undecided>) -> SolverAnswer {
        SolverAnswer { undecided: Some(why.into()), ..SolverAnswer::NONE }
    }
}

fn solve_fives(
    position: &Position,
    by: By,
    budget: &mut Budget<'_>,
) -> Result<SolverAnswer, SolveError> {
    let verdict = FivesSolver::new(budget.memory()).solve(position, by, budget)?;
    let mut answer = match &verdict.win {
        Some(win) => SolverAnswer::won(win.explain(position)),
        None => verdict.stopped().map_or(SolverAnswer::NONE, SolverAnswer::open),
    };
    answer.fours = verdict.fours;
    answer.threats = verdict.threats;
    answer.quiet = verdict.quiet;
    answer.danger = verdict.danger;
    answer.win = verdict.win;
    Ok(answer)
}

fn solve_plies(
    position: &Position,
    plies: u32,
    budget: &mut Budget<'_>,
) -> Result<SolverAnswer, SolveError> {
    let stones = position.board().stones();
    let question = PlyQuestion {
        memory: budget.memory(),
        ..PlyQuestion::new(position.rule(), &stones, position.turn(), plies)
    };
    match question.story(budget) {
        Ok(None) => Ok(SolverAnswer::NONE),
        Ok(Some((winner, story))) => {
            let line = ExplainedMove::line(position, &story.line());
            let (by, tree) = (Question::Plies(plies), story.tree(winner));
            Ok(SolverAnswer::won(Explanation { winner, by, line, tree, is_cut: false }))
        }
        Err(PlyError::Stopped(why)) => Ok(SolverAnswer::open(why)),
        Err(PlyError::Horizon) => Ok(SolverAnswer::open(Undecided::Horizon)),
        Err(PlyError::TooMany) => Ok(SolverAnswer::open(Undecided::TooMany)),
        Err(error) => Err(SolveError::Plies(error)),
    }
}

fn solve_nogo(position: &Position, budget: &mut Budget<'_>) -> Result<SolverAnswer, SolveError> {
    let mut solver = NoGoSolver::new(budget.memory());
    let mut solve = || {
        let winner = solver.winner(position, budget)?;
        let winning_moves = solver.winning_moves(position, budget)?;
        Ok((winner, winning_moves, solver.line(position, budget)?))
    };
    match solve() {
        Ok((winner, winning_moves, line)) => {
            let line = ExplainedMove::line(position, &line);
            let by = Question::Outcome;
            let explanation = Explanation { winner, by, line, tree: Vec::new(), is_cut: false };
            Ok(SolverAnswer { winning_moves, ..SolverAnswer::won(explanation) })
        }
        Err(NoGoError::Stopped(why)) => Ok(SolverAnswer::open(why)),
        Err(NoGoError::TooLarge(error)) => Err(error.into()),
    }
}
