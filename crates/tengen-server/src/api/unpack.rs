//! Records that come compressed or in an archive.

use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use crate::errors::{ApiError, Code};

/// As much may come out of one file.
const MOST: u64 = 64 << 20;

/// The most members of an archive.
const MOST_MEMBERS: usize = 20_000;

/// What a decoder of zstd may ask for: 2 to the power of so many bytes.
const WINDOW: u32 = 26;

/// Gives every file in `bytes` with its name to `each`: of an archive its members, else the one that it
/// is. An archive in an archive is left packed.
pub(super) fn unpack(
    name: &str,
    bytes: &[u8],
    each: &mut impl FnMut(&str, &[u8]) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let damaged = |error: &dyn std::fmt::Display| {
        ApiError::new(Code::BadRecord, format!("the file cannot be unpacked: {error}"))
    };
    let mut room = MOST;
    match bytes {
        [0x1F, 0x8B, 8, ..] => {
            let text = read(MultiGzDecoder::new(bytes), &mut room).map_err(|e| damaged(&e))?;
            each(inner(name), &whole(text)?)
        }
        [0x28, 0xB5, 0x2F, 0xFD, ..] => {
            let decoder = zstd::Decoder::with_buffer(bytes).and_then(|mut decoder| {
                decoder.window_log_max(WINDOW)?;
                Ok(decoder)
            });
            let text = decoder.and_then(|decoder| read(decoder, &mut room));
            each(inner(name), &whole(text.map_err(|e| damaged(&e))?)?)
        }
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => {
            let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|e| damaged(&e))?;
            if archive.len() > MOST_MEMBERS {
                let members = archive.len();
                let message = format!("{members} files: an archive may have up to {MOST_MEMBERS}");
                return Err(ApiError::new(Code::TooLarge, message));
            }
            for number in 0..archive.len() {
                let member = archive.by_index(number).map_err(|e| damaged(&e))?;
                if member.is_file() {
                    let name = String::from_utf8_lossy(member.name_raw()).into_owned();
                    let text = read(member, &mut room).map_err(|e| damaged(&e))?;
                    each(&name, &whole(text)?)?;
                }
            }
            Ok(())
        }
        plain => each(name, plain),
    }
}

/// All that comes out of a decoder; nothing if that is more than there is room for.
fn read(decoder: impl Read, room: &mut u64) -> io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    let length = decoder.take(*room + 1).read_to_end(&mut text)? as u64;
    Ok(room.checked_sub(length).map(|left| {
        *room = left;
        text
    }))
}

fn whole(text: Option<Vec<u8>>) -> Result<Vec<u8>, ApiError> {
    text.ok_or_else(|| {
        let message = format!("more than {} MB come out of it", MOST >> 20);
        ApiError::new(Code::TooLarge, message)
    })
}

/// The name without the ending that says how it is compressed.
fn inner(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(inner, _)| inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Code> {
        let mut files = Vec::new();
        let mut each = |name: &str, text: &[u8]| {
            files.push((name.to_owned(), text.to_vec()));
            Ok(())
        };
        unpack(name, bytes, &mut each).map_err(|error| error.code)?;
        Ok(files)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    }

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            packed.start_file(*name, SimpleFileOptions::default()).unwrap();
            packed.write_all(text).unwrap();
        }
        packed.finish().unwrap().into_inner()
    }

    #[test]
    fn what_was_packed_comes_out() {
        let text = b"h8i9\n".to_vec();
        let plain = |name: &str| Ok(vec![(name.to_owned(), text.clone())]);
        assert_eq!(unpacked("a.txt", &text), plain("a.txt"));
        assert_eq!(unpacked("a.txt.gz", &gzip(&text)), plain("a.txt"));
        let zstd = zstd::encode_all(text.as_slice(), 3).unwrap();
        assert_eq!(unpacked("a.txt.zst", &zstd), plain("a.txt"));
        let both = zipped(&[("one/a.txt", &text), ("b.psq", b"x")]);
        let files = unpacked("games.zip", &both).unwrap();
        assert_eq!(files[0], ("one/a.txt".to_owned(), text));
        assert_eq!(files[1], ("b.psq".to_owned(), b"x".to_vec()));
    }

    #[test]
    fn what_is_cut_or_becomes_too_much_is_refused() {
        let bomb = vec![0; (MOST + 1) as usize];
        assert_eq!(unpacked("a.gz", &gzip(&bomb)), Err(Code::TooLarge));
        let halves: [(&str, &[u8]); 2] = [("a", &bomb[1..]), ("b", b"x")];
        assert_eq!(unpacked("a.zip", &zipped(&halves)), Err(Code::TooLarge), "all together");
        let zstd = zstd::encode_all(bomb.as_slice(), 3).unwrap();
        assert_eq!(unpacked("a.zst", &zstd), Err(Code::TooLarge));
        let packed = gzip(b"h8i9 and so on");
        for end in [4, packed.len() - 1] {
            assert_eq!(unpacked("a.gz", &packed[..end]), Err(Code::BadRecord));
        }
        let packed = zipped(&[("a", b"h8")]);
        assert_eq!(unpacked("a.zip", &packed[..packed.len() - 5]), Err(Code::BadRecord));
    }
}
