//! Which format a stream is in, by looking.

use super::{Format, botzone_log, ccgc, columns, psq, renlib, rif, sgf, splitter::is_record_line};

impl Format {
    /// The format of a stream by its first bytes; the name of its file only breaks ties.
    ///
    /// ```
    /// use tengen_notation::Format;
    /// assert_eq!(Format::detect(b"h8i9j10\n", ""), Some(Format::Positions));
    /// assert_eq!(Format::detect(b"2\n8 8\n7 9\n", ""), Some(Format::Moves));
    /// assert_eq!(Format::detect(b"8,-3, 6,-4\n", ""), Some(Format::Openings));
    /// ```
    pub fn detect(head: &[u8], file_name: &str) -> Option<Format> {
        let name = FileName(file_name);
        if renlib::is_renlib(head, name.ends_in("lib")) {
            return Some(Format::RenLib);
        }
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        by_first_mark(text)
            .or_else(|| by_first_line(text, name))
            .or_else(|| by_later_mark(text))
            .or_else(|| name.format())
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

/// The format of a text whose first mark gives it away.
fn by_first_mark(text: &[u8]) -> Option<Format> {
    let text = text.trim_ascii_start();
    if ccgc::is_ccgc(text) {
        return Some(Format::Ccgc);
    }
    match text.first()? {
        b'(' if text[1..].trim_ascii_start().starts_with(b";") => Some(Format::Sgf),
        b'{' | b'[' if botzone_log::is_botzone(text) => Some(Format::Botzone),
        b'{' => Some(Format::JsonLines),
        b'<' if rif::is_rif(text) => Some(Format::Rif),
        b'P' if text.starts_with(b"Piskvorky") => Some(Format::Psq),
        _ => None,
    }
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

    #[test]
    fn formats_are_told_apart_by_what_stands_there() {
        for (text, name, format) in [
            ("h8", "", Some(Format::Positions)),
            ("\n# games\n H8, i9\n", "x.csv", Some(Format::Positions)),
            ("aa27ab1", "", Some(Format::Positions)),
            ("pass h8", "", Some(Format::Positions)),
            ("-\n-\nb3", "", Some(Format::Positions)),
            ("-\n", "", Some(Format::Positions)),
            ("h8 ? i9", "", Some(Format::Positions)),
            ("\u{FEFF}3\n8 8\n", "", Some(Format::Moves)),
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
            ("winner\tmoves\n", "", Some(Format::Tsv)),
            ("{\"moves\":\"h8\"}\n", "", Some(Format::JsonLines)),
            ("<?xml version=\"1.0\"?><database>", "", Some(Format::Rif)),
            ("\u{FF}", "", None),
            ("", "", None),
            ("", "x.SGF", Some(Format::Sgf)),
            ("", "x.txt", None),
            ("hello", "", None),
            ("hello", "a.lib", Some(Format::RenLib)),
            ("8 8\n", "", None),
            ("\u{1}\u{0}\u{2}(;FF[4];B[aa])", "", None),
            ("\u{0}\nPiskvorky 20x20", "", None),
        ] {
            assert_eq!(Format::detect(text.as_bytes(), name), format, "{text:?} {name}");
        }
        assert_eq!(Format::detect(b"\xFFRenLib\xFF\x03\x00", ""), Some(Format::RenLib));
    }
}
