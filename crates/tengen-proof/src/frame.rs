//! Points by number.

use tengen_core::{Area, Point, Setup};

/// A rectangle whose points are numbered in reading order from 0: the whole board, or on a board
/// without edges the part of it where the winner plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProofFrame {
    left: i32,
    top: i32,
    width: u64,
    height: u64,
}

impl ProofFrame {
    /// The board, or the rectangle around the stones and `margin` beyond them on every side.
    pub(crate) fn new(setup: &Setup, margin: u32) -> ProofFrame {
        if setup.area != Area::Unbounded {
            return ProofFrame::for_board(setup.area);
        }
        let range = |place: fn(Point) -> i32| {
            let places = setup.stones.iter().map(|stone| place(stone.0));
            // Without stones, it is around the origin.
            let (first, last) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
            let first = first.saturating_sub_unsigned(margin).max(-Area::REACH);
            let last = last.saturating_add_unsigned(margin).min(Area::REACH);
            (first, (i64::from(last) - i64::from(first) + 1) as u64)
        };
        let ((left, width), (top, height)) = (range(|point| point.x), range(|point| point.y));
        ProofFrame { left, top, width, height }
    }

    /// All points of a board with edges; none of one without.
    pub(crate) fn for_board(area: Area) -> ProofFrame {
        let (width, height) = match area {
            Area::Bounded { width, height } => (width.into(), height.into()),
            Area::Unbounded => (0, 0),
        };
        ProofFrame { left: 0, top: 0, width, height }
    }

    /// The number of `point`, if it is inside.
    pub(crate) fn number(&self, point: Point) -> Option<u64> {
        // What is left of the first column or above the first row becomes very large.
        let x = (i64::from(point.x) - i64::from(self.left)) as u64;
        let y = (i64::from(point.y) - i64::from(self.top)) as u64;
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// The point that has this number.
    pub(crate) fn point(&self, number: u64) -> Option<Point> {
        let (x, y) = (number.checked_rem(self.width)?, number / self.width);
        (y < self.height).then(|| Point::new(self.left + x as i32, self.top + y as i32))
    }

    /// How many points it has.
    pub(crate) fn size(&self) -> u64 {
        self.width * self.height
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Color;

    #[test]
    fn every_point_has_a_number_and_leads_back_from_it() {
        let board = ProofFrame::new(&Setup::new(Area::Bounded { width: 5, height: 3 }), 7);
        let stones = [(3, -4), (8, 0)].map(|(x, y)| (Point::new(x, y), Color::Black)).to_vec();
        let endless = Setup { area: Area::Unbounded, stones, turn: Color::Black };
        for (frame, size, first) in [
            (board, 15, Point::new(0, 0)),
            (ProofFrame::new(&endless, 2), 90, Point::new(1, -6)),
            (ProofFrame::new(&Setup::new(Area::Unbounded), 3), 49, Point::new(-3, -3)),
        ] {
            assert_eq!(frame.size(), size);
            assert_eq!(frame.point(0), Some(first));
            assert_eq!(frame.point(size), None);
            for number in 0..size {
                assert_eq!(frame.number(frame.point(number).unwrap()), Some(number));
            }
            for outside in [Point::new(first.x - 1, first.y), Point::new(first.x, first.y - 1)] {
                assert_eq!(frame.number(outside), None);
            }
        }
    }

    #[test]
    fn the_largest_frame_ends_where_the_board_does_and_its_steps_fit_into_a_word() {
        let frame = ProofFrame::new(&Setup::new(Area::Unbounded), u32::MAX);
        let last = Point::new(Area::REACH, Area::REACH);
        assert_eq!(frame.point(frame.size() - 1), Some(last));
        assert_eq!(frame.number(last), Some(frame.size() - 1));
        assert_eq!(frame.number(Point::new(i32::MIN, 0)), None);
        assert_eq!(frame.point(u64::MAX), None);
        assert!(frame.size() <= u64::MAX / 4);
    }
}
