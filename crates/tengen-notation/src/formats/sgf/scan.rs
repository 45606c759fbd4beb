//! Where game trees begin and end.

use memchr::{memchr, memchr2};

use crate::{
    formats::Encoding,
    swar::{load, splat},
};

/// Where a tree is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeSpan {
    /// Where its first `(` is. What stands between the tree before it and that means nothing.
    pub(super) start: usize,
    /// Past its last `)`, or where the next tree begins if that is missing.
    pub(super) end: usize,
    /// Where the tree before it ended.
    pub(super) from: usize,
    /// Whether its last `)` is there.
    pub(super) closed: bool,
}

/// Looks for trees one after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeScanner {
    /// What has been looked at.
    at: usize,
    /// Where the last tree ended.
    from: usize,
    /// Where the tree begins that `at` is in.
    start: usize,
    /// How many parentheses are open.
    depth: u32,
    /// Where the value begins that `at` is in, if it is in one.
    value: Option<usize>,
    letters: LetterWidth,
    /// What the caller says about letters.
    forced: Option<LetterWidth>,
}

/// How many bytes the letters of a text have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LetterWidth {
    /// No byte of a letter looks like ASCII.
    Usual,
    /// A byte that is not ASCII and the next one are a letter, whatever that one looks like.
    Pairs,
}

impl LetterWidth {
    pub(super) fn from_encoding(encoding: Encoding) -> LetterWidth {
        if encoding.has_ascii_trails() { LetterWidth::Pairs } else { LetterWidth::Usual }
    }

    /// Of a text that says it is in such an encoding. Why GB2312 is not believed: those who write
    /// that write UTF-8 as often, and true GB2312 needs no care.
    pub(super) fn from_label(label: &[u8]) -> LetterWidth {
        if label.eq_ignore_ascii_case(b"gb2312") {
            return LetterWidth::Usual;
        }
        Encoding::from_label(label).map_or(LetterWidth::Usual, LetterWidth::from_encoding)
    }
}

impl TreeScanner {
    pub(super) fn new(encoding: Option<Encoding>) -> TreeScanner {
        let forced = encoding.map(LetterWidth::from_encoding);
        let letters = forced.unwrap_or(LetterWidth::Usual);
        TreeScanner { at: 0, from: 0, start: 0, depth: 0, value: None, letters, forced }
    }

    /// The first `length` bytes, which are trees that were found, are gone.
    pub(super) fn forget(&mut self, length: usize) {
        self.at -= length;
        self.from -= length;
        self.start = self.start.saturating_sub(length);
        self.value = self.value.map(|start| start - length);
    }

    /// Looks for the end of the next tree, from where the last call stopped.
    pub(super) fn next(&mut self, bytes: &[u8], end: bool) -> Option<TreeSpan> {
        if self.depth == 0 {
            self.find_start(bytes, end)?;
        }
        loop {
            if let Some(start) = self.value {
                self.pass_value(bytes, start, end)?;
            }
            while is_usual_move(bytes, self.at) {
                self.at += 6;
            }
            let Some(&byte) = bytes.get(self.at) else {
                return end.then(|| self.finish(bytes.len(), false));
            };
            match byte {
                b'[' => self.value = Some(self.at + 1),
                b'(' => match is_root(bytes, self.at) {
                    // A new game; the one before it was never closed.
                    Some(true) => return Some(self.finish(self.at, false)),
                    None if !end => return None,
                    Some(false) | None => self.depth += 1,
                },
                b')' => self.depth -= 1,
                _ => {}
            }
            self.at += 1;
            if self.depth == 0 {
                return Some(self.finish(self.at, true));
            }
        }
    }

    /// Where the next tree begins, and where the one before it ended.
    pub(super) fn start(&mut self, bytes: &[u8]) -> Option<(usize, usize)> {
        if self.depth == 0 {
            self.find_start(bytes, true)?;
        }
        Some((self.start, self.from))
    }

    /// The tree that was to come next ends there.
    pub(super) fn pass_tree(&mut self, end: usize) {
        self.finish(end, true);
    }

    /// Passes over what stands before a tree, and its first parenthesis.
    fn find_start(&mut self, bytes: &[u8], end: bool) -> Option<()> {
        loop {
            let Some(length) = memchr(b'(', &bytes[self.at..]) else {
                self.at = bytes.len();
                return None;
            };
            self.at += length;
            match next_filled(bytes, self.at + 1) {
                Some((_, b';')) => break,
                None if !end => return None,
                _ => self.at += 1,
            }
        }
        (self.start, self.depth) = (self.at, 1);
        self.letters = self.forced.unwrap_or(LetterWidth::Usual);
        self.at += 1;
        Some(())
    }

    fn finish(&mut self, end: usize, closed: bool) -> TreeSpan {
        let tree = TreeSpan { start: self.start, end, from: self.from, closed };
        (self.at, self.from, self.depth, self.value) = (end, end, 0, None);
        tree
    }

    /// Passes over the rest of a value and its bracket.
    fn pass_value(&mut self, bytes: &[u8], start: usize, end: bool) -> Option<()> {
        match value_end(bytes, self.at, self.letters) {
            Ok(at) => {
                if self.forced.is_none() && names_letters(&bytes[..start]) {
                    self.letters = LetterWidth::from_label(bytes[start..at].trim_ascii());
                }
                (self.at, self.value) = (at + 1, None);
                Some(())
            }
            Err(_) if end => {
                (self.at, self.value) = (bytes.len(), None);
                Some(())
            }
            Err(at) => {
                self.at = at;
                None
            }
        }
    }
}

/// Whether a value after `before` is that of `CA`. Lower-case letters of a name do not count.
fn names_letters(before: &[u8]) -> bool {
    let Some(rest) = before.strip_suffix(b"CA[") else { return false };
    let mut name = rest.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric());
    name.all(u8::is_ascii_lowercase)
}

/// Where the value that `at` is in ends: at its bracket. Or how far it was looked for.
pub(super) fn value_end(bytes: &[u8], mut at: usize, letters: LetterWidth) -> Result<usize, usize> {
    if letters == LetterWidth::Pairs {
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b']' => return Ok(at),
                b'\\' | 0x80.. if at + 1 == bytes.len() => return Err(at),
                b'\\' if bytes[at + 1] >= 0x80 => at += 1, // The letter is passed over as one.
                b'\\' | 0x80.. => at += 2,
                _ => at += 1,
            }
        }
        return Err(at);
    }
    // Most values are short, and sooner looked through than searched.
    for _ in 0..16 {
        match bytes.get(at) {
            Some(b']') => return Ok(at),
            None => return Err(at),
            Some(b'\\') => break,
            Some(_) => at += 1,
        }
    }
    loop {
        let Some(length) = memchr2(b']', b'\\', &bytes[at..]) else { return Err(bytes.len()) };
        at += length;
        if bytes[at] == b']' {
            return Ok(at);
        }
        if at + 1 == bytes.len() {
            return Err(at);
        }
        at += 2;
    }
}

/// The first byte from `at` on that is no blank, and where it is.
fn next_filled(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    let length = bytes.get(at..)?.iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some((at + length, bytes[at + length]))
}

/// Whether the parenthesis at `at` begins a game and not a variation: the first property after it is
/// one that only the root of a tree has. No answer if that has not come.
pub(super) fn is_root(bytes: &[u8], at: usize) -> Option<bool> {
    let (at, node) = next_filled(bytes, at + 1)?;
    if node != b';' {
        return Some(false);
    }
    let (at, first) = next_filled(bytes, at + 1)?;
    if !matches!(first, b'F' | b'G' | b'S' | b'C' | b'A') {
        return Some(false);
    }
    let name = bytes.get(at..at + 3)?;
    Some([&b"FF["[..], b"GM[", b"SZ[", b"CA[", b"AP["].contains(&name))
}

/// Hot: whether the six bytes at `at` are a move as nearly all are spelled: `;B[hh]`.
#[inline]
pub(super) fn is_usual_move(bytes: &[u8], at: usize) -> bool {
    load(bytes, at).is_some_and(is_usual_move_word)
}

/// Hot: the same for a word.
#[inline]
pub(super) const fn is_usual_move_word(word: u64) -> bool {
    const MARKS: u64 = 0xFF00_00FF_00FF;
    const SPELLED: u64 = (b']' as u64) << 40 | (b'[' as u64) << 16 | b';' as u64;
    const LETTERS: u64 = 0x00FF_FF00_0000;
    const CASE: u64 = 0x0020_2000_0000;
    const HIGH: u64 = splat(0x80) & LETTERS;
    // A letter is a byte from 0x61 to 0x7A once its case is put aside.
    let letters = (word & LETTERS) | CASE;
    let above = letters + (splat(0x80 - b'a') & LETTERS);
    let below = letters + (splat(0x7F - b'z') & LETTERS);
    let color = (word >> 8) as u8;
    word & MARKS == SPELLED
        && (color == b'B' || color == b'W')
        && above & !below & !letters & HIGH == HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_moves_are_told_from_all_others() {
        for first in 0..=255u8 {
            for second in
                [b'a', b'z', b'A', b'Z', b'@', b'[', b'`', b'{', b']', b'\\', 0, 255, first]
            {
                let text = [b';', b'W', b'[', first, second, b']', b';', b'B'];
                let expected = first.is_ascii_alphabetic() && second.is_ascii_alphabetic();
                assert_eq!(is_usual_move(&text, 0), expected, "{first} {second}");
            }
        }
        for text in [b":B[aa];;", b";C[aa];;", b";B(aa];;", b";B[aa);;", b";b[aa];;"] {
            assert!(!is_usual_move(text, 0));
        }
        assert!(!is_usual_move(b";B[aa]", 0), "the word goes beyond the text");
    }

    fn trees(text: &[u8]) -> Vec<(usize, usize, bool)> {
        let mut scan = TreeScanner::new(None);
        let next = || scan.next(text, true).map(|tree| (tree.start, tree.end, tree.closed));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn trees_are_found_among_other_things() {
        assert_eq!(trees(b"(;B[aa])"), [(0, 8, true)]);
        assert_eq!(
            trees(b"hello (a) ( ;C[)\\])](;)(;(;)))\n)) (;)"),
            [(10, 30, true), (34, 37, true)]
        );
        assert_eq!(trees(b"(;GM[4];B[aa]\n(;FF[4])"), [(0, 14, false), (14, 22, true)]);
        assert_eq!(trees(b"(;C[(;FF[4])"), [(0, 12, true)]);
        assert_eq!(trees(b"(;C[\\"), [(0, 5, false)]);
        assert_eq!(trees(b"(((("), []);
    }

    #[test]
    fn a_letter_of_two_bytes_may_look_like_a_bracket() {
        // The second byte of the first letter is a backslash, that of the second a bracket.
        let text = b"(;CA[shift_jis]C[\x95\x5C\x83\x5D])(;C[\xE4\xB8\xAD])";
        assert_eq!(trees(text), [(0, 23, true), (23, 32, true)]);
        assert_eq!(trees(b"(;CA[gb2312]C[\xE4\xB8\xAD])"), [(0, 19, true)]);
        // A name that only ends like it.
        assert_eq!(trees(b"(;5CA[gb2312]C[\xE4\xB8\xAD])(;)"), [(0, 20, true), (20, 23, true)]);
    }
}
