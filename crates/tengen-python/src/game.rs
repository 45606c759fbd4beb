//! `Game`: a record with its variations, and `Verdict`: what the referee says about it.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyType},
};
use tengen_answers::convert::LossTally;
use tengen_archive::BlockJudge;
use tengen_core::{Area, Color, Point, Rule, Setup};
use tengen_notation::{
    Format, Irregularity, MainLine, NodeId, Record, RecordNode, RecordTree, RecordWriter, RowOrder,
    WholeRecord, WriteOptions,
};

use crate::{
    arguments::{self, color_name},
    board::PyBoard,
    errors::{PositionError, WriteError},
    game_node::PyNode,
};

/// A game as it is recorded: names, the written result, and the moves with all variations and comments.
///
/// >>> from tengen import Board, Game
/// >>> game = Game.from_board(Board("renju", moves="h8 i9 j10"))
/// >>> game.black = "Ada"
/// >>> game.moves
/// ['h8', 'i9', 'j10']
/// >>> game.root.children[0].add("g9", comment="sharper").move
/// 'g9'
/// >>> game.write("sgf").count(b"(;")
/// 3
#[pyclass(name = "Game", module = "tengen", skip_from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PyGame {
    pub(crate) whole: WholeRecord,
    /// The file of the archive that it stands in; empty if it came in none.
    pub(crate) file: String,
}

impl PyGame {
    pub(crate) const fn record(&self) -> &Record {
        &self.whole.record
    }

    /// The board of the record; 15x15 if it does not say which.
    pub(crate) fn area(&self) -> Area {
        self.record().area.unwrap_or(Area::square(15))
    }

    /// The name of a point of the record, which may be outside of its board.
    pub(crate) fn name(&self, point: Point) -> String {
        let area = self.area();
        if area.contains(point) { area.name(point) } else { Area::Unbounded.name(point) }
    }

    /// The position after the steps of `path`, which begins at the root.
    pub(crate) fn board_after(&self, path: impl Iterator<Item = NodeId>) -> PyResult<PyBoard> {
        let record = self.record();
        let mut tree = RecordTree::default();
        let mut at = None;
        for id in path {
            let node: RecordNode = record.tree.node(id).clone();
            match at {
                None => {
                    let root = tree.node_mut(RecordTree::ROOT);
                    (root.setup, root.turn) = (node.setup.clone(), node.turn);
                    at = Some(RecordTree::ROOT);
                }
                Some(above) => at = Some(tree.add(above, node)),
            }
        }
        let mut line = MainLine::default();
        line.set(&Record { tree, ..Record::default() }, 1, 0);
        if let Some(&(before, irregularity)) = line.irregularities.first() {
            let what = match irregularity {
                Irregularity::Pass => "a side passes before",
                Irregularity::OutOfTurn => "the wrong side makes",
                Irregularity::Setup => "stones are set or taken away before",
            };
            let message = format!("{what} move {}: no board has that", before + 1);
            return Err(PositionError::new_err(message));
        }
        let setup = Setup { area: self.area(), stones: line.setup, turn: line.first };
        PyBoard::new(record.rule.unwrap_or(Rule::Freestyle), setup, &line.moves)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rule = None, size = None))]
    fn py_new(rule: Option<&str>, size: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let rule = rule.map(arguments::rule).transpose()?;
        let area = size.map(arguments::area).transpose()?;
        let record = Record { rule, area, ..Record::default() };
        let whole = WholeRecord { record, repairs: Vec::new(), line: 1, offset: 0 };
        Ok(PyGame { whole, file: String::new() })
    }

    /// The game of a board: the stones that it began with, and its moves.
    #[classmethod]
    fn from_board(_class: &Bound<'_, PyType>, board: &Bound<'_, PyBoard>) -> PyGame {
        let board = board.borrow();
        let Setup { area, stones, turn } = board.start();
        let mut record = Record { area: Some(*area), ..Record::default() };
        record.rule = Some(board.position().rule());
        if !stones.is_empty() || *turn != Color::Black {
            let root = record.tree.node_mut(RecordTree::ROOT);
            root.setup = stones.iter().map(|&(point, color)| (point, Some(color))).collect();
            root.turn = Some(*turn);
        }
        let moves = board.position().moves().iter().map(|&point| Some(point));
        record.tree.extend(RecordTree::ROOT, tengen_notation::RecordStep::in_turn(*turn, moves));
        let whole = WholeRecord { record, repairs: Vec::new(), line: 1, offset: 0 };
        PyGame { whole, file: String::new() }
    }

    /// The game; None if the record does not say which.
    #[getter]
    fn rule(&self) -> Option<String> {
        self.record().rule.map(|rule| rule.to_string())
    }

    #[setter]
    fn set_rule(&mut self, rule: Option<&str>) -> PyResult<()> {
        self.whole.record.rule = rule.map(arguments::rule).transpose()?;
        Ok(())
    }

    /// The size of the board as a text like "15x15" or "infinite"; None if the record does not say which.
    #[getter]
    fn size(&self) -> Option<String> {
        self.record().area.map(|area| area.to_string())
    }

    /// The result that is written, like "black won by resignation" or "a draw"; None if none is.
    #[getter]
    fn result(&self) -> Option<String> {
        self.record().claim.map(|claim| claim.to_string())
    }

    #[setter]
    fn set_result(&mut self, result: Option<&str>) -> PyResult<()> {
        let error = |error: tengen_notation::ParseClaimError| {
            pyo3::exceptions::PyValueError::new_err(error.to_string())
        };
        self.whole.record.claim = result.map(|text| text.parse().map_err(error)).transpose()?;
        Ok(())
    }

    /// The winner by the written result; None if nobody won or none is written.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.record().claim.and_then(tengen_notation::ResultClaim::winner).map(color_name)
    }

    /// The player of the black stones; empty if the record does not say.
    #[getter]
    fn black(&self) -> &str {
        &self.record().black
    }

    #[setter]
    fn set_black(&mut self, name: String) {
        self.whole.record.black = name;
    }

    /// The player of the white stones.
    #[getter]
    fn white(&self) -> &str {
        &self.record().white
    }

    #[setter]
    fn set_white(&mut self, name: String) {
        self.whole.record.white = name;
    }

    /// What the game was part of.
    #[getter]
    fn event(&self) -> &str {
        &self.record().event
    }

    #[setter]
    fn set_event(&mut self, event: String) {
        self.whole.record.event = event;
    }

    /// The number of the game or round in it.
    #[getter]
    fn round(&self) -> &str {
        &self.record().round
    }

    #[setter]
    fn set_round(&mut self, round: String) {
        self.whole.record.round = round;
    }

    /// When it was played, as written.
    #[getter]
    fn date(&self) -> &str {
        &self.record().date
    }

    #[setter]
    fn set_date(&mut self, date: String) {
        self.whole.record.date = date;
    }

    /// Where it was played.
    #[getter]
    fn place(&self) -> &str {
        &self.record().place
    }

    #[setter]
    fn set_place(&mut self, place: String) {
        self.whole.record.place = place;
    }

    /// What else is said about the game as a whole: names and values as the format has them.
    #[getter]
    fn other(&self) -> Vec<(String, String)> {
        self.record().other.clone()
    }

    /// The file of the archive that the record was in; empty if it came in none.
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// The line that the record begins in, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.whole.line
    }

    /// What was not spelled as it should be and was read all the same, each with its place.
    #[getter]
    fn repairs(&self) -> Vec<String> {
        self.whole.repairs.iter().map(ToString::to_string).collect()
    }

    /// The node before the first move.
    #[getter]
    fn root(slf: Bound<'_, PyGame>) -> PyNode {
        PyNode::new(slf.unbind(), RecordTree::ROOT)
    }

    /// The nodes of the main line that have a move or a pass.
    fn mainline(slf: &Bound<'_, PyGame>) -> Vec<PyNode> {
        let game = slf.borrow();
        let tree = &game.record().tree;
        let steps = tree.main_line().filter(|&id| tree.node(id).step.is_some());
        steps.map(|id| PyNode::new(slf.clone().unbind(), id)).collect()
    }

    /// The moves of the main line by their names; a pass is "pass".
    #[getter]
    fn moves(&self) -> Vec<String> {
        let tree = &self.record().tree;
        let steps = tree.main_line().filter_map(|id| tree.node(id).step);
        steps
            .map(|step| step.point.map_or_else(|| "pass".to_owned(), |point| self.name(point)))
            .collect()
    }

    /// The position after this many moves of the main line, or after all of them.
    #[pyo3(signature = (at = None))]
    fn board(&self, at: Option<usize>) -> PyResult<PyBoard> {
        let tree = &self.record().tree;
        let moves = tree.main_line().filter(|&id| tree.node(id).step.is_some()).count();
        if let Some(at) = at.filter(|&at| at > moves) {
            let message = format!("there is no position after {at} moves: there are {moves}");
            return Err(pyo3::exceptions::PyIndexError::new_err(message));
        }
        let mut left = at.unwrap_or(moves);
        self.board_after(tree.main_line().take_while(|&id| {
            let is_step = tree.node(id).step.is_some();
            let goes_on = !is_step || left > 0;
            left = left.saturating_sub(usize::from(is_step));
            goes_on
        }))
    }

    /// What the referee says about the main line: who won, by what, and whether the written result agrees.
    ///
    /// >>> from tengen import Board, Game
    /// >>> game = Game.from_board(Board(moves="h8 a1 i8 a2 j8 a3 k8 a4 l8"))
    /// >>> game.result = "white won by time"
    /// >>> verdict = game.verdict()
    /// >>> verdict.winner, verdict.end, verdict.at, verdict.agrees
    /// ('black', 'five', 9, 'no')
    fn verdict(&self) -> PyVerdict {
        let mut judge = BlockJudge::default();
        let judged = judge.judge_whole(&self.whole);
        let lines = judged.evidence.lines().map(|(shape, points)| {
            let names = points.iter().map(|&point| self.name(point)).collect();
            (shape.name(), names)
        });
        let verdict = judged.verdict;
        PyVerdict {
            winner: verdict.winner.map(color_name),
            end: verdict.end.word(),
            at: verdict.at,
            earlier: verdict.earlier,
            after: verdict.after,
            agrees: verdict.agrees.word(),
            lines: lines.collect(),
        }
    }

    /// The record in a format, as bytes. What the format cannot hold is an error, or is left out if `lossy`.
    #[pyo3(signature = (format, *, rows = "bottom", lossy = false))]
    fn write<'py>(
        slf: Bound<'py, PyGame>,
        format: &str,
        rows: &str,
        lossy: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let py = slf.py();
        write_games(py, vec![slf], format, rows, lossy)
    }

    /// A game of its own with the same record.
    fn copy(&self) -> PyGame {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        use pyo3::IntoPyObjectExt as _;
        match other.cast::<PyGame>() {
            Ok(other) => (self.record() == other.borrow().record()).into_py_any(other.py()),
            Err(_) => Ok(other.py().NotImplemented()),
        }
    }

    fn __repr__(&self) -> String {
        let named = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        let (black, white) = (named(&self.record().black), named(&self.record().white));
        let result = self.result().unwrap_or_else(|| "no result".to_owned());
        format!("<Game: {black} - {white}, {} moves, {result}>", self.moves().len())
    }
}

/// What the referee says about a game.
#[pyclass(name = "Verdict", module = "tengen", frozen, get_all, eq, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PyVerdict {
    /// The winner by the board; None if nobody won.
    winner: Option<&'static str>,
    /// How the game ends by the board: "five", "overline", "double-four", "double-three", "no-move", "choke",
    /// "full-board", "unfinished", "occupied", "outside", "out-of-turn", "pass" or "setup".
    end: &'static str,
    /// The number of the move that ended it or cannot be, from 1; 0 if no single move did.
    at: u32,
    /// The number of the move that took the point of an "occupied" one; 0 if the set-up did.
    earlier: u32,
    /// How many moves come after the end.
    after: u32,
    /// Whether the board bears out the written result: "yes", "no" or "unknown".
    agrees: &'static str,
    /// The lines that show it: what each is, and its stones.
    lines: Vec<(&'static str, Vec<String>)>,
}

#[pymethods]
impl PyVerdict {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| format!("'{winner}'"));
        let PyVerdict { end, at, agrees, .. } = self;
        format!("Verdict(winner={winner}, end='{end}', at={at}, agrees='{agrees}')")
    }
}

/// Where rows of position strings count from.
fn row_order(rows: &str) -> PyResult<RowOrder> {
    match rows {
        "bottom" => Ok(RowOrder::FromBottom),
        "top" => Ok(RowOrder::FromTop),
        _ => {
            let message = format!("rows {rows:?}: rows count from bottom or top");
            Err(pyo3::exceptions::PyValueError::new_err(message))
        }
    }
}

/// Records in a format, one after another.
#[pyfunction]
#[pyo3(signature = (games, format, rows, lossy))]
pub(crate) fn write_games<'py>(
    py: Python<'py>,
    games: Vec<Bound<'py, PyGame>>,
    format: &str,
    rows: &str,
    lossy: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let format: Format = format.parse().map_err(|error| {
        pyo3::exceptions::PyValueError::new_err(format!("format {format:?}: {error}"))
    })?;
    let mut writer = RecordWriter::new(format, WriteOptions::new(row_order(rows)?));
    let (mut out, mut losses) = (Vec::new(), LossTally::default());
    for (number, game) in (1..).zip(games) {
        let lost = writer.write(game.borrow().record(), &mut out);
        losses.add(&lost.map_err(|error| WriteError::new_err(format!("game {number}: {error}")))?);
        py.check_signals()?;
    }
    let losses = losses.words();
    if !lossy && !losses.is_empty() {
        let losses = losses.join(", ");
        let message = format!("{format} cannot hold {losses}: lossy=True leaves that out");
        return Err(WriteError::new_err(message));
    }
    Ok(PyBytes::new(py, &out))
}

/// The format that the name of a file says; None if several or none have this ending.
#[pyfunction]
#[pyo3(signature = (name))]
pub(crate) fn format_of_name(name: &str) -> Option<&'static str> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    let mut formats = Format::ALL.into_iter().filter(|format| format.extension() == ending);
    let format = formats.next()?;
    formats.next().is_none().then(|| format.name())
}
