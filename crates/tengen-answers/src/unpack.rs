//! Records that come compressed or in an archive.

use tengen_archive::{UnpackError, UnpackLimits, unpack_bytes};

use crate::error::{ApiError, ErrorCode};

/// The most bytes that may come out of one file.
const MOST: u64 = 64 << 20;

/// The most members of an archive.
const MOST_MEMBERS: usize = 20_000;

/// Gives every file in `bytes` with its name to `each`: of an archive its members, otherwise the one that
/// it is, as [`unpack_bytes`] does.
pub(crate) fn unpack(
    name: &str,
    bytes: &[u8],
    each: &mut impl FnMut(&str, Result<&[u8], ApiError>) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let limits = UnpackLimits::new(MOST, MOST_MEMBERS);
    unpack_bytes(name, bytes, &limits, &mut |name, file| each(name, file.map_err(ApiError::from)))
}

impl From<UnpackError> for ApiError {
    fn from(error: UnpackError) -> ApiError {
        let code = if error.is_limit() { ErrorCode::TooLarge } else { ErrorCode::BadRecord };
        ApiError::new(code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write as _};
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
                // In an archive the error is reported at its place.
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
