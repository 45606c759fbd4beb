//! `LegalMoves`: the legal moves of a board as a set.

use pyo3::{
    basic::CompareOp,
    prelude::*,
    types::{PyIterator, PyList, PySet},
};
use tengen_core::Point;

use crate::{arguments, board::PyBoard};

/// The legal moves of a board, by their names. They follow the board: nothing is computed before it is asked for.
///
/// A board without edges has no end of legal moves: `in` knows all of them, and those listed are at most two steps from
/// a stone, or the origin before the first.
///
/// >>> from tengen import Board
/// >>> board = Board("renju")
/// >>> len(board.legal_moves), "h8" in board.legal_moves, (7, 7) in board.legal_moves
/// (225, True, True)
/// >>> sorted(board.legal_moves & {"h8", "z9"})
/// ['h8']
#[pyclass(name = "LegalMoves", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PyLegalMoves {
    board: Py<PyBoard>,
}

impl PyLegalMoves {
    pub(crate) const fn new(board: Py<PyBoard>) -> PyLegalMoves {
        PyLegalMoves { board }
    }

    fn legal(&self, py: Python<'_>) -> Vec<Point> {
        self.board.borrow(py).position().legal_points()
    }

    fn names(&self, py: Python<'_>) -> Vec<String> {
        self.board.borrow(py).area().names(&self.legal(py))
    }

    fn set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySet>> {
        PySet::new(py, self.names(py))
    }

    /// An operation of sets on the moves and on what `other` iterates over.
    fn operation<'py>(&self, name: &str, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.set(other.py())?.call_method1(name, (other,))
    }
}

#[pymethods]
impl PyLegalMoves {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.legal(py).len()
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        // On a board without edges there is always room.
        self.board.borrow(py).position().outcome().is_none()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.names(py))?.try_iter()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        let board = self.board.borrow(r#move.py());
        let point = arguments::point(board.area(), r#move);
        point.is_ok_and(|point| board.position().may_play(point).is_ok())
    }

    /// The moves as pairs (x, y), from 0 at the top left.
    fn points(&self, py: Python<'_>) -> Vec<(i32, i32)> {
        self.legal(py).into_iter().map(|point| (point.x, point.y)).collect()
    }

    /// Whether no move is in `other`.
    #[pyo3(signature = (other, /))]
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.operation("isdisjoint", other)?.extract()
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("intersection", other)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("union", other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("difference", other)
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("symmetric_difference", other)
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("intersection", other)
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("union", other)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        py.get_type::<PySet>().call1((other,))?.call_method1("difference", (self.set(py)?,))
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operation("symmetric_difference", other)
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let other = match other.cast::<PyLegalMoves>() {
            Ok(other) => other.get().set(py)?.into_any(),
            Err(_) => other.clone(),
        };
        self.set(py)?.rich_compare(other, operator)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<LegalMoves: {}>", self.names(py).join(" "))
    }
}
