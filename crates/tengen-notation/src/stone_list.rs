//! Stones on a board without edges, as puzzles hand them over: a JSON list `[[x,y,color],…]`, color
//! 0 black and 1 white, in one text and in any order.

use std::fmt;

use tengen_core::{Color, Point};

use crate::{BlockOffset, Fault, Problem, fault::FoundText, text::fault_in};

/// Stones as they were read: no two on one point, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoneList(Vec<(Point, Color)>);

impl StoneList {
    /// The largest distance of a stone from the origin, either way on either axis.
    pub const MAX_COORDINATE: i32 = 1_000_000_000;

    /// The most stones that are read.
    pub const MOST: usize = 1 << 24;

    /// No text of pieces is longer than this: the longest piece takes 27 bytes without blanks.
    pub const LIMIT: usize = 32 * StoneList::MOST;

    /// Parses a text that holds one list of pieces and nothing else.
    ///
    /// ```
    /// use tengen_core::{Color, Point};
    /// use tengen_notation::StoneList;
    ///
    /// let pieces = StoneList::parse(b"[[0,0,1], [-3,7,0]]").unwrap();
    /// assert_eq!(pieces.stones()[1], (Point::new(-3, 7), Color::Black));
    /// assert_eq!(pieces.to_string(), "[[0,0,1],[-3,7,0]]\n");
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn parse(text: &[u8]) -> Result<StoneList, Box<Fault>> {
        // Most pieces take more than eight bytes; the list grows if these do not.
        let mut stones = Vec::with_capacity((text.len() / 12).min(StoneList::MOST));
        let mut scan = StoneScanner { text, at: 0 };
        scan.each(&mut |_, stone| stones.push(stone))?;
        let pieces = StoneList(stones);
        match pieces.twice() {
            None => Ok(pieces),
            Some((first, second)) => {
                let (at, point) = (place_of(text, first), pieces.0[first].0);
                let place = BlockOffset::default().after(&text[..at.0], 0);
                let (line, column) = (place.lines + 1, place.column + 1);
                Err(pieces.fault_at(text, second, Problem::PieceTwice { point, line, column }))
            }
        }
    }

    /// The stones, in the order of the text.
    pub fn stones(&self) -> &[(Point, Color)] {
        &self.0
    }

    /// A fault at the piece of the given number, from 0, of the list that was read from `text`.
    pub fn fault_at(&self, text: &[u8], number: usize, problem: Problem) -> Box<Fault> {
        debug_assert!(number < self.0.len());
        let (at, end) = place_of(text, number);
        fault(text, at, end - at, problem)
    }

    /// The first piece that stands on the point of an earlier one, and before it that one.
    ///
    /// Why sorted: a million words sort sooner than a million points are hashed.
    fn twice(&self) -> Option<(usize, usize)> {
        let word =
            |&(point, _): &(Point, Color)| (point.y as u32 as u64) << 32 | point.x as u32 as u64;
        let mut words: Vec<u64> = self.0.iter().map(word).collect();
        words.sort_unstable();
        let mut doubles: Vec<u64> =
            words.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        if doubles.is_empty() {
            return None;
        }
        doubles.dedup();
        let mut seen = vec![None; doubles.len()];
        self.0.iter().enumerate().find_map(|(number, stone)| {
            let place = doubles.binary_search(&word(stone)).ok()?;
            let first = *seen[place].get_or_insert(number);
            (first != number).then_some((first, number))
        })
    }
}

impl From<Vec<(Point, Color)>> for StoneList {
    /// A list to be written; that no point stands there twice is up to the caller.
    fn from(stones: Vec<(Point, Color)>) -> StoneList {
        StoneList(stones)
    }
}

/// The list on one line, with its line end.
impl fmt::Display for StoneList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, &(Point { x, y }, color)) in self.0.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(f, "{comma}[{x},{y},{}]", color as u8)?;
        }
        f.write_str("]\n")
    }
}

/// A text and how far it has been read.
struct StoneScanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl StoneScanner<'_> {
    /// Parses the whole text, with the byte offset of each piece.
    fn each(&mut self, visit: &mut dyn FnMut(usize, (Point, Color))) -> Result<(), Box<Fault>> {
        match self.next() {
            Some(b'[') => self.at += 1,
            None => return Err(self.fault(0, Problem::Empty(crate::ExpectedContent::StoneList))),
            Some(_) => return Err(self.unexpected("a list of pieces like [[0,0,1],[1,1,0]]")),
        }
        let mut number = 0;
        while !(number == 0 && self.next() == Some(b']')) {
            if self.next() != Some(b'[') {
                return Err(self.unexpected("a piece like [3,-4,0]"));
            }
            if number == StoneList::MOST {
                return Err(self.fault(1, Problem::TooManyPieces));
            }
            let start = self.at;
            let stone = self.piece()?;
            visit(start, stone);
            number += 1;
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.unexpected("a comma and a piece, or ] after the last")),
            }
        }
        self.at += 1;
        match self.next() {
            None => Ok(()),
            Some(_) => Err(self.fault(self.word().len(), Problem::AfterPieces)),
        }
    }

    /// Reads `[x,y,color]`.
    #[inline]
    fn piece(&mut self) -> Result<(Point, Color), Box<Fault>> {
        let start = self.at;
        self.at += 1;
        let x = self.coordinate()?;
        self.comma(start)?;
        let y = self.coordinate()?;
        self.comma(start)?;
        let (at, color) = self.number()?;
        let color = match color {
            0 => Color::Black,
            1 => Color::White,
            _ => {
                let found = FoundText::new(&self.text[at..self.at]);
                return Err(fault(self.text, at, self.at - at, Problem::PieceColor(found)));
            }
        };
        match self.next() {
            Some(b']') => self.at += 1,
            Some(b',') => return Err(self.numbers(start)),
            _ => return Err(self.unexpected("] after the color")),
        }
        Ok((Point::new(x, y), color))
    }

    /// Passes over the comma between two numbers of the piece that starts at `start`.
    #[inline]
    fn comma(&mut self, start: usize) -> Result<(), Box<Fault>> {
        match self.next() {
            Some(b',') => self.at += 1,
            Some(b']') => return Err(self.numbers(start)),
            _ => return Err(self.unexpected("a comma and the next number")),
        }
        Ok(())
    }

    /// A piece that has too few or too many numbers: marks all of it as far as its line goes.
    fn numbers(&self, start: usize) -> Box<Fault> {
        let rest = &self.text[start..];
        let end = rest.iter().position(|&byte| byte == b']').unwrap_or(rest.len());
        let found = rest[1..end].split(|&byte| byte == b',').count();
        debug_assert_ne!(found, 3);
        fault(self.text, start, end + 1, Problem::PieceNumbers(found))
    }

    #[inline]
    fn coordinate(&mut self) -> Result<i32, Box<Fault>> {
        let (at, number) = self.number()?;
        if number.unsigned_abs() > StoneList::MAX_COORDINATE as u64 {
            let found = FoundText::new(&self.text[at..self.at]);
            return Err(fault(self.text, at, self.at - at, Problem::PieceOutside(found)));
        }
        Ok(number as i32)
    }

    /// Parses an integer, and returns it with where it starts. One that is too large for any use is cut
    /// down, but stays too large.
    #[inline]
    fn number(&mut self) -> Result<(usize, i64), Box<Fault>> {
        self.next();
        let start = self.at;
        let negative = self.text.get(start) == Some(&b'-');
        self.at += usize::from(negative);
        let digits = self.at;
        let mut number = 0_i64;
        while let Some(digit) = self.text.get(self.at).map(|byte| byte.wrapping_sub(b'0'))
            && digit < 10
        {
            number = (10 * number + i64::from(digit)).min(1 << 40);
            self.at += 1;
        }
        let length = self.at - digits;
        let odd = matches!(self.text.get(self.at), Some(b'.' | b'e' | b'E' | b'0'..=b'9'));
        if length == 0 || odd || length > 1 && self.text[digits] == b'0' {
            self.at = start;
            let word = self.word();
            return Err(match word {
                [b',' | b'[' | b']' | b'{' | b'}' | b':', ..] | [] => {
                    self.unexpected("a whole number")
                }
                _ => self.fault(word.len(), Problem::PieceNumber(FoundText::new(word))),
            });
        }
        Ok((start, if negative { -number } else { number }))
    }

    /// Passes over blanks; the byte after them.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        while let Some(&byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// What stands here, up to the next blank or mark: one mark, or a word.
    fn word(&self) -> &[u8] {
        const MARKS: &[u8] = b"[]{},: \t\r\n";
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|byte| MARKS.contains(byte)).unwrap_or(rest.len());
        &rest[..end.max(1).min(rest.len())]
    }

    /// Here is something else than what was expected.
    fn unexpected(&self, expected: &'static str) -> Box<Fault> {
        let word = self.word();
        let problem = if word.is_empty() {
            Problem::PiecesEnd { expected }
        } else {
            Problem::Unexpected { found: FoundText::new(word), expected }
        };
        self.fault(word.len(), problem)
    }

    fn fault(&self, length: usize, problem: Problem) -> Box<Fault> {
        fault(self.text, self.at, length, problem)
    }
}

/// Where the piece of the given number begins and ends in a text that can be read.
fn place_of(text: &[u8], number: usize) -> (usize, usize) {
    let (mut count, mut place) = (0, 0);
    let read = StoneScanner { text, at: 0 }.each(&mut |start, _| {
        if count == number {
            place = start;
        }
        count += 1;
    });
    debug_assert!(read.is_ok());
    let length = text[place..].iter().position(|&byte| byte == b']').unwrap_or(0);
    (place, place + length + 1)
}

fn fault(text: &[u8], at: usize, length: usize, problem: Problem) -> Box<Fault> {
    let place = BlockOffset::default();
    let column = place.after(&text[..at], 0).column + 1;
    Box::new(Fault { column, ..*fault_in(text, place, at, length, problem) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &[u8]) -> (u64, usize, String) {
        let fault = StoneList::parse(text).unwrap_err();
        (fault.line, fault.column, fault.to_string())
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, line, column, message) in [
            ("", 1, 1, "the text is empty: expected a list of pieces"),
            (" \n ", 2, 2, "the text is empty"),
            ("{}", 1, 1, "\"{\" is out of place: expected a list of pieces"),
            ("pieces", 1, 1, "\"pieces\" is out of place"),
            ("[", 1, 2, "the text ends here: expected a piece like [3,-4,0]"),
            ("[1,2,0]", 1, 2, "\"1\" is out of place: expected a piece like [3,-4,0]"),
            ("[[1,2,0]", 1, 9, "the text ends here: expected a comma and a piece"),
            ("[[1,2,0],]", 1, 10, "\"]\" is out of place: expected a piece"),
            ("[,[1,2,0]]", 1, 2, "\",\" is out of place: expected a piece"),
            ("[[1,2,0] [1,3,0]]", 1, 10, "\"[\" is out of place: expected a comma"),
            ("[[1,2,0];[1,3,0]]", 1, 9, "\";\" is out of place: expected a comma"),
            ("[[1,2]]", 1, 2, "this piece has 2 numbers: write three, x, y and color"),
            ("[[1]]", 1, 2, "this piece has 1 number:"),
            ("[[1,2,0,\n4]]", 1, 2, "this piece has 4 numbers"),
            ("[[]]", 1, 3, "\"]\" is out of place: expected a whole number"),
            ("[[1,,0]]", 1, 5, "\",\" is out of place: expected a whole number"),
            ("[[1,2,", 1, 7, "the text ends here: expected a whole number"),
            ("[[1,2", 1, 6, "the text ends here: expected a comma"),
            ("[[1 2,0]]", 1, 5, "\"2\" is out of place: expected a comma"),
            ("[[1,2,2]]", 1, 7, "\"2\" is not a color: 0 is black and 1 is white"),
            ("[[1,2,-1]]", 1, 7, "\"-1\" is not a color"),
            ("[[1,2,true]]", 1, 7, "\"true\" is not a whole number"),
            ("[[1,2,\"0\"]]", 1, 7, "is not a whole number"),
            ("[\n [1.0,2,0]]", 2, 3, "\"1.0\" is not a whole number"),
            ("[[1e3,2,0]]", 1, 3, "\"1e3\" is not a whole number"),
            ("[[01,2,0]]", 1, 3, "\"01\" is not a whole number"),
            ("[[-,2,0]]", 1, 3, "\"-\" is not a whole number"),
            ("[[+1,2,0]]", 1, 3, "\"+1\" is not a whole number"),
            ("[[1,1000000001,0]]", 1, 5, "\"1000000001\" is out of range: write a number from"),
            ("[[-99999999999999999999999,1,0]]", 1, 3, "is out of range"),
            ("[[1,2,0]] x", 1, 11, "there is more text after the list"),
            ("[[1,2,0]]]", 1, 10, "there is more text after the list"),
            (
                "[[1,2,0],\n[3,2,1],\n [ 1 , 2 , 1 ]]",
                3,
                2,
                "there is a piece on (1,2) already, on line 1, column 2",
            ),
            ("[[1,2,0],[5,5,1],[5,5,1],[1,2,1]]", 1, 18, "on (5,5) already, on line 1, column 10"),
        ] {
            let found = refused(text.as_bytes());
            assert!(found.2.contains(message), "{text:?}: {}", found.2);
            assert_eq!((found.0, found.1), (line, column), "{text:?}: {}", found.2);
        }
    }

    #[test]
    fn blanks_may_stand_wherever_json_allows_them() {
        let pieces =
            StoneList::parse(b" [\r\n\t[ 1 , -2 , 0 ]\n,\n[-0,1000000000,1]\t] \n").unwrap();
        let expected = [
            (Point::new(1, -2), Color::Black),
            (Point::new(0, StoneList::MAX_COORDINATE), Color::White),
        ];
        assert_eq!(pieces.stones(), expected);
        assert_eq!(StoneList::parse(b"[ ]").unwrap().to_string(), "[]\n");
    }

    #[test]
    fn a_place_far_along_a_line_is_shown() {
        let mut stones: Vec<(Point, Color)> =
            (0..20_000).map(|x| (Point::new(x, 0), Color::Black)).collect();
        stones.push((Point::new(7, 0), Color::White));
        let text = StoneList::from(stones.clone()).to_string();
        let fault = StoneList::parse(text.as_bytes()).unwrap_err();
        assert_eq!(fault.column, text.len() - "[7,0,1]]\n".len() + 1);
        let place: String = fault.excerpt.chars().skip(fault.caret).take(fault.width).collect();
        assert_eq!(place, "[7,0,1]");
        assert!(fault.to_string().ends_with("already, on line 1, column 58"), "{fault}");
    }

    #[test]
    fn there_is_an_end_to_how_many_are_read() {
        let text = [b"[".as_slice(), &b"[0,0,0],".repeat(StoneList::MOST), b"[0,0,0]]"].concat();
        let (_, column, message) = refused(&text);
        assert_eq!(column, text.len() - 7);
        assert_eq!(message, "there are too many pieces: at most 16777216 are read");
    }
}
