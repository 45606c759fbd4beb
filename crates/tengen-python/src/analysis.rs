//! `Analysis` and `Candidate`: what the engine thinks of a position.

use pyo3::prelude::*;
use tengen_core::{Color, Rule};
use tengen_engine::{Candidate, EngineCrop, Thought, Value};

use crate::arguments::color_name;

/// What the engine thinks of a position.
#[pyclass(name = "Analysis", module = "tengen", frozen, get_all, skip_from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PyAnalysis {
    /// The side to move, whose chances are given.
    turn: &'static str,
    /// The best moves, the best first; at NoGo all moves.
    candidates: Vec<PyCandidate>,
    /// Depth of the search in plies; None at NoGo.
    depth: Option<u32>,
    /// Nodes, those of the solver included; playouts at NoGo.
    nodes: u64,
    /// Whether the side to move is proven to win (True) or to lose (False); None if neither.
    wins: Option<bool>,
    /// Time spent, in seconds.
    elapsed: f64,
}

impl PyAnalysis {
    pub(crate) fn new(rule: Rule, turn: Color, crop: &EngineCrop, thought: &Thought) -> PyAnalysis {
        let candidate = |candidate: &Candidate| PyCandidate::new(rule, crop, candidate);
        PyAnalysis {
            turn: color_name(turn),
            candidates: thought.candidates.iter().map(candidate).collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            wins: thought.wins,
            elapsed: thought.elapsed.as_secs_f64(),
        }
    }

    /// The name of the best move, if there is one.
    pub(crate) fn best_move(&self) -> Option<&str> {
        self.candidates.first().map(|best| best.r#move.as_str())
    }
}

#[pymethods]
impl PyAnalysis {
    /// The best move with its value; None if there is no legal move.
    #[getter]
    fn best(&self) -> Option<PyCandidate> {
        self.candidates.first().cloned()
    }

    fn __repr__(&self) -> String {
        let best = self.candidates.first().map_or("None".to_owned(), PyCandidate::__repr__);
        format!("<Analysis: {best}, {} nodes>", self.nodes)
    }
}

/// A move that the engine considers.
#[pyclass(name = "Candidate", module = "tengen", frozen, get_all, skip_from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PyCandidate {
    /// The move.
    r#move: String,
    /// The winning chances of the side that moves, from 0 to 1.
    chance: f32,
    /// True if it is proven to win, False if it is proven to lose, None if neither.
    wins: Option<bool>,
    /// If it is proven: the most plies to the end of the game; None at NoGo, where the length is not known.
    plies: Option<u32>,
    /// The evaluation of the search, in 1/256 of a logit; None if it is proven.
    score: Option<i32>,
    /// The principal variation, this move first.
    pv: Vec<String>,
    /// Depth of the search in plies; 0 at NoGo and where no search was needed.
    depth: u32,
    /// At NoGo, the visits of the move in the tree; 0 at five-in-a-row.
    visits: u32,
}

impl PyCandidate {
    fn new(rule: Rule, crop: &EngineCrop, candidate: &Candidate) -> PyCandidate {
        let name = |&point: &tengen_core::Point| crop.area().name(crop.point(point));
        let (plies, score) = match candidate.value {
            // At NoGo the end of the game is proven, not its length.
            Value::Wins(plies) | Value::Loses(plies) => {
                ((rule != Rule::NoGo).then_some(plies), None)
            }
            Value::Seems(score) => (None, Some(score)),
        };
        PyCandidate {
            r#move: name(&candidate.point),
            chance: candidate.chances,
            wins: candidate.value.wins(),
            plies,
            score,
            pv: candidate.line.iter().map(name).collect(),
            depth: candidate.depth,
            visits: candidate.visits,
        }
    }
}

#[pymethods]
impl PyCandidate {
    fn __repr__(&self) -> String {
        let value = match self.wins {
            Some(true) => "wins".to_owned(),
            Some(false) => "loses".to_owned(),
            None => format!("{:.3}", self.chance),
        };
        format!("<Candidate: {} {value}>", self.r#move)
    }
}
