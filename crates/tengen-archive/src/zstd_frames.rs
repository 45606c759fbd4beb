//! Decompression of zstd without C, for targets that have no compiler of it.

use std::io::{self, Cursor, Read};

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// The start of a frame, put back before the stream that it was read from.
type FrameSource<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// Reader of all frames of a zstd stream, one after another.
pub(crate) struct ZstdFrames<R: Read> {
    state: FrameState<R>,
    most_window: u64,
    /// Whether nothing was read yet: an empty stream is no zstd.
    is_at_start: bool,
}

enum FrameState<R: Read> {
    Between(R),
    Inside(Box<StreamingDecoder<FrameSource<R>, FrameDecoder>>),
    Ended,
}

impl<R: Read> ZstdFrames<R> {
    /// Reads the frames of `packed`. `window_log` limits the window that a frame may ask for, as a power of two.
    pub(crate) fn new(packed: R, window_log: u32) -> ZstdFrames<R> {
        ZstdFrames {
            state: FrameState::Between(packed),
            most_window: 1 << window_log,
            is_at_start: true,
        }
    }

    /// Opens the next frame, or ends where there is none.
    fn open(&mut self, mut packed: R) -> io::Result<FrameState<R>> {
        loop {
            let mut magic = read_up_to(&mut packed, 4)?;
            let is_at_start = std::mem::take(&mut self.is_at_start);
            match *magic.as_slice() {
                [] if !is_at_start => return Ok(FrameState::Ended),
                [0x50..=0x5F, 0x2A, 0x4D, 0x18] => {
                    let length = read_number(&mut packed, 4)?;
                    if io::copy(&mut packed.by_ref().take(length), &mut io::sink())? < length {
                        return Err(damaged("a skippable frame is cut off"));
                    }
                }
                [0x28, 0xB5, 0x2F, 0xFD] => {
                    let (header, window) = read_header(&mut packed)?;
                    if window > self.most_window {
                        return Err(damaged("a frame requires too much memory for decoding"));
                    }
                    magic.extend(header);
                    let source = Cursor::new(magic).chain(packed);
                    let decoder = StreamingDecoder::new(source).map_err(io::Error::other)?;
                    return Ok(FrameState::Inside(Box::new(decoder)));
                }
                _ => return Err(damaged("no frame begins here")),
            }
        }
    }
}

impl<R: Read> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, FrameState::Ended) {
                FrameState::Ended => return Ok(0),
                FrameState::Between(packed) => self.state = self.open(packed)?,
                FrameState::Inside(mut frame) => {
                    let length = frame.read(buffer)?;
                    if length > 0 {
                        self.state = FrameState::Inside(frame);
                        return Ok(length);
                    }
                    let (source, decoder) = frame.into_parts();
                    let written = decoder.get_checksum_from_data();
                    if written.is_some() && written != decoder.get_calculated_checksum() {
                        return Err(damaged("the checksum of a frame is wrong"));
                    }
                    self.state = FrameState::Between(source.into_inner().1);
                }
            }
        }
    }
}

/// The header of a frame after its magic number, and the size of its window.
fn read_header(packed: &mut impl Read) -> io::Result<(Vec<u8>, u64)> {
    let descriptor = read_number(packed, 1)? as u8;
    let is_single_segment = descriptor & 0x20 != 0;
    let mut header = vec![descriptor];
    let mut window = 0;
    if !is_single_segment {
        let byte = read_number(packed, 1)?;
        header.push(byte as u8);
        let base = 1_u64 << (10 + (byte >> 3));
        window = base + base / 8 * (byte & 7);
    }
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    header.extend(read_up_to(packed, dictionary)?);
    let size_length = match descriptor >> 6 {
        0 => u64::from(is_single_segment),
        exponent => 1 << exponent,
    };
    let size = read_up_to(packed, size_length)?;
    if is_single_segment {
        let extra = if size_length == 2 { 256 } else { 0 };
        window = number_of(&size).saturating_add(extra);
    }
    header.extend(size);
    Ok((header, window))
}

fn read_up_to(packed: &mut impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    packed.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A little-endian number of `length` bytes.
fn read_number(packed: &mut impl Read, length: u64) -> io::Result<u64> {
    let bytes = read_up_to(packed, length)?;
    if (bytes.len() as u64) < length {
        return Err(damaged("a frame is cut off"));
    }
    Ok(number_of(&bytes))
}

fn number_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn damaged(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Write as _};

    use tengen_core::Rng;

    use super::*;

    /// What the library in C reads, the plain twin.
    fn read_by_c(packed: &[u8], window_log: u32) -> io::Result<Vec<u8>> {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(BufReader::new(packed))?;
        decoder.window_log_max(window_log)?;
        let mut out = Vec::new();
        decoder.read_to_end(&mut out)?;
        Ok(out)
    }

    fn read(packed: &[u8], window_log: u32) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        ZstdFrames::new(packed, window_log).read_to_end(&mut out)?;
        Ok(out)
    }

    /// Frames of random texts, some of them skippable, with and without checksums and sizes.
    fn frames(rng: &mut Rng) -> Vec<u8> {
        let mut packed = Vec::new();
        for _ in 0..=rng.below(3) {
            if rng.below(4) == 0 {
                let length = rng.below(40) as u32;
                packed.extend([0x50 + rng.below(16) as u8, 0x2A, 0x4D, 0x18]);
                packed.extend(length.to_le_bytes());
                packed.extend((0..length).map(|_| rng.below(256) as u8));
                continue;
            }
            let length = [0, 5, 300, 70_000, 400_000][rng.below(5)];
            let kinds = 1 + rng.below(255);
            let text: Vec<u8> = (0..length).map(|_| rng.below(kinds) as u8).collect();
            let level = 1 + rng.below(9) as i32;
            let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), level).unwrap();
            encoder.include_checksum(rng.below(2) == 0).unwrap();
            if rng.below(2) == 0 {
                encoder.set_pledged_src_size(Some(length as u64)).unwrap();
            }
            encoder.write_all(&text).unwrap();
            packed.extend(encoder.finish().unwrap());
        }
        packed
    }

    #[test]
    fn frames_are_read_as_the_library_in_c_reads_them() {
        let mut rng = Rng::new(20);
        for _ in 0..60 {
            let packed = frames(&mut rng);
            assert_eq!(read(&packed, 27).unwrap(), read_by_c(&packed, 27).unwrap());
        }
    }

    #[test]
    fn a_stream_that_is_cut_off_or_asks_for_too_much_is_refused_as_there() {
        let mut rng = Rng::new(21);
        for _ in 0..40 {
            let packed = frames(&mut rng);
            let cut = &packed[..rng.below(packed.len())];
            assert_eq!(read(cut, 27).is_ok(), read_by_c(cut, 27).is_ok(), "{}", cut.len());
            for window_log in [10, 12, 16, 18] {
                assert_eq!(
                    read(&packed, window_log).is_ok(),
                    read_by_c(&packed, window_log).is_ok(),
                    "{window_log}"
                );
            }
        }
    }

    #[test]
    fn a_changed_byte_is_never_read_as_another_text() {
        let mut rng = Rng::new(22);
        let text: Vec<u8> = (0..5_000).map(|_| b'a' + rng.below(8) as u8).collect();
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.write_all(&text).unwrap();
        let packed = encoder.finish().unwrap();
        for _ in 0..2_000 {
            let mut changed = packed.clone();
            let at = rng.below(changed.len());
            changed[at] ^= 1 << rng.below(8);
            let outcome = std::panic::catch_unwind(|| read(&changed, 27));
            if let (Ok(Ok(ours)), Ok(theirs)) = (outcome, read_by_c(&changed, 27)) {
                assert_eq!(ours, theirs, "{at}");
            }
        }
    }
}
