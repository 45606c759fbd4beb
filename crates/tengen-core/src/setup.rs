//! Any stones, any turn: plain data that may make no sense.

use std::{error::Error, fmt};

use crate::{Area, Board, Color, Point};

/// A not necessarily legal position, as an editor or a parser holds it.
///
/// It becomes a playable one through [`Position::from_setup`](crate::Position::from_setup).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The points in play.
    pub area: Area,
    /// The stones, in any order.
    pub stones: Vec<(Point, Color)>,
    /// The side to move.
    pub turn: Color,
}

impl Setup {
    /// An empty board with Black to move.
    pub const fn new(area: Area) -> Setup {
        Setup { area, stones: Vec::new(), turn: Color::Black }
    }

    /// The stones of `board`, with `turn` to move.
    pub fn from_board(board: &Board, turn: Color) -> Setup {
        Setup { area: board.area(), stones: board.stones(), turn }
    }
}

/// Why a game cannot start from a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The area has no points.
    NoPoints,
    /// A stone is outside the area.
    Outside(Point),
    /// Two stones are on one point.
    Twice(Point),
    /// The side to move has won already, so it cannot be its turn.
    WonByMover(Color),
    /// Both sides have won.
    BothWon,
    /// At NoGo, the chain of this stone has no liberty.
    Choked(Point),
    /// NoGo on a board without edges, where it has no end.
    Endless,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NoPoints => f.write_str("the board has no points"),
            SetupError::Outside(Point { x, y }) => {
                write!(f, "the stone in column {x}, row {y} is outside the board")
            }
            SetupError::Twice(Point { x, y }) => {
                write!(f, "there are two stones in column {x}, row {y}")
            }
            SetupError::WonByMover(color) => {
                write!(f, "{color} has won already, so it cannot be {color}'s turn")
            }
            SetupError::BothWon => f.write_str("both sides have won"),
            SetupError::Choked(Point { x, y }) => {
                write!(f, "the chain of the stone in column {x}, row {y} has no liberty")
            }
            SetupError::Endless => f.write_str("nogo needs a board with edges"),
        }
    }
}

impl Error for SetupError {}
