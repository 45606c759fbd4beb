//! A board without edges as the engine sees it: a board with edges around the stones.

use tengen_core::{Area, Color, Point, Position, Setup};

use crate::Unsuited;

/// Where a board with edges lies on the one that was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineCrop {
    /// The board that was asked about.
    area: Area,
    /// What is added to a point of the window.
    offset: Point,
}

/// The side of the window. The engine knows no larger boards.
const SIDE: i32 = 22;

/// How far the stones may reach, so that there is room around them.
pub(crate) const REACH: i32 = SIDE - 6;

impl EngineCrop {
    /// The position as the engine sees it: itself if it has edges, else with edges around it.
    ///
    /// # Errors
    ///
    /// If the stones of a board without edges reach too far.
    pub fn around(position: Position) -> Result<(Position, EngineCrop), Unsuited> {
        let area = position.board().area();
        if area != Area::Unbounded {
            return Ok((position, EngineCrop { area, offset: Point::new(0, 0) }));
        }
        let stones = position.board().stones();
        let span = |coordinate: fn(&Point) -> i32| {
            let all = || stones.iter().map(|(point, _)| coordinate(point));
            // In the middle of nothing is the origin.
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let (left, right) = span(|point| point.x);
        let (top, bottom) = span(|point| point.y);
        let wide = |first: i32, last: i32| i64::from(last) - i64::from(first) >= i64::from(REACH);
        if wide(left, right) || wide(top, bottom) {
            return Err(Unsuited::Reach);
        }
        let start = |first: i32, last: i32| first - (SIDE - (last - first + 1)) / 2;
        let offset = Point::new(start(left, right), start(top, bottom));
        let shifted = |&(point, color): &(Point, Color)| {
            (Point::new(point.x - offset.x, point.y - offset.y), color)
        };
        let setup = Setup {
            area: Area::square(SIDE as u16),
            stones: stones.iter().map(shifted).collect(),
            turn: position.turn(),
        };
        let inside = Position::from_setup(position.rule(), &setup)
            .expect("the stones are those of a position");
        Ok((inside, EngineCrop { area, offset }))
    }

    /// A point of the window, as it was asked about.
    pub fn point(&self, point: Point) -> Point {
        Point::new(point.x + self.offset.x, point.y + self.offset.y)
    }

    /// The board that was asked about.
    pub fn area(&self) -> Area {
        self.area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Rule;

    #[test]
    fn what_is_seen_in_the_window_is_where_it_was() {
        let mut position = Position::new(Rule::Freestyle, Area::Unbounded).unwrap();
        let points = [(-1000, 77), (-998, 80), (-990, 70)].map(|(x, y)| Point::new(x, y));
        for point in points {
            position.play(point).unwrap();
        }
        let (inside, crop) = EngineCrop::around(position.clone()).unwrap();
        let mut seen: Vec<(Point, Color)> = inside.board().stones();
        for (point, _) in &mut seen {
            assert!((3..19).contains(&point.x) && (3..19).contains(&point.y), "{point:?}");
            *point = crop.point(*point);
        }
        assert_eq!(seen, position.board().stones());
        assert_eq!(inside.turn(), position.turn());
        position.play(Point::new(-900, 77)).unwrap();
        assert_eq!(EngineCrop::around(position).unwrap_err(), Unsuited::Reach);
    }
}
