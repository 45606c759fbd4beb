//! One board with its size before it, as programs for `NoGo` hand it over: a line `n`, or `rows
//! columns`, and that many rows of `X` black, `O` white and `.` empty.

use std::fmt;

use tengen_core::{Area, Cell, Color, Point, Setup};

use crate::{
    BlockOffset, Fault, Problem,
    fault::{ExpectedSize, FoundText},
    text::{BlockLines, LINE_LIMIT, RECORD_LIMIT, RawLine},
};

/// A board as it was read: any stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    width: u16,
    height: u16,
    /// Row by row.
    cells: Vec<Cell>,
    /// The number of lines before the first row.
    above: u64,
}

impl BoardText {
    /// The longest side of a board that is read.
    pub const MAX_SIDE: u16 = 5000;

    /// No text of a board is longer than this.
    pub const LIMIT: usize = RECORD_LIMIT;

    /// A board without stones.
    pub fn empty(width: u16, height: u16) -> BoardText {
        let cells = vec![Cell::Empty; usize::from(width) * usize::from(height)];
        BoardText { width, height, cells, above: 1 }
    }

    /// Parses a text that holds one field and nothing else.
    ///
    /// ```
    /// use tengen_core::{Cell, Point};
    /// use tengen_notation::BoardText;
    ///
    /// let field = BoardText::parse(b"3\nXOO\nXO.\nX..\n").unwrap();
    /// assert_eq!(field.cells()[5], Cell::Empty);
    /// assert_eq!(field.to_string(), "3\nXOO\nXO.\nX..\n");
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn parse(text: &[u8]) -> Result<BoardText, Box<Fault>> {
        let mut lines = BlockLines::new(text, BlockOffset::default());
        let Some(header) = lines.next_filled() else {
            let problem = Problem::Empty(crate::ExpectedContent::BoardText);
            let start = RawLine { start: 0, end: 0, next: 0 };
            return Err(BlockLines { read: 1, ..lines }.fault(start, 0..0, problem));
        };
        check_length(&lines, header)?;
        if text.len() > BoardText::LIMIT {
            return Err(lines.fault(header, header.span(), Problem::RecordTooLong));
        }
        let (width, height) = read_size(&lines, header)?;
        let mut field = BoardText { width, height, cells: Vec::new(), above: lines.read };
        // What the header promises is trusted only as far as the text goes.
        field.cells.reserve_exact(text.len().min(field.size()));
        let mut last = header;
        for found in 0..usize::from(height) {
            match lines.next() {
                Some(row) if !row.is_blank() => {
                    check_length(&lines, row)?;
                    field.read_row(&lines, row)?;
                    last = row;
                }
                _ => {
                    let (expected, size) = (usize::from(height), ExpectedSize::Fixed(field.area()));
                    let problem = Problem::BoardHeight { found, expected, size };
                    let at = last.end - last.start;
                    let lines = BlockLines { read: field.above + found as u64, ..lines };
                    return Err(lines.fault(last, at..at, problem));
                }
            }
        }
        match lines.next_filled() {
            None => Ok(field),
            Some(more) => Err(lines.fault(more, more.span(), Problem::AfterBoard)),
        }
    }

    fn read_row(&mut self, lines: &BlockLines<'_>, row: RawLine) -> Result<(), Box<Fault>> {
        let text = row.text(lines.bytes);
        let width = usize::from(self.width);
        let before = self.cells.len();
        let mut strange = false;
        self.cells.extend(text.iter().take(width).map(|&byte| {
            let cell = cell_of(byte);
            strange |= cell == Cell::Edge;
            cell
        }));
        if strange || text.len() > width {
            let wrong = text.iter().position(|&byte| cell_of(byte) == Cell::Edge);
            if let Some(at) = wrong {
                // All bytes of a character that is not ASCII, so that the message can show it.
                let more = text[at + 1..].iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80);
                let end = at + 1 + more.count();
                let problem = Problem::Stone(FoundText::new(&text[at..end]));
                return Err(lines.fault(row, at..end, problem));
            }
        }
        if text.len() != width {
            let (found, size) = (text.len(), ExpectedSize::Fixed(self.area()));
            let problem = Problem::RowLength { found, expected: width, size };
            return Err(lines.fault(row, width.min(found)..found, problem));
        }
        debug_assert_eq!(self.cells.len(), before + width);
        Ok(())
    }

    /// The number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The points in play.
    pub fn area(&self) -> Area {
        Area::Bounded { width: self.width, height: self.height }
    }

    fn size(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// What is on the points, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The stones, with `turn` to move.
    pub fn setup(&self, turn: Color) -> Setup {
        let stones = self.area().points().zip(&self.cells);
        let stones = stones.filter_map(|(point, cell)| Some((point, cell.stone()?))).collect();
        Setup { area: self.area(), stones, turn }
    }

    /// A fault at `point` of the field that was read from `text`.
    pub fn fault_at(&self, text: &[u8], point: Point, problem: Problem) -> Box<Fault> {
        let mut lines = BlockLines::new(text, BlockOffset::default());
        let mut line = RawLine { start: 0, end: 0, next: 0 };
        while lines.read <= self.above + point.y as u64 {
            match lines.next() {
                Some(next) => line = next,
                None => break,
            }
        }
        let x = point.x as usize;
        lines.fault(line, x..x + 1, problem)
    }

    /// The first stone too many in reading order, and the number of stones of each side, if there
    /// are not as many black as white ones.
    pub fn uneven(&self) -> Option<(Point, [usize; 2])> {
        let stones = || self.cells.iter().filter_map(|cell| cell.stone());
        let counts = Color::ALL.map(|color| stones().filter(|&stone| stone == color).count());
        let [black, white] = counts;
        if black == white {
            return None;
        }
        let surplus = if black > white { Cell::Black } else { Cell::White };
        let mut of_surplus = self.cells.iter().enumerate().filter(|&(_, &cell)| cell == surplus);
        let (at, _) = of_surplus.nth(black.min(white))?;
        let width = usize::from(self.width);
        Some((Point::new((at % width) as i32, (at / width) as i32), counts))
    }
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            writeln!(f, "{}", self.height)?;
        } else {
            writeln!(f, "{} {}", self.height, self.width)?;
        }
        let mut line = String::new();
        for row in self.cells.chunks(usize::from(self.width)) {
            line.clear();
            line.extend(row.iter().map(|cell| match cell {
                Cell::Black => 'X',
                Cell::White => 'O',
                Cell::Empty | Cell::Edge => '.',
            }));
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

/// The cell of a character; an edge for those that mean nothing.
const fn cell_of(byte: u8) -> Cell {
    match byte {
        b'.' => Cell::Empty,
        b'X' => Cell::Black,
        b'O' => Cell::White,
        _ => Cell::Edge,
    }
}

fn check_length(lines: &BlockLines<'_>, line: RawLine) -> Result<(), Box<Fault>> {
    if line.end - line.start > LINE_LIMIT {
        return Err(lines.fault(line, 0..1, Problem::LineTooLong));
    }
    Ok(())
}

/// The width and the height that `header` says.
fn read_size(lines: &BlockLines<'_>, header: RawLine) -> Result<(u16, u16), Box<Fault>> {
    let text = header.text(lines.bytes);
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let side = |word: &[u8]| -> Option<u64> {
        let digits = (1..=18).contains(&word.len()) && word.iter().all(u8::is_ascii_digit);
        std::str::from_utf8(word).ok().filter(|_| digits)?.parse().ok().filter(|&side| side > 0)
    };
    let sides = match (words.next(), words.next(), words.next()) {
        (Some(side_word), None, None) => side(side_word).map(|side| (side, side)),
        (Some(rows), Some(columns), None) => side(columns).zip(side(rows)),
        _ => None,
    };
    let problem = match sides {
        None => Problem::FieldSize(FoundText::new(text)),
        Some((width, height)) if width.max(height) > u64::from(BoardText::MAX_SIDE) => {
            Problem::FieldTooLarge
        }
        Some((width, height)) => return Ok((width as u16, height as u16)),
    };
    Err(lines.fault(header, header.span(), problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (u64, usize, String) {
        let fault = BoardText::parse(text.as_bytes()).unwrap_err();
        (fault.line, fault.column, fault.to_string())
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, line, column, message) in [
            ("", 1, 1, "the text is empty: expected the size of a board and its rows"),
            ("\n\nx\n", 3, 1, "\"x\" is not the size of a board"),
            ("0\n", 1, 1, "\"0\" is not the size of a board"),
            ("3 3 3\n", 1, 1, "\"3 3 3\" is not the size of a board"),
            ("5001\n", 1, 1, "the board is too large: sides may have up to 5000 points"),
            ("99999999999999999999\n", 1, 1, "is not the size of a board"),
            ("2\n..\n", 2, 3, "the board stops after 1 row; a 2x2 board has 2"),
            ("2\n..\n\n..\n", 2, 3, "the board stops after 1 row; a 2x2 board has 2"),
            ("2\n.x\n..\n", 2, 2, "\"x\" is not a point: write X for black, O for white or ."),
            ("2\n.é\n..\n", 2, 2, "\"é\" is not a point"),
            ("2\n.\n..\n", 2, 2, "this row has 1 point; a 2x2 board has 2 in a row"),
            ("2\n..\n...\n", 3, 3, "this row has 3 points; a 2x2 board has 2 in a row"),
            ("2\n..\n..\n\n1\n", 5, 1, "there is more text after the board"),
        ] {
            let found = refused(text);
            assert_eq!((found.0, found.1), (line, column), "{text:?}: {}", found.2);
            assert!(found.2.contains(message), "{text:?}: {}", found.2);
        }
    }

    #[test]
    fn rectangles_and_other_line_ends_are_read() {
        let field = BoardText::parse(b"\r\n2 3 \r\nX.O\r\n... \r\n\r\n").unwrap();
        assert_eq!((field.width(), field.height()), (3, 2));
        assert_eq!(field.to_string(), "2 3\nX.O\n...\n");
        assert_eq!(BoardText::parse(b"1\n.").unwrap(), BoardText::empty(1, 1));
    }

    #[test]
    fn the_first_stone_too_many_is_found() {
        let field = BoardText::parse(b"3\nXO.\n.X.\n..X\n").unwrap();
        assert_eq!(field.uneven(), Some((Point::new(1, 1), [3, 1])));
        let text = b"3\nXO.\n.X.\n..X\n";
        let fault = field.fault_at(text, Point::new(1, 1), Problem::AfterBoard);
        assert_eq!((fault.line, fault.column), (3, 2));
        assert_eq!(BoardText::parse(b"2\nXO\n..\n").unwrap().uneven(), None);
    }
}
