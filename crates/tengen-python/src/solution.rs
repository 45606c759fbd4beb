//! `Solution`: who wins a position, how, and a proof of it.

use std::time::{Duration, Instant};

use pyo3::{exceptions::PyValueError, prelude::*};
use tengen_answers::{
    solutions::{Solution, SolutionStep},
    wire::NamedPoint,
};
use tengen_core::{Position, Rule};
use tengen_proof::{PairingStrategy, WriteError};
use tengen_solver::{
    Budget, Question, SolverAnswer,
    fives::{PairingError, Win, find_pairing},
    nogo::{NoGoError, NoGoSolver},
    solve,
};

use crate::{
    arguments::{self, color_name},
    board::PyBoard,
    errors::{PositionError, position_error},
    interrupt::Interrupt,
    proof::PyProof,
};

/// What the solver found about a position.
#[pyclass(name = "Solution", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PySolution {
    position: Position,
    answer: SolverAnswer,
    shown: Solution,
    pairing: Option<PairingStrategy>,
    limits: SolveLimits,
    nodes: u64,
    elapsed: Duration,
}

/// Limits of a search of the solver.
#[derive(Clone, Copy, Debug)]
struct SolveLimits {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: usize,
}

impl SolveLimits {
    fn budget<'a>(&self, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        let mut budget = Budget::unlimited().memory_up_to(self.memory).asking(stop);
        if let Some(nodes) = self.nodes {
            budget = budget.nodes_up_to(nodes);
        }
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        budget
    }
}

/// What is asked of the solver.
enum SolveMethod {
    Solver(Question),
    Pairing,
}

impl SolveMethod {
    fn new(rule: Rule, by: Option<&str>, plies: Option<u32>) -> PyResult<SolveMethod> {
        let question = match (by, plies) {
            (None, None) if rule == Rule::NoGo => Question::Outcome,
            (None | Some("threats"), None) => Question::Threats,
            (Some("quiet"), None) => Question::Quiet,
            (Some("fours"), None) => Question::Fours,
            (Some("pairing"), None) => return Ok(SolveMethod::Pairing),
            (None, Some(plies)) => Question::Plies(plies),
            (Some(_), Some(_)) => return Err(PyValueError::new_err("give by or plies, not both")),
            (Some(by), None) => {
                let message = format!("by {by:?}: there are fours, threats, quiet and pairing");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(SolveMethod::Solver(question))
    }
}

/// Finds out who wins a board.
#[pyfunction]
#[pyo3(signature = (board, by, plies, time, nodes, memory))]
pub(crate) fn solve_board(
    board: &Bound<'_, PyBoard>,
    by: Option<&str>,
    plies: Option<u32>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: f64,
) -> PyResult<PySolution> {
    let position = board.borrow().position().clone();
    let question = SolveMethod::new(position.rule(), by, plies)?;
    let memory = arguments::bytes("memory", memory)?;
    let limits = SolveLimits { time: arguments::seconds(time)?, nodes, memory };
    board.py().detach(|| search(position, &question, limits))
}

fn search(position: Position, question: &SolveMethod, limits: SolveLimits) -> PyResult<PySolution> {
    let interrupt = Interrupt::new();
    let stop = || interrupt.is_raised();
    let mut budget = limits.budget(&stop);
    let started = Instant::now();
    let mut pairing = None;
    let answer = match question {
        SolveMethod::Solver(question) => solve(&position, *question, &mut budget),
        SolveMethod::Pairing => match find_pairing(&position, &mut budget) {
            Ok(found) => {
                pairing = found;
                Ok(SolverAnswer::NONE)
            }
            Err(PairingError::Stopped(why)) => Ok(SolverAnswer::open(why)),
            Err(error) => return Err(position_error(error)),
        },
    };
    let (nodes, elapsed) = (budget.nodes(), started.elapsed());
    let answer = interrupt.finish(answer)?.map_err(position_error)?;
    let shown = Solution::new(position.board().area(), &answer);
    Ok(PySolution { position, answer, shown, pairing, limits, nodes, elapsed })
}

fn names(points: &[NamedPoint]) -> Vec<String> {
    points.iter().map(|point| point.name.clone()).collect()
}

#[pymethods]
impl PySolution {
    /// "win" if a side wins, "draw" if a pairing shows one, "none" if no side wins in the way that was asked about,
    /// "undecided" if a limit was reached.
    #[getter]
    fn status(&self) -> &'static str {
        match (&self.answer.winner, &self.pairing, &self.answer.undecided) {
            (Some(_), ..) => "win",
            (None, Some(_), _) => "draw",
            (None, None, Some(_)) => "undecided",
            (None, None, None) => "none",
        }
    }

    /// The winner, "black" or "white"; None if none is known.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.answer.winner.map(color_name)
    }

    /// What shows the win: "fours", "threats", "quiet", "plies" or "outcome" (NoGo); None if there is none.
    #[getter]
    fn by(&self) -> Option<&'static str> {
        let explanation = self.answer.explanation.as_ref()?;
        Some(match explanation.by {
            Question::Fours => "fours",
            Question::Threats => "threats",
            Question::Quiet => "quiet",
            Question::Plies(_) => "plies",
            Question::Outcome => "outcome",
        })
    }

    /// The line in which the loser holds out longest.
    #[getter]
    fn line(&self) -> Vec<PySolutionMove> {
        self.shown.line.iter().map(PySolutionMove::from).collect()
    }

    /// The proof as a tree: every reply that is not lost at once, and what answers it. Empty at NoGo.
    #[getter]
    fn tree(&self) -> Vec<PySolutionMove> {
        self.shown.tree.iter().map(PySolutionMove::from).collect()
    }

    /// The line in words, a sentence a line; what is threatened and what parries it if no side is known to win.
    #[getter]
    fn explanation(&self) -> String {
        let line = self.shown.line.iter().map(|step| step.sentence.as_str());
        let mut text: Vec<&str> = line.collect();
        let (pairing, why);
        if let Some(strategy) = &self.pairing {
            pairing = strategy.to_string();
            text.push(&pairing);
        } else if let Some(undecided) = &self.answer.undecided {
            why = undecided.to_string();
            text.push(&why);
        }
        text.join("\n")
    }

    /// At NoGo, all moves that win; else the first move of the winner, if that side is to move.
    #[getter]
    fn winning_moves(&self) -> Vec<String> {
        let turn = self.position.turn();
        if self.position.rule() == Rule::NoGo {
            return names(&self.shown.winning);
        }
        let wins = self.answer.winner == Some(turn);
        let first = self.shown.line.first().filter(|_| wins);
        first.map(|step| step.point.name.clone()).into_iter().collect()
    }

    /// At five-in-a-row, the fours by which the other side would win if nothing were done, if the side to move does not
    /// win; empty if there are none.
    #[getter]
    fn threat(&self) -> Vec<String> {
        self.shown.danger.as_ref().map(|danger| names(&danger.line)).unwrap_or_default()
    }

    /// The moves that parry that threat.
    #[getter]
    fn parries(&self) -> Vec<String> {
        let parries = self.shown.danger.iter().flat_map(|danger| &danger.parries);
        parries.map(|parry| parry.point.name.clone()).collect()
    }

    /// Why it is not decided; None if it is.
    #[getter]
    fn undecided(&self) -> Option<String> {
        self.answer.undecided.map(|why| why.to_string())
    }

    /// Positions that were looked at.
    #[getter]
    const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time spent, in seconds.
    #[getter]
    fn elapsed(&self) -> f64 {
        self.elapsed.as_secs_f64()
    }

    /// A proof that anyone can check; None if nothing was shown, and of wins within a number of plies.
    #[getter]
    fn proof(&self, py: Python<'_>) -> PyResult<Option<PyProof>> {
        py.detach(|| self.prove())
    }

    fn __bool__(&self) -> bool {
        self.answer.winner.is_some() || self.pairing.is_some()
    }

    fn __repr__(&self) -> String {
        let winner = self.winner().map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("<Solution: status='{}', winner={winner}>", self.status())
    }
}

impl PySolution {
    fn prove(&self) -> PyResult<Option<PyProof>> {
        if let Some(pairing) = &self.pairing {
            let mut bytes = Vec::new();
            pairing.write(&mut bytes)?;
            return Ok(Some(PyProof::new(bytes)));
        }
        if self.answer.winner.is_none() {
            return Ok(None);
        }
        match &self.answer.win {
            Some(win) => self.prove_fives(win).map(Some),
            None if self.position.rule() == Rule::NoGo => self.prove_nogo().map(Some),
            None => Ok(None),
        }
    }

    fn prove_fives(&self, win: &Win) -> PyResult<PyProof> {
        let mut bytes = Vec::new();
        win.prove(&self.position, &mut bytes)
            .map_err(|error| PositionError::new_err(format!("no proof can be written: {error}")))?;
        Ok(PyProof::new(bytes))
    }

    /// The strategy is searched for once more, within the same limits.
    fn prove_nogo(&self) -> PyResult<PyProof> {
        let interrupt = Interrupt::new();
        let stop = || interrupt.is_raised();
        let mut budget = self.limits.budget(&stop);
        let mut bytes = Vec::new();
        let written =
            NoGoSolver::new(self.limits.memory).prove(&self.position, &mut budget, &mut bytes);
        match interrupt.finish(written)? {
            Ok(_) => Ok(PyProof::new(bytes)),
            Err(WriteError::Strategy(NoGoError::Stopped(why))) => {
                Err(PositionError::new_err(format!("the proof was not found: {why}")))
            }
            Err(error) => Err(PositionError::new_err(format!("no proof can be written: {error}"))),
        }
    }
}

/// A move of a solution, with its reasons.
#[pyclass(name = "SolutionMove", module = "tengen", frozen, get_all, skip_from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PySolutionMove {
    /// The index in the same list of the move that it follows; None if it follows none.
    parent: Option<usize>,
    /// Whether it answers all replies that are not listed beside it.
    otherwise: bool,
    /// Who moves.
    color: &'static str,
    /// Where.
    r#move: String,
    /// If it is a quiet threat: the fours by which it would win.
    threat: Vec<String>,
    /// Whether it is a quiet move of the winner: one that threatens to win by threats, and not by fours alone.
    quiet: bool,
    /// After a move of the winner, every reply that is not lost at once.
    replies: Vec<String>,
    /// The move and its reason in a sentence.
    explanation: String,
}

impl From<&SolutionStep> for PySolutionMove {
    fn from(step: &SolutionStep) -> PySolutionMove {
        PySolutionMove {
            parent: step.parent,
            otherwise: step.otherwise,
            color: color_name(step.color.into()),
            r#move: step.point.name.clone(),
            threat: names(&step.threat),
            quiet: step.quiet,
            replies: names(&step.replies),
            explanation: step.sentence.clone(),
        }
    }
}

#[pymethods]
impl PySolutionMove {
    fn __repr__(&self) -> String {
        format!("<SolutionMove: {}>", self.explanation)
    }
}
