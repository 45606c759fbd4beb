//! The properties of one node as they stand in the text.

use std::ops::Range;

use super::scan::{LetterWidth, value_end};
use crate::formats::repair::Repairs;

/// One property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    /// Where it begins in the block.
    pub(super) at: usize,
    /// Its name, without lower-case letters, which FF\[3\] may have.
    pub(super) name: String,
    /// Where its values are in the block, without their brackets.
    pub(super) values: Vec<Range<usize>>,
}

/// Reads the property whose name begins at `at`, and where the text goes on after it. No property if
/// the name has no value. No more than `most` values are read; the caller must look whether there are
/// as many.
pub(super) fn read(
    block: &[u8],
    at: usize,
    end: usize,
    most: usize,
    letters: LetterWidth,
    repairs: &mut Repairs,
) -> (Option<Property>, usize) {
    let text = &block[..end];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric();
    let length = text[at..].iter().take_while(|byte| is_name(byte)).count();
    let spelled = &text[at..at + length];
    let mut next = at + length;
    let mut values = Vec::new();
    loop {
        let start = next + blanks(&text[next..]);
        if text.get(start) != Some(&b'[') || values.len() == most {
            break;
        }
        let close = value_end(text, start + 1, letters).unwrap_or_else(|_| {
            repairs.note(start, "this value has no ] and is read up to the end");
            end
        });
        values.push(start + 1..close);
        next = (close + 1).min(end);
    }
    if values.is_empty() {
        repairs.note(at, "this name has no value and is passed over");
        return (None, next);
    }
    let keep = |byte: &&u8| !byte.is_ascii_lowercase();
    let mut name: String = spelled.iter().filter(keep).map(|&byte| char::from(byte)).collect();
    if name.is_empty() {
        name = spelled.iter().map(|&byte| char::from(byte.to_ascii_uppercase())).collect();
        repairs.note(at, "this name is in lower case and is read in upper case");
    }
    (Some(Property { at, name, values }), next)
}

pub(super) fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}
