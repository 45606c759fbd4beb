//! Bytes to text: encodings that are named, and those that must be guessed.

use std::{borrow::Cow, fmt, str::FromStr};

use encoding_rs::{GB18030, SHIFT_JIS, UTF_8};
use thiserror::Error;

/// An encoding of text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// What most texts are in.
    pub const UTF_8: Encoding = Encoding(UTF_8);

    /// The encoding that a label names: `gb2312`, `Shift_JIS`, `UTF-8` and all others that browsers
    /// know.
    pub fn of_label(label: &[u8]) -> Option<Encoding> {
        encoding_rs::Encoding::for_label(label).map(Encoding)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// What `bytes` spell; whether some of them spell nothing and were replaced.
    pub(crate) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        self.0.decode_without_bom_handling(bytes)
    }

    /// Whether a letter may be two bytes of which the second is an ASCII letter or mark.
    pub(crate) fn has_ascii_trails(self) -> bool {
        !self.0.is_single_byte() && self.0 != UTF_8 && self.0 != encoding_rs::EUC_JP
    }

    /// The encoding of a text that does not name one, by all its bytes. UTF-8 if it can be; else what
    /// the field writes in.
    pub(crate) fn guess(text: &[u8]) -> Encoding {
        if std::str::from_utf8(text).is_ok() {
            return Encoding::UTF_8;
        }
        // Nearly any bytes are Chinese in one of these encodings; but Japanese has kana.
        let (japanese, broken) = Encoding(SHIFT_JIS).decode(text);
        let letters = || japanese.chars().filter(|letter| !letter.is_ascii());
        let kana = letters().filter(|letter| ('\u{3041}'..='\u{30FF}').contains(letter)).count();
        if !broken && 3 * kana >= letters().count() {
            Encoding(SHIFT_JIS)
        } else {
            Encoding(GB18030)
        }
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Encoding, ParseEncodingError> {
        Encoding::of_label(text.as_bytes()).ok_or(ParseEncodingError)
    }
}

/// The text is not the name of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "not an encoding; write utf-8, gbk, gb18030, shift_jis, big5 or another that browsers know"
)]
pub struct ParseEncodingError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_guessed() {
        for (label, text) in [
            ("utf-8", "plain"),
            ("utf-8", "浙江五子教室"),
            ("gb18030", "浙江五子教室版权所有"),
            ("gb18030", "天元"),
            ("shift_jis", "これは連珠の棋譜です"),
        ] {
            let encoding: Encoding = label.parse().unwrap();
            let (bytes, _, broken) = encoding.0.encode(text);
            assert!(!broken);
            assert_eq!(Encoding::guess(&bytes), encoding, "{text}");
            assert_eq!(encoding.decode(&bytes), (Cow::Borrowed(text), false));
        }
        assert_eq!("klingon".parse::<Encoding>(), Err(ParseEncodingError));
        assert!("gb2312".parse::<Encoding>().unwrap().has_ascii_trails());
    }
}
