//! `Outcome`, `Foul` and `FoulLine`: how a game ended, and what Black may not do.

use pyo3::prelude::*;
use tengen_answers::view::GameEnding;
use tengen_core::{
    Area, Illegal, Outcome, Point, Position,
    renju::{Foul, LineShape},
};
use tengen_referee::End;

use crate::arguments::color_name;

/// How a game ended on the board.
#[pyclass(name = "Outcome", module = "tengen", frozen, get_all, eq, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PyOutcome {
    /// The winner, "black" or "white"; None if nobody won.
    winner: Option<&'static str>,
    /// What ended the game: "five", "no-move" (at NoGo, the loser cannot move) or "full-board".
    end: &'static str,
    /// The stones of the lines that won, line by line.
    lines: Vec<Vec<String>>,
}

impl PyOutcome {
    pub(crate) fn new(position: &Position) -> Option<PyOutcome> {
        let GameEnding { reason, lines, .. } = GameEnding::new(position)?;
        let area = position.board().area();
        let names = |points: Vec<tengen_answers::wire::WirePoint>| {
            points.into_iter().map(|point| area.name(Point::new(point.x, point.y))).collect()
        };
        let winner = match position.outcome()? {
            Outcome::Won(winner) => Some(color_name(winner)),
            Outcome::Drawn => None,
        };
        let lines = lines.into_iter().map(|line| names(line.points)).collect();
        Some(PyOutcome { winner, end: End::from(reason).word(), lines })
    }
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, end='{}')", self.end)
    }
}

/// A foul at renju: why Black may not play on a point.
#[pyclass(name = "Foul", module = "tengen", frozen, get_all, eq, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PyFoul {
    /// The point.
    point: String,
    /// "overline", "double four" or "double three".
    kind: String,
    /// The lines that make it, the new stone among their stones.
    lines: Vec<PyFoulLine>,
    /// The reason as a sentence.
    why: String,
}

impl PyFoul {
    pub(crate) fn new(area: Area, point: Point, foul: Foul, lines: &[LineShape]) -> PyFoul {
        let line = |line: &LineShape| PyFoulLine {
            axis: line.axis.to_string(),
            shape: line.shape.name(),
            stones: area.names(&line.stones),
            next: area.names(&line.next),
        };
        PyFoul {
            point: area.name(point),
            kind: foul.to_string(),
            lines: lines.iter().map(line).collect(),
            why: Illegal::Foul(foul).to_string(),
        }
    }
}

#[pymethods]
impl PyFoul {
    fn __repr__(&self) -> String {
        format!("Foul(point='{}', kind='{}')", self.point, self.kind)
    }
}

/// A line of a foul.
#[pyclass(name = "FoulLine", module = "tengen", frozen, get_all, eq, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PyFoulLine {
    /// How it runs: "row", "column", "falling diagonal" or "rising diagonal".
    axis: String,
    /// What it is: "three", "four", "straight four", "two fours" or "overline".
    shape: &'static str,
    /// Its stones, the new one among them.
    stones: Vec<String>,
    /// Where Black would go on: the points that make the five, or the straight four.
    next: Vec<String>,
}

#[pymethods]
impl PyFoulLine {
    fn __repr__(&self) -> String {
        let stones = self.stones.join(" ");
        format!("FoulLine(axis='{}', shape='{}', stones='{stones}')", self.axis, self.shape)
    }
}
