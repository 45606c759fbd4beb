//! Geometry, stones and rules.

use serde::{Deserialize, Serialize};
use tengen_core::Area;
use utoipa::ToSchema;

/// A crossing of the board: `x` grows to the right, `y` downward, both from 0. On a board without
/// edges they may be negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl From<tengen_core::Point> for Point {
    fn from(point: tengen_core::Point) -> Point {
        Point { x: point.x, y: point.y }
    }
}

impl From<Point> for tengen_core::Point {
    fn from(point: Point) -> tengen_core::Point {
        tengen_core::Point::new(point.x, point.y)
    }
}

impl Point {
    /// The points of the core as those of the wire.
    pub fn list(points: impl IntoIterator<Item = tengen_core::Point>) -> Vec<Point> {
        points.into_iter().map(Point::from).collect()
    }
}

/// A point with what players call it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Named {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// What players call it: `h8`, or `(3,-4)` on a board without edges.
    pub name: String,
}

impl Named {
    /// The point of the core with its name.
    pub fn new(area: Area, point: tengen_core::Point) -> Named {
        Named { x: point.x, y: point.y, name: area.name(point) }
    }

    /// Several of them.
    pub fn list(area: Area, points: &[tengen_core::Point]) -> Vec<Named> {
        points.iter().map(|&point| Named::new(area, point)).collect()
    }
}

/// Whose stone, whose turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl From<tengen_core::Color> for Color {
    fn from(color: tengen_core::Color) -> Color {
        match color {
            tengen_core::Color::Black => Color::Black,
            tengen_core::Color::White => Color::White,
        }
    }
}

impl From<Color> for tengen_core::Color {
    fn from(color: Color) -> tengen_core::Color {
        match color {
            Color::Black => tengen_core::Color::Black,
            Color::White => tengen_core::Color::White,
        }
    }
}

/// The game being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more in a row wins.
    Freestyle,
    /// Exactly five in a row wins.
    Exact,
    /// As exact five, but Black may not make an overline, a double four or a double three, and
    /// White wins with more than five too.
    Renju,
    /// No move may leave a chain without a liberty, and who cannot move loses.
    Nogo,
}

impl From<tengen_core::Rule> for Rule {
    fn from(rule: tengen_core::Rule) -> Rule {
        match rule {
            tengen_core::Rule::Freestyle => Rule::Freestyle,
            tengen_core::Rule::Exact => Rule::Exact,
            tengen_core::Rule::Renju => Rule::Renju,
            tengen_core::Rule::NoGo => Rule::Nogo,
        }
    }
}

impl From<Rule> for tengen_core::Rule {
    fn from(rule: Rule) -> tengen_core::Rule {
        match rule {
            Rule::Freestyle => tengen_core::Rule::Freestyle,
            Rule::Exact => tengen_core::Rule::Exact,
            Rule::Renju => tengen_core::Rule::Renju,
            Rule::Nogo => tengen_core::Rule::NoGo,
        }
    }
}

/// The size of a board with edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// The number of columns.
    #[schema(minimum = 1, maximum = 64)]
    pub width: u16,
    /// The number of rows.
    #[schema(minimum = 1, maximum = 64)]
    pub height: u16,
}

impl Size {
    /// The area of the core; none is a board without edges.
    pub fn area(size: Option<Size>) -> Area {
        size.map_or(Area::Unbounded, |Size { width, height }| Area::Bounded { width, height })
    }

    /// The size of an area; none if it has no edges.
    pub fn of(area: Area) -> Option<Size> {
        match area {
            Area::Bounded { width, height } => Some(Size { width, height }),
            Area::Unbounded => None,
        }
    }
}

/// A stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stone {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Whose it is.
    pub color: Color,
    /// The number of the move that put it there, from 1; none if it was set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}
