//! `Node`: a move of a game, with its comment and its variations.

use pyo3::prelude::*;
use tengen_core::Color;
use tengen_notation::{NodeId, RecordNode, Sign};

use crate::{
    arguments::{self, color_name},
    board::PyBoard,
    game::PyGame,
};

/// A place in the tree of a game: the move that leads to it, and what is said there. The first child goes on with the
/// main line, the others are variations.
#[pyclass(name = "Node", module = "tengen", frozen)]
#[derive(Debug)]
pub(crate) struct PyNode {
    game: Py<PyGame>,
    id: NodeId,
}

impl PyNode {
    pub(crate) const fn new(game: Py<PyGame>, id: NodeId) -> PyNode {
        PyNode { game, id }
    }

    /// Something of the node in the record.
    fn get<T>(&self, py: Python<'_>, value: impl FnOnce(&PyGame, &RecordNode) -> T) -> T {
        let game = self.game.borrow(py);
        value(&game, game.record().tree.node(self.id))
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> PyNode {
        PyNode::new(self.game.clone_ref(py), id)
    }

    /// This node and those above it, this one first.
    fn above(&self, py: Python<'_>) -> Vec<NodeId> {
        let game = self.game.borrow(py);
        std::iter::successors(Some(self.id), |&id| game.record().tree.parent(id)).collect()
    }

    /// The side that moves next, by what is written here and above.
    fn next_color(&self, py: Python<'_>) -> Color {
        let above = self.above(py);
        let game = self.game.borrow(py);
        let color = above.into_iter().find_map(|id| {
            let node = game.record().tree.node(id);
            node.turn.or_else(|| node.step.map(|step| !step.color))
        });
        color.unwrap_or(Color::Black)
    }
}

#[pymethods]
impl PyNode {
    /// The move that leads here, by its name; "pass" for a pass, None at the root and where stones are only set.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Option<String> {
        self.get(py, |game, node| {
            let point = node.step?.point;
            Some(point.map_or_else(|| "pass".to_owned(), |point| game.name(point)))
        })
    }

    /// Who made the move, "black" or "white"; None if there is none.
    #[getter]
    fn color(&self, py: Python<'_>) -> Option<&'static str> {
        self.get(py, |_, node| node.step.map(|step| color_name(step.color)))
    }

    /// What is said here; empty if nothing is.
    #[getter]
    fn comment(&self, py: Python<'_>) -> String {
        self.get(py, |_, node| node.comment.clone())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: String) {
        let mut game = self.game.borrow_mut(py);
        game.whole.record.tree.node_mut(self.id).comment = comment;
    }

    /// How long the move took, in seconds; None if the record does not say.
    #[getter]
    fn time(&self, py: Python<'_>) -> Option<f64> {
        self.get(py, |_, node| node.time.map(|time| time.as_secs_f64()))
    }

    /// What is drawn on points: a label, or "circle", "cross", "square", "triangle" or "selected".
    #[getter]
    fn signs(&self, py: Python<'_>) -> Vec<(String, String)> {
        let word = |sign: &Sign| match sign {
            Sign::Label(text) => text.clone(),
            Sign::Circle => "circle".to_owned(),
            Sign::Cross => "cross".to_owned(),
            Sign::Square => "square".to_owned(),
            Sign::Triangle => "triangle".to_owned(),
            Sign::Selected => "selected".to_owned(),
        };
        self.get(py, |game, node| {
            node.signs.iter().map(|(point, sign)| (game.name(*point), word(sign))).collect()
        })
    }

    /// Points that are set here without being played, and their colors; None takes a stone away.
    #[getter]
    fn setup(&self, py: Python<'_>) -> Vec<(String, Option<&'static str>)> {
        self.get(py, |game, node| {
            let stones = node.setup.iter();
            stones.map(|&(point, color)| (game.name(point), color.map(color_name))).collect()
        })
    }

    /// What else the format says here: names and their values.
    #[getter]
    fn other(&self, py: Python<'_>) -> Vec<(String, Vec<String>)> {
        self.get(py, |_, node| node.other.clone())
    }

    /// The game that it is part of.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The node above; None at the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<PyNode> {
        let parent = self.game.borrow(py).record().tree.parent(self.id)?;
        Some(self.at(py, parent))
    }

    /// The nodes below, that of the main line first.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<PyNode> {
        let children: Vec<NodeId> = self.game.borrow(py).record().tree.children(self.id).collect();
        children.into_iter().map(|id| self.at(py, id)).collect()
    }

    /// The position here.
    fn board(&self, py: Python<'_>) -> PyResult<PyBoard> {
        let path = self.above(py);
        self.game.borrow(py).board_after(path.into_iter().rev())
    }

    /// Adds a move below this node, the last of its variations, and returns its node. Whether it is legal is up to
    /// `board` and `Game.verdict`.
    #[pyo3(signature = (r#move, *, comment = ""))]
    fn add(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>, comment: &str) -> PyResult<PyNode> {
        let color = self.next_color(py);
        let point = arguments::point(self.game.borrow(py).area(), r#move)?;
        let mut step = RecordNode::step(color, point);
        if !comment.is_empty() {
            comment.clone_into(&mut step.comment);
        }
        let id = self.game.borrow_mut(py).whole.record.tree.add(self.id, step);
        Ok(self.at(py, id))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        use pyo3::IntoPyObjectExt as _;
        let py = other.py();
        match other.cast::<PyNode>() {
            Ok(other) => {
                let other = other.get();
                (self.game.is(&other.game) && self.id == other.id).into_py_any(py)
            }
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match (self.color(py), self.r#move(py)) {
            (Some(color), Some(name)) => format!("<Node: {color} {name}>"),
            _ => "<Node>".to_owned(),
        }
    }
}
