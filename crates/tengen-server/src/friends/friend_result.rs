//! How a game between people ended.

use serde::Serialize;
use tengen_answers::view::WireFoul;
use tengen_core::{Outcome, Rule};
use utoipa::ToSchema;

use super::FriendSeat;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FriendResult {
    /// Who won; null if nobody did.
    #[schema(required)]
    pub winner: Option<FriendSeat>,
    /// By what.
    pub reason: FriendEndReason,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FriendEndReason {
    /// A line that wins.
    Five,
    /// At NoGo, the side to move has no move left and loses.
    NoMove,
    /// Every point has a stone.
    FullBoard,
    /// At renju, Black played a forbidden point and loses.
    Foul,
    /// The loser gave up.
    Resigned,
    /// The time of the loser is up.
    TimeUp,
    /// Both agreed to a draw.
    Agreed,
    /// The game was called off before it began.
    Cancelled,
}

impl FriendEndReason {
    /// The reason of an outcome on the board.
    pub fn from_outcome(outcome: Outcome, rule: Rule) -> FriendEndReason {
        match (outcome, rule) {
            (Outcome::Drawn, _) => FriendEndReason::FullBoard,
            (Outcome::Won(_), Rule::NoGo) => FriendEndReason::NoMove,
            (Outcome::Won(_), _) => FriendEndReason::Five,
        }
    }
}

/// The move that lost by a foul. It is not among the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FriendFoul {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// What it would have made.
    pub kind: WireFoul,
}
