//! What a vector environment refuses.

use tengen_core::{Area, Illegal, SetupError};
use thiserror::Error;

use super::VectorEnvironment;

/// Error of a [`VectorEnvironment`], which is then unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// The board has no edges, so its arrays have no shape.
    #[error("an environment needs a board with edges")]
    Unbounded,
    /// The rule has no game on the board.
    #[error("no game can be played on this board: {0}")]
    Setup(#[from] SetupError),
    /// The first side to move has no move.
    #[error("a game on a board of {0} is over before its first move")]
    OverAtStart(Area),
    /// No games, or too many.
    #[error("an environment has from 1 to {max} games, not {0}", max = VectorEnvironment::MAX_GAMES)]
    Games(usize),
    /// Too many points in all.
    #[error(
        "{games} games on boards of {area} have more than {max} points together",
        max = VectorEnvironment::MAX_POINTS
    )]
    TooManyPoints {
        /// The number of games.
        games: usize,
        /// The board of each.
        area: Area,
    },
    /// The opening leaves nothing to play.
    #[error("an opening of {plies} plies leaves no point of a board of {area} empty")]
    LongOpening {
        /// The plies of the opening.
        plies: u32,
        /// The board.
        area: Area,
    },
    /// The limit of plies leaves nothing to play.
    #[error("games of at most {max_plies} plies end with their opening of {opening_plies} plies")]
    FewPlies {
        /// The limit of plies.
        max_plies: u32,
        /// The plies of the opening.
        opening_plies: u32,
    },
    /// An array has not one entry, plane or mask for each game.
    #[error("the array of {name} has {length} entries, not {expected}")]
    Length {
        /// What the array holds.
        name: &'static str,
        /// How many entries it has.
        length: usize,
        /// How many it should have.
        expected: usize,
    },
    /// There is no such row.
    #[error("there is no row {row}: an environment of {games} games has rows 0 to {last}", last = .games - 1)]
    NoRow {
        /// The row.
        row: usize,
        /// The number of games.
        games: usize,
    },
    /// An action is no point of the board.
    #[error("row {row}: action {action} is not from 0 to {last}", last = .points - 1)]
    NoPoint {
        /// The first row with such an action.
        row: usize,
        /// The action.
        action: i64,
        /// The number of points.
        points: usize,
    },
    /// An action is a point that may not be played.
    #[error("row {row}: action {action} ({name}) is illegal: {reason}")]
    IllegalAction {
        /// The first row with such an action.
        row: usize,
        /// The action.
        action: i64,
        /// What players call its point.
        name: String,
        /// Why it may not be played.
        reason: Illegal,
    },
}
