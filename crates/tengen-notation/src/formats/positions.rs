//! Position strings: one game a line, the names of its points one after another.
//!
//! `h8i9j10`, in either case, with or without blanks and commas between the points. A side that does
//! not move is `pass`, and a game without moves is `-`. A column has one letter, or two beyond z. From
//! where the rows are counted is for the caller to say ([`RowOrder`]).

use memchr::memchr;
use tengen_core::{Area, Color, Point};
use thiserror::Error;

use super::{
    Format, Irregularity, MainLine, OFF_BOARD, RecordFormat, RecordIter, RecordProblem, RowOrder,
    StreamHead, Unwritable, WholeRecord,
    main_line::ReadMainLines,
    splitter::{FindEnds, LineEnds, is_record_line},
    writer::{RecordOutput, plain_line},
};
use crate::{
    BlockOffset, Fault, Record, RecordStep, RecordTree, fault::FoundText, swar::load,
    text::fault_in,
};

/// What is wrong with a position string.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionProblem {
    /// Something else than a point.
    #[error("{0} is not a move: write a letter and a number, like h8, or pass")]
    Move(FoundText),
    /// A column that no board has.
    #[error("{0} is not a column: write one letter, or two beyond z")]
    Column(FoundText),
    /// A row that no board has.
    #[error("{0} is not a row: no board has more than 65535")]
    Row(FoundText),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PositionsFormat {
    area: Area,
    /// Row `row` of a string is row `from + step * row` of the board.
    from: i32,
    step: i32,
}

pub(super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    let area = head.reading.board();
    let Area::Bounded { height, .. } = area else {
        return Err(super::reader::no_edges(head.bytes));
    };
    Ok(Box::new(PositionsFormat::new(area, height, head.reading.rows)))
}

impl PositionsFormat {
    const fn new(area: Area, height: u16, rows: RowOrder) -> PositionsFormat {
        let (from, step) = match rows {
            RowOrder::FromBottom => (height as i32, -1),
            RowOrder::FromTop => (-1, 1),
        };
        PositionsFormat { area, from, step }
    }

    #[inline]
    const fn point(&self, column: i32, row: i32) -> Point {
        Point::new(column, self.from + self.step * row)
    }
}

impl RecordFormat for PositionsFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(LineEnds::USUAL)
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut lines = PositionLines { block, at: 0, place, positions: *self };
        Box::new(std::iter::from_fn(move || {
            let (start, end) = lines.next()?;
            Some(lines.plain(start, end))
        }))
    }

    fn main_lines<'a>(
        &'a self,
        block: &'a [u8],
        place: BlockOffset,
    ) -> Box<dyn ReadMainLines + 'a> {
        Box::new(PositionLines { block, at: 0, place, positions: *self })
    }
}

/// The games of a block.
struct PositionLines<'a> {
    block: &'a [u8],
    at: usize,
    /// Where the next line stands.
    place: BlockOffset,
    positions: PositionsFormat,
}

impl PositionLines<'_> {
    /// Where the next line that is a game begins and ends.
    fn next(&mut self) -> Option<(usize, usize)> {
        while self.at < self.block.len() {
            let start = self.at;
            let rest = &self.block[start..];
            let length = memchr(b'\n', rest).unwrap_or(rest.len());
            self.at = (start + length + 1).min(self.block.len());
            self.place.lines += 1;
            if is_record_line(&rest[..length]) {
                return Some((start, start + length));
            }
        }
        None
    }

    /// Reads a line, any spelling of it.
    fn plain(&self, start: usize, end: usize) -> Result<WholeRecord, Box<Fault>> {
        let mut record = Record { area: Some(self.positions.area), ..Record::default() };
        let mut id = RecordTree::ROOT;
        let mut color = Color::Black;
        self.steps(start, end, |point| {
            id = record.tree.add(id, RecordStep { color, point }.into());
            color = !color;
        })?;
        Ok(WholeRecord { record, repairs: Vec::new(), line: self.place.lines, offset: start })
    }

    /// Tells of every point and pass in a line.
    fn steps(
        &self,
        start: usize,
        end: usize,
        mut tell: impl FnMut(Option<Point>),
    ) -> Result<(), Box<Fault>> {
        let line = &self.block[start..end];
        if line.trim_ascii() == b"-" {
            return Ok(());
        }
        let count = |from: usize, is: fn(&u8) -> bool| {
            line[from..].iter().take_while(|byte| is(byte)).count()
        };
        let fault = |at: usize, length: usize, problem: fn(FoundText) -> PositionProblem| {
            let problem = problem(FoundText::new(&line[at..at + length]));
            let place = BlockOffset { lines: self.place.lines - 1, ..BlockOffset::default() };
            fault_in(line, place, at, length, RecordProblem::from(problem).into())
        };
        let mut at = 0;
        loop {
            at += count(at, |byte| byte.is_ascii_whitespace() || *byte == b',');
            if at == line.len() {
                return Ok(());
            }
            if line.len() - at >= 4 && line[at..at + 4].eq_ignore_ascii_case(b"pass") {
                tell(None);
                at += 4;
                continue;
            }
            let letters = count(at, u8::is_ascii_alphabetic);
            let digits = count(at + letters, u8::is_ascii_digit);
            if letters == 0 || digits == 0 {
                let is_mark = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
                let odd = line[at..].iter().take_while(|byte| !is_mark(byte)).count();
                return Err(fault(at, odd, PositionProblem::Move));
            }
            if letters > 2 {
                return Err(fault(at, letters, PositionProblem::Column));
            }
            let column = line[at..at + letters].iter().fold(0, |column, letter| {
                26 * column + i32::from(letter.to_ascii_lowercase() - b'a') + 1
            });
            let spelled = &line[at + letters..at + letters + digits];
            let row = crate::move_lists::number(spelled).and_then(|row| u16::try_from(row).ok());
            let Some(row) = row else {
                return Err(fault(at + letters, digits, PositionProblem::Row));
            };
            tell(Some(self.positions.point(column - 1, row.into())));
            at += letters + digits;
        }
    }

    /// Hot: reads the moves of a line that is spelled as usual, letters and numbers of one or two
    /// digits without anything between them. No if it is not.
    #[inline]
    fn quick(&self, line: &[u8], moves: &mut Vec<Point>) -> bool {
        moves.reserve(line.len() / 2);
        let mut at = 0;
        // Two moves have six bytes at most.
        while let Some(word) = load(line, at)
            && let Some((point, length)) = self.quick_point(word)
        {
            moves.push(point);
            at += length;
            let Some((point, length)) = self.quick_point(word >> (8 * length)) else { break };
            moves.push(point);
            at += length;
        }
        while at < line.len() {
            // What is not there is no digit.
            let byte = |number: usize| u64::from(line.get(at + number).copied().unwrap_or(0));
            let Some((point, length)) = self.quick_point(byte(0) | byte(1) << 8 | byte(2) << 16)
            else {
                return line[at..].trim_ascii().is_empty();
            };
            moves.push(point);
            at += length;
        }
        true
    }

    /// Hot: the point that the first bytes of a word name, and how many they are. A third digit is not
    /// looked at: no point begins with it.
    #[inline]
    fn quick_point(&self, word: u64) -> Option<(Point, usize)> {
        let digit = |bits: u32| ((word >> bits) as u8).wrapping_sub(b'0');
        let column = (word as u8 | 0x20).wrapping_sub(b'a');
        let (tens, ones) = (digit(8), digit(16));
        if column >= 26 || tens >= 10 {
            return None;
        }
        let two = ones < 10;
        let row = if two { 10 * i32::from(tens) + i32::from(ones) } else { i32::from(tens) };
        Some((self.positions.point(i32::from(column), row), 2 + usize::from(two)))
    }
}

impl ReadMainLines for PositionLines<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let (start, end) = self.next()?;
        line.clear();
        line.area = Some(self.positions.area);
        (line.line, line.offset) = (self.place.lines, start);
        if self.quick(&self.block[start..end], &mut line.moves) {
            return Some(Ok(()));
        }
        line.moves.clear();
        Some(self.steps(start, end, |point| match point {
            Some(point) => line.moves.push(point),
            None => line.irregularities.push((line.moves.len(), Irregularity::Pass)),
        }))
    }
}

/// Writes the moves of the main line, lower-case and without anything between them.
pub(super) fn write(page: &mut RecordOutput, record: &Record) -> Result<(), Unwritable> {
    let format = Format::Positions;
    let line = plain_line(record, format, true)?;
    let area = record.area.unwrap_or(Area::square(15));
    let Area::Bounded { height, .. } = area else {
        return Err(Unwritable::Area { format, area });
    };
    page.lose_all_but(record, &[]);
    let mut number = 0;
    for step in line.steps() {
        let Some(point) = step.point else {
            page.out.extend_from_slice(b"pass");
            continue;
        };
        number += 1;
        let row = match page.writing.rows {
            RowOrder::FromBottom => i32::from(height) - point.y,
            RowOrder::FromTop => point.y + 1,
        };
        if point == OFF_BOARD || point.x < 0 || point.x >= 26 * 27 || row < 0 {
            return Err(Unwritable::Point { format, number });
        }
        let letter = |x: i32| b'a' + x as u8;
        if point.x >= 26 {
            page.out.push(letter(point.x / 26 - 1));
        }
        page.out.push(letter(point.x % 26));
        page.out.extend_from_slice(row.to_string().as_bytes());
    }
    if line.steps().next().is_none() {
        page.out.push(b'-');
    }
    page.out.push(b'\n');
    Ok(())
}
