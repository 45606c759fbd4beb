//! The Go Text Protocol, version 2: one command a line, one answer each.
//!
//! Only the spelling is here. What the commands mean is up to the program that speaks it.

use std::fmt;

use tengen_core::{Area, Color, Point};
use thiserror::Error;

/// A line of input: an optional number, a command and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The number, which the answer repeats.
    pub id: Option<u64>,
    /// The name of the command.
    pub name: String,
    /// What follows it, cut at blanks.
    pub arguments: Vec<String>,
}

impl CommandLine {
    /// The longest line that is read; the rest of a longer one is not looked at.
    pub const MAX_LENGTH: usize = 16 * 1024;

    /// Parses a line; there is no command in an empty line or a comment.
    ///
    /// As the protocol says, control characters are dropped (a carriage return is one), a tab is a
    /// blank, and everything from a `#` on is a comment. A number alone is a command without a
    /// name, which is unknown.
    ///
    /// ```
    /// use tengen_notation::gtp::CommandLine;
    /// let command = CommandLine::parse(b"7 play\tb D4 # the first move\r\n").unwrap();
    /// assert_eq!((command.id, command.name.as_str()), (Some(7), "play"));
    /// assert_eq!(command.arguments, ["b", "D4"]);
    /// assert_eq!(CommandLine::parse(b"  # nothing\n"), None);
    /// ```
    pub fn parse(line: &[u8]) -> Option<CommandLine> {
        let line = &line[..line.len().min(CommandLine::MAX_LENGTH)];
        let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        let kept = line.iter().filter(|byte| **byte == b'\t' || !byte.is_ascii_control());
        let kept: Vec<u8> = kept.copied().collect();
        let text = String::from_utf8_lossy(&kept);
        let mut words = text.split([' ', '\t']).filter(|word| !word.is_empty()).peekable();
        let number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        // A number too large to be one is taken for the name of a command, which is unknown.
        let id = words.next_if(|word| number(word) && word.parse::<u64>().is_ok());
        let id = id.and_then(|word| word.parse().ok());
        match (id, words.next()) {
            (None, None) => None,
            (id, name) => Some(CommandLine {
                id,
                name: name.unwrap_or_default().to_owned(),
                arguments: words.map(str::to_owned).collect(),
            }),
        }
    }
}

impl fmt::Display for CommandLine {
    /// The command as a line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.map(|id| id.to_string());
        let arguments = self.arguments.iter().map(String::as_str);
        let words = id.as_deref().into_iter().chain([self.name.as_str()]).chain(arguments);
        f.write_str(&words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    }
}

/// A response to a command, with the blank line that ends it.
///
/// ```
/// use tengen_notation::gtp::format_response;
/// assert_eq!(format_response(Some(3), Ok("D4")), "=3 D4\n\n");
/// assert_eq!(format_response(None, Err("unknown command")), "? unknown command\n\n");
/// assert_eq!(format_response(None, Ok("")), "=\n\n");
/// ```
pub fn format_response(id: Option<u64>, answer: Result<&str, &str>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    // A drawing begins on a line of its own.
    let gap = if text.starts_with('\n') { "\n" } else { " " };
    // A blank line would end the answer too early.
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let text = lines.join("\n");
    let gap = if text.is_empty() { "" } else { gap };
    format!("{mark}{id}{gap}{text}\n\n")
}

/// The largest board: 25 letters without I.
pub const MAX_SIDE: u16 = 25;

/// A vertex: where a move is played, or a word instead of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vertex {
    /// A point of the board.
    Point(Point),
    /// No stone.
    Pass,
    /// The end of the game.
    Resign,
}

impl Vertex {
    /// Parses a vertex of a board, in any case. Columns are letters without I, rows count from the
    /// bottom.
    ///
    /// ```
    /// use tengen_core::{Area, Point};
    /// use tengen_notation::gtp::Vertex;
    /// let area = Area::square(9);
    /// assert_eq!(Vertex::parse("J1", area), Ok(Vertex::Point(Point::new(8, 8))));
    /// assert!(Vertex::parse("I1", area).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not spelled like a vertex, or outside.
    pub fn parse(word: &str, area: Area) -> Result<Vertex, GtpError> {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "pass" => return Ok(Vertex::Pass),
            "resign" => return Ok(Vertex::Resign),
            _ => {}
        }
        let nonsense = || GtpError::Vertex(shown(word));
        let (Some(letter @ b'a'..=b'z'), Some(row)) = (lower.bytes().next(), lower.get(1..)) else {
            return Err(nonsense());
        };
        let digits = row.bytes().all(|byte| byte.is_ascii_digit());
        if letter == b'i' || !digits || !(1..=5).contains(&row.len()) {
            return Err(nonsense());
        }
        let x = i32::from(letter - b'a') - i32::from(letter > b'i');
        let row: i32 = row.parse().map_err(|_| nonsense())?;
        let Area::Bounded { height, .. } = area else { return Err(nonsense()) };
        let point = Point::new(x, i32::from(height) - row);
        if area.contains(point) {
            Ok(Vertex::Point(point))
        } else {
            Err(GtpError::Outside(shown(word), area))
        }
    }
}

/// Why a word is not what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GtpError {
    /// Not a color.
    #[error("\"{0}\" is not a color; write black or white, b or w")]
    Color(String),
    /// Not a vertex.
    #[error("\"{0}\" is not a vertex; write a letter without I and a number, as in D4")]
    Vertex(String),
    /// A vertex of a larger board.
    #[error("vertex \"{0}\" is outside the {1} board")]
    Outside(String, Area),
}

/// The first characters of a word, for messages.
fn shown(word: &str) -> String {
    word.chars().filter(|letter| !letter.is_control()).take(20).collect()
}

/// Parses a color: `b`, `black`, `w` or `white` in any case.
///
/// # Errors
///
/// If it is another word.
pub fn parse_color(word: &str) -> Result<Color, GtpError> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(GtpError::Color(shown(word))),
    }
}

/// The name of a point of a board with at most [`MAX_SIDE`] columns.
///
/// ```
/// use tengen_core::{Area, Point};
/// use tengen_notation::gtp::format_vertex;
/// assert_eq!(format_vertex(Point::new(8, 8), Area::square(9)), "J1");
/// ```
pub fn format_vertex(point: Point, area: Area) -> String {
    let height = match area {
        Area::Bounded { height, .. } => i32::from(height),
        Area::Unbounded => 0,
    };
    format!("{}{}", column_letter(point.x), height - point.y)
}

/// The letter of a column.
pub fn column_letter(x: i32) -> char {
    debug_assert!((0..i32::from(MAX_SIDE)).contains(&x));
    char::from(b'A' + x as u8 + u8::from(x >= 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_of_the_largest_board_is_read_as_it_is_spelled() {
        let area = Area::square(MAX_SIDE);
        for point in area.points() {
            let word = format_vertex(point, area);
            assert!(!word.contains('I'));
            assert_eq!(Vertex::parse(&word, area), Ok(Vertex::Point(point)));
            assert_eq!(Vertex::parse(&word.to_lowercase(), area), Ok(Vertex::Point(point)));
        }
        assert_eq!(format_vertex(Point::new(24, 0), area), "Z25");
    }

    #[test]
    fn rows_count_from_the_bottom_and_columns_have_no_i() {
        let area = Area::Bounded { width: 10, height: 4 };
        let at = |word| Vertex::parse(word, area);
        assert_eq!(at("A1"), Ok(Vertex::Point(Point::new(0, 3))));
        assert_eq!(at("h4"), Ok(Vertex::Point(Point::new(7, 0))));
        assert_eq!(at("j4"), Ok(Vertex::Point(Point::new(8, 0))));
        assert_eq!((at("PASS"), at("Resign")), (Ok(Vertex::Pass), Ok(Vertex::Resign)));
        for outside in ["A5", "L1", "A0", "Z99999"] {
            assert!(matches!(at(outside), Err(GtpError::Outside(..))), "{outside}");
        }
        for nonsense in ["", "A", "I1", "4A", "A+1", "A-1", "AA1", "é1", "A1x", "A999999"] {
            assert!(matches!(at(nonsense), Err(GtpError::Vertex(_))), "{nonsense}");
        }
    }

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        let read = |line: &str| CommandLine::parse(line.as_bytes());
        let command = |id, name: &str, arguments: &[&str]| {
            let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
            Some(CommandLine { id, name: name.to_owned(), arguments })
        };
        assert_eq!(read("name"), command(None, "name", &[]));
        assert_eq!(read("  12 \t name\r\n"), command(Some(12), "name", &[]));
        assert_eq!(read("pl\x07ay b\x00 D4"), command(None, "play", &["b", "D4"]));
        assert_eq!(read("12"), command(Some(12), "", &[]));
        assert_eq!(read("play 5 6#7"), command(None, "play", &["5", "6"]));
        assert_eq!(read("99999999999999999999 name").unwrap().id, None);
        for empty in ["", " \t ", "# name", "\r\n", "\x07"] {
            assert_eq!(read(empty), None, "{empty:?}");
        }
        assert_eq!(CommandLine::parse(b"\xFFname \xF0").unwrap().arguments.len(), 1);
        let long = "a ".repeat(CommandLine::MAX_LENGTH);
        assert!(read(&long).unwrap().arguments.len() < CommandLine::MAX_LENGTH);
    }

    #[test]
    fn an_answer_has_no_blank_line_inside() {
        assert_eq!(format_response(Some(1), Ok("a\n\nb\n \n")), "=1 a\nb\n\n");
        assert_eq!(format_response(Some(1), Ok("\na\n\nb")), "=1\na\nb\n\n");
    }
}
