//! Records that come compressed or in an archive.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;
use tengen_archive::Packing;
use zip::ZipArchive;

use crate::error::{ApiError, ErrorCode};

/// As much may come out of one file.
const MOST: u64 = 64 << 20;

/// The most members of an archive.
const MOST_MEMBERS: usize = 20_000;

/// What a decoder of zstd may ask for: 2 to the power of so many bytes.
const WINDOW: u32 = 26;

/// What is packed in what is packed is unpacked, but not for ever; as `tengen replay` does.
const DEEPEST: usize = 3;

/// Gives every file in `bytes` with its name to `each`: of an archive its members, else the one that it
/// is. What is packed again is unpacked again, three times over in all. A member that cannot be unpacked
/// is given as what is wrong with it, and the others follow.
pub(crate) fn unpack(
    name: &str,
    bytes: &[u8],
    each: &mut impl FnMut(&str, Result<&[u8], ApiError>) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let mut unpacking = Unpacking { room: MOST, members: MOST_MEMBERS };
    unpacking.layer(&PackedFile { archive: None, name, layers: DEEPEST }, bytes, each)
}

/// Where a file is: in the archive of that name (the outermost has none), and how many layers may still
/// be taken off.
struct PackedFile<'a> {
    archive: Option<&'a str>,
    name: &'a str,
    layers: usize,
}

impl PackedFile<'_> {
    fn full_name(&self) -> String {
        match self.archive {
            None | Some("") => self.name.to_owned(),
            Some(archive) => format!("{archive}:{}", self.name),
        }
    }
}

/// What may still come out of a file, all its layers together.
struct Unpacking {
    room: u64,
    members: usize,
}

impl Unpacking {
    /// Unpacks a file, or gives it to `each`. Of what is in an archive a fault is given instead.
    fn layer(
        &mut self,
        at: &PackedFile<'_>,
        bytes: &[u8],
        each: &mut impl FnMut(&str, Result<&[u8], ApiError>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let packing = Packing::sniff(bytes);
        if matches!(packing, Packing::Plain | Packing::Parquet) {
            return each(&at.full_name(), Ok(bytes));
        }
        match self.take_off(packing, at, bytes, each) {
            Err(fault) if at.archive.is_some() && fault.code == ErrorCode::BadRecord => {
                each(&at.full_name(), Err(fault))
            }
            done => done,
        }
    }

    fn take_off(
        &mut self,
        packing: Packing,
        at: &PackedFile<'_>,
        bytes: &[u8],
        each: &mut impl FnMut(&str, Result<&[u8], ApiError>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let Some(layers) = at.layers.checked_sub(1) else {
            let message = format!("it is packed more than {DEEPEST} times over: unpack it first");
            return Err(ApiError::new(ErrorCode::BadRecord, message));
        };
        let text = match packing {
            Packing::Gzip => self.read(MultiGzDecoder::new(bytes))?,
            Packing::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(bytes).map_err(|e| damaged(&e))?;
                decoder.window_log_max(WINDOW).map_err(|e| damaged(&e))?;
                self.read(decoder)?
            }
            Packing::Plain | Packing::Parquet => bytes.to_vec(),
            Packing::Zip => {
                let name = at.archive.map_or_else(String::new, |_| at.full_name());
                return self.members(&name, layers, bytes, each);
            }
        };
        self.layer(&PackedFile { name: inner(at.name), layers, ..*at }, &text, each)
    }

    fn members(
        &mut self,
        archive: &str,
        layers: usize,
        bytes: &[u8],
        each: &mut impl FnMut(&str, Result<&[u8], ApiError>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let mut members = ZipArchive::new(Cursor::new(bytes)).map_err(|e| damaged(&e))?;
        let count = members.len();
        self.members = self.members.checked_sub(count).ok_or_else(|| {
            let message = format!("{count} files: an archive may have up to {MOST_MEMBERS}");
            ApiError::new(ErrorCode::TooLarge, message)
        })?;
        for number in 0..count {
            let raw = members.by_index_raw(number).map_err(|e| damaged(&e))?;
            let name = String::from_utf8_lossy(raw.name_raw()).into_owned();
            drop(raw);
            let text = match members.by_index(number) {
                Ok(member) if !member.is_file() => continue,
                Ok(member) => self.read(member),
                Err(error) => Err(damaged(&error)),
            };
            let at = PackedFile { archive: Some(archive), name: &name, layers };
            match text {
                Ok(text) => self.layer(&at, &text, each)?,
                Err(fault) if fault.code == ErrorCode::BadRecord => {
                    each(&at.full_name(), Err(fault))?;
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// All that comes out of a decoder, if there is room for it.
    fn read(&mut self, decoder: impl Read) -> Result<Vec<u8>, ApiError> {
        let mut text = Vec::new();
        let length = decoder.take(self.room + 1).read_to_end(&mut text);
        let length = length.map_err(|error| damaged(&error))? as u64;
        self.room = self.room.checked_sub(length).ok_or_else(|| {
            let message = format!("more than {} MB come out of it", MOST >> 20);
            ApiError::new(ErrorCode::TooLarge, message)
        })?;
        Ok(text)
    }
}

fn damaged(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::new(ErrorCode::BadRecord, format!("the file cannot be unpacked: {error}"))
}

/// The name without the ending that says how it is compressed.
fn inner(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((inner, "gz" | "zst" | "zstd" | "GZ" | "ZST" | "ZSTD")) => inner,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, ErrorCode> {
        let mut files = Vec::new();
        let mut each = |name: &str, text: Result<&[u8], ApiError>| {
            let text = text.map_or_else(|fault| fault.message.into_bytes(), <[u8]>::to_vec);
            files.push((name.to_owned(), text));
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

    /// Packs bytes that have a name.
    type Packer<'a> = &'a dyn Fn(&str, &[u8]) -> Vec<u8>;

    #[test]
    fn what_is_packed_three_times_over_comes_out_and_no_more() {
        let text = b"h8i9\n".as_slice();
        let zstd = |text: &[u8]| zstd::encode_all(text, 3).unwrap();
        let layers: [(&str, Packer<'_>); 3] = [
            ("gz", &|_, text| gzip(text)),
            ("zst", &|_, text| zstd(text)),
            ("zip", &|name, text| zipped(&[(name, text)])),
        ];
        let pack = |(name, text): (String, Vec<u8>), layer: usize| {
            let (ending, pack) = layers[layer];
            (format!("{name}.{ending}"), pack(&name, &text))
        };
        let plain = ("a.txt".to_owned(), text.to_vec());
        for number in 0..27 {
            let order = [number % 3, number / 3 % 3, number / 9];
            let (name, packed) = order.into_iter().fold(plain.clone(), pack);
            let files = unpacked(&name, &packed).unwrap();
            assert_eq!((files.len(), files[0].1.as_slice()), (1, text), "{name}");
            assert!(files[0].0.ends_with("a.txt"), "{name}: {}", files[0].0);
            for more in 0..3 {
                let (name, packed) = pack((name.clone(), packed.clone()), more);
                // In an archive it is told in its place.
                match unpacked(&name, &packed) {
                    Err(code) => assert_eq!(code, ErrorCode::BadRecord, "{name}"),
                    Ok(files) => {
                        let what = String::from_utf8_lossy(&files[0].1).into_owned();
                        assert!(what.contains("more than 3 times over"), "{name}: {what}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_member_that_cannot_be_unpacked_does_not_keep_the_others_back() {
        let broken = &gzip(b"h8i9 and so on")[..20];
        let inner = zipped(&[("x.gz", broken), ("y.txt", b"h8\n")]);
        let files =
            unpacked("all.zip", &zipped(&[("in.zip", &inner), ("z.txt", b"i9\n")])).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["in.zip:x.gz", "in.zip:y.txt", "z.txt"]);
        assert!(files[0].1.starts_with(b"the file cannot be unpacked"));
        assert_eq!((&files[1].1[..], &files[2].1[..]), (&b"h8\n"[..], &b"i9\n"[..]));
    }

    #[test]
    fn what_is_cut_or_becomes_too_much_is_refused() {
        let bomb = vec![0; (MOST + 1) as usize];
        assert_eq!(unpacked("a.gz", &gzip(&bomb)), Err(ErrorCode::TooLarge));
        let halves: [(&str, &[u8]); 2] = [("a", &bomb[1..]), ("b", b"x")];
        assert_eq!(unpacked("a.zip", &zipped(&halves)), Err(ErrorCode::TooLarge), "all together");
        let zstd = zstd::encode_all(bomb.as_slice(), 3).unwrap();
        assert_eq!(unpacked("a.zst", &zstd), Err(ErrorCode::TooLarge));
        let packed = gzip(b"h8i9 and so on");
        for end in [4, packed.len() - 1] {
            assert_eq!(unpacked("a.gz", &packed[..end]), Err(ErrorCode::BadRecord));
        }
        let packed = zipped(&[("a", b"h8")]);
        assert_eq!(unpacked("a.zip", &packed[..packed.len() - 5]), Err(ErrorCode::BadRecord));
    }
}
