//! What a verdict of renju depends on.

use tengen_core::{
    Axis, Board, Cell, Color, Law, Point, Window,
    shape::{Shape, Shapes, extensions},
};

const LAW: Law = Law::RENJU_BLACK;

/// Whether a black stone on `point` looks like making two threes at least. No other foul can come
/// about by a white stone elsewhere, and this one only where it looks like it before.
pub(super) fn looks_like_fork(board: &Board, point: Point) -> bool {
    let shape = |axis| Shapes::for_law(LAW).get(board.window(point, axis));
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
    let shapes = windows.map(|window| Shapes::for_law(LAW).get(window));
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

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::{Area, renju};

    /// Stones by chance, mostly black ones, thick around the middle.
    fn strew(seed: u64) -> Board {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut board = Board::new(Area::square(13));
        for point in board.area().points() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed | 1);
            let rim = (point.x - 6).abs().max((point.y - 6).abs()) as u64;
            match state >> 32 & 127 {
                n if n < 34 - 4 * rim => board.put(point, Color::Black),
                n if n > 122 => board.put(point, Color::White),
                _ => {}
            }
        }
        board
    }

    #[test]
    fn a_verdict_is_that_of_the_rules_and_does_not_change_by_what_was_not_looked_at() {
        let (mut fouls, mut deep) = (0, 0);
        for seed in 0..60 {
            let mut board = strew(seed);
            let empty: Vec<Point> =
                board.area().points().filter(|&point| board.cell(point) == Cell::Empty).collect();
            for &point in &empty {
                let mut reads = Vec::new();
                let foul = verdict_reads(&mut board, point, &mut reads);
                let verdict = renju::foul(&board, point);
                assert_eq!(foul, verdict.is_some());
                fouls += usize::from(foul);
                // More than the four lines through the point.
                if reads.len() > 40 {
                    deep += 1;
                } else if !foul {
                    continue;
                }
                for &other in
                    empty.iter().filter(|&other| *other != point && !reads.contains(other))
                {
                    for color in Color::ALL {
                        board.put(other, color);
                        assert_eq!(renju::foul(&board, point), verdict, "{point:?} {other:?}");
                        board.lift(other, color);
                    }
                }
            }
            board.check();
        }
        assert!(fouls > 100 && deep > 100, "{fouls} {deep}");
    }

    #[test]
    fn a_white_stone_makes_a_foul_only_of_what_looks_like_a_fork() {
        let mut made = 0;
        for seed in 0..60 {
            let board = strew(seed);
            let empty: Vec<Point> =
                board.area().points().filter(|&point| board.cell(point) == Cell::Empty).collect();
            for &point in empty.iter().filter(|&&point| renju::foul(&board, point).is_none()) {
                let fork = looks_like_fork(&board, point);
                let mut after = board.clone();
                for &other in empty.iter().filter(|&&other| other != point) {
                    after.put(other, Color::White);
                    let foul = renju::foul(&after, point);
                    after.lift(other, Color::White);
                    assert!(foul.is_none() || fork, "{point:?} {other:?}");
                    made += usize::from(foul.is_some());
                }
            }
        }
        assert!(made > 20, "{made}");
    }
}
