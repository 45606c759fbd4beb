//! Rotations and reflections.

use crate::{Area, Point};

/// Symmetry of a board: one of the eight rotations and reflections of a square, the four of a
/// rectangle, or the identity, which is the only one of a board without edges.
///
/// ```
/// use tengen_core::{Area, Point, Symmetry};
///
/// let images = Symmetry::all(Area::square(15)).map(|symmetry| symmetry.apply(Point::new(3, 0)));
/// assert_eq!(images.filter(|&image| image == Point::new(0, 11)).count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    number: u8,
    /// The last column and the last row.
    last: Point,
}

impl Symmetry {
    /// All symmetries of a board, the identity first.
    pub fn all(area: Area) -> impl Iterator<Item = Symmetry> + Clone {
        (0..8).map_while(move |number| Symmetry::new(area, number))
    }

    /// The symmetry of this number, if the board has it: the sum of 1 (left to right), 2 (top to
    /// bottom) and 4 (columns become rows, before the other two).
    pub fn new(area: Area, number: u8) -> Option<Symmetry> {
        let (count, last) = match area {
            Area::Bounded { width, height } => {
                let last = Point::new(i32::from(width) - 1, i32::from(height) - 1);
                (if width == height { 8 } else { 4 }, last)
            }
            Area::Unbounded => (1, Point::new(0, 0)),
        };
        (number < count).then_some(Symmetry { number, last })
    }

    /// The number, as [`new`](Self::new) takes it.
    pub fn number(self) -> u8 {
        self.number
    }

    /// The image of a point.
    pub fn apply(self, point: Point) -> Point {
        let Point { mut x, mut y } = point;
        if self.number & 4 != 0 {
            (x, y) = (y, x);
        }
        if self.number & 1 != 0 {
            x = self.last.x - x;
        }
        if self.number & 2 != 0 {
            y = self.last.y - y;
        }
        Point::new(x, y)
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Only the two quarter turns are not their own inverses.
        let number = match self.number {
            5 => 6,
            6 => 5,
            number => number,
        };
        Symmetry { number, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_another_one_and_its_inverse_leads_back() {
        for (width, height, count) in [(5, 5, 8), (5, 4, 4)] {
            let area = Area::Bounded { width, height };
            let mut images = Vec::new();
            for (number, symmetry) in Symmetry::all(area).enumerate() {
                assert_eq!(usize::from(symmetry.number()), number);
                let image: Vec<Point> = area.points().map(|point| symmetry.apply(point)).collect();
                for (point, &turned) in area.points().zip(&image) {
                    assert!(area.contains(turned));
                    assert_eq!(symmetry.inverse().apply(turned), point, "{symmetry:?}");
                }
                assert!(!images.contains(&image));
                images.push(image);
            }
            assert_eq!(images.len(), count);
        }
        assert_eq!(Symmetry::all(Area::Unbounded).count(), 1);
    }
}
