//! The positions of a game, up to its end.

use tengen_core::{Illegal, Point, Position};

use super::{ReviewError, ReviewReason};
use crate::{EngineCrop, Player};

/// The positions of a game, and the illegal move that ended it, if one did.
#[derive(Debug)]
pub(super) struct GameTrace {
    /// The position before each move, and the last one.
    pub(super) positions: Vec<Position>,
    /// The moves between them.
    pub(super) moves: Vec<Point>,
    /// A foul or a choking move, which loses.
    pub(super) losing: Option<(Point, ReviewReason)>,
    /// The number of moves after the end.
    pub(super) after_end: usize,
}

impl GameTrace {
    /// Plays the moves of a game.
    ///
    /// # Errors
    ///
    /// If a move is outside the board or on a stone, or the player does not support the board.
    pub(super) fn new(start: &Position, moves: &[Point]) -> Result<GameTrace, ReviewError> {
        let mut position = start.clone();
        let mut trace =
            GameTrace { positions: Vec::new(), moves: Vec::new(), losing: None, after_end: 0 };
        for (number, &point) in moves.iter().enumerate() {
            let before = position.clone();
            let reason = match position.play(point) {
                Ok(()) => {
                    trace.positions.push(before);
                    trace.moves.push(point);
                    continue;
                }
                Err(Illegal::GameOver) => {
                    trace.after_end = moves.len() - number;
                    break;
                }
                Err(Illegal::Foul(foul)) => ReviewReason::Foul(foul),
                Err(Illegal::Chokes(color)) => ReviewReason::Chokes(color),
                Err(illegal @ (Illegal::Outside | Illegal::Occupied)) => {
                    let (number, area) = (number + 1, position.board().area());
                    return Err(ReviewError::Illegal { number, point, area, illegal });
                }
            };
            trace.losing = Some((point, reason));
            trace.after_end = moves.len() - number - 1;
            break;
        }
        // On a board without edges the stones of the last position reach furthest.
        let (cropped, _) = EngineCrop::around(position.clone())?;
        Player::check(&cropped)?;
        trace.positions.push(position);
        Ok(trace)
    }
}
