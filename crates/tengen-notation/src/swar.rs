//! Hot: eight bytes at a time in one word, in safe code.

/// The eight bytes from `at`, the first in the lowest byte, if the block has that many.
#[inline]
pub(crate) fn load(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at + 8)?;
    Some(u64::from_le_bytes(eight.try_into().ok()?))
}

/// A byte eight times.
#[inline]
pub(crate) const fn splat(byte: u8) -> u64 {
    u64::MAX / 255 * byte as u64
}

/// The top bit of each byte of `word` that is zero. Exact for every byte.
#[inline]
pub(crate) const fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = splat(0x7F);
    !(((word & LOW) + LOW) | word | LOW)
}

/// The lowest bits of the eight bytes as eight bits, in order. No other bit may be set.
#[inline]
pub(crate) const fn gather_bytes(word: u64) -> u32 {
    (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// The lowest bits of the four pairs of bytes as four bits, in order. No other bit may be set.
#[inline]
pub(crate) const fn gather_pairs(word: u64) -> u32 {
    const MAGIC: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
    (word.wrapping_mul(MAGIC) >> 48) as u32 & 0xF
}

/// Where the `count`-th line end after `at` is, plus one; or how many are missing.
pub(crate) fn skip_lines(bytes: &[u8], mut at: usize, mut count: usize) -> Result<usize, usize> {
    // Not `count_ones`: without an instruction for it, that takes twice as long.
    let sum = |ends: u64| (ends.wrapping_mul(splat(1)) >> 56) as usize;
    let ends = |word: u64| zero_bytes(word ^ splat(b'\n')) >> 7;
    // Four words at once: their line ends are added up byte by byte, and the bytes only then.
    while count > 32
        && let Some(four) = bytes.get(at..at + 32)
    {
        let words = four.chunks_exact(8).filter_map(|word| load(word, 0));
        count -= sum(words.map(ends).sum());
        at += 32;
    }
    while count > 8
        && let Some(word) = load(bytes, at)
    {
        count -= sum(ends(word));
        at += 8;
    }
    while count > 0 {
        match memchr::memchr(b'\n', &bytes[at..]) {
            Some(length) => at += length + 1,
            None => return Err(count),
        }
        count -= 1;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_gathered_in_order() {
        for bits in 0..256u32 {
            let bytes: u64 = (0..8).map(|i| u64::from(bits >> i & 1) << (8 * i)).sum();
            assert_eq!(gather_bytes(bytes), bits);
        }
        for bits in 0..16u32 {
            let pairs: u64 = (0..4).map(|i| u64::from(bits >> i & 1) << (16 * i)).sum();
            assert_eq!(gather_pairs(pairs), bits);
        }
    }

    #[test]
    fn zero_bytes_are_found_whatever_their_neighbors() {
        for a in 0..=255u8 {
            for b in [0, 1, 0x7F, 0x80, 0xFF] {
                let word = u64::from_le_bytes([a, b, a, 1, b, a, 0x80, b]);
                let expected: u64 = word
                    .to_le_bytes()
                    .iter()
                    .enumerate()
                    .fold(0, |sum, (i, &x)| sum | u64::from(x == 0) << (8 * i + 7));
                assert_eq!(zero_bytes(word), expected);
            }
        }
    }

    #[test]
    fn lines_are_skipped_as_they_are_counted() {
        let text: Vec<u8> = (0..500u32).map(|i| if i * i % 7 < 3 { b'\n' } else { b'x' }).collect();
        let ends: Vec<usize> = (0..text.len()).filter(|&i| text[i] == b'\n').collect();
        for at in 0..text.len() {
            let before = ends.iter().filter(|&&end| end < at).count();
            for count in [0, 1, 7, 8, 9, 30, 150, 400] {
                let expected = match count {
                    0 => Ok(at),
                    _ => ends
                        .get(before + count - 1)
                        .map(|end| end + 1)
                        .ok_or_else(|| count - (ends.len() - before)),
                };
                assert_eq!(skip_lines(&text, at, count), expected, "{at} {count}");
            }
        }
    }
}
