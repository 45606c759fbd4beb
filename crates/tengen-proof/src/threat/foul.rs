//! What a verdict of renju depends on.

use tengen_core::{
    Axis, Board, Cell, Color, Law, Point, Window,
    shape::{Shape, Shapes, extensions},
};

const LAW: Law = Law::RENJU_BLACK;

/// Whether a black stone on `point` looks like making two threes at least. No other foul can come
/// about by a white stone elsewhere, and this one only where it looks like it before.
pub(super) fn looks_like_fork(board: &Board, point: Point) -> bool {
    let shape = |axis| Shapes::of(LAW).get(board.window(point, axis));
    Axis::ALL.into_iter().filter(|&axis| shape(axis) == Shape::Three).count() >= 2
}

/// Adds every empty point where a further stone might change whether Black may play on `point`:
/// all that a judge looks at on the way to the verdict. Says whether it is a foul.
///
/// Why it judges once more what [`tengen_core::renju`] judges: whether a three counts depends on
/// whether its straight four may be made, and so on, from stone to stone. How far that goes is not
/// bounded by any fixed distance. What is not looked at does not matter, however far it went.
pub(super) fn verdict_reads(board: &mut Board, point: Point, reads: &mut Vec<Point>) -> bool {
    let windows = Axis::ALL.map(|axis| board.window(point, axis));
    for (axis, window) in Axis::ALL.into_iter().zip(windows) {
        let empty = |&offset: &i32| offset != 0 && window.cell(offset) == Cell::Empty;
        let offsets = (-Window::REACH..=Window::REACH).filter(empty);
        reads.extend(offsets.map(|offset| point.along(axis, offset)));
    }
    let shapes = windows.map(|window| Shapes::of(LAW).get(window));
    if shapes.contains(&Shape::Five) {
        return false;
    }
    if shapes.contains(&Shape::Overline)
        || shapes.iter().map(|shape| shape.fours()).sum::<u32>() >= 2
    {
        return true;
    }
    let looks: Vec<(Axis, Window)> = Axis::ALL
        .into_iter()
        .zip(windows)
        .zip(shapes)
        .filter(|&(_, shape)| shape == Shape::Three)
        .map(|(line, _)| line)
        .collect();
    if looks.len() < 2 {
        return false;
    }
    board.put(point, Color::Black);
    let mut counts = |&(axis, window): &(Axis, Window)| {
        extensions(window, LAW).any(|offset| {
            let fourth = point.along(axis, offset);
            let five = Axis::ALL.into_iter().any(|axis| LAW.wins(board.window(fourth, axis)));
            // A five is no foul, but it is no straight four either.
            !verdict_reads(board, fourth, reads) && !five
        })
    };
    let foul = looks.iter().filter(|look| counts(look)).nth(1).is_some();
    board.lift(point, Color::Black);
    foul
}
