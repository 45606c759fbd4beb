//! What can be wrong with rows of named columns.

use thiserror::Error;

use crate::FoundText;

/// What is wrong with a row of named columns, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ColumnProblem {
    /// No column has the moves.
    #[error("there is no column of moves: name one of them moves, pos or position")]
    NoMoves,
    /// The names of the columns take more than is looked at.
    #[error(
        "the first line, which names the columns, is longer than {} bytes",
        crate::RecordReader::HEAD
    )]
    Names,
    /// A row has fewer fields than the first line has names.
    #[error("this row has {found} of {expected} fields: the next would be \"{name}\"")]
    Short {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The name of the first column that is missing.
        name: String,
    },
    /// A row has more fields than the first line has names.
    #[error("this row has a field too many: the first line names {0}")]
    Long(usize),
    /// A quoted field does not end.
    #[error("this field begins with a quotation mark and no other ends it")]
    Unclosed,
    /// Something follows the end of a quoted field.
    #[error("{0} follows the end of a quoted field: write a quotation mark inside of it twice")]
    AfterQuote(FoundText),
    /// A rule that is none.
    #[error("{0} is not a rule: write freestyle, exact, renju, nogo, or Gomocup's 0, 1 or 4")]
    Rule(FoundText),
    /// A size that is none.
    #[error("{0} is not the size of a board: write 15 or 20x15")]
    Size(FoundText),
    /// An order of rows that is none.
    #[error("{0} is not an order of rows: write top or bottom, where row 1 is")]
    Rows(FoundText),
    /// Something else than a move.
    #[error("{0} is not a move: write points like h8, one after another, or pass")]
    Move(FoundText),
    /// Something else than a list of moves.
    #[error("{0} is not a list of moves: write [\"h8\",\"i9\"] or [[7,7],[8,6]], x and y from 0")]
    List(FoundText),
    /// Names of points on a board without edges.
    #[error("a board without edges has no names of points: write [[x,y],…]")]
    NoEdges,
    /// Something else than an object.
    #[error("this is not a JSON object with a game: {0}")]
    Json(String),
    /// An object without moves.
    #[error("this game has no \"moves\"")]
    Without,
    /// A move of a list is null.
    #[error("move {0} of the list is null: write a point like h8, [x,y] or pass")]
    NullMove(usize),
    /// A point of a list has another number of coordinates than two.
    #[error("a point of the list has {0} numbers: write [x,y], from 0 at the top left")]
    Pair(usize),
    /// A coordinate that no board has.
    #[error("{0} is not a coordinate: x and y are whole numbers from 0 at the top left")]
    Coordinate(i64),
    /// A cell is longer than any game.
    #[error("the cell is longer than {0} bytes, which no game needs")]
    CellTooLong(usize),
    /// A cell of a table is at fault.
    #[error("row {row}, column \"{column}\": {problem}")]
    Cell {
        /// The row, from 1.
        row: u64,
        /// The name of the column.
        column: String,
        /// What is wrong with the cell.
        problem: Box<ColumnProblem>,
    },
}
