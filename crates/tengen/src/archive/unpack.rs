//! Compressed streams, and what keeps a small one from becoming endless.

use std::{
    io::{self, BufReader, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use flate2::read::MultiGzDecoder;

use super::{columns::Columns, guard::guarded};

/// A stream of bytes.
pub(crate) type Bytes = Box<dyn Read + Send>;

/// What a stream is, by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing that has to be unpacked.
    Plain,
    /// Compressed by gzip.
    Gzip,
    /// Compressed by zstd.
    Zstd,
    /// A ZIP archive.
    Zip,
    /// A table of columns.
    Parquet,
}

impl Kind {
    /// So many bytes tell.
    pub(crate) const HEAD: usize = 8;

    /// What begins like that.
    pub(crate) fn of(head: &[u8]) -> Kind {
        match head {
            [0x1F, 0x8B, 8, ..] => Kind::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Kind::Zstd,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Kind::Zip,
            [b'P', b'A', b'R', b'1', ..] => Kind::Parquet,
            _ => Kind::Plain,
        }
    }

    /// What a file of this name should be.
    pub(crate) fn of_name(name: &str) -> Kind {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "gz" => Kind::Gzip,
            "zst" | "zstd" => Kind::Zstd,
            "zip" => Kind::Zip,
            "parquet" => Kind::Parquet,
            _ => Kind::Plain,
        }
    }
}

/// How much more than this a byte may become.
pub(super) const MOST_FOR_ONE: u64 = 250;
/// As long as no more than this has come out, nobody asks how little went in.
pub(super) const FREE: u64 = 16 << 20;
/// No stream may become longer than this.
const MOST: u64 = 1 << 40;

/// The name of a stream without the endings that say how it is compressed.
pub(crate) fn inner_name(name: &str) -> &str {
    match Kind::of_name(name) {
        Kind::Gzip | Kind::Zstd => {
            name.rsplit_once('.').map_or(name, |(inner, _)| inner_name(inner))
        }
        _ => name,
    }
}

/// What comes out of a stream compressed by gzip: all of its members.
pub(crate) fn gunzip(packed: Bytes) -> Bytes {
    let (packed, read) = Counted::new(packed);
    Box::new(Unpacked::new(MultiGzDecoder::new(packed), read))
}

/// What comes out of a stream compressed by zstd: all of its frames.
pub(crate) fn unzstd(packed: Bytes) -> io::Result<Bytes> {
    let (packed, read) = Counted::new(packed);
    let mut decoder = zstd::stream::read::Decoder::with_buffer(BufReader::new(packed))?;
    // What a frame may ask for beforehand: 128 MiB, which the strongest level takes.
    decoder.window_log_max(27)?;
    Ok(Box::new(Unpacked::new(decoder, read)))
}

/// What comes out of a stream compressed as ZIP archives do.
pub(crate) fn inflate(packed: Bytes) -> Bytes {
    let (packed, read) = Counted::new(packed);
    Box::new(Unpacked::new(flate2::read::DeflateDecoder::new(packed), read))
}

/// Counts what is read.
struct Counted {
    inner: Bytes,
    read: Arc<AtomicU64>,
}

impl Counted {
    fn new(inner: Bytes) -> (Counted, Arc<AtomicU64>) {
        let read = Arc::new(AtomicU64::new(0));
        (Counted { inner, read: Arc::clone(&read) }, read)
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// What comes out of a table of columns.
pub(crate) fn unpack_columns(Columns { rows, length, .. }: Columns) -> Bytes {
    Box::new(Unpacked::new(rows, Arc::new(AtomicU64::new(length))))
}

/// What comes out of a decoder, as long as it is not absurd. All decoders are behind this one, so
/// that one that breaks down is the fault of its stream and of no other.
struct Unpacked<D> {
    /// Nothing after it broke down.
    decoder: Option<D>,
    packed: Arc<AtomicU64>,
    come: u64,
}

impl<D> Unpacked<D> {
    fn new(decoder: D, packed: Arc<AtomicU64>) -> Unpacked<D> {
        Unpacked { decoder: Some(decoder), packed, come: 0 }
    }
}

impl<D: Read> Read for Unpacked<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut decoder) = self.decoder.take() else { return Ok(0) };
        let (length, decoder) = guarded(|| Ok((decoder.read(buffer), decoder)))?;
        self.decoder = Some(decoder);
        let length = length?;
        self.come += length as u64;
        let packed = self.packed.load(Ordering::Relaxed).max(1);
        if self.come > FREE && self.come / packed > MOST_FOR_ONE {
            return Err(io::Error::other(format!(
                "{packed} compressed bytes become more than {}: this looks like a bomb; unpack it \
                 yourself if it is none",
                self.come
            )));
        }
        if self.come > MOST {
            return Err(io::Error::other("more than a TiB comes out of it: unpack it yourself"));
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A small text, packed by the named way.
    fn packed(kind: Kind, text: &[u8]) -> Vec<u8> {
        match kind {
            Kind::Gzip => {
                let mut encoder =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap()
            }
            Kind::Zstd => zstd::encode_all(text, 3).unwrap(),
            _ => text.to_vec(),
        }
    }

    fn unpacked(kind: Kind, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let bytes: Bytes = Box::new(io::Cursor::new(bytes));
        let mut stream = match kind {
            Kind::Gzip => gunzip(bytes),
            _ => unzstd(bytes)?,
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
    fn streams_of_several_members_come_out_whole() {
        for kind in [Kind::Gzip, Kind::Zstd] {
            let mut both = packed(kind, b"h8i9\n");
            assert_eq!(Kind::of(&both), kind);
            both.extend(packed(kind, b"j10\n"));
            assert_eq!(unpacked(kind, both).unwrap(), b"h8i9\nj10\n");
        }
    }

    #[test]
    fn a_stream_that_is_cut_off_is_an_error() {
        for kind in [Kind::Gzip, Kind::Zstd] {
            let whole = packed(kind, b"h8i9\n");
            for length in 1..whole.len() {
                assert!(unpacked(kind, whole[..length].to_vec()).is_err(), "{kind:?} {length}");
            }
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_through() {
        for kind in [Kind::Gzip, Kind::Zstd] {
            let bomb = packed(kind, &vec![b'a'; 64 << 20]);
            assert!(bomb.len() < 100_000);
            let error = unpacked(kind, bomb).unwrap_err().to_string();
            assert!(error.contains("looks like a bomb"), "{error}");
        }
    }

    #[test]
    fn names_tell_what_a_file_should_be() {
        assert_eq!(Kind::of_name("a/b.psq.GZ"), Kind::Gzip);
        assert_eq!(inner_name("b.psq.gz"), "b.psq");
        assert_eq!(inner_name("b.zip"), "b.zip");
        assert_eq!(Kind::of_name("gz"), Kind::Plain);
    }
}
