//! Geometry, stones and rules.

use serde::{Deserialize, Serialize};
use tengen_core::{self as core, Area};
use tengen_engine::EngineCrop;

/// Implements the conversions between an enum of the wire and one of the core that has the same variants.
macro_rules! mirror {
    ($wire:ident, $core:ty, $($variant:ident),+) => {
        impl From<$core> for $wire {
            fn from(value: $core) -> $wire {
                match value {
                    $(<$core>::$variant => $wire::$variant),+
                }
            }
        }

        impl From<$wire> for $core {
            fn from(value: $wire) -> $core {
                match value {
                    $($wire::$variant => <$core>::$variant),+
                }
            }
        }
    };
}
pub(super) use mirror;

/// A crossing of the board: `x` grows to the right, `y` downward, both from 0. On a board without
/// edges they may be negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Point))]
#[serde(deny_unknown_fields)]
pub struct WirePoint {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl From<core::Point> for WirePoint {
    fn from(point: core::Point) -> WirePoint {
        WirePoint { x: point.x, y: point.y }
    }
}

impl From<WirePoint> for core::Point {
    fn from(point: WirePoint) -> core::Point {
        core::Point::new(point.x, point.y)
    }
}

impl WirePoint {
    /// The points of the core as those of the wire.
    pub fn list(points: impl IntoIterator<Item = core::Point>) -> Vec<WirePoint> {
        points.into_iter().map(WirePoint::from).collect()
    }
}

/// A point with what players call it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Named))]
pub struct NamedPoint {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// What players call it: `h8`, or `(3,-4)` on a board without edges.
    pub name: String,
}

impl NamedPoint {
    /// The point of the core with its name.
    pub fn new(area: Area, point: core::Point) -> NamedPoint {
        NamedPoint { x: point.x, y: point.y, name: area.name(point) }
    }

    /// A point that the engine sees, where it lies on the board that was asked about.
    pub fn cropped(crop: &EngineCrop, point: core::Point) -> NamedPoint {
        NamedPoint::new(crop.area(), crop.point(point))
    }

    /// Several of them.
    pub fn list(area: Area, points: &[core::Point]) -> Vec<NamedPoint> {
        points.iter().map(|&point| NamedPoint::new(area, point)).collect()
    }
}

/// Whose stone, whose turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Color))]
#[serde(rename_all = "lowercase")]
pub enum WireColor {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

mirror!(WireColor, core::Color, Black, White);

/// The game being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Rule))]
#[serde(rename_all = "lowercase")]
pub enum WireRule {
    /// Five or more in a row wins.
    Freestyle,
    /// Exactly five in a row wins.
    Exact,
    /// As exact five, but Black may not make an overline, a double four or a double three, and
    /// White wins with more than five too.
    Renju,
    /// No move may leave a chain without a liberty, and who cannot move loses.
    NoGo,
}

mirror!(WireRule, core::Rule, Freestyle, Exact, Renju, NoGo);

/// The size of a board with edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Size))]
#[serde(deny_unknown_fields)]
pub struct WireSize {
    /// The number of columns.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 64))]
    pub width: u16,
    /// The number of rows.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 64))]
    pub height: u16,
}

impl WireSize {
    /// The area of the core; none is a board without edges.
    pub fn area(size: Option<WireSize>) -> Area {
        size.map_or(Area::Unbounded, |WireSize { width, height }| Area::Bounded { width, height })
    }

    /// The size of an area; none if it has no edges.
    pub fn from_area(area: Area) -> Option<WireSize> {
        match area {
            Area::Bounded { width, height } => Some(WireSize { width, height }),
            Area::Unbounded => None,
        }
    }
}

/// A stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Stone))]
#[serde(deny_unknown_fields)]
pub struct WireStone {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Whose it is.
    pub color: WireColor,
    /// The number of the move that put it there, from 1; none if it was set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

impl From<(core::Point, core::Color)> for WireStone {
    fn from((core::Point { x, y }, color): (core::Point, core::Color)) -> WireStone {
        WireStone { x, y, color: color.into(), number: None }
    }
}

impl From<WireStone> for (core::Point, core::Color) {
    fn from(stone: WireStone) -> (core::Point, core::Color) {
        (core::Point::new(stone.x, stone.y), stone.color.into())
    }
}

impl WireStone {
    /// The stones of the core as those of the wire.
    pub fn list(stones: &[(core::Point, core::Color)]) -> Vec<WireStone> {
        stones.iter().map(|&stone| stone.into()).collect()
    }
}
