//! Hot: one row of a small board, from its usual spelling to bits.
//!
//! A quick reader here takes the spelling that nearly every file has, byte for byte, and says no to
//! everything else; [`Boards`](crate::Boards) then reads the row the plain way, which takes all
//! that is allowed and names what is wrong.

use tengen_core::Rows;

use crate::swar::{gather_bytes, gather_pairs, load, splat};

/// Reads a board of rows of `width` letters (up to 22), each with its line end, from the start of
/// `bytes`.
#[inline]
pub(crate) fn quick_letters(bytes: &[u8], width: usize, rows: &mut Rows) -> Option<()> {
    match width.div_ceil(8) {
        1 => quick_board::<1>(bytes, width, width, letters, rows),
        2 => quick_board::<2>(bytes, width, width, letters, rows),
        _ => quick_board::<3>(bytes, width, width, letters, rows),
    }
}

/// Reads a board of rows of `width` digits (up to 22) with single blanks between them, each with
/// its line end, from the start of `bytes`.
#[inline]
pub(crate) fn quick_digits(bytes: &[u8], width: usize, rows: &mut Rows) -> Option<()> {
    let length = 2 * width - 1;
    match length.div_ceil(8) {
        1 => quick_board::<1>(bytes, width, length, digits, rows),
        2 => quick_board::<2>(bytes, width, length, digits, rows),
        3 => quick_board::<3>(bytes, width, length, digits, rows),
        4 => quick_board::<4>(bytes, width, length, digits, rows),
        5 => quick_board::<5>(bytes, width, length, digits, rows),
        _ => quick_board::<6>(bytes, width, length, digits, rows),
    }
}

/// The stones that eight bytes of a row spell, and a number that is not zero if they spell none.
/// Only the bytes of `mask` belong to the row.
struct SpelledCells {
    black: u32,
    white: u32,
    cells: u32,
    wrong: u64,
}

/// Reads all rows, `PARTS` words each, `length` bytes and a line end.
///
/// Why the number of words is a constant: the compiler unrolls the row, which halves the time.
#[inline]
fn quick_board<const PARTS: usize>(
    bytes: &[u8],
    width: usize,
    length: usize,
    spelled: impl Fn(u64, u64) -> SpelledCells,
    rows: &mut Rows,
) -> Option<()> {
    let masks: [u64; PARTS] = std::array::from_fn(|part| mask_bytes(length - 8 * part));
    let mut at = 0;
    for y in 0..rows.height() {
        let row = bytes.get(at..at + 8 * PARTS)?;
        let (mut black, mut white, mut cells, mut wrong) = (0, 0, 0, 0);
        for (part, mask) in masks.into_iter().enumerate() {
            let part = spelled(load(row, 8 * part)?, mask);
            black |= part.black << cells;
            white |= part.white << cells;
            cells += part.cells;
            wrong |= part.wrong;
        }
        if wrong != 0 || *bytes.get(at + length)? != b'\n' {
            return None;
        }
        debug_assert!(cells as usize >= width);
        rows.set_row(y, black, white);
        at += length + 1;
    }
    Some(())
}

#[inline]
fn letters(word: u64, mask: u64) -> SpelledCells {
    const ONES: u64 = splat(1);
    // '.' is 0x2E, 'o' 0x6F and 'x' 0x78: bit 0 is only in 'o', bit 4 only in 'x'.
    let (o, x) = (word & ONES, word >> 4 & ONES);
    let expected = splat(b'.') + o * u64::from(b'o' - b'.') + x * u64::from(b'x' - b'.');
    SpelledCells {
        black: gather_bytes(o & mask),
        white: gather_bytes(x & mask),
        cells: 8,
        wrong: ((word ^ expected) | (o & x)) & mask,
    }
}

#[inline]
fn digits(word: u64, mask: u64) -> SpelledCells {
    const ONES: u64 = 0x0001_0001_0001_0001;
    const ZEROS_AND_BLANKS: u64 = 0x2030_2030_2030_2030;
    let word = (word ^ ZEROS_AND_BLANKS) & mask;
    let (one, two) = (word & ONES, word >> 1 & ONES);
    SpelledCells {
        black: gather_pairs(one),
        white: gather_pairs(two),
        cells: 4,
        wrong: (word & !(3 * ONES)) | (one & two),
    }
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
            let mut rows = Rows::new(3, 1);
            let read = quick_letters(&text, 3, &mut rows).map(|()| rows.row(0));
            assert_eq!(read, expected);
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
            let mut rows = Rows::new(2, 1);
            let read = quick_digits(&text, 2, &mut rows).map(|()| rows.row(0));
            assert_eq!(read, expected);
        }
    }
}
