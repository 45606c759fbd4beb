//! Random boards and games, the same on every run.

use tengen_core::{Area, Board, Color, Point, naive::Stones};

/// A small generator of numbers that look random (xorshift).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

pub(crate) fn area(width: u16, height: u16) -> Area {
    Area::Bounded { width, height }
}

/// Stones on random points, as many black ones as white ones or one more.
pub(crate) fn scattered(rng: &mut Rng, area: Area, count: usize) -> Vec<(Point, Color)> {
    let mut points: Vec<Point> = area.points().collect();
    rng.shuffle(&mut points);
    points.truncate(count);
    points.into_iter().enumerate().map(|(i, point)| (point, turn(i))).collect()
}

/// Who plays the move of the given number, from 0.
pub(crate) fn turn(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

pub(crate) fn board(area: Area, stones: &[(Point, Color)]) -> Board {
    let mut board = Board::new(area);
    for &(point, color) in stones {
        board.put(point, color);
    }
    board
}

pub(crate) fn naive(board: &Board) -> Stones {
    board.stones().into_iter().collect()
}
