//! Names of points one after another, as in `h8i9j10`, on a board with edges.

use std::ops::Range;

use tengen_core::{Area, Point};

use super::RowOrder;
use crate::{move_lists::number, swar::load};

/// What may stand in a list of names besides letters, digits, blanks and commas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameSyntax {
    /// Nothing.
    Strict,
    /// Semicolons between names, and the column `` ` ``, which is the one before `a`: programs that were given no
    /// point spell one beside the board with it, `` `0 `` for (-1,-1). It is a move, though one that is never legal.
    Lenient,
}

/// The names of the points of a board: a column of one letter, or two beyond z, and a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameMap {
    /// Row `row` of a name is row `from + step * row` of the board.
    from: i32,
    step: i32,
    syntax: NameSyntax,
}

/// The part of a name that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamePart {
    /// All of it.
    Whole,
    /// The column.
    Column,
    /// The row.
    Row,
}

/// What is wrong in a list of names: which part of which word, and where both are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameFault {
    pub(crate) word: Range<usize>,
    pub(crate) part: NamePart,
    pub(crate) span: Range<usize>,
}

impl NameMap {
    /// On a board with edges.
    pub(crate) const fn new(area: Area, rows: RowOrder, syntax: NameSyntax) -> Option<NameMap> {
        let Area::Bounded { height, .. } = area else { return None };
        Some(match rows {
            RowOrder::FromBottom => NameMap { from: height as i32, step: -1, syntax },
            RowOrder::FromTop => NameMap { from: -1, step: 1, syntax },
        })
    }

    /// The point of a column, from 0, and a row as it is named.
    #[inline]
    pub(crate) const fn point(self, column: i32, row: i32) -> Point {
        Point::new(column, self.from + self.step * row)
    }

    /// The row of a point as it is named.
    pub(crate) const fn row(self, point: Point) -> i32 {
        self.step * (point.y - self.from)
    }

    /// The name of a point; none beyond two letters and five digits.
    pub(crate) fn name(self, point: Point) -> Option<String> {
        let row = u16::try_from(self.row(point)).ok()?;
        let letter = |x: i32| char::from(b'a' + x as u8);
        (0..26 * 27).contains(&point.x).then(|| {
            let first = (point.x >= 26).then(|| letter(point.x / 26 - 1));
            let letters: String = first.into_iter().chain([letter(point.x % 26)]).collect();
            format!("{letters}{row}")
        })
    }

    fn is_gap(self, byte: u8) -> bool {
        byte.is_ascii_whitespace()
            || byte == b','
            || byte == b';' && self.syntax == NameSyntax::Lenient
    }

    /// The point whose name `text` begins with, and the length of the name; or the part that is wrong, and where.
    fn first(self, text: &[u8]) -> Result<(Point, usize), (NamePart, Range<usize>)> {
        const BEFORE_A: u8 = b'`';
        let is_letter = |byte: u8| {
            byte.is_ascii_alphabetic() || byte == BEFORE_A && self.syntax == NameSyntax::Lenient
        };
        let letters = text.iter().take_while(|&&byte| is_letter(byte)).count();
        let digits = text[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = letters + digits;
        if letters == 0 || digits == 0 {
            return Err((NamePart::Whole, 0..word_length(text, |byte| self.is_gap(byte))));
        }
        if letters > 2 {
            return Err((NamePart::Column, 0..letters));
        }
        let column = text[..letters].iter().fold(0, |column, letter| {
            26 * column + i32::from(letter.to_ascii_lowercase() - BEFORE_A)
        });
        let row = number(&text[letters..end]).and_then(|row| u16::try_from(row).ok());
        let row = row.ok_or((NamePart::Row, letters..end))?;
        Ok((self.point(column - 1, row.into()), end))
    }

    /// The point that one name is of.
    pub(crate) fn parse(self, name: &[u8]) -> Option<Point> {
        self.first(name).ok().filter(|&(_, length)| length == name.len()).map(|(point, _)| point)
    }

    /// Reads names in any spelling and calls `step` with every point, and with none for a pass. The plain twin of
    /// [`quick`](NameMap::quick).
    pub(crate) fn plain(
        self,
        text: &[u8],
        mut step: impl FnMut(Option<Point>),
    ) -> Result<(), NameFault> {
        if text.trim_ascii() == b"-" {
            return Ok(());
        }
        let mut at = 0;
        loop {
            at += text[at..].iter().take_while(|&&byte| self.is_gap(byte)).count();
            let rest = &text[at..];
            if rest.is_empty() {
                return Ok(());
            }
            if rest.len() >= 4 && rest[..4].eq_ignore_ascii_case(b"pass") {
                step(None);
                at += 4;
                continue;
            }
            let (point, length) = self.first(rest).map_err(|(part, span)| {
                let word = at..at + word_length(rest, |byte| self.is_gap(byte));
                NameFault { word, part, span: at + span.start..at + span.end }
            })?;
            step(Some(point));
            at += length;
        }
    }

    /// Hot: reads names that are spelled as usual, letters and numbers of one or two digits without anything between
    /// them. No if they are not.
    #[inline]
    pub(crate) fn quick(self, text: &[u8], moves: &mut Vec<Point>) -> bool {
        moves.reserve(text.len() / 2);
        let mut at = 0;
        // Two moves have six bytes at most.
        while let Some(word) = load(text, at)
            && let Some((point, length)) = self.quick_point(word)
        {
            moves.push(point);
            at += length;
            let Some((point, length)) = self.quick_point(word >> (8 * length)) else { break };
            moves.push(point);
            at += length;
        }
        while at < text.len() {
            // What is not there is no digit.
            let byte = |number: usize| u64::from(text.get(at + number).copied().unwrap_or(0));
            let Some((point, length)) = self.quick_point(byte(0) | byte(1) << 8 | byte(2) << 16)
            else {
                return text[at..].trim_ascii().is_empty();
            };
            moves.push(point);
            at += length;
        }
        true
    }

    /// Hot: the point that the first bytes of a word name, and how many they are. A third digit is not
    /// looked at: no point begins with it.
    #[inline]
    fn quick_point(self, word: u64) -> Option<(Point, usize)> {
        let digit = |bits: u32| ((word >> bits) as u8).wrapping_sub(b'0');
        let column = (word as u8 | 0x20).wrapping_sub(b'a');
        let (tens, ones) = (digit(8), digit(16));
        if column >= 26 || tens >= 10 {
            return None;
        }
        let two = ones < 10;
        let row = if two { 10 * i32::from(tens) + i32::from(ones) } else { i32::from(tens) };
        Some((self.point(i32::from(column), row), 2 + usize::from(two)))
    }
}

/// The length of the word that `text` begins with.
fn word_length(text: &[u8], is_gap: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&byte| !is_gap(byte)).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(rows: RowOrder) -> NameMap {
        NameMap::new(Area::square(15), rows, NameSyntax::Lenient).unwrap()
    }

    fn read(text: &str, rows: RowOrder) -> Vec<Point> {
        let mut moves = Vec::new();
        names(rows).plain(text.as_bytes(), |point| moves.extend(point)).unwrap();
        moves
    }

    #[test]
    fn rows_count_from_where_it_is_said() {
        let (a, b) = (Point::new(0, 2), Point::new(14, 13));
        assert_eq!(read("a13o2", RowOrder::FromBottom), [a, b]);
        assert_eq!(read("A3, o14;", RowOrder::FromTop), [a, b]);
    }

    proptest! {
        #[test]
        fn the_quick_way_reads_what_the_plain_way_reads(text in "([a-z][0-9]{1,2}){0,9}[a-z0-9, P]{0,2}") {
            let mut moves = Vec::new();
            if names(RowOrder::FromBottom).quick(text.as_bytes(), &mut moves) {
                prop_assert_eq!(moves, read(&text, RowOrder::FromBottom));
            }
        }
    }
}
