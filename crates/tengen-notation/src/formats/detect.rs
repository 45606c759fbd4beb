//! Which format a stream is in, by looking.

use super::Format;

impl Format {
    /// The format of a stream by its first bytes; the name of its file only breaks ties.
    ///
    /// ```
    /// use tengen_notation::Format;
    /// assert_eq!(Format::detect(b"h8i9j10\n", ""), Some(Format::Positions));
    /// assert_eq!(Format::detect(b"2\n8 8\n7 9\n", ""), Some(Format::Moves));
    /// ```
    pub fn detect(head: &[u8], file_name: &str) -> Option<Format> {
        let _ = file_name;
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let line = text.trim_ascii_start().split(|&byte| byte == b'\n').next()?.trim_ascii();
        match line {
            [b'(', ..] => Some(Format::Sgf),
            _ if line.starts_with(b"Piskvorky") => Some(Format::Psq),
            [b'0'..=b'9', ..] if line.iter().all(u8::is_ascii_digit) => Some(Format::Moves),
            [first, ..] if first.is_ascii_alphabetic() => Some(Format::Positions),
            _ => None,
        }
    }
}
