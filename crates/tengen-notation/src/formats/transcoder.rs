//! Streams in UTF-16, which must be UTF-8 before they can be split.

use std::fmt;

use encoding_rs::{UTF_16BE, UTF_16LE};

/// Makes UTF-8 of a stream in UTF-16, as it comes.
///
/// ```
/// use tengen_notation::Transcoder;
/// let mut transcoder = Transcoder::detect(b"\xFF\xFEh\0").unwrap();
/// let mut text = Vec::new();
/// transcoder.push(b"\xFF\xFEh\08", false, &mut text);
/// transcoder.push(b"\0", true, &mut text);
/// assert_eq!(text, b"h8");
/// ```
pub struct Transcoder(encoding_rs::Decoder);

impl Transcoder {
    /// A transcoder, if the stream begins with a mark of UTF-16.
    pub fn detect(head: &[u8]) -> Option<Transcoder> {
        let encoding = match head {
            [0xFF, 0xFE, ..] => UTF_16LE,
            [0xFE, 0xFF, ..] => UTF_16BE,
            _ => return None,
        };
        Some(Transcoder(encoding.new_decoder_with_bom_removal()))
    }

    /// Adds the next bytes of the stream, from its first one on, to `out`. What is no letter becomes
    /// U+FFFD. `end` says that no more will come.
    pub fn push(&mut self, bytes: &[u8], end: bool, out: &mut Vec<u8>) {
        let start = out.len();
        let most =
            self.0.max_utf8_buffer_length(bytes.len()).expect("bytes in memory can be counted");
        out.resize(start + most, 0);
        let (_, _, written, _) = self.0.decode_to_utf8(bytes, &mut out[start..], end);
        out.truncate(start + written);
    }
}

impl fmt::Debug for Transcoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transcoder")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_bytes_are_read_wherever_they_are_cut() {
        let text = "(;PB[天元 𝕏];B[hh])";
        for swap in [false, true] {
            let mut bytes: Vec<u8> = "\u{FEFF}"
                .chars()
                .chain(text.chars())
                .flat_map(|letter| {
                    letter
                        .encode_utf16(&mut [0; 2])
                        .iter()
                        .flat_map(|unit| unit.to_le_bytes())
                        .collect::<Vec<_>>()
                })
                .collect();
            if swap {
                bytes.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
            }
            for step in 1..=bytes.len() {
                let mut transcoder = Transcoder::detect(&bytes).unwrap();
                let mut out = Vec::new();
                for part in bytes.chunks(step) {
                    transcoder.push(part, false, &mut out);
                }
                transcoder.push(b"", true, &mut out);
                assert_eq!(String::from_utf8(out).unwrap(), text);
            }
        }
        assert!(Transcoder::detect(b"h8").is_none());
    }
}
