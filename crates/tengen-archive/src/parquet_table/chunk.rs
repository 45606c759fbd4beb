//! The file as the decoder reads one column chunk of it: every page header is checked on its way.
//!
//! The decoder allocates what a page header says before it looks at the page, and an allocation
//! that fails ends the program.

use std::{
    io::{self, Cursor, Read},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::{
    basic::Compression,
    errors::{ParquetError, Result},
    file::{
        metadata::ColumnChunkMetaData,
        reader::{ChunkReader, Length},
    },
};

use super::{
    footer::damaged,
    thrift::{ThriftError, ThriftEvent, walk},
};
use crate::{
    unpack::{FREE, MOST_FOR_ONE},
    zip::SharedBytes,
};

/// No page may become longer than this.
const LONGEST_PAGE: u64 = 256 << 20;
/// Bytes of a header that are looked at first, and at most: it may hold whole values.
const HEADER: (usize, usize) = (512, 1 << 20);
/// Values that a column of lists may have before they are compared with its bytes.
const FREE_VALUES: u64 = 4 << 20;
/// Values that one byte may then stand for.
const MOST_VALUES_FOR_ONE: u64 = 64;

/// Where the decoder is: the page that was begun last.
#[derive(Clone, Default, Debug)]
pub(super) struct DecoderProgress(Arc<Mutex<Option<String>>>);

impl DecoderProgress {
    fn set(&self, place: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
    }

    /// The place in words, if there is one.
    pub(super) fn place(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What the header of a page says.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct PageHead {
    unpacked: i64,
    packed: i64,
    /// Values of a page of data, and of a dictionary.
    values: i64,
    entries: i64,
    /// Bytes before what is compressed.
    levels: i64,
}

impl PageHead {
    /// Reads the header that `bytes` begin with, and its length.
    fn read(bytes: &[u8]) -> std::result::Result<(PageHead, usize), ThriftError> {
        let mut head = PageHead::default();
        // The numbers of the fields of PageHeader in parquet.thrift.
        let length = walk(bytes, &mut |path, event| {
            let ThriftEvent::Number(number) = event else { return };
            match path {
                [2] => head.unpacked = number,
                [3] => head.packed = number,
                [5 | 8, 1] => head.values = number,
                [7, 1] => head.entries = number,
                [8, 5 | 6] => head.levels = head.levels.saturating_add(number),
                _ => {}
            }
        })?;
        Ok((head, length))
    }
}

/// The file as one column chunk sees it.
#[derive(Clone)]
pub(super) struct CheckedChunk(Arc<ChunkState>);

struct ChunkState {
    file: SharedBytes,
    length: u64,
    codec: Compression,
    /// Whether its values are in lists.
    nested: bool,
    /// `row group 1, column "moves"`.
    place: String,
    progress: DecoderProgress,
    seen: Mutex<ChunkCounts>,
}

/// What has come by of a chunk.
#[derive(Default)]
struct ChunkCounts {
    last: PageHead,
    packed: u64,
    values: u64,
}

impl CheckedChunk {
    /// A chunk of the file with this length; `group` counts from 0.
    pub(super) fn new(
        file: &SharedBytes,
        length: u64,
        group: usize,
        column: &ColumnChunkMetaData,
        progress: &DecoderProgress,
    ) -> CheckedChunk {
        let name = column.column_path().parts().join(".");
        CheckedChunk(Arc::new(ChunkState {
            file: file.clone(),
            length,
            codec: column.compression(),
            nested: column.column_descr().max_rep_level() > 0,
            place: format!("row group {}, column \"{name}\"", group + 1),
            progress: progress.clone(),
            seen: Mutex::default(),
        }))
    }
}

impl ChunkState {
    /// The bytes of the page header at `at`, if it can be one.
    fn header(&self, at: u64) -> io::Result<Vec<u8>> {
        self.progress.set(format!("{}, page at byte {at}", self.place));
        let mut bytes = Vec::new();
        let mut size = HEADER.0;
        loop {
            bytes.resize(size, 0);
            let filled = self.file.read_at(at, &mut bytes)?;
            bytes.truncate(filled);
            let more = filled == size && size < HEADER.1;
            match PageHead::read(&bytes) {
                Ok((head, length)) => {
                    self.check(head, at + length as u64).map_err(|what| damaged(at, &what))?;
                    bytes.truncate(length);
                    return Ok(bytes);
                }
                Err(ThriftError::CutOff) if more => size *= 8,
                Err(_) => return Err(damaged(at, "this is no page")),
            }
        }
    }

    /// Checks a header whose page begins at `start`.
    fn check(&self, head: PageHead, start: u64) -> std::result::Result<(), String> {
        let PageHead { unpacked, packed, values, entries, levels } = head;
        let sizes = [unpacked, packed, values, entries, levels].map(u64::try_from);
        let [Ok(unpacked), Ok(packed), Ok(values), Ok(entries), Ok(levels)] = sizes else {
            return Err("this page is less than empty".to_owned());
        };
        if packed > self.length.saturating_sub(start) {
            return Err(format!("this page of {packed} bytes is longer than the file"));
        }
        if unpacked > LONGEST_PAGE {
            return Err(format!(
                "this page would have {unpacked} bytes: pages of up to {LONGEST_PAGE} are read"
            ));
        }
        if unpacked > FREE.max(MOST_FOR_ONE * packed) {
            return Err(format!("{packed} bytes cannot become a page of {unpacked}"));
        }
        // A value of a dictionary takes four bytes at least.
        if entries > unpacked / 4 || levels > unpacked {
            return Err(format!("{unpacked} bytes cannot hold what this page should"));
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.last = head;
        seen.packed += packed;
        seen.values += values;
        if self.nested && seen.values > FREE_VALUES.max(MOST_VALUES_FOR_ONE * seen.packed) {
            return Err(format!("{} values of {} bytes are too many", seen.values, seen.packed));
        }
        Ok(())
    }

    /// Unpacks a page into nothing, where the decoder would unpack it without an end.
    fn try_unpack(&self, page: &[u8]) -> io::Result<()> {
        let PageHead { unpacked, levels, .. } =
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).last;
        let packed = page.get(levels as usize..).unwrap_or_default();
        let most = (unpacked - levels) as u64;
        let mut nothing = io::sink();
        let come = match self.codec {
            Compression::GZIP(_) => {
                io::copy(&mut MultiGzDecoder::new(packed).take(most + 1), &mut nothing)
            }
            Compression::BROTLI(_) => io::copy(
                &mut brotli_decompressor::Decompressor::new(packed, 4096).take(most + 1),
                &mut nothing,
            ),
            _ => return Ok(()),
        };
        // The decoder reports whatever else is wrong with it.
        match come {
            Ok(come) if come > most => Err(io::Error::other("a page is longer than it says")),
            _ => Ok(()),
        }
    }
}

impl Length for CheckedChunk {
    fn len(&self) -> u64 {
        self.0.length
    }
}

impl ChunkReader for CheckedChunk {
    type T = PageHeaderReader;

    fn get_read(&self, start: u64) -> Result<PageHeaderReader> {
        Ok(PageHeaderReader { chunk: self.clone(), at: start, bytes: None })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let chunk = &*self.0;
        if length as u64 > chunk.length.saturating_sub(start) {
            return Err(ParquetError::EOF("a page is longer than the file".to_owned()));
        }
        let mut page = vec![0; length];
        if chunk.file.read_at(start, &mut page)? < length {
            return Err(ParquetError::EOF("the file ends too early".to_owned()));
        }
        chunk.try_unpack(&page)?;
        Ok(page.into())
    }
}

/// The header of a page as a stream. It is looked at when it is read first: the decoder also asks for
/// headers that it has already.
pub(super) struct PageHeaderReader {
    chunk: CheckedChunk,
    at: u64,
    bytes: Option<Cursor<Vec<u8>>>,
}

impl Read for PageHeaderReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = match &mut self.bytes {
            Some(bytes) => bytes,
            none => none.insert(Cursor::new(self.chunk.0.header(self.at)?)),
        };
        bytes.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use parquet::basic::{BrotliLevel, GzipLevel};

    use super::*;

    /// A chunk of a file of a million bytes.
    fn chunk(codec: Compression, nested: bool) -> ChunkState {
        let file = SharedBytes::new(tempfile::tempfile().unwrap());
        let (place, progress, seen) = (String::new(), DecoderProgress::default(), Mutex::default());
        ChunkState { file, length: 1_000_000, codec, nested, place, progress, seen }
    }

    #[test]
    fn a_header_that_asks_for_too_much_is_refused() {
        let good = PageHead { unpacked: 40_000, packed: 9_000, values: 500, entries: 9, levels: 8 };
        let chunk = |nested| chunk(Compression::SNAPPY, nested);
        assert_eq!(chunk(true).check(good, 4), Ok(()));
        for bad in [
            PageHead { packed: 999_999, ..good },
            PageHead { packed: -1, ..good },
            PageHead { unpacked: 2_000_000_000, ..good },
            PageHead { unpacked: 100_000_000, packed: 500, ..good },
            PageHead { entries: 2_000_000_000, ..good },
            PageHead { levels: 40_001, ..good },
            PageHead { values: -1, ..good },
        ] {
            assert!(chunk(true).check(bad, 4).is_err(), "{bad:?}");
        }
        // A billion values of a few bytes are harmless one after another, but not in one list.
        let many = PageHead { values: 1_000_000_000, ..good };
        assert!(chunk(true).check(many, 4).is_err());
        assert_eq!(chunk(false).check(many, 4), Ok(()));
    }

    #[test]
    fn a_page_that_is_longer_than_it_says_is_not_unpacked() {
        let zeros = vec![0; 3_000_000];
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&zeros).unwrap();
        let gzip = (Compression::GZIP(GzipLevel::default()), gzip.finish().unwrap());
        // Three million zeros.
        let brotli = b"\x9b\xbf\xc6\x2d\x00\x24\x00\xe2\xb1\x40\xf2\x7c\x5b\x00".to_vec();
        let brotli = (Compression::BROTLI(BrotliLevel::default()), brotli);
        for (codec, page) in [gzip, brotli] {
            for (unpacked, fits) in [(1_000, false), (2_999_999, false), (3_000_000, true)] {
                let chunk = chunk(codec, false);
                chunk.seen.lock().unwrap().last.unpacked = unpacked;
                assert_eq!(chunk.try_unpack(&page).is_ok(), fits, "{codec:?} {unpacked}");
            }
        }
    }
}
