//! Texts in encodings that nobody names.

use std::{borrow::Cow, ops::RangeInclusive};

use super::Encoding;

/// The encoding that a text is in, by all appearances.
///
/// What is UTF-8 is hardly ever anything else. Of the others, the records of the field are in the
/// Chinese one far more often than in any other, so that one is taken wherever it fits, unless the
/// text is full of what only Japanese has.
pub(crate) fn detect(text: &[u8]) -> Encoding {
    if std::str::from_utf8(text).is_ok() {
        return Encoding::UTF_8;
    }
    let named = |label: &str| Encoding::of_label(label.as_bytes()).expect("the encoding is known");
    let fits = |encoding: &Encoding| decode(*encoding, text).1;
    let (chinese, japanese) = (named("gbk"), named("shift_jis"));
    let (frequent, rare) = (hanzi(text, 0xB0..=0xD7), hanzi(text, 0xD8..=0xF7));
    if fits(&japanese) && kana(text) > frequent {
        return japanese;
    }
    let others = [chinese, japanese, named("big5"), named("euc-kr")];
    // What is nearly all rare characters is no Chinese, but letters of Europe.
    if frequent >= rare
        && let Some(encoding) = others.into_iter().find(fits)
    {
        return encoding;
    }
    // One byte a letter. Russian words are rows of high bytes; elsewhere those stand alone.
    let high = text.iter().filter(|byte| !byte.is_ascii()).count();
    let rows = text.windows(2).filter(|pair| !pair[0].is_ascii() && !pair[1].is_ascii()).count();
    named(if 2 * rows > high { "windows-1251" } else { "windows-1252" })
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

/// The text in an encoding, and whether all of it is text there.
pub(crate) fn decode(encoding: Encoding, text: &[u8]) -> (Cow<'_, str>, bool) {
    let (decoded, spoiled) = of(encoding).decode_without_bom_handling(text);
    (decoded, !spoiled)
}

/// The bytes of a text in an encoding, if it has all its letters.
pub(crate) fn encode(encoding: Encoding, text: &str) -> Option<Cow<'_, [u8]>> {
    let (bytes, used, unspelled) = of(encoding).encode(text);
    (!unspelled && used == of(encoding)).then_some(bytes)
}

fn of(encoding: Encoding) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(encoding.name().as_bytes()).expect("it has a name")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let encoding = Encoding::of_label(label.as_bytes()).unwrap();
            let bytes = encode(encoding, text).unwrap();
            assert_eq!(detect(&bytes), encoding, "{text}");
            assert_eq!(decode(encoding, &bytes), (Cow::Borrowed(text), true));
        }
    }

    #[test]
    fn letters_that_an_encoding_lacks_are_not_spelled() {
        let latin = Encoding::of_label(b"windows-1252").unwrap();
        assert_eq!(encode(latin, "天"), None);
        assert!(!decode(Encoding::UTF_8, b"\xFF").1);
    }
}
