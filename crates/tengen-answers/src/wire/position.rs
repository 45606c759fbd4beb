//! The position in a question: rule, size, stones or moves.

use serde::{Deserialize, Serialize};
use tengen_core::{self as core, Area};
use tengen_notation::{ReadOptions, RecordTree, RowOrder, links};

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
    /// The position of a link of the page, as it stands after `#` or `/p/`.
    ///
    /// # Errors
    ///
    /// What is wrong with the link, with its place in it.
    pub fn from_link(link: &str) -> Result<WirePosition, ApiError> {
        let reading = ReadOptions::new(RowOrder::FromBottom);
        let record = links::parse(format!("#{link}").as_bytes(), &reading)?;
        let missing = || ApiError::new(ErrorCode::BadRecord, "the link has no rule and size");
        let (rule, area) = (record.rule.ok_or_else(missing)?, record.area.ok_or_else(missing)?);
        let root = record.tree.node(RecordTree::ROOT);
        let stones = root.setup.iter().filter_map(|&(point, color)| Some((point, color?).into()));
        let setup = root.turn.map(|turn| WireSetup { stones: stones.collect(), turn: turn.into() });
        let steps = record.tree.main_line().filter_map(|id| record.tree.node(id).step?.point);
        let moves = WirePoint::list(steps);
        Ok(WirePosition { rule: rule.into(), area: WireSize::from_area(area), setup, moves })
    }

    /// The position of the core, if there is such a one.
    ///
    /// # Errors
    ///
    /// What is wrong with the board, the stones or one of the moves.
    pub fn open(&self) -> Result<core::Position, ApiError> {
        let mut position = self.start()?;
        for (number, &point) in self.moves.iter().enumerate() {
            position.play(point.into()).map_err(|illegal| {
                let place = ErrorPlace::at_move(number + 1, point);
                let name = self.area().name(point.into());
                ApiError::at(
                    ErrorCode::IllegalMove,
                    format!("move {} on {name}: {illegal}", number + 1),
                    place,
                )
                .with_reason(illegal)
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
                | core::SetupError::Choked(point) => ErrorPlace::at_point(point.into()),
                _ => ErrorPlace::at_field("setup"),
            };
            ApiError::at(ErrorCode::BadSetup, error.to_string(), place).with_reason(&error)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_position() {
        let position = WirePosition::from_link("renju/15x15/b:h8;w:i9/g7").unwrap();
        assert_eq!(position.rule, WireRule::Renju);
        assert_eq!(position.moves, [WirePoint { x: 6, y: 8 }]);
        assert_eq!(position.setup.as_ref().unwrap().stones.len(), 2);
        assert_eq!(WirePosition::from_link("nogo/9x9").unwrap().setup, None);
        for bad in ["", "/h8i9", "renju", "renju/15x15/zz", "chess/8x8"] {
            assert_eq!(
                WirePosition::from_link(bad).unwrap_err().code,
                ErrorCode::BadRecord,
                "{bad}"
            );
        }
    }
}
