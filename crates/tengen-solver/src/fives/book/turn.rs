//! Turns and mirror images of a board.

use tengen_core::{Area, Board, Cell, Point};

/// A turn or a mirror image that maps a board onto itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Columns become rows, before left and right, top and bottom are exchanged.
    swap: bool,
    mirror: bool,
    flip: bool,
    /// The last column and the last row.
    last: Point,
}

impl Turn {
    /// All turns under which the stones of `board` stay the same, the one that does nothing first.
    pub(crate) fn all(board: &Board) -> Vec<Turn> {
        let Area::Bounded { width, height } = board.area() else { return Vec::new() };
        let last = Point::new(i32::from(width) - 1, i32::from(height) - 1);
        let bits = |number: u8, bit: u8| number & bit != 0;
        (0..if width == height { 8 } else { 4 })
            .map(|n| Turn { swap: bits(n, 4), mirror: bits(n, 1), flip: bits(n, 2), last })
            .filter(|turn| {
                let same = |point: Point| board.cell(point) == board.cell(turn.apply(point));
                board.area().points().all(|point| board.cell(point) == Cell::Empty || same(point))
            })
            .collect()
    }

    /// Where a point goes.
    pub(crate) fn apply(self, point: Point) -> Point {
        let Point { x, y } = point;
        let (x, y) = if self.swap { (y, x) } else { (x, y) };
        let x = if self.mirror { self.last.x - x } else { x };
        let y = if self.flip { self.last.y - y } else { y };
        Point::new(x, y)
    }

    /// The turn that takes this one back.
    pub(crate) fn back(self) -> Turn {
        // A quarter turn takes the two mirrors in the other order.
        let (mirror, flip) =
            if self.swap { (self.flip, self.mirror) } else { (self.mirror, self.flip) };
        Turn { mirror, flip, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Color;

    #[test]
    fn every_turn_is_taken_back_and_stones_leave_those_that_keep_them() {
        let mut board = Board::new(Area::square(5));
        let turns = Turn::all(&board);
        assert_eq!(turns.len(), 8);
        for turn in turns {
            for point in board.area().points() {
                assert_eq!(turn.back().apply(turn.apply(point)), point, "{turn:?}");
            }
        }
        board.put(Point::new(2, 2), Color::Black);
        assert_eq!(Turn::all(&board).len(), 8);
        board.put(Point::new(2, 0), Color::White);
        assert_eq!(Turn::all(&board).len(), 2);
        board.put(Point::new(1, 0), Color::Black);
        assert_eq!(Turn::all(&board).len(), 1);
        assert_eq!(Turn::all(&Board::new(Area::Bounded { width: 5, height: 4 })).len(), 4);
    }
}
