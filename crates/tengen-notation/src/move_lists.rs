//! Games as a number of moves and that many lines `row column`, both counted from 1 at the top
//! left.

use std::fmt::Write;

use tengen_core::{Area, Point};

use crate::{
    BlockOffset, Fault, Problem,
    fault::FoundText,
    swar::{load, splat, zero_bytes},
    text::{BlockLines, RawLine},
};

/// One game of a text.
#[derive(Clone, Copy, Debug)]
pub struct MoveList<'a> {
    /// The line its number of moves is in, from 1. The moves are in the lines that follow it.
    pub line: u64,
    /// The moves, all of them on the board.
    pub moves: &'a [Point],
}

/// The games of a block that a [`MoveListSplitter`](crate::MoveListSplitter) took.
#[derive(Debug)]
pub struct MoveLists<'a> {
    lines: BlockLines<'a>,
    width: u16,
    height: u16,
    /// The line that begins the game just read: where it is, and how many come before it.
    header: (usize, u64),
    moves: Vec<Point>,
}

impl<'a> MoveLists<'a> {
    /// Reads the games of `bytes`, which stand at `place` in their text, on a board of the given
    /// size.
    pub fn new(bytes: &'a [u8], width: u16, height: u16, place: BlockOffset) -> MoveLists<'a> {
        let lines = BlockLines::new(bytes, place);
        MoveLists { lines, width, height, header: (0, place.lines), moves: Vec::new() }
    }

    /// The next game.
    ///
    /// # Errors
    ///
    /// What is wrong with it; there is no going on after that.
    pub fn read(&mut self) -> Result<Option<MoveList<'_>>, Box<Fault>> {
        self.read_by(MoveLists::quick_moves)
    }

    /// The next game, every line the plain way. The plain twin of [`read`](MoveLists::read).
    ///
    /// # Errors
    ///
    /// What is wrong with it; there is no going on after that.
    pub fn plain(&mut self) -> Result<Option<MoveList<'_>>, Box<Fault>> {
        self.read_by(|_, _| {})
    }

    fn read_by(
        &mut self,
        quick: fn(&mut MoveLists<'a>, usize),
    ) -> Result<Option<MoveList<'_>>, Box<Fault>> {
        let Some(header) = self.lines.next_filled() else { return Ok(None) };
        self.header = (header.start, self.lines.read - 1);
        let line = self.lines.read;
        let count = self.move_count(header)?;
        self.moves.clear();
        quick(self, count);
        while self.moves.len() < count {
            let Some(line) = self.lines.next() else {
                let (promised, found) = (count as u64, self.moves.len());
                return Err(self.fault_at_move(0, Problem::MissingMoves { promised, found }));
            };
            let point = self.plain_move(line)?;
            self.moves.push(point);
        }
        Ok(Some(MoveList { line, moves: &self.moves }))
    }

    /// Reads moves as long as they are spelled as usual: one blank between two numbers of one or
    /// two digits, and a line end.
    #[inline]
    fn quick_moves(&mut self, count: usize) {
        let (width, height) = (u64::from(self.width), u64::from(self.height));
        let (mut at, mut read) = (self.lines.at, 0);
        self.moves.resize(count, Point::new(0, 0));
        for slot in &mut self.moves {
            let Some((row, column, length)) = load(self.lines.bytes, at).and_then(quick_pair)
            else {
                break;
            };
            let (x, y) = (column.wrapping_sub(1), row.wrapping_sub(1));
            if x >= width || y >= height {
                break;
            }
            *slot = Point::new(x as i32, y as i32);
            at += length;
            read += 1;
        }
        self.moves.truncate(read);
        self.lines.at = at;
        self.lines.read += read as u64;
    }

    fn move_count(&self, header: RawLine) -> Result<usize, Box<Fault>> {
        let text = header.text(self.lines.bytes).trim_ascii();
        let points = usize::from(self.width) * usize::from(self.height);
        let problem = match number(text) {
            None => Problem::MoveCount(FoundText::new(text)),
            Some(found) if found > points as u64 => {
                Problem::TooManyMoves { found, area: self.area(), points }
            }
            Some(count) => return Ok(count as usize),
        };
        Err(self.lines.fault(header, header.span(), problem))
    }

    fn plain_move(&self, line: RawLine) -> Result<Point, Box<Fault>> {
        let text = line.text(self.lines.bytes);
        let lead = text.len() - text.trim_ascii_start().len();
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let numbers = (words.next().and_then(number), words.next().and_then(number), words.next());
        let inside = |number: u64, side: u16| (1..=u64::from(side)).contains(&number);
        let problem = match numbers {
            (Some(row), Some(column), None) => {
                if inside(row, self.height) && inside(column, self.width) {
                    return Ok(Point::new(column as i32 - 1, row as i32 - 1));
                }
                Problem::MoveOutside { row, column, area: self.area() }
            }
            _ => Problem::Move(FoundText::new(text.trim_ascii())),
        };
        Err(self.lines.fault(line, lead..text.len(), problem))
    }

    /// A fault with the move of the given number, from 1, of the game just read; with the line
    /// that begins the game if the number is 0.
    pub fn fault_at_move(&self, number: usize, problem: Problem) -> Box<Fault> {
        let (at, read) = self.header;
        let mut lines = BlockLines { bytes: self.lines.bytes, at, read };
        let line = (0..=number).filter_map(|_| lines.next()).last();
        let line = line.expect("the game just read has its first line");
        lines.fault(line, line.span(), problem)
    }

    fn area(&self) -> Area {
        Area::Bounded { width: self.width, height: self.height }
    }

    /// Where the next game is looked for, and how many lines of the text come before that.
    pub(crate) const fn progress(&self) -> (usize, u64) {
        (self.lines.at, self.lines.read)
    }

    /// Looks for the next game there.
    pub(crate) fn go_to(&mut self, at: usize, lines: u64) {
        (self.lines.at, self.lines.read) = (at, lines);
    }
}

/// The number that `text` is, if it is one that fits into 64 bits.
pub(crate) fn number(text: &[u8]) -> Option<u64> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| u64::from(byte - b'0'));
    let add = |sum: u64, byte: &u8| sum.checked_mul(10)?.checked_add(digit(byte)?);
    if text.is_empty() { None } else { text.iter().try_fold(0, add) }
}

/// The number that two bytes begin with, by these bytes: its value, up to 99, and in the top bit
/// whether it has two digits. What begins with no digit is 0.
static NUMBERS: [u8; 1 << 16] = {
    let mut numbers = [0; 1 << 16];
    let mut first = 0;
    while first < 10 {
        let at = b'0' as usize + first;
        let mut second = 0;
        while second < 256 {
            numbers[at | second << 8] = first as u8;
            second += 1;
        }
        let mut second = 0;
        while second < 10 {
            let both = at | (b'0' as usize + second) << 8;
            numbers[both] = 0x80 | (10 * first + second) as u8;
            second += 1;
        }
        first += 1;
    }
    numbers
};

/// Hot: the two numbers of a line `r c` of one or two digits each, and the length of the line. A
/// number that is none is 0.
///
/// Why a table: whether a number has one digit or two is as good as random, and each branch on it
/// would be guessed wrong half the time.
#[inline]
fn quick_pair(word: u64) -> Option<(u64, u64, usize)> {
    let number = |word: u64| {
        let number = u64::from(NUMBERS[word as usize & 0xFFFF]);
        (number & 0x7F, 8 + (number >> 7) * 8)
    };
    let (row, row_bits) = number(word);
    let blank = word >> row_bits;
    let (column, column_bits) = number(blank >> 8);
    // The next line starts after the first line end, wherever the numbers end: the processor can
    // go there before it has looked anything up.
    let end = zero_bytes(word ^ splat(b'\n')).trailing_zeros() / 8;
    let spelled =
        blank & 0xFF == u64::from(b' ') && u64::from(8 * end) == row_bits + 8 + column_bits;
    spelled.then_some((row, column, end as usize + 1))
}

/// The game as lines of text.
pub fn format_moves(moves: &[Point]) -> String {
    let mut text = format!("{}\n", moves.len());
    for point in moves {
        writeln!(text, "{} {}", point.y + 1, point.x + 1).expect("a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_pair_is_read_the_quick_way() {
        for row in 0..100u64 {
            for column in 0..100u64 {
                for spelled in [format!("{row} {column}\n"), format!("{row:02} {column:02}\n")] {
                    let mut bytes = spelled.clone().into_bytes();
                    bytes.resize(8, b'7');
                    let word = load(&bytes, 0).unwrap();
                    assert_eq!(quick_pair(word), Some((row, column, spelled.len())));
                }
            }
        }
    }

    #[test]
    fn every_other_line_is_left_to_the_plain_way() {
        for line in [
            "1  2\n34",
            " 1 2\n345",
            "1 2 \n345",
            "1,2\n3456",
            "123 4\n56",
            "1 234\n56",
            "\n1 2\n34",
            "1\n2 3\n45",
            "-1 2\n345",
            "1 2\r\n345",
            "1 2;\n345",
            "1 \n23456",
            "12345678",
            "1 2 3 4 ",
        ] {
            let mut bytes = line.as_bytes().to_vec();
            bytes.resize(8, b'7');
            assert_eq!(quick_pair(load(&bytes, 0).unwrap()), None, "{line:?}");
        }
    }
}
