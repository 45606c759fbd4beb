//! Content sniffing: whether a text holds records of games, boards, a list of pieces or puzzles.

use crate::{BoardForm, Format, puzzles::Puzzle};

/// What kind of thing a text holds.
///
/// A program that takes any of them asks this first, so that the user need not say what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Records of games, in this format.
    Records(Format),
    /// Boards one after another ([`Boards`](crate::boards::Boards)).
    Boards(BoardForm),
    /// One board with its size before it ([`BoardText`](crate::BoardText)).
    BoardText,
    /// A list of stones on a board without edges ([`StoneList`](crate::StoneList)).
    StoneList,
    /// Puzzles, one a line ([`Puzzles`](crate::puzzles::Puzzles)).
    Puzzles,
}

impl Content {
    /// The content of a text by its first bytes ([`RecordReader::HEAD`](crate::RecordReader::HEAD) are enough); the
    /// name of its file only breaks ties.
    ///
    /// ```
    /// use tengen_notation::{BoardForm, Content, Format};
    ///
    /// assert_eq!(Content::sniff(b"h8i9", ""), Some(Content::Records(Format::Positions)));
    /// assert_eq!(Content::sniff(b".ox\n...\n", ""), Some(Content::Boards(BoardForm::Letters)));
    /// assert_eq!(Content::sniff(b"2\nX.\n.O\n", ""), Some(Content::BoardText));
    /// assert_eq!(Content::sniff(b"[[0,0,1]]", ""), Some(Content::StoneList));
    /// ```
    pub fn sniff(head: &[u8], file_name: &str) -> Option<Content> {
        let format = Format::detect(head, file_name);
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let mut lines = text
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty());
        let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let found = match first.first() {
            Some(b'[') if format != Some(Format::Botzone) => Some(Content::StoneList),
            Some(b'{') if format == Some(Format::JsonLines) && is_puzzle(first) => {
                Some(Content::Puzzles)
            }
            Some(b'0'..=b'9') => numbered(first, second),
            _ if is_row(first, b"ox. \t") => Some(Content::Boards(BoardForm::Letters)),
            _ => None,
        };
        found.or(format.map(Content::Records))
    }
}

/// What begins with a line of numbers, if it goes on with the row of a board: the size of one, or how
/// many there are.
fn numbered(first: &[u8], second: &[u8]) -> Option<Content> {
    let count =
        |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    if !first.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace()) {
        return None;
    }
    match count(first) {
        1 | 2 if is_row(second, b"XOxo.") => Some(Content::BoardText),
        // A move has two numbers.
        1 if count(second) > 2 && is_row(second, b"012 \t") => {
            Some(Content::Boards(BoardForm::Digits))
        }
        _ => None,
    }
}

fn is_row(line: &[u8], letters: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(|byte| letters.contains(byte))
}

/// Whether a line of JSON is to be a puzzle, right or wrong, and no record: it says who is to move.
fn is_puzzle(line: &[u8]) -> bool {
    let says = |key: &[u8]| memchr::memmem::find(line, key).is_some();
    Puzzle::parse(line, 1).is_ok() || says(b"\"to_move\"") && !says(b"\"moves\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_told_apart() {
        let letters = Content::Boards(BoardForm::Letters);
        let digits = Content::Boards(BoardForm::Digits);
        for (text, expected) in [
            ("o", Some(letters)),
            (" . o x\n", Some(letters)),
            ("\n..x\n.o.\n...\n", Some(letters)),
            ("\u{FEFF}...", Some(letters)),
            ("15\n......\n", Some(Content::BoardText)),
            ("3 2\n\nXO\n", Some(Content::BoardText)),
            ("2\nxo\n", Some(Content::BoardText)),
            ("1\n0 1 2\n", Some(digits)),
            ("2\n8 8\n7 9\n", Some(Content::Records(Format::Moves))),
            ("1\n0 1\n", Some(Content::Records(Format::Moves))),
            ("2\n", Some(Content::Records(Format::Moves))),
            ("[[0,0,1]]", Some(Content::StoneList)),
            (" [", Some(Content::StoneList)),
            ("[{\"response\":1}]", Some(Content::Records(Format::Botzone))),
            (Puzzle::EXAMPLE, Some(Content::Puzzles)),
            ("{\"to_move\":\"nobody\"}", Some(Content::Puzzles)),
            ("{\"moves\":\"h8\"}", Some(Content::Records(Format::JsonLines))),
            ("h8i9", Some(Content::Records(Format::Positions))),
            ("(;GM[4])", Some(Content::Records(Format::Sgf))),
            ("8 8\n", None),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(Content::sniff(text.as_bytes(), ""), expected, "{text:?}");
        }
    }
}
