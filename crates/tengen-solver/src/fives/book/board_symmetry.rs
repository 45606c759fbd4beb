//! Symmetries of a board.

use tengen_core::{Area, Board, Cell, Point};

/// Symmetry of a board: a rotation or a reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardSymmetry {
    /// Columns become rows, before left and right, top and bottom are exchanged.
    swap: bool,
    mirror: bool,
    flip: bool,
    /// The last column and the last row.
    last: Point,
}

impl BoardSymmetry {
    /// All symmetries under which the stones of `board` stay the same, the identity first.
    pub(crate) fn all(board: &Board) -> Vec<BoardSymmetry> {
        let Area::Bounded { width, height } = board.area() else { return Vec::new() };
        let last = Point::new(i32::from(width) - 1, i32::from(height) - 1);
        let bits = |number: u8, bit: u8| number & bit != 0;
        (0..if width == height { 8 } else { 4 })
            .map(|n| BoardSymmetry { swap: bits(n, 4), mirror: bits(n, 1), flip: bits(n, 2), last })
            .filter(|symmetry| {
                let same = |point: Point| board.cell(point) == board.cell(symmetry.apply(point));
                board.area().points().all(|point| board.cell(point) == Cell::Empty || same(point))
            })
            .collect()
    }

    /// The image of a point.
    pub(crate) fn apply(self, point: Point) -> Point {
        let Point { x, y } = point;
        let (x, y) = if self.swap { (y, x) } else { (x, y) };
        let x = if self.mirror { self.last.x - x } else { x };
        let y = if self.flip { self.last.y - y } else { y };
        Point::new(x, y)
    }

    /// The inverse.
    pub(crate) fn inverse(self) -> BoardSymmetry {
        // A quarter turn takes the two mirrors in the other order.
        let (mirror, flip) =
            if self.swap { (self.flip, self.mirror) } else { (self.mirror, self.flip) };
        BoardSymmetry { mirror, flip, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Color;

    #[test]
    fn every_turn_is_taken_back_and_stones_leave_those_that_keep_them() {
        let mut board = Board::new(Area::square(5));
        let symmetries = BoardSymmetry::all(&board);
        assert_eq!(symmetries.len(), 8);
        for symmetry in symmetries {
            for point in board.area().points() {
                assert_eq!(symmetry.inverse().apply(symmetry.apply(point)), point, "{symmetry:?}");
            }
        }
        board.put(Point::new(2, 2), Color::Black);
        assert_eq!(BoardSymmetry::all(&board).len(), 8);
        board.put(Point::new(2, 0), Color::White);
        assert_eq!(BoardSymmetry::all(&board).len(), 2);
        board.put(Point::new(1, 0), Color::Black);
        assert_eq!(BoardSymmetry::all(&board).len(), 1);
        assert_eq!(BoardSymmetry::all(&Board::new(Area::Bounded { width: 5, height: 4 })).len(), 4);
    }
}
