//! Delta encoding and byte planes: numbers of 16 bits in an order of bytes that general compression makes smaller.
//!
//! Each number is stored as the difference to the one a row before it, the low bytes of all numbers first and the high
//! bytes after them. Neighboring rows are much alike: what a browser loads is three tenths smaller than with plain numbers.

/// The distance of the numbers that are subtracted: the length of a row of the network.
const ROW: usize = 8;

/// The bytes of little-endian numbers in planes.
///
/// # Panics
///
/// If there is half a number.
pub(super) fn to_planes(numbers: &[u8]) -> Vec<u8> {
    assert!(numbers.len().is_multiple_of(2), "whole numbers");
    let words: Vec<u16> =
        numbers.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let before = std::iter::repeat_n(0, ROW).chain(words.iter().copied());
    let deltas = words.iter().zip(before).map(|(word, before)| word.wrapping_sub(before));
    let (low, high): (Vec<u8>, Vec<u8>) = deltas.map(|delta| delta.to_le_bytes().into()).unzip();
    [low, high].concat()
}

/// The little-endian numbers that [`to_planes`] took.
pub(super) fn from_planes(planes: &[u8]) -> Vec<u8> {
    let (low, high) = planes.split_at(planes.len() / 2);
    let mut words: Vec<u16> = Vec::with_capacity(low.len());
    for (number, (&low, &high)) in low.iter().zip(high).enumerate() {
        let before = number.checked_sub(ROW).map_or(0, |before| words[before]);
        words.push(u16::from_le_bytes([low, high]).wrapping_add(before));
    }
    words.into_iter().flat_map(u16::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Rng;

    #[test]
    fn planes_lead_back_to_the_numbers() {
        let mut chance = Rng::new(9);
        for length in (0..200).step_by(2) {
            let numbers: Vec<u8> = (0..length).map(|_| chance.below(256) as u8).collect();
            let planes = to_planes(&numbers);
            assert_eq!(planes.len(), numbers.len());
            assert_eq!(from_planes(&planes), numbers);
        }
    }

    #[test]
    fn low_bytes_of_differences_come_first() {
        let rows: Vec<u8> =
            (1..=9_u16).flat_map(|number| (number << 8 | 5).to_le_bytes()).collect();
        let low = [5, 5, 5, 5, 5, 5, 5, 5, 0];
        let high = [1, 2, 3, 4, 5, 6, 7, 8, 8];
        assert_eq!(to_planes(&rows), [low, high].concat());
    }
}
