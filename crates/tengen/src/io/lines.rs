//! Lines of stones as JSON.

use serde::Serialize;
use tengen_core::{Area, Axis, Line};

/// A line as JSON.
#[derive(Serialize)]
pub(crate) struct LineRecord {
    color: String,
    direction: Axis,
    /// Of its first stone, from 1 at the top.
    row: i32,
    /// Of its first stone, from 1 at the left.
    column: i32,
    stones: Vec<String>,
}

impl LineRecord {
    pub(crate) fn new(line: Line, area: Area) -> LineRecord {
        LineRecord {
            color: line.color.to_string(),
            direction: line.axis,
            row: line.start.y + 1,
            column: line.start.x + 1,
            stones: line.points().map(|point| area.name(point)).collect(),
        }
    }
}
