//! Lines of stones, and what they make.

use serde::Serialize;
use tengen_core::{self as core, renju::LineShape};

use super::{WirePoint, board::mirror};

/// How a line runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Axis))]
#[serde(rename_all = "lowercase")]
pub enum WireAxis {
    /// Left to right.
    Row,
    /// Top to bottom.
    Column,
    /// Top left to bottom right.
    Fall,
    /// Bottom left to top right.
    Rise,
}

mirror!(WireAxis, core::Axis, Row, Column, Fall, Rise);

/// What stones in a line make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Shape))]
#[serde(rename_all = "kebab-case")]
pub enum WireShape {
    /// One move from a straight four.
    Three,
    /// One move from a five.
    Four,
    /// Either end makes a five.
    StraightFour,
    /// Two separate fours on one line.
    TwoFours,
    /// Six or more that do not win.
    Overline,
    /// A win.
    Five,
}

impl WireShape {
    /// The shape of the core; none if it is nothing.
    pub fn from_shape(shape: core::shape::Shape) -> Option<WireShape> {
        Some(match shape {
            core::shape::Shape::None => return None,
            core::shape::Shape::Three => WireShape::Three,
            core::shape::Shape::Four => WireShape::Four,
            core::shape::Shape::StraightFour => WireShape::StraightFour,
            core::shape::Shape::TwoFours => WireShape::TwoFours,
            core::shape::Shape::Overline => WireShape::Overline,
            core::shape::Shape::Five => WireShape::Five,
        })
    }
}

/// Stones in a line, and what they make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Line))]
pub struct WireLine {
    /// The stones, from the left; from the top if the line is vertical.
    pub points: Vec<WirePoint>,
    /// What they make.
    pub shape: WireShape,
    /// How the line runs.
    pub axis: WireAxis,
}

impl WireLine {
    /// A line that wins.
    pub fn five(line: core::Line) -> WireLine {
        let points = WirePoint::list(line.points());
        WireLine { points, shape: WireShape::Five, axis: line.axis.into() }
    }

    /// A row that is too long or came too early.
    pub fn row(line: core::Line, rule: core::Rule) -> WireLine {
        let shape = if line.wins(rule) { WireShape::Five } else { WireShape::Overline };
        WireLine { shape, ..WireLine::five(line) }
    }

    /// A part of a foul; none if it does not count.
    pub fn part(part: &LineShape) -> Option<WireLine> {
        let shape = WireShape::from_shape(part.shape).filter(|_| part.counts())?;
        let points = WirePoint::list(part.stones.iter().copied());
        Some(WireLine { points, shape, axis: part.axis.into() })
    }
}
