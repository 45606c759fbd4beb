//! The position in a question: rule, size, stones or moves.

use serde::{Deserialize, Serialize};
use tengen_core::{self as core, Area};

use super::{WireColor, WirePoint, WireRule, WireSize, WireStone};
use crate::error::{ApiError, ErrorCode, ErrorPlace};

/// The longest side of a board with edges.
pub const MOST_SIDE: u16 = 64;

/// The most stones of a position, set up and played.
pub const MOST_STONES: usize = 4096;

/// A position: stones that were set up, and the moves after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Position))]
#[serde(deny_unknown_fields)]
pub struct WirePosition {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    pub area: Option<WireSize>,
    /// The stones before the first move. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<WireSetup>,
    /// The moves, both sides in turn.
    #[serde(default)]
    pub moves: Vec<WirePoint>,
}

/// Stones that were set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Setup))]
#[serde(deny_unknown_fields)]
pub struct WireSetup {
    /// The stones, in any order.
    pub stones: Vec<WireStone>,
    /// The side to move.
    pub turn: WireColor,
}

impl WirePosition {
    /// The position of the core, if there is such a one.
    ///
    /// # Errors
    ///
    /// What is wrong with the board, the stones or one of the moves.
    pub fn open(&self) -> Result<core::Position, ApiError> {
        let mut position = self.start()?;
        for (number, &point) in self.moves.iter().enumerate() {
            position.play(point.into()).map_err(|illegal| {
                let place = ErrorPlace::of_move(number + 1, point);
                let name = self.area().name(point.into());
                ApiError::at(
                    ErrorCode::IllegalMove,
                    format!("move {} on {name}: {illegal}", number + 1),
                    place,
                )
                .because(illegal)
            })?;
        }
        Ok(position)
    }

    /// The position before the first move.
    ///
    /// # Errors
    ///
    /// What is wrong with the board or the stones that were set up.
    pub fn start(&self) -> Result<core::Position, ApiError> {
        self.within_limits()?;
        core::Position::from_setup(self.rule.into(), &self.setup()).map_err(|error| {
            let place = match error {
                core::SetupError::Outside(point)
                | core::SetupError::Twice(point)
                | core::SetupError::Choked(point) => ErrorPlace::of_point(point.into()),
                _ => ErrorPlace::of_field("setup"),
            };
            ApiError::at(ErrorCode::BadSetup, error.to_string(), place).because(&error)
        })
    }

    /// The points in play.
    pub fn area(&self) -> Area {
        WireSize::area(self.area)
    }

    /// The stones that were set up.
    pub fn setup(&self) -> core::Setup {
        let area = self.area();
        let Some(setup) = &self.setup else { return core::Setup::new(area) };
        let stones = setup.stones.iter().map(|&stone| stone.into()).collect();
        core::Setup { area, stones, turn: setup.turn.into() }
    }

    fn within_limits(&self) -> Result<(), ApiError> {
        if let Some(WireSize { width, height }) = self.area
            && !((1..=MOST_SIDE).contains(&width) && (1..=MOST_SIDE).contains(&height))
        {
            let message = format!("a board of {width}x{height}: sides are from 1 to {MOST_SIDE}");
            return Err(ApiError::in_field(ErrorCode::BadSize, "area", message));
        }
        let stones = self.setup.as_ref().map_or(0, |setup| setup.stones.len()) + self.moves.len();
        if stones > MOST_STONES {
            let message = format!("{stones} stones: there may be up to {MOST_STONES}");
            return Err(ApiError::in_field(ErrorCode::TooManyStones, "moves", message));
        }
        Ok(())
    }
}
