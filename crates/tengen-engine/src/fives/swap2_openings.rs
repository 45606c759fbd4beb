//! All three-stone openings of swap2.

use tengen_core::{Area, Point, Symmetry};

/// Iterator over the three-stone openings of swap2 up to symmetry: a black, a white and a black stone.
///
/// Of the openings that are images of one another, or differ in the order of the black stones, it has
/// the one whose points come first on the board.
///
/// ```
/// use tengen_core::Area;
/// use tengen_engine::fives::Swap2Openings;
///
/// assert_eq!(Swap2Openings::new(Area::square(15), 0).count(), 703_934);
/// ```
#[derive(Clone, Debug)]
pub struct Swap2Openings {
    area: Area,
    points: Vec<Point>,
    /// Indices of the stones that come next: black, black, white.
    next: [usize; 3],
}

impl Swap2Openings {
    /// The openings on a board whose stones are all at least `margin` points away from its edges. There
    /// are none on a board without edges, where every opening has infinitely many images.
    pub fn new(area: Area, margin: u16) -> Swap2Openings {
        let (width, height) = match area {
            Area::Bounded { width, height } => (i32::from(width), i32::from(height)),
            Area::Unbounded => (0, 0),
        };
        let inside = |at, side| (i32::from(margin)..side - i32::from(margin)).contains(&at);
        let points = area.points().filter(|at| inside(at.x, width) && inside(at.y, height));
        Swap2Openings { area, points: points.collect(), next: [0, 1, 0] }
    }

    /// Whether no image of the stones comes earlier.
    fn is_first(&self, stones: [Point; 3]) -> bool {
        Symmetry::all(self.area).skip(1).all(|symmetry| {
            let [one, two, white] = stones.map(|stone| symmetry.apply(stone));
            stones <= [one.min(two), one.max(two), white]
        })
    }

    /// Steps to the next stones in lexicographic order; two may be on one point.
    fn advance(&mut self) {
        let [one, two, white] = &mut self.next;
        *white += 1;
        if *white == self.points.len() {
            *white = 0;
            *two += 1;
        }
        if *two == self.points.len() {
            *one += 1;
            *two = *one + 1;
        }
    }
}

impl Iterator for Swap2Openings {
    type Item = [Point; 3];

    fn next(&mut self) -> Option<[Point; 3]> {
        while self.next[1] < self.points.len() {
            let stones @ [one, two, white] = self.next.map(|index| self.points[index]);
            self.advance();
            if white != one && white != two && self.is_first(stones) {
                return Some([one, white, two]);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The stones of an opening, black ones in order: equal for equal positions only.
    fn position([one, white, two]: [Point; 3]) -> [Point; 3] {
        [one.min(two), one.max(two), white]
    }

    #[test]
    fn every_opening_is_an_image_of_exactly_one() {
        for (width, height, margin) in [(5, 5, 0), (6, 6, 1), (5, 4, 0), (7, 7, 2)] {
            let area = Area::Bounded { width, height };
            let mut covered = BTreeSet::new();
            let mut images = 0;
            for opening in Swap2Openings::new(area, margin) {
                let own: BTreeSet<_> = Symmetry::all(area)
                    .map(|symmetry| position(opening.map(|point| symmetry.apply(point))))
                    .collect();
                images += own.len();
                covered.extend(own);
            }
            let points = usize::from((width - 2 * margin) * (height - 2 * margin));
            assert_eq!(covered.len(), points * (points - 1) / 2 * (points - 2));
            assert_eq!(images, covered.len(), "no two openings share an image");
        }
    }

    #[test]
    fn the_openings_of_fifteen_by_fifteen_are_as_many_as_burnside_counts() {
        // Left in place by the identity, by a half turn (white in the middle), and by each of the four
        // reflections (white on the axis, black on the axis or two images of each other).
        let fixed = [225 * 224 / 2 * 223, 112, 4 * 15 * (14 * 13 / 2 + 105)];
        let count = Swap2Openings::new(Area::square(15), 0).count();
        assert_eq!(count, fixed.iter().sum::<usize>() / 8);
    }

    #[test]
    fn a_board_without_room_has_no_opening() {
        assert_eq!(Swap2Openings::new(Area::square(5), 2).count(), 0);
        assert_eq!(Swap2Openings::new(Area::square(5), 9).count(), 0);
        assert_eq!(Swap2Openings::new(Area::Unbounded, 0).count(), 0);
    }
}
