//! Decompression of streams, with limits against decompression bombs.

use std::{
    io::{self, BufReader, Cursor, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use flate2::read::MultiGzDecoder;

use crate::panic_barrier::guarded;
#[cfg(target_arch = "wasm32")]
use crate::zstd_frames::ZstdFrames;

/// A stream of bytes.
pub type ByteStream = Box<dyn Read + Send>;

/// The packing of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Not packed.
    Plain,
    /// Compressed by gzip.
    Gzip,
    /// Compressed by zstd.
    Zstd,
    /// A ZIP archive.
    Zip,
    /// A Parquet table.
    Parquet,
}

impl Packing {
    /// The number of bytes of a head that is enough to detect the packing.
    pub const HEAD: usize = 8;

    /// The packing of what begins with `head`.
    pub fn sniff(head: &[u8]) -> Packing {
        match head {
            [0x1F, 0x8B, 8, ..] => Packing::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Packing::Zstd,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Packing::Zip,
            [b'P', b'A', b'R', b'1', ..] => Packing::Parquet,
            _ => Packing::Plain,
        }
    }

    /// The packing that a file of this name should have.
    pub fn from_name(name: &str) -> Packing {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "gz" => Packing::Gzip,
            "zst" | "zstd" => Packing::Zstd,
            "zip" => Packing::Zip,
            "parquet" => Packing::Parquet,
            _ => Packing::Plain,
        }
    }
}

/// The highest ratio of decompressed to compressed size.
pub(crate) const MOST_FOR_ONE: u64 = 250;
/// The decompressed size up to which the ratio is not checked.
pub(crate) const FREE: u64 = 16 << 20;
/// The largest zstd window of a file: 128 MiB, which the strongest level takes.
pub(crate) const WINDOW_LOG: u32 = 27;
/// The most layers of packing.
pub(crate) const MAX_LAYERS: usize = 3;
/// The longest decompressed stream.
const MOST: u64 = 1 << 40;

/// The name of a stream without the endings that say how it is compressed.
pub(crate) fn inner_name(name: &str) -> &str {
    match outer_name(name) {
        inner if inner == name => name,
        inner => inner_name(inner),
    }
}

/// The name of a stream without the last ending that says how it is compressed.
pub(crate) fn outer_name(name: &str) -> &str {
    match Packing::from_name(name) {
        Packing::Gzip | Packing::Zstd => name.rsplit_once('.').map_or(name, |(inner, _)| inner),
        _ => name,
    }
}

/// Takes off what a stream is compressed by, gzip or zstd, up to three layers; other streams stay as they are.
///
/// # Errors
///
/// If the first bytes cannot be read, or there are too many layers. What is wrong further on, and a decompression
/// bomb, is an error of the stream.
pub fn unpack_stream(mut packed: ByteStream) -> io::Result<ByteStream> {
    for layer in 0.. {
        let mut head = Vec::new();
        packed.by_ref().take(Packing::HEAD as u64).read_to_end(&mut head)?;
        let packing = Packing::sniff(&head);
        packed = Box::new(Cursor::new(head).chain(packed));
        match packing {
            Packing::Gzip | Packing::Zstd if layer == MAX_LAYERS => break,
            Packing::Gzip => packed = gunzip(packed),
            Packing::Zstd => packed = unzstd(packed, WINDOW_LOG)?,
            _ => return Ok(packed),
        }
    }
    Err(too_deep())
}

/// The error of a stream with too many layers.
pub(crate) fn too_deep() -> io::Error {
    io::Error::other("it is packed more than three times over: unpack it yourself")
}

/// Decompresses a gzip stream, all of its members.
pub(crate) fn gunzip(packed: ByteStream) -> ByteStream {
    let (packed, read) = CountingReader::new(packed);
    Box::new(LimitedDecoder::new(MultiGzDecoder::new(packed), read))
}

/// Decompresses a zstd stream, all of its frames.
/// `window_log` limits the window that a frame may ask for, as a power of two.
pub(crate) fn unzstd(packed: ByteStream, window_log: u32) -> io::Result<ByteStream> {
    let (packed, read) = CountingReader::new(packed);
    Ok(Box::new(LimitedDecoder::new(zstd_decoder(packed, window_log)?, read)))
}

#[cfg(not(target_arch = "wasm32"))]
fn zstd_decoder(packed: CountingReader, window_log: u32) -> io::Result<impl Read> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(BufReader::new(packed))?;
    decoder.window_log_max(window_log)?;
    Ok(decoder)
}

#[cfg(target_arch = "wasm32")]
#[expect(clippy::unnecessary_wraps, reason = "the library in C may fail")]
fn zstd_decoder(packed: CountingReader, window_log: u32) -> io::Result<impl Read> {
    Ok(ZstdFrames::new(BufReader::new(packed), window_log))
}

/// Decompresses a raw deflate stream, as in ZIP archives.
pub(crate) fn inflate(packed: ByteStream) -> ByteStream {
    let (packed, read) = CountingReader::new(packed);
    Box::new(LimitedDecoder::new(flate2::read::DeflateDecoder::new(packed), read))
}

/// Reader that counts the bytes.
struct CountingReader {
    inner: ByteStream,
    read: Arc<AtomicU64>,
}

impl CountingReader {
    fn new(inner: ByteStream) -> (CountingReader, Arc<AtomicU64>) {
        let read = Arc::new(AtomicU64::new(0));
        (CountingReader { inner, read: Arc::clone(&read) }, read)
    }
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Checks that `come` bytes are not too many to come out of `packed` ones.
pub(crate) fn check_expansion(come: u64, packed: u64) -> io::Result<()> {
    let packed = packed.max(1);
    if come > FREE && come / packed > MOST_FOR_ONE {
        let message = format!(
            "{packed} compressed bytes become more than {come}: this looks like a bomb; unpack it \
             yourself if it is none"
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    if come > MOST {
        let message = "more than a TiB comes out of it: unpack it yourself";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(())
}

/// Decoder with limits on what comes out of it, and with a panic barrier: a decoder that panics is
/// the fault of its stream and of no other.
struct LimitedDecoder<D> {
    /// `None` after a panic.
    decoder: Option<D>,
    packed: Arc<AtomicU64>,
    come: u64,
}

impl<D> LimitedDecoder<D> {
    fn new(decoder: D, packed: Arc<AtomicU64>) -> LimitedDecoder<D> {
        LimitedDecoder { decoder: Some(decoder), packed, come: 0 }
    }
}

impl<D: Read> Read for LimitedDecoder<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut decoder) = self.decoder.take() else { return Ok(0) };
        let (length, decoder) = guarded(|| Ok((decoder.read(buffer), decoder)))?;
        self.decoder = Some(decoder);
        let length = length?;
        self.come += length as u64;
        check_expansion(self.come, self.packed.load(Ordering::Relaxed))?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A small text, packed by the named way.
    fn packed(packing: Packing, text: &[u8]) -> Vec<u8> {
        match packing {
            Packing::Gzip => {
                let mut encoder =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap()
            }
            Packing::Zstd => zstd::encode_all(text, 3).unwrap(),
            _ => text.to_vec(),
        }
    }

    fn unpacked(packing: Packing, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let bytes: ByteStream = Box::new(io::Cursor::new(bytes));
        let mut stream = match packing {
            Packing::Gzip => gunzip(bytes),
            _ => unzstd(bytes, WINDOW_LOG)?,
        };
        let mut out = Vec::new();
        // Only the length counts, so that a bomb takes no memory here either.
        let mut buffer = vec![0; 1 << 16];
        loop {
            match stream.read(&mut buffer)? {
                0 => return Ok(out),
                length if out.len() < 1 << 16 => out.extend_from_slice(&buffer[..length]),
                _ => {}
            }
        }
    }

    #[test]
    fn a_stream_is_unpacked_up_to_three_layers() {
        let read = |bytes: Vec<u8>| {
            let mut text = Vec::new();
            unpack_stream(Box::new(Cursor::new(bytes)))?.read_to_end(&mut text)?;
            io::Result::Ok(text)
        };
        let mut bytes = b"tengen proof 2\n".to_vec();
        for packing in [Packing::Plain, Packing::Gzip, Packing::Zstd, Packing::Gzip] {
            if packing != Packing::Plain {
                bytes = packed(packing, &bytes);
            }
            assert_eq!(read(bytes.clone()).unwrap(), b"tengen proof 2\n", "{packing:?}");
        }
        let error = read(packed(Packing::Zstd, &bytes)).unwrap_err();
        assert_eq!(error.to_string(), too_deep().to_string());
        assert_eq!(read(b"h8".to_vec()).unwrap(), b"h8");
        assert!(read(bytes[..bytes.len() - 1].to_vec()).is_err());
    }

    #[test]
    fn streams_of_several_members_come_out_whole() {
        for packing in [Packing::Gzip, Packing::Zstd] {
            let mut both = packed(packing, b"h8i9\n");
            assert_eq!(Packing::sniff(&both), packing);
            both.extend(packed(packing, b"j10\n"));
            assert_eq!(unpacked(packing, both).unwrap(), b"h8i9\nj10\n");
        }
    }

    #[test]
    fn a_stream_that_is_cut_off_is_an_error() {
        for packing in [Packing::Gzip, Packing::Zstd] {
            let whole = packed(packing, b"h8i9\n");
            for length in 1..whole.len() {
                assert!(
                    unpacked(packing, whole[..length].to_vec()).is_err(),
                    "{packing:?} {length}"
                );
            }
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_through() {
        for packing in [Packing::Gzip, Packing::Zstd] {
            let bomb = packed(packing, &vec![b'a'; 64 << 20]);
            assert!(bomb.len() < 100_000);
            let error = unpacked(packing, bomb).unwrap_err().to_string();
            assert!(error.contains("looks like a bomb"), "{error}");
        }
    }

    #[test]
    fn names_tell_what_a_file_should_be() {
        assert_eq!(Packing::from_name("a/b.psq.GZ"), Packing::Gzip);
        assert_eq!(inner_name("b.psq.gz"), "b.psq");
        assert_eq!(inner_name("b.zip"), "b.zip");
        assert_eq!(Packing::from_name("gz"), Packing::Plain);
    }
}
