//! Hot: a small board that takes all stones of a game at once and is asked for lines at the end.

use tengen_core::{
    Area, Axis, Board, Color, Grid, Law, Line, Point, Rows, Rule,
    renju::{self, Foul},
};

/// A small board to judge games on, one after another.
///
/// Why stones come first and questions last: lines of five are found for the whole board in a few
/// hundred instructions, whatever the number of moves. If there are none, nobody has won; if there
/// are, a five came about with the last of its stones.
#[derive(Clone, Debug)]
pub(crate) struct ReplayBoard {
    rows: Rows,
    /// The number of the move on each point, from 0. Only those of the last game mean anything.
    numbers: [u16; 1024],
    empty: Board,
}

impl ReplayBoard {
    /// A board of the given area, if it is a small one with points.
    pub(crate) fn new(area: Area) -> Option<ReplayBoard> {
        match area {
            Area::Bounded { width, height }
                if width.max(height) <= Grid::MAX_SIDE && width.min(height) > 0 =>
            {
                let rows = Rows::new(width, height);
                Some(ReplayBoard { rows, numbers: [0; 1024], empty: Board::new(area) })
            }
            _ => None,
        }
    }

    /// The points in play.
    #[inline]
    pub(crate) fn area(&self) -> Area {
        self.rows.area()
    }

    /// Puts the stones of `moves`, Black's first, on the empty board; whether all of them find a
    /// place.
    #[inline]
    pub(crate) fn put(&mut self, moves: &[Point]) -> bool {
        self.rows.clear();
        for (number, &point) in moves.iter().enumerate() {
            if !self.rows.put(point, side(number)) {
                return false;
            }
            self.numbers[index(point)] = number as u16;
        }
        true
    }

    /// The number, from 0, of the first move that makes a winning line.
    #[inline]
    pub(crate) fn first_five(&self, rule: Rule) -> Option<usize> {
        if !self.rows.has_five() {
            return None;
        }
        // No small board has as many points as that.
        let mut first = u16::MAX;
        self.rows.fives(|start, axis| {
            let made = self.last_of_five(start, axis);
            if made < first && (wide(rule, made) || self.stood_alone(start, axis, made)) {
                first = made;
            }
        });
        (first != u16::MAX).then_some(usize::from(first))
    }

    /// The number of the move that finished the five from `start`.
    #[inline]
    fn last_of_five(&self, start: Point, axis: Axis) -> u16 {
        let (dx, dy) = axis.step();
        let stride = index(Point::new(dx, dy));
        let number = |step: usize| self.numbers[index(start).wrapping_add(stride * step) % 1024];
        number(0).max(number(1)).max(number(2)).max(number(3)).max(number(4))
    }

    /// Whether the five from `start` had no sixth stone when move `made` finished it.
    fn stood_alone(&self, start: Point, axis: Axis, made: u16) -> bool {
        ![-1, 5].into_iter().any(|step| self.stood(start.along(axis, step), made))
    }

    /// Whether `point` had a stone of the side that made move `made` right after it.
    #[inline]
    fn stood(&self, point: Point, made: u16) -> bool {
        self.rows.cell(point).stone() == Some(side(made.into()))
            && self.numbers[index(point)] <= made
    }

    /// Gives the lines by which the move on `point`, the one of the given number, won to `found`.
    pub(crate) fn winning_lines(
        &self,
        rule: Rule,
        point: Point,
        number: usize,
        mut found: impl FnMut(Line),
    ) {
        let made = number as u16;
        for axis in Axis::ALL {
            let arm = |step: i32| {
                let own = |n: &i32| self.stood(point.along(axis, n * step), made);
                (1..i32::from(Grid::MAX_SIDE)).take_while(own).count() as i32
            };
            let (before, after) = (arm(-1), arm(1));
            let length = (before + 1 + after) as u32;
            if length == 5 || length > 5 && wide(rule, made) {
                let start = point.along(axis, -before);
                found(Line { color: side(number), start, axis, length });
            }
        }
    }

    /// The first foul of `moves`, which make no five: its kind, the number of its move from 0, and
    /// the stones before it.
    pub(crate) fn first_foul(&self, moves: &[Point]) -> Option<(Foul, usize, Board)> {
        let mut board = self.empty.clone();
        for (number, &point) in moves.iter().enumerate() {
            // Any foul takes five stones, so that the first moves need not be asked.
            if number >= 8
                && number % 2 == 0
                && let Some(foul) = renju::foul(&board, point)
            {
                return Some((foul, number, board));
            }
            board.put(point, side(number));
        }
        None
    }
}

/// Whether six or more win for the side that made move `number`.
#[inline]
fn wide(rule: Rule, number: u16) -> bool {
    rule.law(side(number.into())).is_some_and(Law::long_rows_win)
}

/// Who plays the move of the given number, from 0.
#[inline]
pub(crate) const fn side(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Where the number of the move on `point` stands. Small boards have sides up to 22.
#[inline]
const fn index(point: Point) -> usize {
    (point.y * 32 + point.x) as usize % 1024
}
