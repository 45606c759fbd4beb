//! Positions that a player does not support.

use tengen_core::{Area, Rule};
use thiserror::Error;

use crate::{engine_crop::REACH, fives::FivesPlayer, nogo::NoGoPlayer};

/// Error of a position that a player does not support.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Unsuited {
    /// Another game than five-in-a-row.
    #[error("this player knows five-in-a-row, not {0}")]
    NotFives(Rule),
    /// Another game than NoGo.
    #[error("this player knows nogo, not {0}")]
    NotNoGo(Rule),
    /// Too large or too small for five-in-a-row.
    #[error(
        "a board of {0} does not suit: its sides must be from {min} to {max}",
        min = FivesPlayer::MIN_SIDE,
        max = FivesPlayer::MAX_SIDE
    )]
    Size(Area),
    /// Too large for NoGo.
    #[error("a board of {0} is too large: its sides must be up to {max}", max = NoGoPlayer::MAX_SIDE)]
    TooLarge(Area),
    /// A board without edges on which the stones are too far apart.
    #[error(
        "the stones reach too far: on a board without edges the engine thinks about {REACH} by {REACH} points"
    )]
    Reach,
}
