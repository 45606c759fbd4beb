//! Which format a stream is in, by looking.

use super::{Format, botzone_log, ccgc, columns, renlib, rif};

impl Format {
    /// The format of a stream by its first bytes; the name of its file only breaks ties.
    ///
    /// ```
    /// use tengen_notation::Format;
    /// assert_eq!(Format::detect(b"h8i9j10\n", ""), Some(Format::Positions));
    /// assert_eq!(Format::detect(b"2\n8 8\n7 9\n", ""), Some(Format::Moves));
    /// ```
    pub fn detect(head: &[u8], file_name: &str) -> Option<Format> {
        let named = |ending: &str| {
            file_name
                .get(file_name.len().saturating_sub(ending.len())..)
                .is_some_and(|last| last.eq_ignore_ascii_case(ending))
        };
        if renlib::is_renlib(head, named(".lib")) {
            return Some(Format::RenLib);
        }
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let line = text.trim_ascii_start().split(|&byte| byte == b'\n').next()?.trim_ascii();
        if columns::names_moves(line, b'\t') && (line.contains(&b'\t') || named(".tsv")) {
            return Some(Format::Tsv);
        }
        if columns::names_moves(line, b',') && (line.contains(&b',') || named(".csv")) {
            return Some(Format::Csv);
        }
        match line {
            _ if ccgc::is_ccgc(text) => Some(Format::Ccgc),
            [b'{' | b'[', ..] if botzone_log::is_botzone(text) => Some(Format::Botzone),
            [b'{', ..] => Some(Format::JsonLines),
            [b'(', ..] => Some(Format::Sgf),
            _ if line.starts_with(b"Piskvorky") => Some(Format::Psq),
            [b'<', ..] if rif::is_rif(text) => Some(Format::Rif),
            [b'0'..=b'9', ..] if line.iter().all(u8::is_ascii_digit) => Some(Format::Moves),
            [first, ..] if first.is_ascii_alphabetic() => Some(Format::Positions),
            _ => None,
        }
    }
}
