//! For every empty point and side: what a stone there makes, kept up to date move by move.

use tengen_core::{
    Axis, Board, Cell, Color, Forks, Law, Point, Position, Rule, Window, renju,
    shape::{Shape, shape},
};

use super::{
    frame::{Frame, Spot, TooWide},
    pairs::{Pair, Pairs},
    spots::{Class, EMPTY, INNER, Sets},
};

/// A board that knows what a stone of either color would make on every point.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule, shape::Shape};
/// use tengen_solver::fives::Threats;
///
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let mut threats = Threats::of(&position).unwrap();
/// for x in 5..8 {
///     threats.put(threats.spot(Point::new(x, 7)), Color::Black);
/// }
/// let next = threats.spot(Point::new(8, 7));
/// assert_eq!(threats.shapes(next, Color::Black)[0], Shape::StraightFour);
/// ```
#[derive(Clone, Debug)]
pub struct Threats {
    rule: Rule,
    /// The stones. All else can be told from these.
    board: Board,
    frame: Frame,
    steps: [i32; 4],
    // Told from the stones; `check` compares.
    points: Vec<Around>,
    sets: Sets,
    table: &'static Pairs,
}

/// What is known of one spot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Around {
    /// The key of the window along each axis.
    keys: [u32; 4],
    /// What a stone would make on each axis.
    pairs: [Pair; 4],
    /// The classes that the spot is in, a bit each; the same as [`Sets`] for one spot.
    classes: u8,
}

/// The classes of a spot where a stone would make one pair.
const fn classes_of(pair: usize) -> u8 {
    const fn of(shape: usize) -> u8 {
        match shape {
            1 => 1 << Class::Three as u8,
            2..=4 => 1 << Class::Four as u8,
            6 => 1 << Class::Five as u8,
            _ => 0,
        }
    }
    of(pair & 7) | of(pair >> 4 & 7) << 3
}

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        table[pair] = classes_of(pair);
        pair += 1;
    }
    table
};

const fn set_of(color: Color, class: Class) -> usize {
    3 * color as usize + class as usize
}

/// The bit that a stone of Black `offset` steps away has in the key of a window.
const fn key_bit(offset: i32) -> u32 {
    1 << if offset < 0 { offset + 5 } else { offset + 4 }
}

impl Threats {
    /// The stones of `position`, a game of fives.
    ///
    /// # Errors
    ///
    /// If there are no edges and the stones are too far apart.
    pub fn of(position: &Position) -> Result<Threats, TooWide> {
        let (rule, board) = (position.rule(), position.board());
        let frame = Frame::of(board)?;
        let mut threats = Threats {
            rule,
            board: Board::new(board.area()),
            steps: Axis::ALL.map(|axis| frame.step(axis)),
            points: vec![Around::default(); frame.spots()],
            sets: Sets::new(frame.spots()),
            table: Pairs::of(rule),
            frame,
        };
        threats.fill();
        for (point, color) in board.stones() {
            threats.put(threats.spot(point), color);
        }
        Ok(threats)
    }

    /// Finds out everything about every spot of a board without stones.
    fn fill(&mut self) {
        for point in self.frame.points() {
            let spot = self.frame.spot(point);
            let keys = Axis::ALL.map(|axis| self.board.window(point, axis).key() as u32);
            self.points[usize::from(spot)].keys = keys;
            self.points[usize::from(spot)].pairs = keys.map(|key| self.table.get(key));
            self.sets.flip(EMPTY, spot);
            if self.frame.is_inner(point) {
                self.sets.flip(INNER, spot);
            }
            self.sort(usize::from(spot));
        }
    }

    /// The game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of a point.
    pub fn spot(&self, point: Point) -> Spot {
        self.frame.spot(point)
    }

    /// The point of a number.
    pub fn point(&self, spot: Spot) -> Point {
        self.frame.point(spot)
    }

    /// Whether there is no stone on `spot`, which is not beyond the edge.
    #[inline]
    pub fn is_empty(&self, spot: Spot) -> bool {
        self.sets.has(EMPTY, spot)
    }

    /// What a stone of `color` would make on each axis.
    #[inline]
    pub fn shapes(&self, spot: Spot, color: Color) -> [Shape; 4] {
        self.points[usize::from(spot)].pairs.map(|pair| pair.shape(color))
    }

    /// The empty spots where a stone of `color` would make a five.
    #[inline]
    pub fn fives(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, Class::Five), EMPTY)
    }

    /// The empty spots where a stone of `color` would make a four, as far as an attack goes.
    #[inline]
    pub fn fours(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, Class::Four), INNER)
    }

    /// The empty spots where a stone of `color` would make a four.
    #[inline]
    pub fn all_fours(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, Class::Four), EMPTY)
    }

    /// The empty spots.
    pub fn empty(&self) -> impl Iterator<Item = Spot> {
        self.sets.both(EMPTY, EMPTY)
    }

    /// The empty spots where a stone of `color` would make a three or what looks like one, as far
    /// as an attack goes.
    #[inline]
    pub fn threes(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, Class::Three), INNER)
    }

    /// The empty spots as far as an attack goes.
    pub fn inner(&self) -> impl Iterator<Item = Spot> {
        self.sets.both(INNER, INNER)
    }

    /// Whether the rule lets `color` play on the empty `spot`.
    #[inline]
    pub fn is_legal(&self, spot: Spot, color: Color) -> bool {
        !matches!(self.rule.law(color), Some(Law { forks: Forks::Foul, .. })) || !self.is_foul(spot)
    }

    /// Whether Black may not play on `spot` at renju. The verdict is the core's; it is asked where
    /// there is anything to judge.
    fn is_foul(&self, spot: Spot) -> bool {
        let shapes = self.shapes(spot, Color::Black);
        let fours: u32 = shapes.iter().map(|shape| shape.fours()).sum();
        let threes = shapes.iter().filter(|&&shape| shape == Shape::Three).count();
        let suspect = fours >= 2 || threes >= 2 || shapes.contains(&Shape::Overline);
        suspect && renju::foul(&self.board, self.point(spot)).is_some()
    }

    /// Puts a stone on an empty spot.
    pub fn put(&mut self, spot: Spot, color: Color) {
        let point = self.point(spot);
        self.board.put(point, color);
        self.flip(spot, point, color);
    }

    /// Takes a stone off again.
    pub fn lift(&mut self, spot: Spot, color: Color) {
        let point = self.point(spot);
        self.board.lift(point, color);
        self.flip(spot, point, color);
    }

    #[inline]
    fn flip(&mut self, spot: Spot, point: Point, color: Color) {
        self.sets.flip(EMPTY, spot);
        if self.frame.is_inner(point) {
            self.sets.flip(INNER, spot);
        }
        let shift = 10 * color as u32;
        for (axis, step) in self.steps.into_iter().enumerate() {
            for n in -Window::REACH..=Window::REACH {
                if n == 0 {
                    continue;
                }
                let near = (i32::from(spot) + n * step) as usize;
                let around = &mut self.points[near];
                around.keys[axis] ^= key_bit(-n) << shift;
                let pair = self.table.get(around.keys[axis]);
                if pair != around.pairs[axis] {
                    around.pairs[axis] = pair;
                    self.sort(near);
                }
            }
        }
    }

    /// Puts a spot into the sets it belongs to.
    #[inline]
    fn sort(&mut self, spot: usize) {
        let around = &mut self.points[spot];
        let classes = around.pairs.iter().fold(0, |all, pair| all | CLASSES[pair.index()]);
        let mut changed = classes ^ around.classes;
        around.classes = classes;
        while changed != 0 {
            self.sets.flip(changed.trailing_zeros() as usize, spot as Spot);
            changed &= changed - 1;
        }
    }

    /// Panics unless all that is told from the stones agrees with the plain definitions. For tests.
    pub fn check(&self) {
        for point in self.frame.points() {
            let spot = self.spot(point);
            let cell = self.board.cell(point);
            assert_eq!(self.is_empty(spot), cell == Cell::Empty, "{point:?}");
            for color in Color::ALL {
                let law = self.rule.law(color).expect("a game of fives");
                let expected =
                    Axis::ALL.map(|axis| shape(self.board.window(point, axis).seen_by(color), law));
                let shapes = self.shapes(spot, color);
                assert_eq!(shapes, expected, "{color} at {point:?}");
                let any = |wanted: &[Shape]| shapes.iter().any(|shape| wanted.contains(shape));
                let fours = [Shape::Four, Shape::StraightFour, Shape::TwoFours];
                for (class, wanted) in [
                    (Class::Three, &[Shape::Three][..]),
                    (Class::Four, &fours[..]),
                    (Class::Five, &[Shape::Five][..]),
                ] {
                    let set = set_of(color, class);
                    assert_eq!(self.sets.has(set, spot), any(wanted), "{class:?} at {point:?}");
                }
                if cell == Cell::Empty && self.rule == Rule::Renju && color == Color::Black {
                    let foul = renju::foul(&self.board, point).is_some();
                    assert_eq!(!self.is_legal(spot, color), foul, "foul at {point:?}");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_the_shapes() {
        for (shape, class) in [
            (Shape::None, None),
            (Shape::Three, Some(Class::Three)),
            (Shape::Four, Some(Class::Four)),
            (Shape::StraightFour, Some(Class::Four)),
            (Shape::TwoFours, Some(Class::Four)),
            (Shape::Overline, None),
            (Shape::Five, Some(Class::Five)),
        ] {
            let expected = class.map_or(0, |class| 1 << class as u8);
            assert_eq!(classes_of(shape as usize), expected, "{shape:?}");
            assert_eq!(classes_of((shape as usize) << 4), expected << 3, "{shape:?}");
        }
    }
}
