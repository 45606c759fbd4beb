//! `Board`: a game in progress, in the manner of python-chess.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyTuple, PyType},
};
use tengen_answers::view::fouls;
use tengen_core::{Area, Cell, Color, Drawing, Illegal, Point, Position, Rule, Setup, renju};
use tengen_notation::Fen;
use tengen_picture::{MoveNumbers, Picture, PictureMark, Theme};

use crate::{
    arguments,
    errors::{IllegalMoveError, PointError, PositionError, position_error},
    legal_moves::PyLegalMoves,
    outcome::{PyFoul, PyOutcome},
};

/// A position of a game with the moves that led to it.
///
/// The games are "freestyle" and "exact" five-in-a-row, "renju" and "nogo". A size is the side of a square board, a pair
/// (width, height), a text like "15x15", or None for a board without edges. Points are names like "h8", rows counted
/// from the bottom, or pairs (x, y) from 0 at the top left; a board without edges has pairs alone, spelled "(3,-4)".
///
/// >>> from tengen import Board
/// >>> board = Board("renju", moves="h8 i9")
/// >>> board.turn
/// 'black'
/// >>> "i9" in board.legal_moves, "j10" in board.legal_moves
/// (False, True)
/// >>> board.push("j10")
/// >>> board.pop()
/// 'j10'
#[pyclass(name = "Board", module = "tengen", subclass, skip_from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct PyBoard {
    /// The stones that were there before the first move.
    start: Setup,
    position: Position,
}

impl PyBoard {
    /// A game that goes on from `start` with `moves`.
    pub(crate) fn new(rule: Rule, start: Setup, moves: &[Point]) -> PyResult<PyBoard> {
        let position = arguments::start(rule, &start)?;
        let mut board = PyBoard { start, position };
        for (number, &point) in (1..).zip(moves) {
            board
                .position
                .play(point)
                .map_err(|why| illegal(&format!("move {number}, "), board.area(), point, why))?;
        }
        Ok(board)
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) const fn start(&self) -> &Setup {
        &self.start
    }

    pub(crate) fn area(&self) -> Area {
        self.start.area
    }

    fn point(&self, point: &Bound<'_, PyAny>) -> PyResult<Point> {
        arguments::point(self.area(), point)
    }

    /// An empty point of the board.
    fn empty_point(&self, point: &Bound<'_, PyAny>) -> PyResult<Point> {
        let point = self.point(point)?;
        let why = match self.position.board().cell(point) {
            Cell::Empty => return Ok(point),
            Cell::Edge => Illegal::Outside,
            Cell::Black | Cell::White => Illegal::Occupied,
        };
        Err(illegal("", self.area(), point, why))
    }

    /// Width, height and cells in reading order: 0 empty, 1 black, 2 white.
    fn cells(&self) -> PyResult<(u16, u16, Vec<u8>)> {
        let Some((width, height)) = arguments::size(self.area()) else {
            return Err(PositionError::new_err("a board without edges has no array of cells"));
        };
        let board = self.position.board();
        let code = |point| match board.cell(point) {
            Cell::Black => 1,
            Cell::White => 2,
            Cell::Empty | Cell::Edge => 0,
        };
        Ok((width, height, board.area().points().map(code).collect()))
    }

    pub(crate) fn picture(&self) -> Picture {
        let mut picture = Picture::new(
            arguments::start(self.position.rule(), &self.start)
                .expect("the game has started from here")
                .board(),
        )
        .play(self.start.turn, self.position.moves());
        for line in self.position.winning_lines() {
            picture = picture.line(line);
        }
        picture
    }
}

/// Why a move cannot be played.
fn illegal(place: &str, area: Area, point: Point, why: Illegal) -> PyErr {
    let name = if area.contains(point) { area } else { Area::Unbounded }.name(point);
    IllegalMoveError::new_err(format!("{place}{name}: {why}"))
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (rule = "freestyle", size = SizeArgument::Missing, moves = None, stones = None, turn = None))]
    #[pyo3(text_signature = "(rule='freestyle', size=15, moves=(), stones=None, turn=None)")]
    fn py_new(
        rule: &str,
        size: SizeArgument<'_>,
        moves: Option<&Bound<'_, PyAny>>,
        stones: Option<&Bound<'_, PyDict>>,
        turn: Option<&str>,
    ) -> PyResult<PyBoard> {
        let rule = arguments::rule(rule)?;
        let area = match size {
            SizeArgument::Missing => Area::square(15),
            SizeArgument::Given(size) => arguments::area(&size)?,
        };
        let mut start = Setup::new(area);
        if let Some(stones) = stones {
            start.stones = arguments::stones(area, stones)?;
        }
        if let Some(turn) = turn {
            start.turn = arguments::color(turn)?;
        }
        let moves = moves.map_or(Ok(Vec::new()), |moves| arguments::points(area, moves))?;
        PyBoard::new(rule, start, &moves)
    }

    /// A board of the position that a FEN spells: the rows from the top, "x" black, "o" white and numbers of empty
    /// points; the side to move; the rule. A board without edges is a list of its stones.
    ///
    /// >>> from tengen import Board
    /// >>> Board.from_fen("3/1x1/3 w freestyle").turn
    /// 'white'
    /// >>> Board.from_fen("x(0,0)o(1,-1) b renju").stones()
    /// {'(1,-1)': 'white', '(0,0)': 'black'}
    #[classmethod]
    fn from_fen<'py>(class: &Bound<'py, PyType>, fen: &str) -> PyResult<Bound<'py, PyAny>> {
        let fen: Fen = fen.parse().map_err(position_error)?;
        let Setup { area, stones, turn } = fen.setup();
        let placed = PyDict::new(class.py());
        for &(point, color) in stones {
            placed.set_item(area.name(point), arguments::color_name(color))?;
        }
        let turn = arguments::color_name(*turn);
        class.call1((fen.rule().to_string(), area.to_string(), (), placed, turn))
    }

    /// The position as a FEN. The moves that led to it are not part of it.
    ///
    /// >>> from tengen import Board
    /// >>> Board("renju", size=5, moves="c3").fen()
    /// '5/5/2x2/5/5 w renju'
    fn fen(&self) -> String {
        Fen::from(&self.position).to_string()
    }

    /// The name of the game.
    #[getter]
    fn rule(&self) -> String {
        self.position.rule().to_string()
    }

    /// Width and height; None without edges.
    #[getter]
    fn size(&self) -> Option<(u16, u16)> {
        arguments::size(self.area())
    }

    /// The side to move, "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        arguments::color_name(self.position.turn())
    }

    /// The names of the moves that were played, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.area().names(self.position.moves())
    }

    /// The names of the moves that were played, as `move_stack`.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.move_stack()
    }

    /// The number of moves that were played.
    #[getter]
    fn ply(&self) -> usize {
        self.position.moves().len()
    }

    /// The legal moves, as a set of names that follows the board.
    #[getter]
    fn legal_moves(slf: Bound<'_, PyBoard>) -> PyLegalMoves {
        PyLegalMoves::new(slf.unbind())
    }

    /// Plays a move.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let point = self.point(r#move)?;
        self.position.play(point).map_err(|why| illegal("", self.area(), point, why))
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let point = self.position.undo();
        let empty = || PyIndexError::new_err("there is no move to take back");
        Ok(self.area().name(point.ok_or_else(empty)?))
    }

    /// The last move; None before the first.
    fn peek(&self) -> Option<String> {
        self.position.moves().last().map(|&point| self.area().name(point))
    }

    /// Whether a move is legal.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position.may_play(self.point(r#move)?).is_ok())
    }

    /// The foul that Black would commit on an empty point, whoever is to move; None if it is none, as always in games
    /// other than renju.
    ///
    /// >>> from tengen import Board
    /// >>> board = Board("renju", moves="g8 a15 f8 c15 h9 e15 h10 g15")
    /// >>> foul = board.foul("h8")
    /// >>> foul.kind, foul.why
    /// ('double three', 'black may not make a double three')
    /// >>> [line.stones for line in foul.lines]
    /// [['f8', 'g8', 'h8'], ['h10', 'h9', 'h8']]
    #[pyo3(signature = (point, /))]
    fn foul(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<PyFoul>> {
        let point = self.empty_point(point)?;
        if self.position.rule() != Rule::Renju {
            return Ok(None);
        }
        let found = renju::explain_foul(self.position.board(), point);
        Ok(found.map(|(foul, lines)| PyFoul::new(self.area(), point, foul, &lines)))
    }

    /// All fouls of Black by their points, whoever is to move; none once the game is over.
    fn fouls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        if self.position.rule() == Rule::Renju && self.position.outcome().is_none() {
            let board = self.position.board();
            for (point, _) in fouls(board) {
                if let Some((foul, lines)) = renju::explain_foul(board, point) {
                    let foul = PyFoul::new(self.area(), point, foul, &lines);
                    all.set_item(self.area().name(point), foul.into_py_any(py)?)?;
                }
            }
        }
        Ok(all)
    }

    /// How the game ended on the board; None while it goes on.
    ///
    /// >>> from tengen import Board
    /// >>> board = Board(moves="h8 a1 i8 a2 j8 a3 k8 a4 l8")
    /// >>> outcome = board.outcome()
    /// >>> outcome.winner, outcome.end, outcome.lines
    /// ('black', 'five', [['h8', 'i8', 'j8', 'k8', 'l8']])
    fn outcome(&self) -> Option<PyOutcome> {
        PyOutcome::new(&self.position)
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// The color of the stone on a point; None if it is empty.
    #[pyo3(signature = (point, /))]
    fn stone_at(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let point = self.point(point)?;
        match self.position.board().cell(point) {
            Cell::Empty => Ok(None),
            Cell::Black => Ok(Some("black")),
            Cell::White => Ok(Some("white")),
            Cell::Edge => Err(illegal("", self.area(), point, Illegal::Outside)),
        }
    }

    /// The stones: points and their colors, in reading order.
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut stones = self.position.board().stones();
        stones.sort_unstable_by_key(|stone| stone.0);
        let all = PyDict::new(py);
        for (point, color) in stones {
            all.set_item(self.area().name(point), arguments::color_name(color))?;
        }
        Ok(all)
    }

    /// The point of a name as a pair (x, y), from 0 at the top left.
    ///
    /// >>> from tengen import Board
    /// >>> Board().point("a15"), Board().name(7, 7)
    /// ((0, 0), 'h8')
    #[pyo3(name = "point", signature = (name, /))]
    fn py_point(&self, name: &str) -> PyResult<(i32, i32)> {
        let point = self.area().point(name);
        let point = point.map_err(|error| PointError::new_err(error.to_string()))?;
        Ok((point.x, point.y))
    }

    /// The name of a point.
    #[pyo3(signature = (x, y, /))]
    fn name(&self, x: i32, y: i32) -> PyResult<String> {
        let point = Point::new(x, y);
        if self.area().contains(point) {
            return Ok(self.area().name(point));
        }
        let message = format!("({x}, {y}) is outside the board");
        Err(PointError::new_err(message))
    }

    /// The cells as a numpy array of bytes, a row of the board a row: 0 empty, 1 black, 2 white.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (width, height, cells) = self.cells()?;
        let numpy = py.import("numpy")?;
        let flat = numpy.call_method1("frombuffer", (PyBytes::new(py, &cells), "uint8"))?;
        flat.call_method1("reshape", (height, width))?.call_method0("copy")
    }

    /// A board of its own with the same position and moves.
    fn copy(&self) -> PyBoard {
        self.clone()
    }

    fn __copy__(&self) -> PyBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoard {
        self.clone()
    }

    /// The picture as SVG. Themes: wood, wood-dark, pixel, pixel-dark, contrast, contrast-dark.
    #[pyo3(signature = (theme = "wood", *, numbers = true, fouls = false))]
    fn svg(&self, theme: &str, numbers: bool, fouls: bool) -> PyResult<String> {
        let mut picture = self.picture();
        if !numbers {
            picture = picture.numbered(MoveNumbers::Last(0));
        }
        if fouls && self.position.rule() == Rule::Renju {
            for (point, foul) in tengen_answers::view::fouls(self.position.board()) {
                picture = picture.mark(point, PictureMark::Forbidden(foul));
            }
        }
        let Some(theme) = Theme::named(theme) else {
            let names = Theme::ALL.map(|theme| theme.name).join(", ");
            let message = format!("no theme is called {theme:?}: there are {names}");
            return Err(PyValueError::new_err(message));
        };
        Ok(picture.svg(theme))
    }

    fn _repr_svg_(&self) -> String {
        self.picture().svg(&Theme::WOOD)
    }

    fn __str__(&self) -> String {
        let drawing = Drawing::from_board(self.position.board());
        let drawing = drawing.unwrap_or_else(|| self.picture().drawing()).to_string();
        drawing.trim_end().to_owned()
    }

    fn __repr__(slf: &Bound<'_, PyBoard>) -> PyResult<String> {
        let class = slf.get_type().name()?;
        let board = slf.borrow();
        if !board.start.stones.is_empty() || board.start.turn != Color::Black {
            return Ok(format!("{class}.from_fen('{}')", board.fen()));
        }
        let (rule, area) = (board.position.rule(), board.area());
        let moves = area.names(board.position.moves()).join(" ");
        Ok(format!("{class}(rule='{rule}', size='{area}', moves='{moves}')"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<PyBoard>() {
            Ok(other) => (self.position == other.borrow().position).into_py_any(py),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    /// Rule, size, moves, stones and turn from which an equal board is made.
    fn __reduce__<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.borrow();
        let pair = |&point: &Point| (point.x, point.y);
        let moves: Vec<(i32, i32)> = board.position.moves().iter().map(pair).collect();
        let stones = PyDict::new(py);
        for (point, color) in &board.start.stones {
            stones.set_item(pair(point), arguments::color_name(*color))?;
        }
        let turn = arguments::color_name(board.start.turn);
        let (rule, size) = (board.rule(), board.area().to_string());
        (slf.get_type(), (rule, size, moves, stones, turn)).into_pyobject(py)
    }
}

/// The argument `size`, for which None is a value of its own: a board without edges.
enum SizeArgument<'py> {
    Missing,
    Given(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for SizeArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SizeArgument<'py>> {
        Ok(SizeArgument::Given(object.to_owned()))
    }
}
