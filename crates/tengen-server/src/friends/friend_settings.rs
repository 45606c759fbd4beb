//! What a game between people is played by.

use serde::{Deserialize, Serialize};
use tengen_core::Position;
use utoipa::ToSchema;

use super::FriendTimeControl;
use crate::{
    errors::{ApiError, ErrorCode},
    wire::{WirePosition, WireRule, WireSize},
};

/// A game between people that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFriendGame {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    pub area: Option<WireSize>,
    /// The opening. Default: none.
    #[serde(default)]
    pub opening: FriendOpening,
    /// Who has the black stones; with swap2, who puts the first three. Default: one of the two at random.
    #[serde(default)]
    pub black: FirstPlayer,
    /// The clock. Default: none.
    #[serde(default)]
    pub clock: FriendTimeControl,
    /// A secret of the asker's own, of 32 hexadecimal digits. Who asks twice with the same one gets the same game.
    #[serde(default)]
    pub key: Option<String>,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstPlayer {
    /// Who makes the game.
    Host,
    /// Who comes by the link.
    Guest,
    /// One of the two.
    #[default]
    Random,
}

/// How a game opens.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FriendOpening {
    /// Black begins.
    #[default]
    None,
    /// One puts three stones; the other takes a color, or puts two more and lets the first one choose.
    Swap2,
}

/// What a game is played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FriendSettings {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[schema(required)]
    pub area: Option<WireSize>,
    /// The opening.
    pub opening: FriendOpening,
    /// The clock.
    pub clock: FriendTimeControl,
}

impl FriendSettings {
    /// The position before the first move.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn start(&self) -> Result<Position, ApiError> {
        self.clock.check()?;
        if self.opening == FriendOpening::Swap2 {
            let room =
                self.area.is_none_or(|size| u32::from(size.width) * u32::from(size.height) >= 6);
            if self.rule == WireRule::NoGo || !room {
                let message =
                    "swap2 is an opening of five-in-a-row, on a board of six points or more";
                return Err(ApiError::in_field(ErrorCode::Unsuited, "opening", message));
            }
        }
        let (rule, area) = (self.rule, self.area);
        WirePosition { rule, area, setup: None, moves: Vec::new() }.start()
    }
}
