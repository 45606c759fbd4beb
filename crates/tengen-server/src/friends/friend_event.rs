//! What has happened in a game between people. Its events are all that is kept of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{FriendSeat, FriendSettings};
use crate::wire::WirePoint;

/// What happened. The state of a game follows from its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FriendEvent {
    /// The game was made.
    Created {
        /// What it is played by.
        settings: FriendSettings,
        /// Who has the black stones; with swap2, who puts the first three.
        black: FriendSeat,
        /// The game that it is a rematch of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
    },
    /// The guest took the seat.
    Joined,
    /// A stone was put.
    Moved {
        /// By whom.
        seat: FriendSeat,
        /// Where.
        point: WirePoint,
        /// Milliseconds that the clock was charged with.
        spent_ms: u64,
        /// Milliseconds of the network that it was not charged with.
        lag_ms: u64,
    },
    /// A color was chosen in the opening, or two more stones.
    Chosen {
        /// By whom.
        seat: FriendSeat,
        /// What.
        choice: OpeningChoice,
        /// Milliseconds that the clock was charged with.
        spent_ms: u64,
        /// Milliseconds of the network that it was not charged with.
        lag_ms: u64,
    },
    /// A player asks to take the last move back.
    TakebackAsked {
        /// Who.
        seat: FriendSeat,
    },
    /// The other agreed.
    TakebackAccepted {
        /// Who agreed.
        seat: FriendSeat,
        /// Milliseconds that the clock of the side to move was charged with until then.
        spent_ms: u64,
    },
    /// The other did not agree, or it was withdrawn.
    TakebackDeclined {
        /// Who declined or withdrew it.
        seat: FriendSeat,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who.
        seat: FriendSeat,
    },
    /// The other agreed.
    DrawAccepted {
        /// Who agreed.
        seat: FriendSeat,
    },
    /// The other did not agree, or it was withdrawn.
    DrawDeclined {
        /// Who declined or withdrew it.
        seat: FriendSeat,
    },
    /// The clock was stopped, since the other player is gone.
    Paused {
        /// By whom.
        seat: FriendSeat,
        /// Milliseconds that the clock of the side to move was charged with until then.
        spent_ms: u64,
    },
    /// The clock goes on.
    Resumed {
        /// Who came back, or ended the pause.
        seat: FriendSeat,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        seat: FriendSeat,
    },
    /// The time of a player is up.
    TimeUp {
        /// Whose.
        seat: FriendSeat,
    },
    /// The host called the game off before somebody came.
    Cancelled,
    /// A player offers a rematch.
    RematchOffered {
        /// Who.
        seat: FriendSeat,
    },
    /// The other agreed: there is a new game with the colors changed, in which both have their seats.
    RematchAccepted {
        /// Who agreed.
        seat: FriendSeat,
        /// The name of the new game.
        game: String,
    },
}

/// What is chosen in a swap2 opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningChoice {
    /// The black stones.
    Black,
    /// The white stones.
    White,
    /// To put two more stones, and let the other choose.
    More,
}

/// An event with its number and time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NumberedEvent {
    /// Its number in the game, from 1.
    pub number: u32,
    /// When it happened, in milliseconds of the server's service clock.
    pub at_ms: u64,
    /// What happened.
    pub event: FriendEvent,
}
