//! What is wrong in a text, and where.

use std::fmt;

use tengen_core::{Area, Color, Illegal, NameError, Point};
use thiserror::Error;

use crate::{
    BoardForm, BoardText, MAX_SIDE, StoneList, fen::FenError, formats::RecordProblem,
    links::LinkProblem, puzzle_key::PuzzleKey, text,
};

/// Something wrong in a text: the place, the line it is in, and the problem.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{problem}")]
pub struct Fault {
    /// The line, from 1; 0 in a table, which has none.
    pub line: u64,
    /// The column in bytes, from 1; 0 in a table.
    pub column: usize,
    /// The part of the line around the place, fit to be printed.
    pub excerpt: String,
    /// How many characters of the excerpt stand before the place.
    pub caret: usize,
    /// How many characters of the excerpt are at fault, at least one.
    pub width: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a place in a text, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// A character stands for no point.
    #[error("{0} is not a point: write {1}")]
    Point(FoundText, BoardForm),
    /// A row has too few or too many points.
    #[error("this row has {}; a {size} board has {expected} in a row", count(*found as u64, "point"))]
    RowLength {
        /// The number of points in the row.
        found: usize,
        /// The number of points in a row of the board.
        expected: usize,
        /// What was asked for.
        size: ExpectedSize,
    },
    /// A board stops before its last row.
    #[error("the board stops after {}; a {size} board has {expected}", count(*found as u64, "row"))]
    BoardHeight {
        /// The number of rows.
        found: usize,
        /// The number of rows of the board.
        expected: usize,
        /// What was asked for.
        size: ExpectedSize,
    },
    /// A board goes on after its last row.
    #[error("there is a row too many: a {0} board has {1}, and a blank line ends it")]
    RowTooMany(ExpectedSize, usize),
    /// A board is larger than any we read.
    #[error("the board is too large: sides may have up to {MAX_SIDE} points")]
    TooLarge,
    /// The first line should say how many records follow.
    #[error(
        "{0} is not a number of boards: the first line says how many follow (boards of o, x and . \
         need none)"
    )]
    Count(FoundText),
    /// The text ends before all promised records have come.
    #[error("the first line promises {}, but the text ends after {found}", count(*promised, "board"))]
    Missing {
        /// How many boards were to come.
        promised: u64,
        /// How many came.
        found: u64,
    },
    /// There is something after all promised records.
    #[error("there is more text after the {}", count(*promised, "promised board"))]
    Trailing {
        /// How many boards were to come.
        promised: u64,
    },
    /// There is nothing in the text.
    #[error("the text is empty: expected {0}")]
    Empty(ExpectedContent),
    /// A game's first line should say how many moves follow.
    #[error("{0} is not a number of moves: a game begins with the number of its moves")]
    MoveCount(FoundText),
    /// A game has more moves than the board has points.
    #[error(
        "{} do not fit on a {area} board, which has {}",
        count(*found, "move"),
        count(*points as u64, "point")
    )]
    TooManyMoves {
        /// How many moves were to come.
        found: u64,
        /// The board.
        area: Area,
        /// The number of its points.
        points: usize,
    },
    /// A game stops before its last move.
    #[error("the game promises {}, but the text ends after {found}", count(*promised, "move"))]
    MissingMoves {
        /// How many moves were to come.
        promised: u64,
        /// How many came.
        found: usize,
    },
    /// A line is not a move.
    #[error("{0} is not a move: write two numbers, the row and the column, like 8 8")]
    Move(FoundText),
    /// A move is off the board.
    #[error("row {row}, column {column} is outside the {area} board: both count from 1")]
    MoveOutside {
        /// The row, from 1 at the top.
        row: u64,
        /// The column, from 1 at the left.
        column: u64,
        /// The board.
        area: Area,
    },
    /// A move breaks a rule that no game may break.
    #[error("move {number} cannot be played: {illegal}{}", by(*.earlier))]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Why not.
        illegal: Illegal,
        /// The number of the move that took the point, if that is why.
        earlier: Option<usize>,
    },
    /// A character stands for no point of a field.
    #[error("{0} is not a point: write X for black, O for white or . for empty")]
    Stone(FoundText),
    /// The first line should be the size of a field.
    #[error(
        "{0} is not the size of a board: the first line says how many rows and columns there are, \
         like 9 (or 9 7 for nine rows of seven)"
    )]
    FieldSize(FoundText),
    /// A field is larger than any we read.
    #[error("the board is too large: sides may have up to {} points", BoardText::MAX_SIDE)]
    FieldTooLarge,
    /// There is something after the one board of a text.
    #[error("there is more text after the board")]
    AfterBoard,
    /// A chain has no liberty.
    #[error("the {0} chain of this stone has no liberty: no game leads there")]
    Choked(Color),
    /// The sides do not have as many stones.
    #[error(
        "a stone too many: {} and {}, but with black to move they have equally many",
        count(*black as u64, "black stone"),
        count(*white as u64, "white stone")
    )]
    Uneven {
        /// The number of black stones.
        black: usize,
        /// The number of white stones.
        white: usize,
    },
    /// Something else stands where a part of a list of pieces should.
    #[error("{found} is out of place: expected {expected}")]
    Unexpected {
        /// What stands there.
        found: FoundText,
        /// What should.
        expected: &'static str,
    },
    /// A list of pieces is cut off.
    #[error("the text ends here: expected {expected}")]
    PiecesEnd {
        /// What should come.
        expected: &'static str,
    },
    /// A piece has too few or too many numbers.
    #[error("this piece has {}: write three, x, y and color", count(*.0 as u64, "number"))]
    PieceNumbers(usize),
    /// A number of a piece is none, or not a whole one.
    #[error("{0} is not a whole number: write digits only, like 7 or -12")]
    PieceNumber(FoundText),
    /// A piece is too far away.
    #[error("{0} is out of range: write a number from -{reach} to {reach}", reach = StoneList::MAX_COORDINATE)]
    PieceOutside(FoundText),
    /// The color of a piece is none.
    #[error("{0} is not a color: 0 is black and 1 is white")]
    PieceColor(FoundText),
    /// Two pieces stand on one point.
    #[error("there is a piece on ({},{}) already, on line {line}, column {column}", point.x, point.y)]
    PieceTwice {
        /// The point.
        point: Point,
        /// The line of the first piece.
        line: u64,
        /// Its column.
        column: usize,
    },
    /// There are more pieces than are read.
    #[error("there are too many pieces: at most {} are read", crate::StoneList::MOST)]
    TooManyPieces,
    /// There is something after a list of pieces.
    #[error("there is more text after the list of pieces")]
    AfterPieces,
    /// A line is not JSON.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// A line is not an object.
    #[error(
        "{found} is out of place: a puzzle is an object on one line, like {example}",
        example = crate::puzzles::Puzzle::EXAMPLE
    )]
    NoPuzzle {
        /// What stands there.
        found: FoundText,
    },
    /// A puzzle is not all there.
    #[error("this puzzle has no \"{key}\": write {}", key.expected())]
    PuzzleWithout {
        /// What is missing.
        key: PuzzleKey,
    },
    /// A puzzle says something twice.
    #[error("this puzzle has \"{0}\" twice")]
    PuzzleKeyTwice(PuzzleKey),
    /// A puzzle says something that makes no sense.
    #[error("{found} is not right for \"{key}\": write {}", key.expected())]
    PuzzleValue {
        /// What is at fault.
        key: PuzzleKey,
        /// What it says.
        found: FoundText,
    },
    /// A puzzle says in two ways where its stones are.
    #[error("this puzzle has \"fen\", which says what \"{key}\" says: take one of them out")]
    PuzzleBeside {
        /// What it says besides.
        key: PuzzleKey,
    },
    /// The FEN of a puzzle cannot be read.
    #[error("this is no FEN: {}", .0.problem)]
    PuzzleFen(FenError),
    /// A puzzle without a question.
    #[error("this puzzle cannot be solved: {0}")]
    Unsolvable(String),
    /// A stone of a puzzle is on no point.
    #[error("{0}")]
    PuzzlePoint(NameError),
    /// Two stones of a puzzle are on one point.
    #[error("there is a stone on {name} already, in column {column}")]
    PuzzleTwice {
        /// The point.
        name: String,
        /// The column of the first one.
        column: usize,
    },
    /// A line is longer than any puzzle.
    #[error(
        "the line is longer than {} bytes, which no puzzle needs",
        crate::puzzles::Puzzle::LIMIT
    )]
    PuzzleTooLong,
    /// A game that is to go on is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// A number of an opening is none.
    #[error("{0} is not a number of steps from the middle: write digits only, like 7 or -12")]
    OpeningOffset(FoundText),
    /// A move of an opening has one number.
    #[error("{0} is half of a move: a move is two numbers, like 8,-3")]
    OpeningHalf(FoundText),
    /// A move of an opening is off the board.
    #[error("{x},{y} is outside the {area} board: its middle is 0,0")]
    OpeningOutside {
        /// Steps to the right.
        x: i32,
        /// Steps downward.
        y: i32,
        /// The board.
        area: Area,
    },
    /// A name in an opening is of no point.
    #[error("{0}")]
    OpeningPoint(NameError),
    /// A line is longer than any that can be right.
    #[error("the line is longer than {} bytes, which no board or move needs", text::LINE_LIMIT)]
    LineTooLong,
    /// A record is longer than any that can be right.
    #[error("the record is longer than {} bytes, which no board or game needs", text::RECORD_LIMIT)]
    RecordTooLong,
    /// A link is not right.
    #[error(transparent)]
    Link(#[from] LinkProblem),
    /// A record of a game is not right.
    #[error(transparent)]
    Record(#[from] RecordProblem),
    /// The text is in an encoding we do not read.
    #[error("the text is {0}: save it as UTF-8 or plain ASCII")]
    Encoding(&'static str),
}

fn count(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn by(earlier: Option<usize>) -> String {
    earlier.map_or_else(String::new, |number| format!(" by move {number}"))
}

/// What a text was expected to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedContent {
    /// Boards.
    Boards,
    /// Games.
    MoveLists,
    /// One board with its size.
    BoardText,
    /// A list of pieces.
    StoneList,
    /// Puzzles, one a line.
    Puzzles,
    /// Openings, one a line.
    Openings,
}

impl fmt::Display for ExpectedContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExpectedContent::Boards => "boards",
            ExpectedContent::MoveLists => "games",
            ExpectedContent::BoardText => "the size of a board and its rows",
            ExpectedContent::Puzzles => "puzzles, one a line",
            ExpectedContent::Openings => "openings, one a line, like h8i9 or 0,0, 1,-1",
            ExpectedContent::StoneList => "a list of pieces like [[0,0,1],[1,1,0]]",
        })
    }
}

/// The size of a board that was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedSize {
    /// A size given beforehand.
    Fixed(Area),
    /// The width that the first row of the board set.
    ByFirstRow,
}

impl fmt::Display for ExpectedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedSize::Fixed(area) => area.fmt(f),
            ExpectedSize::ByFirstRow => f.write_str("rectangular"),
        }
    }
}

/// A piece of the text as it can be shown: never more than a few characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundText(String);

impl FoundText {
    const MOST: usize = 24;

    /// What stands in `bytes`.
    pub(crate) fn new(bytes: &[u8]) -> FoundText {
        match bytes {
            [] => FoundText("a blank line".to_owned()),
            [0, ..] => FoundText("a NUL byte (is this UTF-16 or a binary file?)".to_owned()),
            _ => {
                // A character has up to four bytes, and one too many shows that there are more.
                let text = text::printable(&bytes[..bytes.len().min(4 * (FoundText::MOST + 1))]);
                let short: String = text.chars().take(FoundText::MOST).collect();
                let more = if short.len() < text.len() { "…" } else { "" };
                FoundText(format!("\"{short}{more}\""))
            }
        }
    }
}

impl fmt::Display for FoundText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
