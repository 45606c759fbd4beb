//! The moves in a field: names of points, or a list of names or of pairs of numbers.

use std::ops::Range;

use serde::Deserialize;
use tengen_core::{Area, Point};

use super::ColumnProblem;
use crate::{FoundText, Irregularity, MainLine, RowOrder, move_lists::number};

/// Where the names of points lead on a board.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct NameMap {
    /// Row `row` of a name is row `from + step * row` of the board.
    from: i32,
    step: i32,
}

impl NameMap {
    /// On a board with edges.
    pub(in super::super) const fn new(area: Area, rows: RowOrder) -> Option<NameMap> {
        let Area::Bounded { height, .. } = area else { return None };
        Some(match rows {
            RowOrder::FromBottom => NameMap { from: height as i32, step: -1 },
            RowOrder::FromTop => NameMap { from: -1, step: 1 },
        })
    }

    #[inline]
    const fn point(self, column: i32, row: i32) -> Point {
        Point::new(column, self.from + self.step * row)
    }

    /// The point that one name is of.
    fn named(self, name: &[u8]) -> Option<Point> {
        let letters = name.iter().take_while(|&&byte| is_letter(byte)).count();
        let (letters, digits) = name.split_at(letters);
        if !(1..=2).contains(&letters.len()) {
            return None;
        }
        let column = letters.iter().fold(0, |column, letter| {
            26 * column + i32::from(letter.to_ascii_lowercase() - BEFORE_A)
        });
        let row = number(digits).and_then(|row| u16::try_from(row).ok())?;
        Some(self.point(column - 1, i32::from(row)))
    }

    /// Hot: reads names that are spelled as usual, a lower-case letter and one or two digits with
    /// nothing between them. Nothing is said about the line if they are not.
    #[inline]
    pub(super) fn quick(self, text: &[u8], moves: &mut Vec<Point>) -> bool {
        let mut at = 0;
        // Whether a row has one digit or two is as good as random: no branch asks for it.
        while let Some(&[letter, first, second]) = text[at..].first_chunk() {
            let column = letter.wrapping_sub(b'a');
            let (tens, ones) = (first.wrapping_sub(b'0'), second.wrapping_sub(b'0'));
            if column >= 26 || tens >= 10 {
                return false;
            }
            let two = ones < 10;
            let row = if two { 10 * i32::from(tens) + i32::from(ones) } else { i32::from(tens) };
            moves.push(self.point(i32::from(column), row));
            at += 2 + usize::from(two);
        }
        match text[at..] {
            [] => true,
            [letter @ b'a'..=b'z', digit @ b'0'..=b'9'] => {
                moves.push(self.point(i32::from(letter - b'a'), i32::from(digit - b'0')));
                true
            }
            _ => false,
        }
    }

    /// Reads names any way they are spelled. The plain twin of [`quick`](NameMap::quick).
    pub(in super::super) fn plain(self, text: &[u8], line: &mut MainLine) -> Result<(), MoveFault> {
        let is_gap = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';');
        if text.trim_ascii() == b"-" {
            return Ok(());
        }
        let mut at = 0;
        loop {
            at += text[at..].iter().take_while(|byte| is_gap(byte)).count();
            let rest = &text[at..];
            if rest.is_empty() {
                return Ok(());
            }
            if rest.len() >= 4 && rest[..4].eq_ignore_ascii_case(b"pass") {
                pass(line);
                at += 4;
                continue;
            }
            let letters = rest.iter().take_while(|&&byte| is_letter(byte)).count();
            let digits = rest[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let Some(point) = self.named(&rest[..letters + digits]) else {
                let odd = rest.iter().take_while(|byte| !is_gap(byte)).count();
                let problem = ColumnProblem::Move(FoundText::new(&rest[..odd]));
                return Err((at..at + odd, problem));
            };
            line.moves.push(point);
            at += letters + digits;
        }
    }
}

/// The character before `a`: programs that were given no point spell one beside the board with it,
/// `` `0 `` for (-1,-1). It is a move, though one that is never legal.
const BEFORE_A: u8 = b'`';

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == BEFORE_A
}

/// What is wrong with a field, and where in it.
pub(in super::super) type MoveFault = (Range<usize>, ColumnProblem);

fn pass(line: &mut MainLine) {
    line.irregularities.push((line.moves.len(), Irregularity::Pass));
}

/// A move in a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum MoveJson<'a> {
    Name(#[serde(borrow)] std::borrow::Cow<'a, str>),
    Pair([i32; 2]),
    Fields { x: i32, y: i32 },
}

/// Reads a list in JSON: of names, or of pairs of x and y from 0 at the top left.
pub(super) fn list(
    text: &[u8],
    names: Option<NameMap>,
    line: &mut MainLine,
) -> Result<(), MoveFault> {
    let all = 0..text.len();
    let entries: Vec<MoveJson> = serde_json::from_slice(text)
        .map_err(|_| (all.clone(), ColumnProblem::List(FoundText::new(text))))?;
    for entry in entries {
        match entry {
            MoveJson::Name(name) if name.eq_ignore_ascii_case("pass") => pass(line),
            MoveJson::Name(name) => {
                let names = names.ok_or((all.clone(), ColumnProblem::NoEdges))?;
                let found = || ColumnProblem::Move(FoundText::new(name.as_bytes()));
                let point = names.named(name.trim().as_bytes());
                line.moves.push(point.ok_or_else(|| (all.clone(), found()))?);
            }
            MoveJson::Pair([x, y]) | MoveJson::Fields { x, y } => line.moves.push(Point::new(x, y)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, rows: RowOrder) -> Vec<Point> {
        let names = NameMap::new(Area::square(15), rows).unwrap();
        let mut line = MainLine::default();
        names.plain(text.as_bytes(), &mut line).unwrap();
        line.moves
    }

    #[test]
    fn rows_count_from_where_it_is_said() {
        let (a, b) = (Point::new(0, 2), Point::new(14, 13));
        assert_eq!(read("a13o2", RowOrder::FromBottom), [a, b]);
        assert_eq!(read("A3, o14;", RowOrder::FromTop), [a, b]);
        let mut line = MainLine::default();
        list(b"[[0,2],{\"x\":14,\"y\":13}]", None, &mut line).unwrap();
        list(b"[\"a13\",\"o2\"]", NameMap::new(Area::square(15), RowOrder::FromBottom), &mut line)
            .unwrap();
        assert_eq!(line.moves, [a, b, a, b]);
    }

    proptest! {
        #[test]
        fn the_quick_way_reads_what_the_plain_way_reads(text in "([a-z][0-9]{1,2}){0,9}[a-z0-9, P]{0,2}") {
            let names = NameMap::new(Area::square(15), RowOrder::FromBottom).unwrap();
            let mut moves = Vec::new();
            if names.quick(text.as_bytes(), &mut moves) {
                prop_assert_eq!(moves, read(&text, RowOrder::FromBottom));
            }
        }
    }
}
