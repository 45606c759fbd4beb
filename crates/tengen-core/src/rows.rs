//! Hot: a whole board at once, for judging boards by the million.

use std::ops::ControlFlow;

use crate::{Area, Axis, Board, Cell, Color, Grid, Line, Point, Rule};

/// A bitboard of a small board by rows: one word a row, a bit a stone, black in the low half, white in the high half.
///
/// Where a [`Grid`] answers what is around one point, this answers for the whole board in a few
/// hundred instructions: every row of five or more, both colors at once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rows {
    width: u16,
    height: u16,
    /// Five empty rows, the board from the top, and empty rows again, so that a line never has to
    /// be asked whether it leaves the board.
    words: [u64; Rows::WORDS],
}

impl Rows {
    const MARGIN: usize = 5;
    const WORDS: usize = 32;

    /// An empty board.
    ///
    /// # Panics
    ///
    /// If a side is longer than [`Grid::MAX_SIDE`].
    pub fn new(width: u16, height: u16) -> Rows {
        assert!(width.max(height) <= Grid::MAX_SIDE, "rows have sides up to 22");
        Rows { width, height, words: [0; Rows::WORDS] }
    }

    /// The points in play.
    pub fn area(&self) -> Area {
        Area::Bounded { width: self.width, height: self.height }
    }

    /// Takes all stones off.
    pub fn clear(&mut self) {
        self.words = [0; Rows::WORDS];
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// The stones of row `y`, a bit a column: black and white.
    pub fn row(&self, y: usize) -> (u32, u32) {
        let word = self.words[Rows::MARGIN + y];
        (word as u32, (word >> 32) as u32)
    }

    /// Sets row `y` to the given stones, a bit a column. No bit may be set twice or beyond the
    /// board.
    #[inline]
    pub fn set_row(&mut self, y: usize, black: u32, white: u32) {
        debug_assert!(y < usize::from(self.height));
        debug_assert!(black & white == 0 && (black | white) >> self.width == 0);
        self.words[Rows::MARGIN + y] = u64::from(black) | u64::from(white) << 32;
    }

    /// Puts a stone on `point`; whether that is an empty point. If not, nothing has changed.
    #[inline]
    pub fn put(&mut self, point: Point, color: Color) -> bool {
        let (x, y) = (point.x as u32, point.y as u32);
        if x >= u32::from(self.width) || y >= u32::from(self.height) {
            return false;
        }
        let word = &mut self.words[(Rows::MARGIN + y as usize) % Rows::WORDS];
        if *word >> x & (1 | 1 << 32) != 0 {
            return false;
        }
        *word |= 1 << (x + 32 * color as u32);
        true
    }

    /// What is on `point`.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        if !self.area().contains(point) {
            return Cell::Edge;
        }
        let planes = self.words[Rows::MARGIN + point.y as usize] >> point.x;
        match (planes & 1, planes >> 32 & 1) {
            (0, 0) => Cell::Empty,
            (1, _) => Cell::Black,
            _ => Cell::White,
        }
    }

    /// The number of black and of white stones.
    pub fn count(&self) -> [u32; 2] {
        const TWOS: u64 = u64::MAX / 3;
        const FOURS: u64 = u64::MAX / 5;
        const BYTES: u64 = u64::MAX / 17;
        // Why by hand: the bits of all rows are added up byte by byte (22 rows of 8 bits fit), and
        // the bytes only once, at the end.
        let mut bytes = 0;
        for word in &self.words[Rows::MARGIN..Rows::WORDS - Rows::MARGIN] {
            let twos = word - (word >> 1 & TWOS);
            let fours = (twos & FOURS) + (twos >> 2 & FOURS);
            bytes += (fours + (fours >> 4)) & BYTES;
        }
        let sum = |half: u64| half.to_le_bytes().iter().map(|&byte| u32::from(byte)).sum();
        [sum(bytes & 0xFFFF_FFFF), sum(bytes >> 32)]
    }

    /// A [`Board`] with these stones.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.area());
        for point in self.area().points() {
            if let Some(color) = self.cell(point).stone() {
                board.put(point, color);
            }
        }
        board
    }

    /// Whether any color has five or more in a row.
    #[inline]
    pub fn has_five(&self) -> bool {
        let five = |y: usize| {
            let w = |n: usize| self.words[y + n];
            let row = {
                let two = w(0) & w(0) >> 1;
                two & two >> 2 & w(0) >> 4
            };
            let column = w(0) & w(1) & w(2) & w(3) & w(4);
            let fall = w(0) & w(1) >> 1 & w(2) >> 2 & w(3) >> 3 & w(4) >> 4;
            let rise = w(4) & w(3) >> 1 & w(2) >> 2 & w(1) >> 3 & w(0) >> 4;
            row | column | fall | rise
        };
        // A column or diagonal that starts in the last four rows has no fifth stone, but a row may.
        let last = Rows::WORDS - Rows::MARGIN;
        (Rows::MARGIN..last).fold(0, |any, y| any | five(y)) != 0
    }

    /// Every line of five or more, ordered by start and axis.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let _ = self.each_line(|line| {
            lines.push(line);
            ControlFlow::<()>::Continue(())
        });
        lines
    }

    /// Calls `found` with every line of five or more, ordered by start and axis, until it breaks.
    pub fn each_line<B>(&self, mut found: impl FnMut(Line) -> ControlFlow<B>) -> ControlFlow<B> {
        self.starts(|five, before| five & !before, |start, axis| found(self.line(start, axis)))
    }

    /// Calls `found` with the first stone of every five stones in a row; a line of seven has three.
    pub fn fives(&self, mut found: impl FnMut(Point, Axis)) {
        let all = |start, axis| {
            found(start, axis);
            ControlFlow::<()>::Continue(())
        };
        let _ = self.starts(|five, _| five, all);
    }

    /// The winning line that comes first in reading order by its start.
    pub fn first_win(&self, rule: Rule) -> Option<Line> {
        let win = |line: Line| {
            if line.wins(rule) { ControlFlow::Break(line) } else { ControlFlow::Continue(()) }
        };
        self.each_line(win).break_value()
    }

    /// The line along `axis` that starts with the stone on `start`.
    fn line(&self, start: Point, axis: Axis) -> Line {
        let cell = self.cell(start);
        let color = cell.stone().expect("a line starts with a stone");
        let side = i32::from(Grid::MAX_SIDE);
        let own = |n: &i32| self.cell(start.along(axis, *n)) == cell;
        let length = (0..side).take_while(own).count() as u32;
        Line { color, start, axis, length }
    }

    /// Calls `found` with the points and axes that `pick` selects, in order. It picks from the words of
    /// a row: where five stones in a row start, and where there is a stone before the start.
    #[inline]
    fn starts<B>(
        &self,
        pick: impl Fn(u64, u64) -> u64,
        mut found: impl FnMut(Point, Axis) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let w = &self.words;
        for y in Rows::MARGIN..Rows::MARGIN + usize::from(self.height) {
            let two = w[y] & w[y] >> 1;
            let starts = [
                pick(two & two >> 2 & w[y] >> 4, w[y] << 1),
                pick(w[y] & w[y + 1] & w[y + 2] & w[y + 3] & w[y + 4], w[y - 1]),
                pick(
                    w[y] & w[y + 1] >> 1 & w[y + 2] >> 2 & w[y + 3] >> 3 & w[y + 4] >> 4,
                    w[y - 1] << 1,
                ),
                pick(
                    w[y] & w[y - 1] >> 1 & w[y - 2] >> 2 & w[y - 3] >> 3 & w[y - 4] >> 4,
                    w[y + 1] << 1,
                ),
            ];
            let any = starts[0] | starts[1] | starts[2] | starts[3];
            let mut columns = (any | any >> 32) as u32;
            while columns != 0 {
                let x = columns.trailing_zeros();
                columns &= columns - 1;
                for (axis, starts) in Axis::ALL.into_iter().zip(starts) {
                    if starts >> x & (1 | 1 << 32) != 0 {
                        found(Point::new(x as i32, (y - Rows::MARGIN) as i32), axis)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
