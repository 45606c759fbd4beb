//! The layout: which points a picture shows, and where. Knows nothing of stones and colors.

use tengen_core::{Area, Point};

/// From one point to the next.
pub(crate) const PITCH: i32 = 20;

/// The height of the names of columns and rows.
pub(crate) const NAME_SIZE: i32 = 8;

/// No more points are shown along one side.
const MOST: i32 = 64;

/// How many points are shown around everything on a board that goes on.
const RIM: i32 = 2;

/// From the last line to the end of the board, or to the names along it.
const MARGIN: i32 = 15;

/// How far the lines of a board go on, fading, after the last point that is shown.
const FADE: i32 = 16;

/// From where they have faded to the end of the picture, or to the names along it.
const FADED_MARGIN: i32 = 4;

/// The four sides of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardSide {
    Left,
    Top,
    Right,
    Bottom,
}

impl BoardSide {
    pub(crate) const ALL: [BoardSide; 4] =
        [BoardSide::Left, BoardSide::Top, BoardSide::Right, BoardSide::Bottom];
}

/// The points from `first` to `last`, and the room around them. The middle of the first point is
/// the origin of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PictureLayout {
    area: Area,
    first: Point,
    last: Point,
    coordinates: bool,
}

/// A rectangle of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rectangle {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl PictureLayout {
    /// All of a small board; of others the focus as far as it fits, its last point above all,
    /// and the stones nearest to it.
    pub(crate) fn new(
        area: Area,
        stones: &[Point],
        focus: &[Point],
        coordinates: bool,
    ) -> PictureLayout {
        let (mut first, mut last) = (Point::new(0, 0), Point::new(0, 0));
        if whole(area) != (true, true) {
            let frame = CropBounds::around(area, stones, focus);
            let grow = |point: Point, by: i32| Point::new(point.x + by, point.y + by);
            (first, last) = (grow(frame.first, -RIM), grow(frame.last, RIM));
        }
        if let Area::Bounded { width, height } = area {
            let (right, bottom) = (i32::from(width).max(1) - 1, i32::from(height).max(1) - 1);
            let (whole_width, whole_height) = whole(area);
            let clip = |from: &mut i32, to: &mut i32, whole: bool, end: i32| {
                (*from, *to) = if whole { (0, end) } else { ((*from).max(0), (*to).min(end)) };
            };
            clip(&mut first.x, &mut last.x, whole_width, right);
            clip(&mut first.y, &mut last.y, whole_height, bottom);
        }
        PictureLayout { area, first, last, coordinates }
    }

    /// Whether `point` is in the picture.
    pub(crate) fn shows(&self, point: Point) -> bool {
        let PictureLayout { area, first, last, .. } = self;
        area.contains(point)
            && (first.x..=last.x).contains(&point.x)
            && (first.y..=last.y).contains(&point.y)
    }

    /// The point in a column and a row of the picture.
    pub(crate) fn point(&self, column: i32, row: i32) -> Point {
        Point::new(self.first.x + column, self.first.y + row)
    }

    /// What a column of the picture is called, where names are wanted.
    pub(crate) fn column_name(&self, column: i32) -> Option<String> {
        self.column(self.first.x + column)
    }

    /// The name of a row of the picture.
    pub(crate) fn row_name(&self, row: i32) -> Option<String> {
        self.row(self.first.y + row)
    }

    /// Where the middle of `point` is.
    pub(crate) fn at(&self, point: Point) -> (i32, i32) {
        ((point.x - self.first.x) * PITCH, (point.y - self.first.y) * PITCH)
    }

    /// How many columns and rows are shown.
    pub(crate) fn sides(&self) -> (i32, i32) {
        (self.last.x - self.first.x + 1, self.last.y - self.first.y + 1)
    }

    /// Where the middle of the last point is.
    pub(crate) fn end(&self) -> (i32, i32) {
        self.at(self.last)
    }

    /// Whether the board goes on after this side of the picture.
    pub(crate) fn goes_on(&self, side: BoardSide) -> bool {
        let Area::Bounded { width, height } = self.area else { return true };
        match side {
            BoardSide::Left => self.first.x > 0,
            BoardSide::Top => self.first.y > 0,
            BoardSide::Right => self.last.x + 1 < i32::from(width),
            BoardSide::Bottom => self.last.y + 1 < i32::from(height),
        }
    }

    /// How far the lines go on at this side, after the last point.
    pub(crate) fn overhang(&self, side: BoardSide) -> i32 {
        if self.goes_on(side) { FADE } else { 0 }
    }

    /// The whole picture.
    pub(crate) fn bounds(&self) -> Rectangle {
        let (left, top) = (self.room(BoardSide::Left), self.room(BoardSide::Top));
        let (right, bottom) = self.end();
        Rectangle {
            x: -left,
            y: -top,
            width: left + right + self.room(BoardSide::Right),
            height: top + bottom + self.room(BoardSide::Bottom),
        }
    }

    /// The part of a side where the lines fade, if the board goes on there.
    pub(crate) fn fade(&self, side: BoardSide) -> Option<Rectangle> {
        let (right, bottom) = self.end();
        let lines = Rectangle {
            x: -self.overhang(BoardSide::Left) - 1,
            y: -self.overhang(BoardSide::Top) - 1,
            width: self.overhang(BoardSide::Left) + right + self.overhang(BoardSide::Right) + 2,
            height: self.overhang(BoardSide::Top) + bottom + self.overhang(BoardSide::Bottom) + 2,
        };
        let deep = FADE + PITCH;
        self.goes_on(side).then_some(match side {
            BoardSide::Left => Rectangle { width: deep, ..lines },
            BoardSide::Top => Rectangle { height: deep, ..lines },
            BoardSide::Right => Rectangle { x: lines.x + lines.width - deep, width: deep, ..lines },
            BoardSide::Bottom => {
                Rectangle { y: lines.y + lines.height - deep, height: deep, ..lines }
            }
        })
    }

    /// The names of columns with the middle of each and the foot of the letters.
    pub(crate) fn columns(&self) -> Vec<(i32, i32, String)> {
        let foot = self.end().1 + self.margin(BoardSide::Bottom) + NAME_SIZE - 4;
        let columns = self.first.x..=self.last.x;
        let names = columns.filter_map(|x| Some((x, self.column(x)?)));
        names.map(|(x, name)| ((x - self.first.x) * PITCH, foot, name)).collect()
    }

    /// The names of rows with the right end of each and the foot of the numbers.
    pub(crate) fn rows(&self) -> Vec<(i32, i32, String)> {
        let end = 2 - self.margin(BoardSide::Left);
        let rows = self.first.y..=self.last.y;
        let names = rows.filter_map(|y| Some((y, self.row(y)?)));
        names.map(|(y, name)| (end, (y - self.first.y) * PITCH + 3, name)).collect()
    }

    /// The star points of the usual boards that are shown.
    pub(crate) fn stars(&self) -> Vec<Point> {
        let Area::Bounded { width, height } = self.area else { return Vec::new() };
        let (corner, sides) = match (width, height) {
            (9, 9) => (2, false),
            (13 | 15, 13 | 15) if width == height => (3, false),
            (19, 19) => (3, true),
            _ => return Vec::new(),
        };
        let (last, middle) = (i32::from(width) - 1 - corner, i32::from(width) / 2);
        let rows = [corner, middle, last].into_iter();
        rows.flat_map(|y| [corner, middle, last].map(|x| Point::new(x, y)))
            .filter(|point| sides || (point.x == middle) == (point.y == middle))
            .collect()
    }

    /// From the last point to the end of the board, or to the names along it.
    fn margin(&self, side: BoardSide) -> i32 {
        if self.goes_on(side) { FADE + FADED_MARGIN } else { MARGIN }
    }

    /// From the last point to the end of the picture.
    fn room(&self, side: BoardSide) -> i32 {
        let plain = self.margin(side);
        if !self.coordinates {
            return plain;
        }
        // A letter is at most two thirds as wide as it is high.
        let width = |name: &String| 2 * NAME_SIZE * name.len() as i32 / 3;
        let widest = |names: &[(i32, i32, String)]| {
            names.iter().map(|(_, _, name)| width(name)).max().unwrap_or(0)
        };
        match side {
            BoardSide::Left => plain + widest(&self.rows()) + 3,
            BoardSide::Right => plain.max(widest(&self.columns()) / 2 + 2),
            BoardSide::Bottom => plain + NAME_SIZE + 2,
            BoardSide::Top => plain,
        }
    }

    fn column(&self, x: i32) -> Option<String> {
        match self.area {
            _ if !self.coordinates => None,
            Area::Unbounded => tick(x),
            Area::Bounded { .. } => {
                let name = self.area.name(Point::new(x, 0));
                Some(name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned())
            }
        }
    }

    fn row(&self, y: i32) -> Option<String> {
        match self.area {
            _ if !self.coordinates => None,
            Area::Unbounded => tick(y),
            Area::Bounded { height, .. } => Some((i32::from(height) - y).to_string()),
        }
    }
}

/// Every fifth line of a board without edges is named.
fn tick(line: i32) -> Option<String> {
    (line % 5 == 0).then(|| line.to_string())
}

/// Whether all columns and all rows are shown.
fn whole(area: Area) -> (bool, bool) {
    match area {
        Area::Bounded { width, height } => (i32::from(width) <= MOST, i32::from(height) <= MOST),
        Area::Unbounded => (false, false),
    }
}

/// A part of the board that grows.
#[derive(Clone, Copy)]
struct CropBounds {
    first: Point,
    last: Point,
}

impl CropBounds {
    fn around(area: Area, stones: &[Point], focus: &[Point]) -> CropBounds {
        let mut focus = focus.iter().rev().copied().filter(|&point| area.contains(point));
        let Some(start) = focus.next().or_else(|| middle(stones)) else {
            let origin = match area {
                Area::Unbounded => Point::new(0, 0),
                Area::Bounded { width, height } => {
                    Point::new((width / 2).into(), (height / 2).into())
                }
            };
            return CropBounds { first: origin, last: origin };
        };
        let mut frame = CropBounds { first: start, last: start };
        focus.for_each(|point| frame.take(point));
        let mut near = stones.to_vec();
        near.sort_by_key(|&point| (frame.steps_to(point), point));
        for point in near {
            frame.take(point);
        }
        frame
    }

    /// Grows to hold `point`, if there is room for it.
    fn take(&mut self, point: Point) {
        let CropBounds { first, last } = *self;
        let first = Point::new(first.x.min(point.x), first.y.min(point.y));
        let last = Point::new(last.x.max(point.x), last.y.max(point.y));
        if last.x - first.x < MOST - 2 * RIM && last.y - first.y < MOST - 2 * RIM {
            *self = CropBounds { first, last };
        }
    }

    /// How many steps `point` is away.
    fn steps_to(&self, point: Point) -> i32 {
        let outside = |from: i32, at: i32, to: i32| (from - at).max(at - to).max(0);
        let across = outside(self.first.x, point.x, self.last.x);
        across.max(outside(self.first.y, point.y, self.last.y))
    }
}

/// The stone nearest to the middle of all.
fn middle(stones: &[Point]) -> Option<Point> {
    let median = |coordinate: fn(&Point) -> i32| {
        let mut all: Vec<i32> = stones.iter().map(coordinate).collect();
        let half = all.len() / 2;
        all.select_nth_unstable(half).1.to_owned()
    };
    if stones.is_empty() {
        return None;
    }
    let (x, y) = (median(|point| point.x), median(|point| point.y));
    stones.iter().copied().min_by_key(|point| (point.distance(Point::new(x, y)), *point))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(area: Area, stones: &[(i32, i32)], focus: &[(i32, i32)]) -> PictureLayout {
        let points = |all: &[(i32, i32)]| -> Vec<Point> {
            all.iter().map(|&(x, y)| Point::new(x, y)).collect()
        };
        PictureLayout::new(area, &points(stones), &points(focus), true)
    }

    fn shown(layout: &PictureLayout) -> ((i32, i32), (i32, i32)) {
        ((layout.first.x, layout.first.y), (layout.last.x, layout.last.y))
    }

    #[test]
    fn a_small_board_is_shown_whole() {
        for (width, height) in [(1, 1), (15, 15), (64, 64), (22, 7)] {
            let layout = layout(Area::Bounded { width, height }, &[(0, 0)], &[]);
            assert_eq!(layout.sides(), (width.into(), height.into()));
            assert!(BoardSide::ALL.iter().all(|&side| !layout.goes_on(side)));
        }
    }

    #[test]
    fn a_board_without_edges_is_cropped_to_what_is_on_it() {
        let layout = layout(Area::Unbounded, &[(-5, 2), (3, -9)], &[(4, 4)]);
        assert_eq!(shown(&layout), ((-7, -11), (6, 6)));
        assert!(BoardSide::ALL.iter().all(|&side| layout.goes_on(side)));
        let names = |names: Vec<(i32, i32, String)>| -> Vec<String> {
            names.into_iter().map(|(_, _, name)| name).collect()
        };
        assert_eq!(names(layout.columns()), ["-5", "0", "5"]);
        assert_eq!(names(layout.rows()), ["-10", "-5", "0", "5"]);
        assert_eq!(layout.columns()[1].0, layout.at(Point::new(0, 0)).0);
    }

    #[test]
    fn what_is_looked_at_comes_before_stones_far_away() {
        let far = 1_000_000_000;
        let stones = [(-far, -far), (0, 0), (far, far), (30, 0)];
        let focused = layout(Area::Unbounded, &stones, &[(far, -far), (10, 10)]);
        assert_eq!(shown(&focused), ((-2, -2), (32, 12)));
        let alone = layout(Area::Unbounded, &stones, &[]);
        assert_eq!(shown(&alone), ((-2, -2), (32, 2)));
        let empty = layout(Area::Unbounded, &[], &[]);
        assert_eq!(shown(&empty), ((-2, -2), (2, 2)));
    }

    #[test]
    fn a_large_board_fades_only_where_it_goes_on() {
        let layout = layout(Area::Bounded { width: 1000, height: 13 }, &[(998, 3)], &[]);
        assert_eq!(shown(&layout), ((996, 0), (999, 12)));
        assert_eq!(BoardSide::ALL.map(|side| layout.goes_on(side)), [true, false, false, false]);
        assert_eq!(
            BoardSide::ALL.map(|side| layout.fade(side).is_some()),
            [true, false, false, false]
        );
    }

    #[test]
    fn there_is_an_end_to_what_is_shown() {
        let row: Vec<(i32, i32)> = (0..500).map(|x| (x, -x)).collect();
        for layout in [layout(Area::Unbounded, &row, &[]), layout(Area::Unbounded, &[], &row)] {
            assert_eq!(layout.sides(), (MOST, MOST));
        }
    }

    #[test]
    fn stars_are_where_players_expect_them() {
        let stars = |side: u16| {
            let area = Area::square(side);
            let stars = layout(area, &[], &[]).stars();
            stars.into_iter().map(|star| area.name(star)).collect::<Vec<String>>().join(" ")
        };
        assert_eq!(stars(15), "d12 l12 h8 d4 l4");
        assert_eq!(stars(19), "d16 j16 p16 d10 j10 p10 d4 j4 p4");
        assert_eq!(stars(9), "c7 g7 e5 c3 g3");
        assert_eq!(stars(20), "");
    }

    #[test]
    fn names_stay_inside_the_picture() {
        let far = 999_999_999;
        for layout in [
            layout(Area::square(22), &[], &[]),
            layout(Area::Bounded { width: 1000, height: 1000 }, &[(999, 0)], &[]),
            layout(Area::Unbounded, &[(-far, -far)], &[]),
        ] {
            let Rectangle { x, y, width, height } = layout.bounds();
            let wide = |name: &str| 5 * name.len() as i32;
            for (middle, foot, name) in layout.columns() {
                assert!(middle - wide(&name) / 2 > x && middle + wide(&name) / 2 < x + width);
                assert!(foot < y + height);
            }
            for (end, foot, name) in layout.rows() {
                assert!(end - wide(&name) > x && foot < y + height && foot - NAME_SIZE > y);
            }
        }
    }
}
