//! Freestyle: having a five is monotone, so only the last stone can matter.

use std::ops::ControlFlow;

use tengen_core::{Board, Color, Line, Point, Rows};

use super::{Reach, Reason, by_color, take_turns};

/// Only the side that moved `last` has lines of five or more, and these are they.
pub(super) fn reach(board: &Board, last: Color, lines: Vec<Line>) -> Reach {
    let Some(stone) = last_stone(&lines) else {
        return Reach::No(Reason::TwoWins { winner: last, lines });
    };
    let [mut black, mut white] = by_color(board);
    if let Some(stone) = stone {
        let own = if last == Color::Black { &mut black } else { &mut white };
        own.retain(|&point| point != stone);
        own.push(stone);
    }
    Reach::Yes(take_turns(&black, &white))
}

/// A stone without which there is no five left: `Some(None)` if there is none anyway, and `None`
/// if there is no such stone.
fn last_stone(lines: &[Line]) -> Option<Option<Point>> {
    match lines {
        [] => Some(None),
        [first, ..] => {
            first.points().find(|&point| lines.iter().all(|line| breaks(*line, point))).map(Some)
        }
    }
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
    let mut lines = [None; 4];
    let mut count = 0;
    let all = rows.lines(|line| {
        if line.color != last || count == lines.len() {
            return ControlFlow::Break(());
        }
        lines[count] = Some(line);
        count += 1;
        ControlFlow::Continue(())
    });
    let Some(first) = lines[0].filter(|_| all.is_continue()) else { return false };
    first.points().any(|point| lines.iter().flatten().all(|line| breaks(*line, point)))
}
