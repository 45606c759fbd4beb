//! Lines of stones, and what they make.

use serde::Serialize;
use tengen_core::{self as core, renju::LineShape};
use utoipa::ToSchema;

use super::Point;

/// How a line runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Left to right.
    Row,
    /// Top to bottom.
    Column,
    /// Top left to bottom right.
    Fall,
    /// Bottom left to top right.
    Rise,
}

impl From<core::Axis> for Axis {
    fn from(axis: core::Axis) -> Axis {
        match axis {
            core::Axis::Row => Axis::Row,
            core::Axis::Column => Axis::Column,
            core::Axis::Fall => Axis::Fall,
            core::Axis::Rise => Axis::Rise,
        }
    }
}

/// What stones in a line make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
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

impl Shape {
    /// The shape of the core; none if it is nothing.
    pub fn of(shape: core::shape::Shape) -> Option<Shape> {
        Some(match shape {
            core::shape::Shape::None => return None,
            core::shape::Shape::Three => Shape::Three,
            core::shape::Shape::Four => Shape::Four,
            core::shape::Shape::StraightFour => Shape::StraightFour,
            core::shape::Shape::TwoFours => Shape::TwoFours,
            core::shape::Shape::Overline => Shape::Overline,
            core::shape::Shape::Five => Shape::Five,
        })
    }
}

/// Stones in a line, and what they make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Line {
    /// The stones, from the left; from the top if the line is vertical.
    pub points: Vec<Point>,
    /// What they make.
    pub shape: Shape,
    /// How the line runs.
    pub axis: Axis,
}

impl Line {
    /// A line that wins.
    pub fn five(line: core::Line) -> Line {
        let points = Point::list(line.points());
        Line { points, shape: Shape::Five, axis: line.axis.into() }
    }

    /// A row that is too long or came too early.
    pub fn row(line: core::Line, rule: core::Rule) -> Line {
        let shape = if line.wins(rule) { Shape::Five } else { Shape::Overline };
        Line { shape, ..Line::five(line) }
    }

    /// A part of a foul; none if it does not count.
    pub fn part(part: &LineShape) -> Option<Line> {
        let shape = Shape::of(part.shape).filter(|_| part.counts())?;
        let points = Point::list(part.stones.iter().copied());
        Some(Line { points, shape, axis: part.axis.into() })
    }
}
