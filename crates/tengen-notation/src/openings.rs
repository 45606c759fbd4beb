//! Lists of openings, one a line, in the two forms of the field.
//!
//! - Offsets from the middle of the board, as Gomocup has them: `8,-3, 6,-4, 5,-4`. Columns count to
//!   the right and rows downward; the middle of an even side is the later of the two.
//! - The names of points: `h8i9j10`, with or without blanks and commas, in either case. Rows count
//!   from the bottom, as everywhere here. (Where others count them from the top, the opening is the
//!   mirror image, and as good for either side.)
//!
//! Lines that are blank or begin with `#` mean nothing. A line that is `-` is the empty board.

use std::{mem, ops::Range};

use tengen_core::{Area, Illegal, NameError, Point, Position, Rule};

use crate::{
    BlockOffset, ExpectedContent, Fault, Problem,
    fault::FoundText,
    text::{self, BlockLines, LINE_LIMIT, RawLine},
};

/// The openings of a text, for games by one rule on one board.
///
/// ```
/// use tengen_core::{Area, Point, Rule};
/// use tengen_notation::openings::Openings;
///
/// let text = b"# two spellings of one opening\n0,0, 1,-1\nh8 i9\n";
/// let openings = Openings::new(text, Rule::Renju, Area::square(15));
/// for opening in openings {
///     assert_eq!(opening.unwrap(), [Point::new(7, 7), Point::new(8, 6)]);
/// }
/// ```
#[derive(Debug)]
pub struct Openings<'a> {
    lines: OpeningLines<'a>,
    rule: Rule,
    /// Whether there was an opening, or the lack of one has been reported.
    found: bool,
}

impl<'a> Openings<'a> {
    /// No text of openings is longer than this.
    pub const LIMIT: usize = text::RECORD_LIMIT;

    /// The openings in `text`.
    ///
    /// # Panics
    ///
    /// If the board has no edges: it has no middle either. Or if it has no points.
    pub fn new(text: &'a [u8], rule: Rule, area: Area) -> Openings<'a> {
        assert!(area.size().is_some_and(|size| size > 0), "an opening is for a board with edges");
        Openings {
            lines: OpeningLines::new(text, BlockOffset::default(), area),
            rule,
            found: false,
        }
    }

    /// Plays the opening in the line read last.
    fn judge(&self, moves: Vec<(Point, Range<usize>)>) -> Result<Vec<Point>, Box<Fault>> {
        let OpeningLines { lines, area, line } = &self.lines;
        let mut position = Position::new(self.rule, *area).expect("the board has points");
        for (number, (point, span)) in (1..).zip(&moves) {
            position.play(*point).map_err(|illegal| {
                let before = |(other, _): &(Point, _)| other == point;
                let earlier = moves.iter().position(before).map(|index| index + 1);
                let earlier = earlier.filter(|_| illegal == Illegal::Occupied);
                lines.fault(*line, span.clone(), Problem::Illegal { number, illegal, earlier })
            })?;
        }
        if position.outcome().is_some() {
            let over = Problem::Over("an opening leaves something to play for".to_owned());
            return Err(lines.fault(*line, line.span(), over));
        }
        Ok(moves.into_iter().map(|(point, _)| point).collect())
    }
}

/// The moves of an opening, and where each stands in its line.
type OpeningMoves = Vec<(Point, Range<usize>)>;

/// The lines of a text that are openings.
#[derive(Debug)]
pub(crate) struct OpeningLines<'a> {
    lines: BlockLines<'a>,
    area: Area,
    /// The line read last.
    line: RawLine,
}

impl<'a> OpeningLines<'a> {
    /// The openings in `text`, which stands at `place`, on a board with edges.
    pub(crate) fn new(text: &'a [u8], place: BlockOffset, area: Area) -> OpeningLines<'a> {
        let line = RawLine { start: 0, end: 0, next: 0 };
        OpeningLines { lines: BlockLines::new(text, place), area, line }
    }

    /// Where the next opening begins, and its moves, whether or not they can be played.
    pub(crate) fn next(&mut self) -> Option<(usize, Result<OpeningMoves, Box<Fault>>)> {
        loop {
            self.line = self.lines.next()?;
            if !matches!(self.line.text(self.lines.bytes).trim_ascii(), [] | [b'#', ..]) {
                return Some((self.line.start, self.moves(self.line)));
            }
        }
    }

    /// The number of the line read last, from 1.
    pub(crate) const fn line(&self) -> u64 {
        self.lines.read
    }

    /// Reads the opening in a line.
    fn moves(&self, line: RawLine) -> Result<OpeningMoves, Box<Fault>> {
        let bytes = line.text(self.lines.bytes);
        if bytes.len() > LINE_LIMIT {
            return Err(self.lines.fault(line, line.span(), Problem::LineTooLong));
        }
        match bytes.trim_ascii().first() {
            Some(b'-') if bytes.trim_ascii() == b"-" => Ok(Vec::new()),
            Some(b'-' | b'+' | b'0'..=b'9') => self.offsets(line, bytes),
            _ => self.names(line, bytes),
        }
    }

    /// Pairs of numbers.
    fn offsets(&self, line: RawLine, bytes: &[u8]) -> Result<OpeningMoves, Box<Fault>> {
        let Area::Bounded { width, height } = self.area else { unreachable!("it has edges") };
        let middle = Point::new(i32::from(width) / 2, i32::from(height) / 2);
        let words: Vec<Range<usize>> = words(bytes, |byte| byte == b',').collect();
        let mut moves = Vec::new();
        for pair in words.chunks(2) {
            let span = pair[0].start..pair[pair.len() - 1].end;
            let number = |word: &Range<usize>| {
                let text = std::str::from_utf8(&bytes[word.clone()]).ok();
                text.and_then(|text| text.parse::<i32>().ok()).ok_or_else(|| {
                    let found = FoundText::new(&bytes[word.clone()]);
                    self.lines.fault(line, word.clone(), Problem::OpeningOffset(found))
                })
            };
            let [x, y] = pair else {
                let found = FoundText::new(&bytes[span.clone()]);
                return Err(self.lines.fault(line, span, Problem::OpeningHalf(found)));
            };
            let (x, y) = (number(x)?, number(y)?);
            let point = Point::new(middle.x.saturating_add(x), middle.y.saturating_add(y));
            if !self.area.contains(point) {
                let problem = Problem::OpeningOutside { x, y, area: self.area };
                return Err(self.lines.fault(line, span, problem));
            }
            moves.push((point, span));
        }
        Ok(moves)
    }

    /// Names of points.
    fn names(&self, line: RawLine, bytes: &[u8]) -> Result<OpeningMoves, Box<Fault>> {
        let mut moves = Vec::new();
        for word in words(bytes, |byte| byte == b',') {
            let mut start = word.start;
            while start < word.end {
                let rest = &bytes[start..word.end];
                let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                let digits =
                    rest[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let length = if letters * digits > 0 { letters + digits } else { rest.len() };
                let span = start..start + length;
                let name = String::from_utf8_lossy(&bytes[span.clone()]);
                let refuse = |error: NameError| {
                    self.lines.fault(line, span.clone(), Problem::OpeningPoint(error))
                };
                moves.push((self.area.point(&name).map_err(refuse)?, span.clone()));
                start = span.end;
            }
        }
        Ok(moves)
    }
}

impl Iterator for Openings<'_> {
    type Item = Result<Vec<Point>, Box<Fault>>;

    /// The next opening. A text has at least one.
    fn next(&mut self) -> Option<Self::Item> {
        if let Some((_, moves)) = self.lines.next() {
            self.found = true;
            return Some(moves.and_then(|moves| self.judge(moves)));
        }
        if mem::replace(&mut self.found, true) {
            return None;
        }
        let BlockLines { bytes, read: lines, .. } = self.lines.lines;
        let (end, problem) = (bytes.len(), Problem::Empty(ExpectedContent::Openings));
        Some(Err(Box::new(text::fault(bytes, end, lines, (end, 1), problem))))
    }
}

/// Where the words of a line are: what stands between blanks and other marks.
fn words(bytes: &[u8], is_mark: fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> + '_ {
    let between = move |byte: u8| byte.is_ascii_whitespace() || is_mark(byte);
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().take_while(|&&byte| between(byte)).count();
        let start = at;
        at += bytes[at..].iter().take_while(|&&byte| !between(byte)).count();
        (start < at).then_some(start..at)
    })
}

/// An opening as offsets from the middle of the board.
///
/// ```
/// use tengen_core::{Area, Point};
/// use tengen_notation::openings::format_offsets;
/// let moves = [Point::new(7, 7), Point::new(8, 6)];
/// assert_eq!(format_offsets(&moves, Area::square(15)), "0,0, 1,-1");
/// ```
///
/// # Panics
///
/// If the board has no edges.
pub fn format_offsets(moves: &[Point], area: Area) -> String {
    let Area::Bounded { width, height } = area else { panic!("this board has no middle") };
    if moves.is_empty() {
        return "-".to_owned();
    }
    let (x, y) = (i32::from(width) / 2, i32::from(height) / 2);
    let spelled = moves.iter().map(|point| format!("{},{}", point.x - x, point.y - y));
    spelled.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, rule: Rule, area: Area) -> Result<Vec<Vec<Point>>, Box<Fault>> {
        Openings::new(text.as_bytes(), rule, area).collect()
    }

    #[test]
    fn both_forms_are_read_in_every_spelling() {
        let area = Area::square(20);
        let expected = vec![vec![Point::new(10, 10), Point::new(0, 19), Point::new(19, 0)]];
        for text in [
            "0,0, -10,9, 9,-10",
            "0,0,-10,9,9,-10",
            " 0 0  -10 9\t9 -10\r\n",
            "k10a1t20",
            "K10 A1 T20",
            "k10, a1, t20\n# the end\n\n",
            "+0,+0,-10,9,9,-10,",
        ] {
            assert_eq!(read(text, Rule::Freestyle, area).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(read("-\n", Rule::Freestyle, area), Ok(vec![vec![]]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let (renju, nogo) = (Rule::Renju, Rule::NoGo);
        for (text, rule, side, line, column, message) in [
            ("", renju, 15, 1, 1, "the text is empty: expected openings, one a line"),
            ("# no more\n\n", renju, 15, 3, 1, "the text is empty"),
            ("h8\n0,0, 1", renju, 15, 2, 6, "\"1\" is half of a move: a move is two numbers"),
            ("0,0, 1,x", renju, 15, 1, 8, "\"x\" is not a number of steps"),
            ("0,0, 1,99999999999", renju, 15, 1, 8, "is not a number of steps"),
            ("0,0, 8,0", renju, 15, 1, 6, "8,0 is outside the 15x15 board: its middle is 0,0"),
            ("0,0, 2147483647,0", renju, 15, 1, 6, "is outside the 15x15 board"),
            ("h8 0,0", renju, 15, 1, 4, "\"0\" is not a point; write a letter and a number"),
            ("h8p1", renju, 15, 1, 3, "point \"p1\" is outside the 15x15 board"),
            (
                "h8 i9 h8",
                renju,
                15,
                1,
                7,
                "move 3 cannot be played: the point is occupied by move 1",
            ),
            ("h8é9", renju, 15, 1, 3, "is not a point"),
            ("a2c3b1a1", nogo, 3, 1, 7, "move 4 cannot be played: a white chain would have no"),
        ] {
            let area = Area::square(side);
            let fault = read(text, rule, area).unwrap_err();
            assert!(fault.to_string().contains(message), "{text}: {fault}");
            assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        }
    }

    #[test]
    fn an_opening_leaves_something_to_play_for() {
        let area = Area::square(15);
        let fault = read("a1a2b1b2c1c2d1d2e1", Rule::Freestyle, area).unwrap_err();
        assert!(fault.to_string().starts_with("the game is over"), "{fault}");
        let fault = read("a1a2b1b2c1c2d1d2e1e2", Rule::Freestyle, area).unwrap_err();
        assert!(
            fault.to_string().contains("move 10 cannot be played: the game is over"),
            "{fault}"
        );
        // Three and three at h8.
        let fault = read("g8a1f8a3h9a5h10a7h8", Rule::Renju, area).unwrap_err();
        assert!(fault.to_string().contains("move 9 cannot be played: black may not"), "{fault}");
        assert!(read("g8a1f8a3h9a5h10a7h8", Rule::Freestyle, area).is_ok());
    }

    #[test]
    fn long_lines_are_refused_in_time() {
        let fault = read(&"h8".repeat(LINE_LIMIT), Rule::Freestyle, Area::square(15)).unwrap_err();
        assert_eq!(fault.problem, Problem::LineTooLong);
    }
}
