//! Bytes to text: encodings that are named, and those that must be guessed.

use std::{borrow::Cow, fmt, ops::RangeInclusive, str::FromStr};

use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252};
use thiserror::Error;

/// An encoding of text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// What most texts are in.
    pub const UTF_8: Encoding = Encoding(UTF_8);

    /// The encoding that a label names: `gb2312`, `Shift_JIS`, `UTF-8` and all others that browsers
    /// know.
    pub fn from_label(label: &[u8]) -> Option<Encoding> {
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

    /// The bytes of a text, if the encoding has all its letters.
    pub(crate) fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        let (bytes, used, unspelled) = self.0.encode(text);
        (!unspelled && used == self.0).then_some(bytes)
    }

    /// The encoding that a text is in, by all appearances.
    ///
    /// What is UTF-8 is hardly ever anything else. Of the others, the records of the field are in
    /// the Chinese one far more often than in any other, so that one is taken wherever it fits,
    /// unless the text is full of what only Japanese has.
    pub(crate) fn detect(text: &[u8]) -> Encoding {
        if std::str::from_utf8(text).is_ok() {
            return Encoding::UTF_8;
        }
        let fits = |encoding: &Encoding| !encoding.decode(text).1;
        let (chinese, japanese) = (Encoding(GBK), Encoding(SHIFT_JIS));
        let (frequent, rare) = (hanzi(text, 0xB0..=0xD7), hanzi(text, 0xD8..=0xF7));
        if fits(&japanese) && kana(text) > frequent {
            return japanese;
        }
        let others = [chinese, japanese, Encoding(BIG5), Encoding(EUC_KR)];
        // What is nearly all rare characters is no Chinese, but letters of Europe.
        if frequent >= rare
            && let Some(encoding) = others.into_iter().find(fits)
        {
            return encoding;
        }
        // One byte a letter. Russian words are rows of high bytes; elsewhere those stand alone.
        let high = text.iter().filter(|byte| !byte.is_ascii()).count();
        let is_row = |pair: &&[u8]| !pair[0].is_ascii() && !pair[1].is_ascii();
        let rows = text.windows(2).filter(is_row).count();
        Encoding(if 2 * rows > high { WINDOWS_1251 } else { WINDOWS_1252 })
    }

    /// Whether a letter may be two bytes of which the second is an ASCII letter or mark.
    pub(crate) fn has_ascii_trails(self) -> bool {
        !self.0.is_single_byte() && self.0 != UTF_8 && self.0 != encoding_rs::EUC_JP
    }
}

/// How many pairs of bytes would be kana in the Japanese encoding.
fn kana(text: &[u8]) -> usize {
    let is_kana = |pair: &&[u8]| matches!(pair, [0x82, 0x9F..=0xF1] | [0x83, 0x40..=0x96]);
    text.windows(2).filter(is_kana).count()
}

/// How many characters there are in the Chinese encoding that begin with such a byte.
fn hanzi(text: &[u8], leads: RangeInclusive<u8>) -> usize {
    let (mut count, mut rest) = (0, text);
    while let [first, after @ ..] = rest {
        count += usize::from(leads.contains(first));
        rest = if first.is_ascii() { after } else { after.get(1..).unwrap_or_default() };
    }
    count
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Encoding, ParseEncodingError> {
        Encoding::from_label(text.as_bytes()).ok_or(ParseEncodingError)
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

    #[test]
    fn texts_are_found_in_the_encodings_of_the_field() {
        for (label, text) in [
            ("utf-8", "天元 h8"),
            ("gbk", "作者：天元，黑胜。这里是必胜点"),
            ("gbk", "浦月 长连禁手"),
            ("shift_jis", "れんじゅの定石、花月は黒の必勝です"),
            ("windows-1251", "Чёрные выигрывают"),
            ("windows-1252", "Größe und Länge, Peeter hävis"),
        ] {
            let encoding = Encoding::from_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(text).unwrap();
            assert_eq!(Encoding::detect(&bytes), encoding, "{text}");
            assert_eq!(encoding.decode(&bytes), (Cow::Borrowed(text), false));
        }
    }

    #[test]
    fn letters_that_an_encoding_lacks_are_not_spelled() {
        let latin = Encoding::from_label(b"windows-1252").unwrap();
        assert_eq!(latin.encode("天"), None);
        assert!(Encoding::UTF_8.decode(b"\xFF").1);
    }
}
