//! Freestyle: having a five is monotone, so only the last stone can matter.

use std::ops::ControlFlow;

use tengen_core::{Board, Color, Line, Point, Rows};

use super::{Reach, Reason, by_color, take_turns};

/// Only the side that moved `last` has lines of five or more, and these are they.
pub(super) fn reach(board: &Board, last: Color, lines: Vec<Line>) -> Reach {
    let [mut black, mut white] = by_color(board);
    if !lines.is_empty() {
        let Some(stone) = last_stone(&lines) else {
            return Reach::No(Reason::TwoWins { winner: last, lines });
        };
        let own = if last == Color::Black { &mut black } else { &mut white };
        own.retain(|&point| point != stone);
        own.push(stone);
    }
    Reach::Yes(take_turns(&black, &white))
}

/// A stone without which there is no five left of any line.
fn last_stone(lines: &[Line]) -> Option<Point> {
    let breaks_all = |point: &Point| lines.iter().all(|line| breaks(*line, *point));
    lines.first()?.points().find(breaks_all)
}

/// Whether taking `point` away leaves no five of `line`.
fn breaks(line: Line, point: Point) -> bool {
    line.start.steps_to(point, line.axis).is_some_and(|step| {
        let after = line.length as i32 - 1 - step;
        (0..5).contains(&step) && (0..5).contains(&after)
    })
}

/// Whether the other side than `last` has no five, and one stone of `last` could be taken away so
/// that no five is left.
pub(super) fn quick_last_stone(rows: &Rows, last: Color) -> bool {
    // One stone is on four lines, so with a fifth line there is no such stone.
    let mut lines = Vec::with_capacity(4);
    let all = rows.each_line(|line| {
        if line.color != last || lines.len() == 4 {
            return ControlFlow::Break(());
        }
        lines.push(line);
        ControlFlow::Continue(())
    });
    all.is_continue() && last_stone(&lines).is_some()
}
