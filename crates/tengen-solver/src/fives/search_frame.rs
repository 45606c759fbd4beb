//! The mailbox of a search: the part of a board that is searched, with a rim.

use tengen_core::{Area, Axis, Board, Point, Window};
use thiserror::Error;

/// Mailbox index of a point in a frame.
pub type Spot = u16;

/// Error: the stones of a board without edges are too far apart for one frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the stones are spread over {width} by {height} points; a search takes at most {} points in all",
    SearchFrame::MOST
)]
pub struct TooWide {
    width: u64,
    height: u64,
}

/// Mailbox of a rectangle: points numbered in reading order, with a rim around it.
///
/// The rim is as wide as a [`Window`] reaches, so a step along a line needs no bounds check. The rim at
/// the end of one row is that at the start of the next.
#[derive(Clone, Debug)]
pub(crate) struct SearchFrame {
    /// The upper left point.
    corner: Point,
    width: i32,
    height: i32,
    /// How far from the border of the frame the attacker stays. A board has edges to stop there;
    /// where there are none, the frame must still show all that the defender could do.
    margin: i32,
}

const RIM: i32 = Window::REACH;

impl SearchFrame {
    const MOST: i32 = 60_000;

    /// What is left around the stones of a board without edges.
    const ROOM: i32 = 24;

    /// Attacks stay away from the border: a block is at most four steps from an attack, and what
    /// the block makes is at most four steps further.
    const MARGIN: i32 = 10;

    pub(crate) fn new(board: &Board) -> Result<SearchFrame, TooWide> {
        let frame = match board.area() {
            Area::Bounded { width, height } => {
                let (width, height) = (i32::from(width), i32::from(height));
                SearchFrame { corner: Point::new(0, 0), width, height, margin: 0 }
            }
            Area::Unbounded => {
                let stones = board.stones();
                let points = || stones.iter().map(|stone| stone.0);
                let range = |of: fn(Point) -> i32| {
                    let low = points().map(of).min().unwrap_or(0) - SearchFrame::ROOM;
                    (low, points().map(of).max().unwrap_or(0) + SearchFrame::ROOM - low + 1)
                };
                let ((x, width), (y, height)) = (range(|point| point.x), range(|point| point.y));
                SearchFrame { corner: Point::new(x, y), width, height, margin: SearchFrame::MARGIN }
            }
        };
        let (width, height) = (i64::from(frame.width), i64::from(frame.height));
        let fits = (width + i64::from(RIM)) * (height + 2 * i64::from(RIM));
        if fits > i64::from(SearchFrame::MOST) {
            return Err(TooWide { width: width as u64, height: height as u64 });
        }
        Ok(frame)
    }

    /// The width and the height, neither of them zero.
    pub(crate) fn sides(&self) -> (u32, u32) {
        (self.width as u32, self.height as u32)
    }

    /// Whether the board ends where the frame does.
    pub(crate) fn has_edges(&self) -> bool {
        self.margin == 0
    }

    /// A number that other frames do not have.
    pub(crate) fn number(&self) -> u64 {
        let place = u64::from(self.corner.x as u32) << 32 | u64::from(self.corner.y as u32);
        let size = u64::from(self.width as u32) << 32 | u64::from(self.height as u32);
        place.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ size
    }

    fn stride(&self) -> i32 {
        self.width + RIM
    }

    /// One more than the largest spot of frame and rim.
    pub(crate) fn spots(&self) -> usize {
        (self.stride() * (self.height + 2 * RIM) + RIM) as usize
    }

    /// The difference of the spots of two points one step along `axis` apart.
    pub(crate) fn step(&self, axis: Axis) -> i32 {
        let (dx, dy) = axis.step();
        dy * self.stride() + dx
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        let (x, y) = (point.x - self.corner.x, point.y - self.corner.y);
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// Whether the attacker may play there.
    pub(crate) fn is_inner(&self, point: Point) -> bool {
        let (x, y) = (point.x - self.corner.x, point.y - self.corner.y);
        let margin = self.margin;
        (margin..self.width - margin).contains(&x) && (margin..self.height - margin).contains(&y)
    }

    pub(crate) fn spot(&self, point: Point) -> Spot {
        debug_assert!(self.contains(point), "{point:?} is outside the frame");
        let (x, y) = (point.x - self.corner.x, point.y - self.corner.y);
        ((y + RIM) * self.stride() + x + RIM) as Spot
    }

    pub(crate) fn point(&self, spot: Spot) -> Point {
        let (x, y) = (i32::from(spot) % self.stride(), i32::from(spot) / self.stride());
        Point::new(self.corner.x + x - RIM, self.corner.y + y - RIM)
    }

    /// Every point of the frame in reading order.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let SearchFrame { corner, width, height, .. } = *self;
        (0..height)
            .flat_map(move |y| (0..width).map(move |x| Point::new(corner.x + x, corner.y + y)))
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::Color;

    use super::*;

    #[test]
    fn spots_lead_back_to_their_points_and_steps_follow_the_axes() {
        let mut endless = Board::new(Area::Unbounded);
        endless.put(Point::new(-7, 1000), Color::Black);
        for board in [Board::new(Area::Bounded { width: 7, height: 4 }), endless] {
            let frame = SearchFrame::new(&board).expect("it is small");
            for point in frame.points() {
                let spot = frame.spot(point);
                assert_eq!(frame.point(spot), point);
                for axis in Axis::ALL {
                    for n in -5..=5 {
                        let next = point.along(axis, n);
                        let there = i32::from(spot) + n * frame.step(axis);
                        assert!((0..frame.spots() as i32).contains(&there));
                        if frame.contains(next) {
                            assert_eq!(there, i32::from(frame.spot(next)));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn stones_far_apart_do_not_fit() {
        let mut board = Board::new(Area::Unbounded);
        board.put(Point::new(-1_000_000_000, 0), Color::Black);
        board.put(Point::new(1_000_000_000, 7), Color::White);
        assert!(SearchFrame::new(&board).is_err());
    }
}
