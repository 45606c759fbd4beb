//! How records are to be read, and the files that they come in.

use serde::{Deserialize, de::DeserializeOwned};
use tengen_archive::{UnpackError, UnpackLimits, unpack_bytes};
use tengen_notation::{Content, Format, ReadOptions, RecordReader, RowOrder, Split, WholeRecord};

use crate::{
    error::{ApiError, ErrorCode},
    error_reason::ReasonCode,
    positions::each_position,
};

/// The reading parameters that the queries about records share.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ReadingQuery {
    /// The format: `moves`, `positions`, `sgf`, `psq` and so on. Default: detected.
    pub format: Option<String>,
    /// The name of the file, which may tell the format.
    pub name: Option<String>,
    /// The game where a record does not say which. Default: `freestyle`.
    pub rule: Option<String>,
    /// The board where a record does not say which, as `15x15`.
    pub size: Option<String>,
    /// Whether rows of position strings count from the `bottom` or the `top`. Default: `bottom`.
    pub rows: Option<String>,
}

/// The most bytes that may come out of one file that was uploaded.
const MOST_BYTES: u64 = 64 << 20;

/// The most members of an archive that was uploaded.
const MOST_MEMBERS: usize = 20_000;

/// What may come out of a file that was uploaded.
pub(crate) const fn upload_limits() -> UnpackLimits {
    UnpackLimits::new(MOST_BYTES, MOST_MEMBERS)
}

impl ReadingQuery {
    /// The format, where it is named, and the options of a reader.
    ///
    /// # Errors
    ///
    /// If a word is not known.
    pub fn options(&self) -> Result<(Option<Format>, ReadOptions), ApiError> {
        let format = parse("format", self.format.as_deref())?;
        let rows = row_order(self.rows.as_deref(), ErrorCode::BadQuery)?;
        let rule = parse("rule", self.rule.as_deref())?;
        let area = parse("size", self.size.as_deref())?;
        Ok((format, ReadOptions { rule, area, ..ReadOptions::new(rows) }))
    }

    /// The name of the file; empty if it has none.
    pub(crate) fn file_name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// The content of a text; `None` if its format is named or it is not recognized.
    pub(crate) fn sniff(&self, text: &[u8]) -> Option<Content> {
        if self.format.is_some() { None } else { Content::sniff(head(text), self.file_name()) }
    }

    /// Opens the records in `text`.
    ///
    /// # Errors
    ///
    /// If they are in no format that is read.
    pub fn open(&self, text: &[u8]) -> Result<RecordReader, ApiError> {
        let (format, options) = self.options()?;
        Ok(RecordReader::open(head(text), self.file_name(), format, &options)?)
    }

    /// Reads all games of a text, records or positions, and gives each to `each`, or what is wrong with it. What the
    /// text holds is given to `each` as well.
    ///
    /// # Errors
    ///
    /// If the content is not recognized, or there is no going on after something that is wrong; or the error of `each`.
    pub fn each_game(
        &self,
        text: &[u8],
        mut each: impl FnMut(Content, Result<WholeRecord, ApiError>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        match self.sniff(text) {
            None | Some(Content::Records(_)) => {
                let reader = self.open(text)?;
                let content = Content::Records(reader.format());
                each_record(&reader, text, |game| each(content, game))
            }
            Some(content) => each_position(content, text, &mut |game| each(content, game)),
        }
    }

    /// Unpacks `bytes` and gives the text of every file to `each`, with the parameters to read it by and the name
    /// that it has in its archive, which is empty if it came in none. A file that `each` does not take since it holds
    /// no record is given again as its error if there can be others.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be unpacked or too much comes out of them; or the error of `each`.
    pub fn each_file(
        &self,
        bytes: &[u8],
        limits: &UnpackLimits,
        mut each: impl FnMut(&ReadingQuery, &str, Result<&[u8], ApiError>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let (mut query, mut packed) = (self.clone(), false);
        unpack_bytes(self.file_name(), bytes, limits, &mut |name, text| {
            packed |= text.as_ref().map_or(true, |text| text.as_ptr() != bytes.as_ptr());
            query.name = Some(name.to_owned());
            let file = if packed { name } else { "" };
            match text.map_err(ApiError::from).and_then(|text| each(&query, file, Ok(text))) {
                Err(error) if packed && error.code == ErrorCode::BadRecord => {
                    each(&query, file, Err(error))
                }
                read => read,
            }
        })
    }
}

/// The parameters in the query of an address, as `most=20&skip=40`.
///
/// # Errors
///
/// If one is not known or has no such value.
pub fn parse_query<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    let bad =
        |error| ApiError::new(ErrorCode::BadQuery, format!("the query cannot be read: {error}"));
    serde_urlencoded::from_str(query).map_err(bad)
}

/// The head of a text that is enough to detect its content.
fn head(text: &[u8]) -> &[u8] {
    &text[..text.len().min(RecordReader::HEAD)]
}

/// Gives every record of `text` to `each`, or what is wrong with it.
///
/// # Errors
///
/// If there is no going on after something that is wrong; or the error of `each`.
pub(crate) fn each_record(
    reader: &RecordReader,
    text: &[u8],
    mut each: impl FnMut(Result<WholeRecord, ApiError>) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let (mut splitter, mut rest) = (reader.splitter(), text);
    loop {
        match splitter.split(rest, true) {
            Split::More => return Ok(()),
            Split::Skip(length) => rest = &rest[length..],
            // The next look passes over it.
            Split::TooLong(fault) => each(Err(fault.into()))?,
            Split::Broken(fault) => return Err(fault.into()),
            Split::Take { length, place } => {
                let (block, after) = rest.split_at(length);
                for record in reader.records(block, place) {
                    each(record.map_err(ApiError::from))?;
                }
                rest = after;
            }
        }
    }
}

/// Parses where rows count from. Default: the bottom.
pub(crate) fn row_order(word: Option<&str>, code: ErrorCode) -> Result<RowOrder, ApiError> {
    match word {
        None | Some("bottom") => Ok(RowOrder::FromBottom),
        Some("top") => Ok(RowOrder::FromTop),
        Some(word) => {
            let message = format!("{word:?}: rows count from bottom or top");
            Err(ApiError::in_field(code, "rows", message))
        }
    }
}

fn parse<T: std::str::FromStr>(field: &str, word: Option<&str>) -> Result<Option<T>, ApiError>
where
    T::Err: std::fmt::Display,
{
    let parsed = word.map(str::parse).transpose();
    parsed
        .map_err(|error: T::Err| ApiError::in_field(ErrorCode::BadQuery, field, error.to_string()))
}

impl From<UnpackError> for ApiError {
    fn from(error: UnpackError) -> ApiError {
        let code = if error.is_limit() { ErrorCode::TooLarge } else { ErrorCode::BadRecord };
        ApiError::new(code, error.to_string()).with_reason(ReasonCode::Packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write as _};
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, ErrorCode> {
        let mut files = Vec::new();
        let query = ReadingQuery { name: Some(name.to_owned()), ..ReadingQuery::default() };
        let read = query.each_file(bytes, &upload_limits(), |query, _, text| {
            let text = text.map_or_else(|fault| fault.message.into_bytes(), <[u8]>::to_vec);
            files.push((query.file_name().to_owned(), text));
            Ok(())
        });
        read.map(|()| files).map_err(|error| error.code)
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
        let bomb = vec![0; (MOST_BYTES + 1) as usize];
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
