//! The stones of a board, packed, and the same board turned and mirrored.

use tengen_core::{Area, Board, Color, Point};

use crate::MAX_POINTS;

/// A turn or a mirror image of a board, by number: 1 left to right, 2 top to bottom, 4 columns
/// become rows (before the other two).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Symmetry(pub(crate) u8);

impl Symmetry {
    /// All that map the area onto itself.
    pub(crate) fn all(area: Area) -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry).filter(move |symmetry| symmetry.fits(area))
    }

    /// Whether it maps the area onto itself.
    pub(crate) fn fits(self, area: Area) -> bool {
        match area {
            Area::Bounded { width, height } => self.0 < 4 || self.0 < 8 && width == height,
            Area::Unbounded => self.0 == 0,
        }
    }

    /// Where a point goes.
    fn apply(self, point: Point, width: i32, height: i32) -> Point {
        let Point { mut x, mut y } = point;
        if self.0 & 4 != 0 {
            (x, y) = (y, x);
        }
        if self.0 & 1 != 0 {
            x = width - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = height - 1 - y;
        }
        Point::new(x, y)
    }
}

/// All stones of a board, in reading order: two bits a point, or on a board without edges nine
/// bytes a stone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Image(Box<[u8]>);

impl Image {
    /// The most bytes that an image takes.
    pub(crate) fn bytes(area: Area) -> usize {
        area.size().map_or(9 * MAX_POINTS, |points| points.div_ceil(4))
    }

    /// The stones of `board` after `symmetry`.
    pub(crate) fn of(board: &Board, symmetry: Symmetry) -> Image {
        let Area::Bounded { width, height } = board.area() else {
            return Image::of_stones(&board.stones());
        };
        let (width, height) = (i32::from(width), i32::from(height));
        let mut packed = vec![0; Image::bytes(board.area())];
        for (point, color) in board.stones() {
            let Point { x, y } = symmetry.apply(point, width, height);
            let number = (y * width + x) as usize;
            let cell = if color == Color::Black { 1 } else { 2 };
            packed[number / 4] |= cell << (number % 4 * 2);
        }
        Image(packed.into())
    }

    fn of_stones(stones: &[(Point, Color)]) -> Image {
        let mut packed = Vec::with_capacity(9 * stones.len());
        for &(Point { x, y }, color) in stones {
            packed.extend_from_slice(&x.to_le_bytes());
            packed.extend_from_slice(&y.to_le_bytes());
            packed.push(color as u8);
        }
        Image(packed.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_symmetries_and_they_are_different() {
        let area = Area::square(3);
        let mut board = Board::new(area);
        board.put(Point::new(0, 0), Color::Black);
        board.put(Point::new(1, 0), Color::White);
        let images: std::collections::BTreeSet<Image> =
            Symmetry::all(area).map(|symmetry| Image::of(&board, symmetry)).collect();
        assert_eq!(images.len(), 8);
        assert_eq!(Symmetry::all(Area::Bounded { width: 3, height: 2 }).count(), 4);
    }
}
