//! Archives and records made to hurt: a clear error, in little memory.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::Path,
    process::{Command, Output},
    sync::Arc,
};

use arrow_array::{ArrayRef, DictionaryArray, Int32Array, StringArray};
use parquet::file::properties::WriterVersion;
use zip::CompressionMethod;

use crate::{
    archives::{FIVE, path, zip},
    tables::{compressions, games, write},
};

/// Runs `replay` with no more than 200 MiB of addresses.
fn limited(args: &[&str]) -> Output {
    limited_verb("replay", args)
}

/// Runs a verb with no more than 200 MiB of addresses.
fn limited_verb(verb: &str, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "ulimit -v 204800; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tengen")])
        .arg(verb)
        .args(args)
        // Otherwise each thread reserves 64 MiB of addresses that it never uses.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap()
}

/// What is said about a file that cannot be read at all.
fn complaint(file: &Path) -> String {
    let output = limited(&["--json", path(file)]);
    let error = String::from_utf8(output.stderr).unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let both = format!("{error}{report}");
    assert!(output.status.code().is_some(), "{both}");
    assert!(both.contains("error: ") || both.contains("unreadable"), "{both}");
    both
}

fn repeated(file: &Path, start: &[u8], piece: &[u8], length: usize) {
    let mut out = BufWriter::new(File::create(file).unwrap());
    out.write_all(start).unwrap();
    let many = piece.repeat(1 + 65_536 / piece.len());
    for _ in 0..length.div_ceil(many.len()) {
        out.write_all(&many).unwrap();
    }
    out.flush().unwrap();
}

#[test]
fn what_grows_a_thousand_times_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let zeros = vec![0u8; 80 << 20];
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&zeros).unwrap();
    let gz = folder.path().join("bomb.gz");
    fs::write(&gz, encoder.finish().unwrap()).unwrap();
    let zst = folder.path().join("bomb.zst");
    fs::write(&zst, zstd::encode_all(zeros.as_slice(), 3).unwrap()).unwrap();
    let zipped = folder.path().join("bomb.zip");
    let games = format!("{FIVE}\n") + &"\n".repeat(80 << 20);
    zip(
        &zipped,
        &[
            ("zeros.txt", &zeros, CompressionMethod::Deflated),
            ("games.txt", games.as_bytes(), CompressionMethod::Deflated),
            ("good.txt", FIVE.as_bytes(), CompressionMethod::Stored),
        ],
    );
    complaint(&gz);
    complaint(&zst);
    let report = complaint(&zipped);
    assert!(report.contains("looks like a bomb"), "{}", &report[report.len() - 2_000..]);
    // What comes after it is judged.
    assert!(report.contains("bomb.zip:good.txt"));
}

#[test]
fn a_table_of_one_long_word_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.parquet");
    // 400 MB of text, kept once.
    let (count, word) = (4_000, Arc::new(StringArray::from(vec!["x".repeat(100_000)])));
    let word = Arc::new(DictionaryArray::new(Int32Array::from(vec![0; count]), word));
    for compression in compressions() {
        // A judge reads the moves, and not who played; whoever converts reads both.
        for column in [0, 1] {
            let mut columns = games(count);
            columns[column].1 = Arc::clone(&word) as ArrayRef;
            let table = write(columns, compression, WriterVersion::PARQUET_1_0);
            assert!(table.len() < 1_000_000);
            fs::write(&file, table).unwrap();
            let converted = limited_verb("convert", &["--to", "tsv", path(&file)]);
            let report = match column {
                0 => complaint(&file),
                _ => String::from_utf8(converted.stderr.clone()).unwrap(),
            };
            let end = &report[report.len().saturating_sub(500)..];
            assert!(report.contains("looks like a bomb"), "{column}: {end}");
            assert_eq!(converted.status.code(), Some(1));
        }
    }
}

#[test]
fn an_archive_that_lies_is_refused_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lies.zip");
    let text = format!("{FIVE}\n");
    let members = [
        ("a.txt", text.as_bytes(), CompressionMethod::Stored),
        ("b.txt", text.as_bytes(), CompressionMethod::Deflated),
        ("c.txt", text.as_bytes(), CompressionMethod::Stored),
    ];
    zip(&file, &members);
    let whole = fs::read(&file).unwrap();
    let list = whole.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    // The length that the first entry of the list names, and its checksum.
    for at in [list + 24, list + 27, list + 16] {
        let mut broken = whole.clone();
        broken[at] ^= 0x55;
        fs::write(&file, broken).unwrap();
        let report = complaint(&file);
        assert!(report.contains("the ZIP archive is damaged: a member is"), "{report}");
        assert_eq!(report.matches("\"end\":\"five\"").count(), 2, "{report}");
    }
    // Archives in archives have an end.
    let mut inner = whole;
    for _ in 0..4 {
        zip(&file, &[("in.zip", &inner, CompressionMethod::Stored)]);
        inner = fs::read(&file).unwrap();
    }
    let report = complaint(&file);
    assert!(report.contains("packed more than three times over"), "{report}");
}

#[test]
fn every_prefix_and_every_flipped_byte_of_an_archive_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.zip");
    let text = format!("{FIVE}\n{FIVE}\n");
    zip(&file, &[("a.txt", text.as_bytes(), CompressionMethod::Deflated)]);
    let whole = fs::read(&file).unwrap();
    let report = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["replay", "--json", path(&file)])
            .output()
            .unwrap();
        assert!(matches!(output.status.code(), Some(0 | 2)), "{output:?}");
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty());
    };
    for length in (0..whole.len()).step_by(5) {
        report(&whole[..length]);
    }
    for at in (0..whole.len()).step_by(3) {
        let mut flipped = whole.clone();
        flipped[at] ^= 0xFF;
        report(&flipped);
    }
}

#[test]
fn long_lines_and_deep_trees_and_entities_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hostile");
    for (start, piece, length) in [
        (&b"h8"[..], &b"i9"[..], 100_000_000),
        (b"moves,winner\n", b"h8", 100_000_000),
        (b"{\"moves\":\"", b"h8", 100_000_000),
        (b"(;GM[4]", b"(;B[aa]", 7_000_000),
        (b"(;GM[4]C[", b"x", 100_000_000),
        (b"Piskvorky 15x15, 11:11, 0\n", b"1", 100_000_000),
        (b"Piskvorky 15x15, 11:11, 0\n", b"1,1,1\n", 100_000_000),
        (
            b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\x78\x80",
            100_000_000,
        ),
        (b"<database><game>", b"<move>h8 ", 100_000_000),
    ] {
        repeated(&file, start, piece, length);
        complaint(&file);
    }
    let entity = |(name, before): (char, char)| {
        format!("<!ENTITY {name} \"{}\">\n", format!("&{before};").repeat(10))
    };
    let entities: Vec<String> = ('b'..='j').zip('a'..='i').map(entity).collect();
    let bomb = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE database [\n<!ENTITY a \"aaaaaaaaaa\">\n{}]>\n\
         <database><games><game id=\"1\"><move>&j;</move></game></games></database>\n",
        entities.concat()
    );
    fs::write(&file, bomb).unwrap();
    complaint(&file);
}
