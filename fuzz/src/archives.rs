//! Packed input: ZIP archives, compressed streams and Parquet tables.

use std::{io::Cursor, num::NonZero};

use tengen_archive::{Archive, ArchiveOptions, UnpackError, UnpackLimits, unpack_bytes};

/// The most bytes that may come out of an input.
const MOST: u64 = 1 << 20;

/// Unpacks any bytes, within limits.
pub fn unpacked(input: &[u8]) {
    let limits = UnpackLimits::new(MOST, 1000);
    let mut come = 0;
    let unpacked = unpack_bytes::<UnpackError>("input", input, &limits, &mut |_, file| {
        if let Ok(file) = file
            && file.as_ptr() != input.as_ptr()
        {
            come += file.len() as u64;
        }
        Ok(())
    });
    assert!(come <= MOST, "{come} bytes: {unpacked:?}");
}

/// Unpacks a ZIP archive: any bytes, behind the head of a member.
pub fn zip(input: &[u8]) {
    unpacked(input);
    unpacked(&[b"PK\x03\x04", input].concat());
}

/// Unpacks gzip and zstd streams: any bytes, behind the magic numbers of both.
pub fn compressed(input: &[u8]) {
    unpacked(input);
    for head in [&b"\x1F\x8B\x08"[..], b"\x28\xB5\x2F\xFD"] {
        unpacked(&[head, input].concat());
    }
    judged("input.gz", input);
}

/// Judges a Parquet table: any bytes, between the magic numbers.
pub fn parquet(input: &[u8]) {
    judged("input.parquet", input);
    judged("input.parquet", &[b"PAR1", input, b"PAR1"].concat());
}

/// Judges whatever records are in the bytes: every row has its place.
fn judged(name: &str, input: &[u8]) {
    let mut options = ArchiveOptions::default();
    options.threads = Some(NonZero::<usize>::MIN);
    let mut json = Vec::new();
    for batch in Archive::from_reader(name, Cursor::new(input.to_vec()), &options).batches() {
        json.clear();
        batch.write_json(&mut json);
        assert_eq!(json.iter().filter(|&&byte| byte == b'\n').count(), batch.len());
    }
}
