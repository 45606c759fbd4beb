//! A row of stones of one color, and all those on a board.

use crate::{Area, Axis, Board, Color, Law, Point, Rule};

/// A row of stones of one color that cannot be made longer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// Whose stones they are.
    pub color: Color,
    /// The leftmost stone; the uppermost one if the line is vertical.
    pub start: Point,
    /// How the line runs.
    pub axis: Axis,
    /// The number of stones.
    pub length: u32,
}

impl Line {
    /// The stones, from the start.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.length as i32).map(move |step| self.start.along(self.axis, step))
    }

    /// Whether `point` is one of the stones.
    pub fn contains(self, point: Point) -> bool {
        let length = self.length as i32;
        self.start.steps_to(point, self.axis).is_some_and(|step| (0..length).contains(&step))
    }

    /// The line in words on a board of the size `area`: `row of 5: c3 d3 e3 f3 g3`.
    pub fn describe(self, area: Area) -> String {
        let names: Vec<String> = self.points().map(|point| area.name(point)).collect();
        format!("{} of {}: {}", self.axis, self.length, names.join(" "))
    }

    /// Whether the line wins under `rule`.
    pub fn wins(self, rule: Rule) -> bool {
        let wins = |law: Law| self.length == 5 || self.length > 5 && law.long_rows_win();
        rule.law(self.color).is_some_and(wins)
    }
}

/// Every line of five or more on `board`, ordered by start and axis.
pub fn lines(board: &Board) -> Vec<Line> {
    let stones = board.stones();
    let starts = stones.into_iter().flat_map(|stone| Axis::ALL.map(|axis| (stone, axis)));
    starts
        .filter(|&((point, color), axis)| {
            board.cell(point.along(axis, -1)).stone() != Some(color)
                && board.window(point, axis).seen_by(color).run() >= 5
        })
        .map(|((point, color), axis)| line_through(board, point, color, axis))
        .collect()
}

/// The line of `color` through its stone on `point` along `axis`.
pub fn line_through(board: &Board, point: Point, color: Color, axis: Axis) -> Line {
    let arm = |step: i32| {
        let own = |n: &i32| board.cell(point.along(axis, n * step)).stone() == Some(color);
        (1..Area::REACH).take_while(own).count()
    };
    let (before, after) = (arm(-1), arm(1));
    let length = (before + 1 + after) as u32;
    Line { color, start: point.along(axis, -(before as i32)), axis, length }
}
