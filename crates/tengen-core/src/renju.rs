//! What Black may not do at renju. The rule book is `docs/rules/renju.md`.

use std::fmt;

use crate::{
    Axis, Board, Cell, Law, Point, Window,
    shape::{Shape, Shapes, completions, extensions},
};

const LAW: Law = Law::RENJU_BLACK;

/// Why Black may not play on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Foul {
    /// It would make six or more in a row.
    Overline,
    /// It would make two or more fours.
    DoubleFour,
    /// It would make two or more threes.
    DoubleThree,
}

impl Foul {
    /// Every foul, in a fixed order.
    pub const ALL: [Foul; 3] = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];

    /// Whether a line of this shape is a part of it: of two fours and a three, only the fours are.
    pub const fn is_made_by(self, shape: Shape) -> bool {
        match self {
            Foul::Overline => matches!(shape, Shape::Overline),
            Foul::DoubleFour => shape.fours() > 0,
            Foul::DoubleThree => matches!(shape, Shape::Three),
        }
    }

    /// How a drawing marks it: `6`, `4` or `3`.
    pub const fn mark(self) -> char {
        match self {
            Foul::Overline => '6',
            Foul::DoubleFour => '4',
            Foul::DoubleThree => '3',
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        })
    }
}

/// The foul that Black would commit on the empty `point`, if any. A five is never a foul.
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    let view = HypotheticalBoard { board, added: None };
    view.foul(point, view.shapes(point))
}

/// What a black stone on a point makes on one line through it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineShape {
    /// How the line runs.
    pub axis: Axis,
    /// What the stone makes on it.
    pub shape: Shape,
    /// The black stones of the shape, the new one among them; those of a long row as far as a
    /// [`Window`] shows them.
    pub stones: Vec<Point>,
    /// Where Black would go on: the points that make the five, or the straight four. A three
    /// without any is one in looks only: Black may not make its straight four.
    pub next: Vec<Point>,
}

impl LineShape {
    /// Whether it counts toward a foul or a five: a three in looks only does not.
    pub const fn counts(&self) -> bool {
        !matches!(self.shape, Shape::Three) || !self.next.is_empty()
    }
}

/// Everything that a black stone on the empty `point` makes.
///
/// ```
/// use tengen_core::{Area, Board, Color, Point, renju::{self, Foul}};
///
/// let mut board = Board::new(Area::square(15));
/// for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6)] {
///     board.put(Point::new(x, y), Color::Black);
/// }
/// let point = Point::new(7, 7);
/// assert_eq!(renju::foul(&board, point), Some(Foul::DoubleThree));
/// assert_eq!(renju::line_shapes(&board, point).len(), 2);
/// ```
pub fn line_shapes(board: &Board, point: Point) -> Vec<LineShape> {
    let view = HypotheticalBoard { board, added: None };
    let played = HypotheticalStone { point, before: None };
    let next = HypotheticalBoard { board, added: Some(&played) };
    let part = |axis: Axis| {
        let window = view.window(point, axis).with(0, Cell::Black);
        let shape = Shapes::for_law(LAW).get(window);
        let (open, real): (Vec<i32>, Vec<i32>) = match shape {
            Shape::None => return None,
            Shape::Five | Shape::Overline => (Vec::new(), Vec::new()),
            Shape::Three => (
                extensions(window, LAW).collect(),
                next.legal_extensions(point, axis, window).collect(),
            ),
            Shape::Four | Shape::StraightFour | Shape::TwoFours => {
                (completions(window, LAW).collect(), completions(window, LAW).collect())
            }
        };
        let at = |offset: i32| point.along(axis, offset);
        let stones = stones_of(window, &open).map(at).collect();
        Some(LineShape { axis, shape, stones, next: real.into_iter().map(at).collect() })
    };
    Axis::ALL.into_iter().filter_map(part).collect()
}

/// The foul that Black would commit on the empty `point`, if any, with the lines that make it.
///
/// ```
/// use tengen_core::{Area, Board, Color, Point, renju::{self, Foul}};
///
/// let mut board = Board::new(Area::square(15));
/// for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6)] {
///     board.put(Point::new(x, y), Color::Black);
/// }
/// let (foul, lines) = renju::explain_foul(&board, Point::new(7, 7)).unwrap();
/// assert_eq!((foul, lines.len()), (Foul::DoubleThree, 2));
/// ```
pub fn explain_foul(board: &Board, point: Point) -> Option<(Foul, Vec<LineShape>)> {
    let foul = foul(board, point)?;
    let mut lines = line_shapes(board, point);
    lines.retain(|line| line.counts() && foul.is_made_by(line.shape));
    Some((foul, lines))
}

/// The stones of the shape through the middle, given the cells that would carry it on: with those
/// filled, the shape is one unbroken row.
fn stones_of(window: Window, open: &[i32]) -> impl Iterator<Item = i32> {
    let filled = open.iter().fold(window, |filled, &offset| filled.with(offset, Cell::Black));
    let own = |offset: &i32| filled.cell(*offset) == Cell::Black;
    let first = (-Window::REACH..=0).rev().take_while(own).last().unwrap_or(0);
    let last = (0..=Window::REACH).take_while(own).last().unwrap_or(0);
    (first..=last).filter(move |&offset| window.cell(offset) == Cell::Black)
}

/// A board with further, hypothetical black stones.
///
/// Why not put them: whether a three counts depends on what its next stone would make, and so on
/// to any depth. A linked list of hypothetical stones needs no copy of the board and no undo.
#[derive(Clone, Copy)]
struct HypotheticalBoard<'a> {
    board: &'a Board,
    added: Option<&'a HypotheticalStone<'a>>,
}

/// A hypothetical black stone, linked to the one before it.
struct HypotheticalStone<'a> {
    point: Point,
    before: Option<&'a HypotheticalStone<'a>>,
}

impl HypotheticalBoard<'_> {
    fn window(self, point: Point, axis: Axis) -> Window {
        let mut window = self.board.window(point, axis);
        let mut added = self.added;
        while let Some(stone) = added {
            let offset = point.steps_to(stone.point, axis);
            if let Some(offset) = offset.filter(|offset| offset.abs() <= Window::REACH) {
                window = window.with(offset, Cell::Black);
            }
            added = stone.before;
        }
        window
    }

    fn shapes(self, point: Point) -> [Shape; 4] {
        let windows = Axis::ALL.map(|axis| self.window(point, axis));
        // Anything worth a name takes three stones, so most points need no table.
        if windows.iter().all(|window| window.own().count_ones() < 2) {
            return [Shape::None; 4];
        }
        windows.map(|window| Shapes::for_law(LAW).get(window))
    }

    /// renju.md 3: the foul of a stone that makes `shapes`.
    fn foul(self, point: Point, shapes: [Shape; 4]) -> Option<Foul> {
        if shapes.contains(&Shape::Five) {
            return None;
        }
        if shapes.contains(&Shape::Overline) {
            return Some(Foul::Overline);
        }
        if shapes.iter().map(|shape| shape.fours()).sum::<u32>() >= 2 {
            return Some(Foul::DoubleFour);
        }
        let looks = |&(_, shape): &(Axis, Shape)| shape == Shape::Three;
        let threes = Axis::ALL.into_iter().zip(shapes).filter(looks);
        if threes.clone().count() < 2 {
            return None;
        }
        let played = HypotheticalStone { point, before: self.added };
        let next = HypotheticalBoard { board: self.board, added: Some(&played) };
        let counts = |&(axis, _): &(Axis, Shape)| {
            let window = self.window(point, axis);
            next.legal_extensions(point, axis, window).next().is_some()
        };
        (threes.filter(counts).nth(1).is_some()).then_some(Foul::DoubleThree)
    }

    /// Where the three through `point` can become a straight four: not by a move that makes a five
    /// at the same time, and not by one that is a foul itself (renju.md 2.5 and 4).
    fn legal_extensions(
        self,
        point: Point,
        axis: Axis,
        window: Window,
    ) -> impl Iterator<Item = i32> {
        extensions(window, LAW).filter(move |&offset| {
            let fourth = point.along(axis, offset);
            let shapes = self.shapes(fourth);
            !shapes.contains(&Shape::Five) && self.foul(fourth, shapes).is_none()
        })
    }
}
