//! Boards as blocks of lines: letters (`o` black, `x` white, `.` empty), numbers (0, 1, 2) or drawings.

use std::{fmt, ops::Range};

use tengen_core::{Area, Board, Cell, Color, Grid, Line, Point, Rows, Rule, lines};

use crate::{
    BlockOffset, Fault, Problem,
    fast_row::{quick_digits, quick_letters},
    fault::{ExpectedSize, FoundText},
    text::{BlockLines, RawLine},
};

/// The longest side of a board that is read.
pub const MAX_SIDE: u16 = 1000;

/// How the points of a board are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardForm {
    /// `o` black, `x` white, `.` empty, nothing between them; a blank line ends a board.
    Letters,
    /// 0 empty, 1 black, 2 white, blanks between them; the text begins with the number of boards.
    Digits,
    /// `x` black, `o` white, `.` empty, blanks between them as one likes, as in a
    /// [`Drawing`](tengen_core::Drawing); other letters and digits are marks on empty points. A blank line ends a
    /// board.
    Drawing,
}

impl BoardForm {
    /// The board as lines of text, each with its line end. There is no number of boards before it and
    /// no blank line after it.
    pub fn format(self, board: &Board) -> String {
        let Area::Bounded { width, .. } = board.area() else { return String::new() };
        let mut text = String::new();
        for point in board.area().points() {
            if self != BoardForm::Letters && point.x > 0 {
                text.push(' ');
            }
            text.push(match (self, board.cell(point)) {
                (BoardForm::Letters, Cell::Black) | (BoardForm::Drawing, Cell::White) => 'o',
                (BoardForm::Letters, Cell::White) | (BoardForm::Drawing, Cell::Black) => 'x',
                (BoardForm::Letters | BoardForm::Drawing, _) => '.',
                (BoardForm::Digits, Cell::Black) => '1',
                (BoardForm::Digits, Cell::White) => '2',
                (BoardForm::Digits, _) => '0',
            });
            if point.x + 1 == i32::from(width) {
                text.push('\n');
            }
        }
        text
    }

    /// The point that a part of a row spells.
    fn cell(self, spelled: &[u8]) -> Option<Cell> {
        Some(match (self, spelled) {
            (BoardForm::Letters | BoardForm::Drawing, b".") | (BoardForm::Digits, b"0") => {
                Cell::Empty
            }
            (BoardForm::Letters, b"o") | (BoardForm::Digits, b"1") | (BoardForm::Drawing, b"x") => {
                Cell::Black
            }
            (BoardForm::Letters, b"x") | (BoardForm::Digits, b"2") | (BoardForm::Drawing, b"o") => {
                Cell::White
            }
            (BoardForm::Drawing, [mark]) if mark.is_ascii_alphanumeric() => Cell::Empty,
            _ => return None,
        })
    }

    /// The parts of a row that spell a point each, right or wrong: words of digits, else characters.
    fn cells(self, row: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            if self != BoardForm::Letters {
                at += row[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            }
            let start = at;
            at += match (self, &row[start..]) {
                (_, []) => return None,
                (BoardForm::Digits, rest) => {
                    rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count()
                }
                (_, rest) => char_length(rest),
            };
            Some(start..at)
        })
    }
}

impl fmt::Display for BoardForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardForm::Letters => "o for black, x for white or . for empty",
            BoardForm::Digits => "0 for empty, 1 for black or 2 for white",
            BoardForm::Drawing => "x for black, o for white or . for empty",
        })
    }
}

/// Which boards a text may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramSize {
    /// Only this one, so that a board that was cut off is never taken for a smaller one.
    Fixed {
        /// The number of columns.
        width: u16,
        /// The number of rows.
        height: u16,
    },
    /// Each its own; a blank line ends a board.
    Any,
}

impl DiagramSize {
    /// A square board.
    pub const fn square(side: u16) -> DiagramSize {
        DiagramSize::Fixed { width: side, height: side }
    }

    fn shown(self) -> ExpectedSize {
        match self {
            DiagramSize::Fixed { width, height } => {
                ExpectedSize::Fixed(Area::Bounded { width, height })
            }
            DiagramSize::Any => ExpectedSize::ByFirstRow,
        }
    }
}

/// One board of a text.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The line its first row is in, from 1.
    pub line: u64,
    /// The stones.
    pub stones: DiagramStones,
}

/// The stones of a board in the form that suits its size.
#[derive(Clone, Debug)]
pub enum DiagramStones {
    /// No side is longer than [`Grid::MAX_SIDE`].
    Small(Rows),
    /// A larger board.
    Large(Board),
}

impl DiagramStones {
    fn new(width: u16, height: u16) -> DiagramStones {
        if width.max(height) <= Grid::MAX_SIDE {
            DiagramStones::Small(Rows::new(width, height))
        } else {
            DiagramStones::Large(Board::new(Area::Bounded { width, height }))
        }
    }

    /// The points in play.
    pub fn area(&self) -> Area {
        match self {
            DiagramStones::Small(rows) => rows.area(),
            DiagramStones::Large(board) => board.area(),
        }
    }

    /// The stones as a [`Board`].
    pub fn board(&self) -> Board {
        match self {
            DiagramStones::Small(rows) => rows.board(),
            DiagramStones::Large(board) => board.clone(),
        }
    }

    /// The first line that wins under `rule`, by its start in reading order.
    pub fn first_win(&self, rule: Rule) -> Option<Line> {
        match self {
            DiagramStones::Small(rows) => rows.first_win(rule),
            DiagramStones::Large(board) => lines(board).into_iter().find(|line| line.wins(rule)),
        }
    }

    /// All lines that win under `rule`, ordered by start and direction.
    pub fn wins(&self, rule: Rule) -> Vec<Line> {
        let mut wins = match self {
            DiagramStones::Small(rows) => rows.lines(),
            DiagramStones::Large(board) => lines(board),
        };
        wins.retain(|line| line.wins(rule));
        wins
    }

    fn put(&mut self, point: Point, color: Color) {
        match self {
            DiagramStones::Small(rows) => {
                let empty = rows.put(point, color);
                debug_assert!(empty, "{point:?} is read once");
            }
            DiagramStones::Large(board) => board.put(point, color),
        }
    }
}

/// The boards of a block that a [`BoardSplitter`](crate::BoardSplitter) took.
#[derive(Debug)]
pub struct Boards<'a> {
    lines: BlockLines<'a>,
    form: BoardForm,
    size: DiagramSize,
    /// The board just read.
    diagram: Diagram,
}

impl<'a> Boards<'a> {
    /// Reads the boards of `bytes`, which stand at `place` in their text.
    pub fn new(
        bytes: &'a [u8],
        form: BoardForm,
        size: DiagramSize,
        place: BlockOffset,
    ) -> Boards<'a> {
        let (width, height) = match size {
            DiagramSize::Fixed { width, height } => (width, height),
            DiagramSize::Any => (1, 1),
        };
        let diagram = Diagram { line: 0, stones: DiagramStones::new(width, height) };
        Boards { lines: BlockLines::new(bytes, place), form, size, diagram }
    }

    /// The next board, the quick way if all of it is spelled as usual.
    ///
    /// # Errors
    ///
    /// What is wrong with it; there is no going on after that.
    pub fn read(&mut self) -> Result<Option<&Diagram>, Box<Fault>> {
        if self.quick().is_some() { Ok(Some(&self.diagram)) } else { self.plain() }
    }

    /// Reads the next board, if all of it is spelled as usual; else nothing has happened.
    #[inline]
    fn quick(&mut self) -> Option<()> {
        let (DiagramSize::Fixed { width, height }, DiagramStones::Small(rows)) =
            (self.size, &mut self.diagram.stones)
        else {
            return None;
        };
        let bytes = &self.lines.bytes[self.lines.at..];
        let (width, height) = (usize::from(width), usize::from(height));
        let (length, lines) = match self.form {
            BoardForm::Letters => {
                quick_letters(bytes, width, rows)?;
                let length = height * (width + 1);
                if *bytes.get(length)? != b'\n' {
                    return None;
                }
                (length + 1, height + 1)
            }
            BoardForm::Digits => {
                quick_digits(bytes, width, rows)?;
                (height * 2 * width, height)
            }
            BoardForm::Drawing => return None,
        };
        self.diagram.line = self.lines.read + 1;
        self.lines.at += length;
        self.lines.read += lines as u64;
        Some(())
    }

    /// The next board in any spelling that is allowed. The plain twin of the quick way.
    ///
    /// # Errors
    ///
    /// What is wrong with it; there is no going on after that.
    pub fn plain(&mut self) -> Result<Option<&Diagram>, Box<Fault>> {
        let Some(mut row) = self.lines.next_filled() else { return Ok(None) };
        let line = self.lines.read;
        let (width, height) = match self.size {
            DiagramSize::Fixed { width, height } => (width.into(), height.into()),
            DiagramSize::Any => self.measure(row)?,
        };
        let mut stones = DiagramStones::new(width as u16, height as u16);
        for y in 0..height {
            if y > 0 {
                row = match self.lines.next() {
                    Some(next) if !next.is_blank() => next,
                    end => return Err(self.stops(end.unwrap_or(row), y, height)),
                };
            }
            self.read_row(row, y as i32, width, &mut stones)?;
        }
        if self.form != BoardForm::Digits || self.size == DiagramSize::Any {
            match self.lines.next() {
                Some(next) if !next.is_blank() => {
                    let problem = Problem::RowTooMany(self.size.shown(), height);
                    return Err(self.lines.fault(next, next.span(), problem));
                }
                _ => {}
            }
        }
        self.diagram = Diagram { line, stones };
        Ok(Some(&self.diagram))
    }

    /// The size of the board whose first row is `first`.
    fn measure(&self, first: RawLine) -> Result<(usize, usize), Box<Fault>> {
        let width = self.form.cells(first.text(self.lines.bytes)).count();
        let mut height = 1;
        let mut at = first.next;
        while at < self.lines.bytes.len() {
            let line = RawLine::at(self.lines.bytes, at);
            if line.is_blank() {
                break;
            }
            height += 1;
            at = line.next;
        }
        if width.max(height) > usize::from(MAX_SIDE) {
            return Err(self.lines.fault(first, first.span(), Problem::TooLarge));
        }
        Ok((width, height))
    }

    fn read_row(
        &self,
        row: RawLine,
        y: i32,
        width: usize,
        stones: &mut DiagramStones,
    ) -> Result<(), Box<Fault>> {
        let text = row.text(self.lines.bytes);
        let mut found = 0;
        for span in self.form.cells(text) {
            let Some(cell) = self.form.cell(&text[span.clone()]) else {
                let problem = Problem::Point(FoundText::new(&text[span.clone()]), self.form);
                return Err(self.lines.fault(row, span, problem));
            };
            if let Some(color) = cell.stone()
                && found < width
            {
                stones.put(Point::new(found as i32, y), color);
            }
            found += 1;
        }
        if found != width {
            let size = self.size.shown();
            let problem = Problem::RowLength { found, expected: width, size };
            let from = self.form.cells(text).nth(width).map_or(text.len(), |span| span.start);
            return Err(self.lines.fault(row, from..text.len(), problem));
        }
        Ok(())
    }

    fn stops(&self, row: RawLine, found: usize, expected: usize) -> Box<Fault> {
        let problem = Problem::BoardHeight { found, expected, size: self.size.shown() };
        self.lines.fault(row, row.span().end..row.span().end, problem)
    }
}

/// How many bytes the first character of `text` takes, so that an error names all of it.
fn char_length(text: &[u8]) -> usize {
    let more = text[1..].iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    if text[0] >= 0xC0 { 1 + more } else { 1 }
}
