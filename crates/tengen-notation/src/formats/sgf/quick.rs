//! Hot: the main line of a tree that is spelled as nearly all are.
//!
//! No variations, no stones set, no marks, each property with one value, and moves of two letters. For
//! everything else the answer is no, and the tree is read whole.

use tengen_core::{Color, Point};

use super::{
    MOST_PROPERTIES, property,
    scan::{LetterWidth, is_usual_move_word, value_end},
    sgf_value,
};
use crate::{RecordStep, ResultClaim, formats::MainLine, swar::load};

/// No limit of the whole reader can be reached in a tree that is shorter.
const MOST_BYTES: usize = 1 << 16;

/// Reads the tree that begins at `start` into `line`, but for where it stands; where it ends.
pub(super) fn main_line(block: &[u8], start: usize, line: &mut MainLine) -> Option<usize> {
    line.clear();
    let text = &block[..block.len().min(start + MOST_BYTES)];
    let mut nodes = QuickNodes { text, at: start + 1, next: None, line };
    nodes.at += property::blanks(&text[nodes.at..]);
    nodes.pass(b';')?;
    nodes.root()?;
    loop {
        match *text.get(nodes.at)? {
            b';' => nodes.node()?,
            b')' => return Some(nodes.at + 1),
            byte if byte.is_ascii_whitespace() => nodes.at += 1,
            _ => return None,
        }
    }
}

struct QuickNodes<'a, 'b> {
    text: &'a [u8],
    at: usize,
    /// Who is to move, after the first move.
    next: Option<Color>,
    line: &'b mut MainLine,
}

impl<'a> QuickNodes<'a, '_> {
    fn pass(&mut self, byte: u8) -> Option<()> {
        (self.text.get(self.at) == Some(&byte)).then(|| self.at += 1)
    }

    /// Reads the properties of the root.
    fn root(&mut self) -> Option<()> {
        let (mut size, mut rule, mut result) = (false, false, false);
        for _ in 0..MOST_PROPERTIES {
            let Some((name, spelled)) = self.property()? else { return Some(()) };
            let once = |seen: &mut bool| (!std::mem::replace(seen, true)).then_some(());
            match name {
                b"SZ" => {
                    once(&mut size)?;
                    // What is no size is reported.
                    self.line.area = Some(sgf_value::size(spelled)?);
                }
                b"RU" => {
                    once(&mut rule)?;
                    self.line.rule = sgf_value::rule(simple(spelled)?);
                }
                b"RE" => {
                    once(&mut result)?;
                    self.line.claim = ResultClaim::read(simple(spelled)?);
                    if self.line.claim == Some(ResultClaim::Unknown) {
                        return None; // That is reported.
                    }
                }
                b"CA" if LetterWidth::from_label(spelled.trim_ascii()) == LetterWidth::Pairs => {
                    return None;
                }
                b"B" | b"W" => return None,
                name => is_harmless(name)?,
            }
        }
        None
    }

    /// Reads a node after the root.
    #[inline]
    fn node(&mut self) -> Option<()> {
        if let Some(word) = load(self.text, self.at)
            && is_usual_move_word(word)
        {
            self.play((word >> 8) as u8, [(word >> 24) as u8, (word >> 32) as u8])?;
            self.at += 6;
            // Mostly nothing else is in the node.
            if (word >> 48) as u8 == b';' {
                return Some(());
            }
            return self.rest_of_node(true);
        }
        self.at += 1;
        self.rest_of_node(false)
    }

    fn rest_of_node(&mut self, mut moved: bool) -> Option<()> {
        for _ in 0..MOST_PROPERTIES {
            let Some((name, spelled)) = self.property()? else { return Some(()) };
            match (name, spelled) {
                (b"B" | b"W", &[column, row]) if !std::mem::replace(&mut moved, true) => {
                    self.play(name[0], [column, row])?;
                }
                (b"B" | b"W", _) => return None,
                (name, _) => is_harmless(name)?,
            }
        }
        None
    }

    #[inline]
    fn play(&mut self, color: u8, letters: [u8; 2]) -> Option<()> {
        let color = if color == b'B' { Color::Black } else { Color::White };
        // A to Z come after a to z.
        let number = |letter: u8| {
            let large = 26 * (u32::from(!letter) >> 5 & 1);
            (u32::from((letter | 0x20).wrapping_sub(b'a')), large)
        };
        let [(column, right), (row, down)] = letters.map(number);
        let point = Point::new((column + right) as i32, (row + down) as i32);
        if column >= 26 || row >= 26 || point == Point::new(19, 19) {
            return None; // Not letters, or perhaps a pass.
        }
        if self.next == Some(color) {
            self.line.moves.push(point);
            self.next = Some(!color);
        } else {
            self.line.step(&mut self.next, RecordStep { color, point: Some(point) });
        }
        Some(())
    }

    /// The next property, its name and its only value; an inner nothing if the node has no more.
    #[allow(clippy::option_option, reason = "a node may be odd, or have no more properties")]
    fn property(&mut self) -> Option<Option<(&'a [u8], &'a [u8])>> {
        let text = self.text;
        self.at += property::blanks(&text[self.at..]);
        let start = self.at;
        let is_name = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
        let length = text[start..].iter().take_while(|byte| is_name(byte)).count();
        if length == 0 {
            // The caller looks at what comes next.
            return matches!(text.get(start), Some(b';' | b')')).then_some(None);
        }
        self.at += length;
        self.pass(b'[')?;
        let open = self.at;
        let close = value_end(text, open, LetterWidth::Usual).ok()?;
        self.at = close + 1;
        let next = self.at + property::blanks(&text[self.at..]);
        if text.get(next) == Some(&b'[') {
            return None;
        }
        Some(Some((&text[start..start + length], &text[open..close])))
    }
}

/// A value that is read the same in every encoding and has no escapes.
fn simple(value: &[u8]) -> Option<&str> {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'\\';
    std::str::from_utf8(value).ok().filter(|_| value.iter().all(plain))
}

/// That a property says nothing about the main line.
fn is_harmless(name: &[u8]) -> Option<()> {
    const OTHERS: [&[u8]; 11] =
        [b"AB", b"AW", b"AE", b"PL", b"LB", b"L", b"CR", b"MA", b"SQ", b"TR", b"SL"];
    (!OTHERS.contains(&name) && name != b"M").then_some(())
}
