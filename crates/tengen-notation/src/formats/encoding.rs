//! Bytes to text: encodings that are named, and those that must be guessed.

use std::{borrow::Cow, fmt, str::FromStr};

use encoding_rs::UTF_8;
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
    fn encodings_have_names() {
        assert_eq!("klingon".parse::<Encoding>(), Err(ParseEncodingError));
        assert_eq!("utf8".parse(), Ok(Encoding::UTF_8));
        for (label, trails) in
            [("gb2312", true), ("Shift_JIS", true), ("utf-8", false), ("latin1", false)]
        {
            assert_eq!(label.parse::<Encoding>().unwrap().has_ascii_trails(), trails, "{label}");
        }
    }
}
