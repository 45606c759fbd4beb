//! What a player may do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OpeningChoice;
use crate::wire::WirePoint;

/// What a player does, as it is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionQuestion {
    /// A name that the asker made up, of 16 to 64 letters, digits and hyphens: who asks twice acts once.
    pub id: String,
    /// What is done.
    pub action: FriendAction,
    /// Milliseconds that the player took, by the clock of the browser. What the server measured beyond it, up to a
    /// limit, is taken for the network and not charged. Default: nothing is taken for the network.
    #[serde(default)]
    pub thought_ms: Option<u64>,
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FriendAction {
    /// Puts a stone.
    Move {
        /// Where.
        point: WirePoint,
        /// How many stones lie already: a move in a position that is no longer there is refused.
        ply: u32,
    },
    /// Chooses in a swap2 opening.
    Choose {
        /// What.
        choice: OpeningChoice,
    },
    /// Asks to take the own last move back.
    AskTakeback,
    /// Agrees to take it back.
    AcceptTakeback,
    /// Does not agree, or withdraws the question.
    DeclineTakeback,
    /// Offers a draw.
    OfferDraw,
    /// Agrees to a draw.
    AcceptDraw,
    /// Does not agree, or withdraws the offer.
    DeclineDraw,
    /// Stops the clock while the other player is gone.
    Pause,
    /// Lets the clock go on.
    Resume,
    /// Gives up.
    Resign,
    /// Calls the game off before somebody has come.
    Cancel,
    /// Offers a rematch.
    OfferRematch,
    /// Agrees to a rematch.
    AcceptRematch,
}

/// The kinds of actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Puts a stone.
    Move,
    /// Chooses in a swap2 opening.
    Choose,
    /// Asks to take the own last move back.
    AskTakeback,
    /// Agrees to take it back.
    AcceptTakeback,
    /// Does not agree, or withdraws the question.
    DeclineTakeback,
    /// Offers a draw.
    OfferDraw,
    /// Agrees to a draw.
    AcceptDraw,
    /// Does not agree, or withdraws the offer.
    DeclineDraw,
    /// Stops the clock while the other player is gone.
    Pause,
    /// Lets the clock go on.
    Resume,
    /// Gives up.
    Resign,
    /// Calls the game off before somebody has come.
    Cancel,
    /// Offers a rematch.
    OfferRematch,
    /// Agrees to a rematch.
    AcceptRematch,
}

impl ActionKind {
    /// All kinds.
    pub const ALL: [ActionKind; 14] = [
        ActionKind::Move,
        ActionKind::Choose,
        ActionKind::AskTakeback,
        ActionKind::AcceptTakeback,
        ActionKind::DeclineTakeback,
        ActionKind::OfferDraw,
        ActionKind::AcceptDraw,
        ActionKind::DeclineDraw,
        ActionKind::Pause,
        ActionKind::Resume,
        ActionKind::Resign,
        ActionKind::Cancel,
        ActionKind::OfferRematch,
        ActionKind::AcceptRematch,
    ];
}

impl FriendAction {
    /// Its kind.
    pub const fn kind(self) -> ActionKind {
        match self {
            FriendAction::Move { .. } => ActionKind::Move,
            FriendAction::Choose { .. } => ActionKind::Choose,
            FriendAction::AskTakeback => ActionKind::AskTakeback,
            FriendAction::AcceptTakeback => ActionKind::AcceptTakeback,
            FriendAction::DeclineTakeback => ActionKind::DeclineTakeback,
            FriendAction::OfferDraw => ActionKind::OfferDraw,
            FriendAction::AcceptDraw => ActionKind::AcceptDraw,
            FriendAction::DeclineDraw => ActionKind::DeclineDraw,
            FriendAction::Pause => ActionKind::Pause,
            FriendAction::Resume => ActionKind::Resume,
            FriendAction::Resign => ActionKind::Resign,
            FriendAction::Cancel => ActionKind::Cancel,
            FriendAction::OfferRematch => ActionKind::OfferRematch,
            FriendAction::AcceptRematch => ActionKind::AcceptRematch,
        }
    }
}
