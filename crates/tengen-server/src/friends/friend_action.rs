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

/// Declares the actions and their kinds: one list for both, since a kind is an action without its values.
macro_rules! friend_actions {
    ($($(#[$doc:meta])* $kind:ident $({ $($(#[$about:meta])* $field:ident: $type:ty),+ })?,)+) => {
        /// What a player does.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
        pub enum FriendAction {
            $($(#[$doc])* $kind $({ $($(#[$about])* $field: $type),+ })?,)+
        }

        /// The kinds of actions.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ActionKind {
            $($(#[$doc])* $kind,)+
        }

        impl ActionKind {
            /// All kinds.
            pub const ALL: &[ActionKind] = &[$(ActionKind::$kind),+];
        }

        impl FriendAction {
            /// Its kind.
            pub const fn kind(self) -> ActionKind {
                match self {
                    $(FriendAction::$kind { .. } => ActionKind::$kind,)+
                }
            }
        }
    };
}

friend_actions! {
    /// Puts a stone.
    Move {
        /// Where.
        point: WirePoint,
        /// How many stones lie already: a move in a position that is no longer there is refused.
        ply: u32
    },
    /// Chooses in a swap2 opening.
    Choose {
        /// What.
        choice: OpeningChoice
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
