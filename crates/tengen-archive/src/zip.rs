//! ZIP archives: the central directory read entry by entry, and each member as a stream.
//!
//! Why by hand: what keeps the list of a million members in memory takes hundreds of megabytes, and
//! what lends a member out cannot be read by several workers at once. The fields are those of the
//! APPNOTE of PKWARE, sections 4.3 and 4.5.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    sync::{Arc, Mutex, PoisonError},
};

use flate2::Crc;

use crate::unpack::{ByteStream, inflate, unzstd};

/// A file or memory that several workers read at offsets of their own.
#[derive(Clone, Debug)]
pub(crate) enum SharedBytes {
    File(Arc<Mutex<File>>),
    Memory(Arc<Vec<u8>>),
}

impl SharedBytes {
    pub(crate) fn new(file: File) -> SharedBytes {
        SharedBytes::File(Arc::new(Mutex::new(file)))
    }

    pub(crate) fn from_memory(bytes: Vec<u8>) -> SharedBytes {
        SharedBytes::Memory(Arc::new(bytes))
    }

    /// Reads from `at`, as much as there is and fits.
    pub(crate) fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let file = match self {
            SharedBytes::File(file) => file,
            SharedBytes::Memory(bytes) => {
                let from = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                return (&bytes[from..]).read(buffer);
            }
        };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        let mut filled = 0;
        while filled < buffer.len() {
            match file.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(length) => filled += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    fn read_exact_at<const N: usize>(&self, at: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        match self.read_at(at, &mut bytes)? {
            length if length == N => Ok(bytes),
            _ => Err(damaged("it ends too early")),
        }
    }

    fn length(&self) -> io::Result<u64> {
        match self {
            SharedBytes::File(file) => {
                file.lock().unwrap_or_else(PoisonError::into_inner).seek(SeekFrom::End(0))
            }
            SharedBytes::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// The bytes from `at` on, as a stream of the given length.
    fn stream(&self, at: u64, left: u64) -> FileSlice {
        FileSlice { file: self.clone(), at, left }
    }
}

/// A stretch of a file as a stream.
struct FileSlice {
    file: SharedBytes,
    at: u64,
    left: u64,
}

impl Read for FileSlice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.left.min(buffer.len() as u64) as usize;
        let length = self.file.read_at(self.at, &mut buffer[..most])?;
        if length < most {
            return Err(damaged("it ends too early"));
        }
        self.at += length as u64;
        self.left -= length as u64;
        Ok(length)
    }
}

fn damaged(why: &str) -> io::Error {
    io::Error::other(format!("the ZIP archive is damaged: {why}"))
}

/// The members of an archive, one after another.
#[derive(Debug)]
pub(crate) struct ZipMembers {
    file: SharedBytes,
    /// Where the next entry of the list begins, and where the list ends.
    at: u64,
    end: u64,
    /// What lies before the archive in its file.
    shift: u64,
    /// How many members there should still be; old archives keep the lower 16 bits of it only.
    left: u16,
}

/// One member, as its entry in the central directory describes it.
#[derive(Clone, Debug)]
pub(crate) struct ZipMember {
    file: SharedBytes,
    /// What it is called; only ever shown.
    pub(crate) name: String,
    /// How many bytes it says it has.
    pub(crate) length: u64,
    packed: u64,
    method: u16,
    encrypted: bool,
    crc: u32,
    header: u64,
}

impl ZipMembers {
    /// The longest comment at the end of an archive, and what comes with it.
    const TAIL: u64 = 22 + 0xFFFF;

    /// Looks for the list of the archive in `file`.
    pub(crate) fn new(file: SharedBytes) -> io::Result<ZipMembers> {
        let length = file.length()?;
        let from = length.saturating_sub(ZipMembers::TAIL);
        let mut tail = vec![0; (length - from) as usize];
        file.read_at(from, &mut tail)?;
        let found = (0..tail.len().saturating_sub(21)).rev().find(|&at| {
            let comment = usize::from(u16_at(&tail, at + 20));
            tail[at..].starts_with(b"PK\x05\x06") && at + 22 + comment <= tail.len()
        });
        let at = found.ok_or_else(|| damaged("there is no list of its members"))?;
        let record = from + at as u64;
        let (mut size, mut offset) =
            (u64::from(u32_at(&tail, at + 12)), u64::from(u32_at(&tail, at + 16)));
        let mut left = u16_at(&tail, at + 10);
        let mut list_end = record;
        // What does not fit into 32 bits stands in a record before this one.
        if (size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF || u16_at(&tail, at + 10) == 0xFFFF)
            && record >= 20
        {
            let locator: [u8; 20] = file.read_exact_at(record - 20)?;
            if locator.starts_with(b"PK\x06\x07") {
                list_end = u64_at(&locator, 8);
                let long: [u8; 56] = file.read_exact_at(list_end)?;
                if !long.starts_with(b"PK\x06\x06") {
                    return Err(damaged("there is no list of its members"));
                }
                (size, offset) = (u64_at(&long, 40), u64_at(&long, 48));
                left = u16_at(&long, 32);
            }
        }
        // Something may stand before the archive, as in those that unpack themselves.
        let start = list_end.checked_sub(size).ok_or_else(|| damaged("its list is too long"))?;
        let shift = start.checked_sub(offset).ok_or_else(|| damaged("its list is elsewhere"))?;
        Ok(ZipMembers { file, at: start, end: list_end, shift, left })
    }

    /// The members once more.
    pub(crate) fn again(&self) -> ZipMembers {
        ZipMembers { file: self.file.clone(), ..*self }
    }

    /// The next member; `None` after the last.
    pub(crate) fn next(&mut self) -> io::Result<Option<ZipMember>> {
        let at = self.at;
        if at >= self.end {
            return match std::mem::take(&mut self.left) {
                0 => Ok(None),
                _ => Err(damaged("its list does not have as many members as it says")),
            };
        }
        // Nothing is read after a fault.
        self.at = self.end;
        let left = std::mem::take(&mut self.left);
        let entry: [u8; 46] = self.file.read_exact_at(at)?;
        if !entry.starts_with(b"PK\x01\x02") {
            return Err(damaged("its list is broken off"));
        }
        let sizes = [28, 30, 32].map(|at| usize::from(u16_at(&entry, at)));
        let mut rest = vec![0; sizes.iter().sum()];
        if self.file.read_at(at + 46, &mut rest)? < rest.len() {
            return Err(damaged("its list is broken off"));
        }
        self.at = at + 46 + rest.len() as u64;
        self.left = left.wrapping_sub(1);
        let name = String::from_utf8_lossy(&rest[..sizes[0]]).into_owned();
        let mut member = ZipMember {
            file: self.file.clone(),
            name,
            length: u32_at(&entry, 24).into(),
            packed: u32_at(&entry, 20).into(),
            method: u16_at(&entry, 10),
            encrypted: u16_at(&entry, 8) & 1 != 0,
            crc: u32_at(&entry, 16),
            header: u32_at(&entry, 42).into(),
        };
        member.add_long_sizes(&rest[sizes[0]..sizes[0] + sizes[1]]);
        member.header = member.header.saturating_add(self.shift);
        Ok(Some(member))
    }
}

impl ZipMember {
    /// Whether it is a folder.
    pub(crate) fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }

    /// Reads the sizes that do not fit into 32 bits from the extra fields.
    fn add_long_sizes(&mut self, mut extra: &[u8]) {
        while extra.len() >= 4 {
            let (id, size) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
            let Some(field) = extra.get(4..4 + size) else { return };
            if id == 1 {
                let sizes = [&mut self.length, &mut self.packed, &mut self.header];
                let long = sizes.into_iter().filter(|size| **size == 0xFFFF_FFFF);
                for (size, bytes) in long.zip(field.chunks_exact(8)) {
                    *size = u64_at(bytes, 0);
                }
            }
            extra = &extra[4 + size..];
        }
    }

    /// Its decompressed bytes. `window_log` limits the window of zstd.
    pub(crate) fn open(&self, window_log: u32) -> io::Result<ByteStream> {
        if self.encrypted {
            return Err(io::Error::other("it is encrypted"));
        }
        let local: [u8; 30] = self.file.read_exact_at(self.header)?;
        if !local.starts_with(b"PK\x03\x04") {
            return Err(damaged("a member is not where the list says"));
        }
        let names = u64::from(u16_at(&local, 26)) + u64::from(u16_at(&local, 28));
        let packed: ByteStream = Box::new(self.file.stream(self.header + 30 + names, self.packed));
        let inner = match self.method {
            0 => packed,
            8 => inflate(packed),
            93 => unzstd(packed, window_log)?,
            other => {
                return Err(io::Error::other(format!(
                    "it is compressed by method {other}, which is not read: only stored, deflate \
                     and zstd are"
                )));
            }
        };
        let (left, crc) = (self.length, self.crc);
        Ok(Box::new(VerifiedReader { inner, left, crc, sum: Crc::new(), done: false }))
    }
}

/// A member that is checked to be as long as it says, and as it was when it was packed.
struct VerifiedReader {
    inner: ByteStream,
    left: u64,
    crc: u32,
    sum: Crc,
    done: bool,
}

impl Read for VerifiedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.done || buffer.is_empty() {
            return Ok(0);
        }
        let length = self.inner.read(buffer)?;
        self.sum.update(&buffer[..length]);
        match self.left.checked_sub(length as u64) {
            Some(left) => self.left = left,
            None => return Err(damaged("a member is longer than it says")),
        }
        if length == 0 {
            self.done = true;
            if self.left > 0 {
                return Err(damaged("a member is shorter than it says"));
            }
            if self.sum.sum() != self.crc {
                return Err(damaged("a member is not what was packed: its checksum differs"));
            }
        }
        Ok(length)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

    use super::*;

    const TEXTS: [&str; 3] = ["h8i9", "h8h9g8g9", ""];

    fn archive() -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let methods =
            [CompressionMethod::Stored, CompressionMethod::Deflated, CompressionMethod::Stored];
        for (number, (text, method)) in TEXTS.into_iter().zip(methods).enumerate() {
            let options = SimpleFileOptions::default().compression_method(method);
            archive.start_file(format!("{number}.txt"), options).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    /// What the members hold, as far as they can be read.
    fn read(bytes: &[u8]) -> Vec<io::Result<String>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let found = read_from(SharedBytes::new(file));
        let again = read_from(SharedBytes::from_memory(bytes.to_vec()));
        assert_eq!(format!("{found:?}"), format!("{again:?}"), "a file and memory read the same");
        found
    }

    fn read_from(bytes: SharedBytes) -> Vec<io::Result<String>> {
        let mut members = match ZipMembers::new(bytes) {
            Ok(members) => members,
            Err(error) => return vec![Err(error)],
        };
        let mut found = Vec::new();
        while let Some(member) = members.next().transpose() {
            found.push(member.and_then(|member| {
                let mut text = String::new();
                member.open(26)?.read_to_string(&mut text)?;
                Ok(text)
            }));
        }
        found
    }

    #[test]
    fn members_are_what_another_program_packed() {
        let found: Vec<_> = read(&archive()).into_iter().map(Result::unwrap).collect();
        assert_eq!(found, TEXTS);
    }

    #[test]
    fn no_prefix_and_no_changed_byte_passes_for_other_content() {
        let whole = archive();
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).iter().all(Result::is_err), "{length}");
        }
        for at in 0..whole.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut changed = whole.clone();
                changed[at] ^= flip;
                let found = read(&changed);
                // No member is missing without a word.
                assert!(found.len() >= TEXTS.len() || found.iter().any(Result::is_err), "{at}");
                // A fault of the list is one more.
                assert!(found.len() <= TEXTS.len() + 1, "{at}");
                for text in found.into_iter().flatten() {
                    assert!(TEXTS.contains(&text.as_str()), "{at}: {text:?}");
                }
            }
        }
    }
}
