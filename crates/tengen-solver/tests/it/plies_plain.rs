//! The value of a number of plies by definition: every point of a box is tried, and a move elsewhere.

use std::cmp::Ordering;

use tengen_core::{Area, Board, Color, Point, Rule, renju};

/// The side of the array; the box of moves has to be well inside.
const SIDE: usize = 22;

pub(crate) struct Plain {
    rule: Rule,
    cells: [Option<Color>; SIDE * SIDE],
    /// The stones as a board, to ask for fouls.
    board: Board,
    /// Where moves are tried.
    points: Vec<Point>,
}

impl Plain {
    /// Stones whose coordinates are in `0..width` and `0..height`; moves are tried up to `margin`
    /// points around these. Nothing else may matter.
    pub(crate) fn new(
        rule: Rule,
        stones: &[(Point, Color)],
        (width, height): (i32, i32),
        margin: i32,
    ) -> Plain {
        let shift = 7;
        assert!(width.max(height) + 2 * shift <= SIDE as i32 && margin < shift);
        let (across, down) =
            (shift - margin..shift + width + margin, shift - margin..shift + height + margin);
        let points = down.flat_map(|y| across.clone().map(move |x| Point::new(x, y))).collect();
        let board = Board::new(Area::square(SIDE as u16));
        let mut plain = Plain { rule, cells: [None; SIDE * SIDE], board, points };
        for &(Point { x, y }, color) in stones {
            plain.put(Point::new(x + shift, y + shift), color);
        }
        plain
    }

    fn at(point: Point) -> usize {
        point.y as usize * SIDE + point.x as usize
    }

    fn cell(&self, point: Point) -> Option<Color> {
        self.cells[Plain::at(point)]
    }

    fn put(&mut self, point: Point, color: Color) {
        self.cells[Plain::at(point)] = Some(color);
        if self.rule == Rule::Renju {
            self.board.put(point, color);
        }
    }

    fn lift(&mut self, point: Point, color: Color) {
        self.cells[Plain::at(point)] = None;
        if self.rule == Rule::Renju {
            self.board.lift(point, color);
        }
    }

    /// Whether a stone of `color` on `point` is in a row that wins.
    fn wins(&self, point: Point, color: Color) -> bool {
        let exact = match (self.rule, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => false,
            (Rule::Exact, _) | (Rule::Renju, Color::Black) => true,
            (Rule::NoGo, _) => unreachable!(),
        };
        let at = Plain::at(point);
        [1, SIDE, SIDE + 1, SIDE - 1].into_iter().any(|step| {
            // There are no stones near the rim.
            let mut row = 1;
            let mut next = at + step;
            while self.cells[next] == Some(color) {
                row += 1;
                next += step;
            }
            let mut next = at - step;
            while self.cells[next] == Some(color) {
                row += 1;
                next -= step;
            }
            row == 5 || row > 5 && !exact
        })
    }

    /// Whether the game is over.
    pub(crate) fn is_won(&self) -> bool {
        let points = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Point::new(x as i32, y as i32)));
        points
            .into_iter()
            .any(|point| self.cell(point).is_some_and(|color| self.wins(point, color)))
    }

    /// Who wins within a number of plies.
    pub(crate) fn winner(&mut self, turn: Color, plies: u32) -> Option<Color> {
        match self.value(turn, plies, -1, 1).cmp(&0) {
            Ordering::Greater => Some(turn),
            Ordering::Equal => None,
            Ordering::Less => Some(!turn),
        }
    }

    /// 1 if the side to move wins, -1 if it loses, 0 otherwise; at most `low` or at least `high` if
    /// it is not between them.
    fn value(&mut self, turn: Color, plies: u32, low: i32, high: i32) -> i32 {
        // With one ply nobody loses.
        if plies == 0 || plies == 1 && high <= 0 {
            return 0;
        }
        // A five first: nothing is better.
        let five = |&point: &Point| self.cell(point).is_none() && self.wins(point, turn);
        if self.points.iter().any(five) {
            return 1;
        }
        // A move elsewhere.
        let mut best = -self.value(!turn, plies - 1, -high, -low);
        for number in 0..self.points.len() {
            if best >= high || plies == 1 {
                break;
            }
            let point = self.points[number];
            let foul = || turn == Color::Black && renju::foul(&self.board, point).is_some();
            if self.cell(point).is_some() || self.rule == Rule::Renju && foul() {
                continue;
            }
            self.put(point, turn);
            best = best.max(-self.value(!turn, plies - 1, -high, -low.max(best)));
            self.lift(point, turn);
        }
        best
    }
}
