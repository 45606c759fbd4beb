//! Content sniffing: what a text holds, by its first bytes.
//!
//! The one place where a text is recognized: every verb and every question of the API asks here.

use super::{Format, botzone_log, ccgc, columns, psq, renlib, rif, sgf, splitter::is_record_line};
use crate::{BoardForm, links::is_link, puzzles::Puzzle};

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
    /// A link to a page that shows a position ([`links`](crate::links)).
    Link,
}

impl Content {
    /// The content of a text by its first bytes ([`RecordReader::HEAD`](crate::RecordReader::HEAD) are enough); the
    /// name of its file only breaks ties. What begins like one of them is taken for it, right or wrong, so that its
    /// reader can say what is wrong.
    ///
    /// ```
    /// use tengen_notation::{BoardForm, Content, Format};
    ///
    /// assert_eq!(Content::sniff(b"h8i9", ""), Some(Content::Records(Format::Positions)));
    /// assert_eq!(Content::sniff(b".ox\n...\n", ""), Some(Content::Boards(BoardForm::Letters)));
    /// assert_eq!(Content::sniff(b". x o\n. . .\n", ""), Some(Content::Boards(BoardForm::Drawing)));
    /// assert_eq!(Content::sniff(b"2\nX.\n.O\n", ""), Some(Content::BoardText));
    /// assert_eq!(Content::sniff(b"[[0,0,1]]", ""), Some(Content::StoneList));
    /// assert_eq!(Content::sniff(b"https://gomocalc.com/#/h8i9", ""), Some(Content::Link));
    /// ```
    pub fn sniff(head: &[u8], file_name: &str) -> Option<Content> {
        let name = FileName(file_name);
        if renlib::is_renlib(head, name.ends_in("lib")) {
            return Some(Content::Records(Format::RenLib));
        }
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        let format = || {
            let content = by_first_line(text, name).or_else(|| by_later_mark(text));
            content.or_else(|| name.format()).map(Content::Records)
        };
        let row = || is_row(text.get(..2)?, b"ox.").then_some(Content::Boards(BoardForm::Letters));
        by_first_mark(text).or_else(|| by_rows(text)).or_else(format).or_else(row)
    }

    /// The format to read records of games in, if there can be any: puzzles are objects of JSON like records, but
    /// without moves.
    pub const fn format(self) -> Option<Format> {
        match self {
            Content::Records(format) => Some(format),
            Content::Puzzles => Some(Format::JsonLines),
            Content::Boards(_) | Content::BoardText | Content::StoneList | Content::Link => None,
        }
    }
}

/// The name of a file.
#[derive(Clone, Copy)]
struct FileName<'a>(&'a str);

impl FileName<'_> {
    /// Whether it ends in a dot and these letters, in either case.
    fn ends_in(self, letters: &str) -> bool {
        self.0.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case(letters))
    }

    /// The format that such names are given to.
    fn format(self) -> Option<Format> {
        const OTHERS: [(&str, Format); 5] = [
            ("rec", Format::Psq),
            ("xml", Format::Rif),
            ("ndjson", Format::JsonLines),
            ("json", Format::JsonLines),
            ("pos", Format::Positions),
        ];
        let own = Format::ALL.into_iter().map(|format| (format.extension(), format));
        let mut endings = own.filter(|&(ending, _)| ending != "txt").chain(OTHERS);
        endings.find(|&(ending, _)| self.ends_in(ending)).map(|(_, format)| format)
    }
}

/// The content of a text whose first mark gives it away.
fn by_first_mark(text: &[u8]) -> Option<Content> {
    if is_link(text) {
        return Some(Content::Link);
    }
    let format = match text.first()? {
        _ if ccgc::is_ccgc(text) => Format::Ccgc,
        b'(' if text[1..].trim_ascii_start().starts_with(b";") => Format::Sgf,
        b'{' | b'[' if botzone_log::is_botzone(text) => Format::Botzone,
        b'{' if is_puzzle(text) => return Some(Content::Puzzles),
        b'{' => Format::JsonLines,
        b'[' => return Some(Content::StoneList),
        b'<' if rif::is_rif(text) => Format::Rif,
        b'P' if text.starts_with(b"Piskvorky") => Format::Psq,
        _ => return None,
    };
    Some(Content::Records(format))
}

/// Whether JSON is puzzles and no records: no moves are named, or the first line is a puzzle all the same.
fn is_puzzle(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    !columns::names_moves(text, b'"') || Puzzle::parse(first, 1).is_ok()
}

/// The content of a text that begins with the row of a board, perhaps after numbers: the size of one, or how many
/// there are.
fn by_rows(text: &[u8]) -> Option<Content> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty());
    let (first, second) = (lines.next()?, lines.next().unwrap_or_default());
    if is_row(first, b"ox.") {
        return Some(Content::Boards(BoardForm::Letters));
    }
    let is_point =
        |word: &[u8]| matches!(word, [byte] if *byte == b'.' || byte.is_ascii_alphanumeric());
    if words(first).count() > 1
        && words(first).all(is_point)
        && first.iter().any(|b| b"xo.".contains(b))
    {
        return Some(Content::Boards(BoardForm::Drawing));
    }
    if !is_row(first, b"0123456789 \t") {
        return None;
    }
    match words(first).count() {
        1 | 2 if is_row(second.get(..1)?, b"XOxo.") => Some(Content::BoardText),
        // A move has two numbers.
        1 if words(second).count() > 2 && is_row(second, b"012 \t") => {
            Some(Content::Boards(BoardForm::Digits))
        }
        _ => None,
    }
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn is_row(line: &[u8], letters: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(|byte| letters.contains(byte))
}

/// The format of a text that begins with something else, such as the header of a mail.
///
/// What stands before the mark must be text: two bytes that look like a mark occur in any large binary file.
fn by_later_mark(text: &[u8]) -> Option<Format> {
    let marks = [(psq::start(text), Format::Psq), (sgf::start(text), Format::Sgf)];
    let found = marks.into_iter().find_map(|(start, format)| Some((start?, format)));
    found.filter(|&(start, _)| is_text(&text[..start])).map(|(_, format)| format)
}

/// Whether bytes can be text of any encoding that records are written in: ESC switches the character set in
/// ISO-2022, and a file of DOS may end in a SUB.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| {
        byte >= b' ' || byte.is_ascii_whitespace() || matches!(byte, 0x0B | 0x1A | 0x1B)
    })
}

/// The format of a text by its first line that is no comment.
fn by_first_line(text: &[u8], name: FileName) -> Option<Format> {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| is_record_line(line));
    let mut line = lines.next()?.trim_ascii();
    let first = line;
    // An empty game may be one of a list of either form.
    while line == b"-" {
        match lines.next() {
            Some(next) => line = next.trim_ascii(),
            None => return Some(Format::Positions),
        }
    }
    if columns::names_moves(first, b'\t') && (first.contains(&b'\t') || name.ends_in("tsv")) {
        return Some(Format::Tsv);
    }
    if columns::names_moves(first, b',') && (first.contains(&b',') || name.ends_in("csv")) {
        return Some(Format::Csv);
    }
    // Two names and a move: what was there before psq.
    if name.ends_in("rec") {
        return Some(Format::Psq);
    }
    let is_offset = |byte: &u8| byte.is_ascii_digit() || b"+-, \t".contains(byte);
    let letters = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let digit = line.get(letters).is_some_and(u8::is_ascii_digit);
    match letters {
        0 if first.iter().all(u8::is_ascii_digit) => Some(Format::Moves),
        0 if line.contains(&b',') && line.iter().all(is_offset) => Some(Format::Openings),
        1 | 2 if digit => Some(Format::Positions),
        4.. if line[..4].eq_ignore_ascii_case(b"pass") => Some(Format::Positions),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: Content = Content::Boards(BoardForm::Letters);
    const DIGITS: Content = Content::Boards(BoardForm::Digits);
    const DRAWING: Content = Content::Boards(BoardForm::Drawing);

    #[test]
    fn formats_are_told_apart_by_what_stands_there() {
        for (text, name, format) in [
            ("h8", "", Some(Format::Positions)),
            ("h8i9", "", Some(Format::Positions)),
            ("o8o9", "", Some(Format::Positions)),
            ("\n# games\n H8, i9\n", "x.csv", Some(Format::Positions)),
            ("aa27ab1", "", Some(Format::Positions)),
            ("pass h8", "", Some(Format::Positions)),
            ("-\n-\nb3", "", Some(Format::Positions)),
            ("-\n", "", Some(Format::Positions)),
            ("h8 ? i9", "", Some(Format::Positions)),
            ("\u{FEFF}3\n8 8\n", "", Some(Format::Moves)),
            ("2\n8 8\n7 9\n", "", Some(Format::Moves)),
            ("1\n0 1\n", "", Some(Format::Moves)),
            ("9\n1 1\n", "", Some(Format::Moves)),
            ("2\n", "", Some(Format::Moves)),
            ("0\n0\n", "games.psq", Some(Format::Moves)),
            ("0,0, 1,-1\n", "", Some(Format::Openings)),
            ("-1,2, 3,4\n", "", Some(Format::Openings)),
            ("-\n-1,2\n", "", Some(Format::Openings)),
            ("(;GM[1])", "", Some(Format::Sgf)),
            (" (\n;FF[4])", "x.txt", Some(Format::Sgf)),
            ("mail header\n\n(;FF[4];B[aa])", "", Some(Format::Sgf)),
            ("Piskvorky 20x20, 11:11, 0\n", "", Some(Format::Psq)),
            ("\nsaved\nPiskvorky 20x20", "", Some(Format::Psq)),
            ("one\ntwo\n0,0,1\n", "0001.rec", Some(Format::Psq)),
            ("([NG][a B][b W][先手胜];B[A1])", "", Some(Format::Ccgc)),
            ("moves,winner\nh8,1\n", "", Some(Format::Csv)),
            ("opening,moves\nx,h8\n", "", Some(Format::Csv)),
            ("winner\tmoves\n", "", Some(Format::Tsv)),
            ("{\"moves\":\"h8\"}\n", "", Some(Format::JsonLines)),
            ("{\"winner\":1}\n{\"pos\":\"h8\"}\n", "", Some(Format::JsonLines)),
            ("[{\"response\":1}]", "", Some(Format::Botzone)),
            ("<?xml version=\"1.0\"?><database>", "", Some(Format::Rif)),
            ("", "x.SGF", Some(Format::Sgf)),
            ("hello", "a.lib", Some(Format::RenLib)),
            ("\u{FF}", "", None),
            ("", "", None),
            ("", "x.txt", None),
            ("hello", "", None),
            ("8 8\n", "", None),
            ("\u{1}\u{0}\u{2}(;FF[4];B[aa])", "", None),
            ("\u{0}\nPiskvorky 20x20", "", None),
        ] {
            let expected = format.map(Content::Records);
            assert_eq!(Content::sniff(text.as_bytes(), name), expected, "{text:?} {name}");
        }
        let library = Content::sniff(b"\xFFRenLib\xFF\x03\x00", "");
        assert_eq!(library, Some(Content::Records(Format::RenLib)));
    }

    #[test]
    fn positions_are_told_from_records_right_or_wrong() {
        for (text, expected) in [
            ("o", LETTERS),
            ("...x", LETTERS),
            ("\n..x\n.o.\n...\n", LETTERS),
            ("\n\r\nooo\r\n", LETTERS),
            ("\u{FEFF}...", LETTERS),
            ("xoz", LETTERS),
            ("1\n0 1 2\n", DIGITS),
            ("1\n0 0 0", DIGITS),
            (" . o x\n", DRAWING),
            (". x 3\no . .\n", DRAWING),
            ("15\n......\n", Content::BoardText),
            ("5\n..X..\n", Content::BoardText),
            ("3 2\n\nXO\n", Content::BoardText),
            ("2\nxo\n", Content::BoardText),
            ("9\n..a\n", Content::BoardText),
            ("[[1,2,0],[-3,4,1]]", Content::StoneList),
            ("[[0,0,\"x\"]]", Content::StoneList),
            (" [", Content::StoneList),
            (Puzzle::EXAMPLE, Content::Puzzles),
            ("{\"to_move\":\"nobody\"}", Content::Puzzles),
            ("{\"rule\":\"renju\"}", Content::Puzzles),
            ("https://gomocalc.com/#/h8i9\n", Content::Link),
            ("#renju/15x15\n", Content::Link),
        ] {
            assert_eq!(Content::sniff(text.as_bytes(), ""), Some(expected), "{text:?}");
        }
    }
}
