//! Hot: one row of a small board, from its usual spelling to bits.
//!
//! A quick reader here takes the spelling that nearly every file has, byte for byte, and says no to
//! everything else; [`Boards`](crate::Boards) then reads the row the plain way, which takes all
//! that is allowed and names what is wrong.

use crate::swar::{gather_bytes, gather_pairs, load, splat};

/// The stones of a row, a bit a column: black and white.
pub(crate) type Stones = (u32, u32);

/// A row of `width` letters (up to 22) and a line end at `at`.
#[inline]
pub(crate) fn quick_letters(bytes: &[u8], at: usize, width: usize) -> Option<Stones> {
    const ONES: u64 = splat(1);
    let (mut black, mut white, mut wrong) = (0, 0, 0);
    for part in 0..width.div_ceil(8) {
        let word = load(bytes, at + 8 * part)?;
        let mask = mask_bytes(width - 8 * part);
        // '.' is 0x2E, 'o' 0x6F and 'x' 0x78: bit 0 is only in 'o', bit 4 only in 'x'.
        let (o, x) = (word & ONES, word >> 4 & ONES);
        let expected = splat(b'.') + o * u64::from(b'o' - b'.') + x * u64::from(b'x' - b'.');
        wrong |= ((word ^ expected) | (o & x)) & mask;
        black |= gather_bytes(o & mask) << (8 * part);
        white |= gather_bytes(x & mask) << (8 * part);
    }
    (wrong == 0 && bytes.get(at + width) == Some(&b'\n')).then_some((black, white))
}

/// A row of `width` digits (up to 22) with single blanks between them and a line end at `at`.
#[inline]
pub(crate) fn quick_digits(bytes: &[u8], at: usize, width: usize) -> Option<Stones> {
    const ONES: u64 = 0x0001_0001_0001_0001;
    const ZEROS_AND_BLANKS: u64 = 0x2030_2030_2030_2030;
    let (mut black, mut white, mut wrong) = (0, 0, 0);
    let length = 2 * width - 1;
    for part in 0..length.div_ceil(8) {
        let word = load(bytes, at + 8 * part)? ^ ZEROS_AND_BLANKS;
        let word_masked = word & mask_bytes(length - 8 * part);
        let (one, two) = (word_masked & ONES, word_masked >> 1 & ONES);
        wrong |= (word_masked & !(3 * ONES)) | (one & two);
        black |= gather_pairs(one) << (4 * part);
        white |= gather_pairs(two) << (4 * part);
    }
    (wrong == 0 && bytes.get(at + length) == Some(&b'\n')).then_some((black, white))
}

/// The lowest `count` bytes, or all eight.
#[inline]
const fn mask_bytes(count: usize) -> u64 {
    if count >= 8 { u64::MAX } else { (1 << (8 * count)) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_three_characters_is_read_or_refused() {
        for word in 0u32..1 << 24 {
            let [a, b, c, _] = word.to_le_bytes();
            let text = [a, b, c, b'\n', b'x', b'x', b'x', b'x'];
            let cell = |letter: u8| match letter {
                b'.' => Some((0, 0)),
                b'o' => Some((1, 0)),
                b'x' => Some((0, 1)),
                _ => None,
            };
            let expected = match (cell(a), cell(b), cell(c)) {
                (Some(a), Some(b), Some(c)) => {
                    Some((a.0 | b.0 << 1 | c.0 << 2, a.1 | b.1 << 1 | c.1 << 2))
                }
                _ => None,
            };
            assert_eq!(quick_letters(&text, 0, 3), expected);
            let digit = |digit: u8| match digit {
                b'0' => Some((0, 0)),
                b'1' => Some((1, 0)),
                b'2' => Some((0, 1)),
                _ => None,
            };
            let expected = match (digit(a), b, digit(c)) {
                (Some(a), b' ', Some(c)) => Some((a.0 | c.0 << 1, a.1 | c.1 << 1)),
                _ => None,
            };
            assert_eq!(quick_digits(&text, 0, 2), expected);
        }
    }
}
