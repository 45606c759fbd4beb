//! Parquet files as other programs write them.

use std::{path::Path, sync::Arc};

use arrow_array::{
    ArrayRef, BinaryArray, Date32Array, Float64Array, Int64Array, LargeStringArray, ListArray,
    RecordBatch, StringArray, StructArray, Time64MicrosecondArray, TimestampMicrosecondArray,
    builder::{FixedSizeListBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder},
    types::Int32Type,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use parquet::{
    arrow::ArrowWriter,
    basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel},
    file::properties::{WriterProperties, WriterVersion},
};
use serde_json::Value;

use crate::{
    archives::{FIVE, path, rows, run, values},
    manners::tengen,
};

/// Every way in which pages are packed.
pub(crate) fn compressions() -> [Compression; 7] {
    [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ]
}

/// The two versions of pages; in the second, texts are kept by what they have in common.
fn properties(compression: Compression, version: WriterVersion) -> WriterProperties {
    let builder =
        WriterProperties::builder().set_compression(compression).set_writer_version(version);
    match version {
        WriterVersion::PARQUET_1_0 => builder.build(),
        WriterVersion::PARQUET_2_0 => builder
            .set_dictionary_enabled(false)
            .set_column_encoding("moves".into(), Encoding::DELTA_BYTE_ARRAY)
            .set_column_encoding("black".into(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
            .build(),
    }
}

pub(crate) fn write(
    columns: Vec<(&str, ArrayRef)>,
    compression: Compression,
    version: WriterVersion,
) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let properties = Some(properties(compression, version));
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), properties).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

/// A file with these columns.
fn table(file: &Path, columns: Vec<(&str, ArrayRef)>) {
    std::fs::write(file, write(columns, Compression::SNAPPY, WriterVersion::PARQUET_1_0)).unwrap();
}

/// The names of the points of the game that Black wins at move 9.
const NAMES: [&str; 9] = ["a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15", "e1"];
/// The points as x and y from the top left.
const PAIRS: [(i64, i64); 9] =
    [(0, 14), (0, 0), (1, 14), (1, 0), (2, 14), (2, 0), (3, 14), (3, 0), (4, 14)];

/// `count` games that Black wins at move 9, of strings and numbers.
pub(crate) fn games(count: usize) -> Vec<(&'static str, ArrayRef)> {
    let players = (0..count).map(|number| Some(format!("player {number}")));
    vec![
        ("moves", Arc::new(StringArray::from(vec![FIVE; count]))),
        ("black", Arc::new(players.collect::<StringArray>())),
        ("size", Arc::new(Int64Array::from(vec![15; count]))),
        ("winner", Arc::new(Float64Array::from(vec![1.0; count]))),
    ]
}

/// Columns of games with the moves as lists of names.
pub(crate) fn listed_games(count: usize) -> Vec<(&'static str, ArrayRef)> {
    let mut columns = games(count);
    let mut lists = ListBuilder::new(StringBuilder::new());
    for _ in 0..count {
        lists.append_value(NAMES.map(Some));
    }
    columns[0].1 = Arc::new(lists.finish());
    columns
}

#[test]
fn tables_of_every_compression_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.parquet");
    for compression in compressions() {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for columns in [games(5_000), listed_games(300)] {
                let count = columns[0].1.len();
                std::fs::write(&file, write(columns, compression, version)).unwrap();
                let (found, summary) = rows(&[path(&file)]);
                let what = format!("{compression:?} {version:?}");
                assert_eq!(values(&found, "end"), vec!["five"; count], "{what}");
                assert_eq!(values(&found, "agrees"), vec!["yes"; count], "{what}");
                assert_eq!(summary["faults"], 0, "{what}");
            }
        }
    }
}

/// The verdicts on a table with this column of moves.
fn judged(moves: ArrayRef) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.parquet");
    table(&file, vec![("moves", moves)]);
    rows(&[path(&file)]).0
}

#[test]
fn moves_are_lists_of_names_or_of_points() {
    let mut pairs = ListBuilder::new(ListBuilder::new(Int64Builder::new()));
    let mut fixed = ListBuilder::new(FixedSizeListBuilder::new(Int64Builder::new(), 2));
    for (x, y) in PAIRS {
        pairs.values().append_value([Some(x), Some(y)]);
        fixed.values().values().append_slice(&[x, y]);
        fixed.values().append(true);
    }
    pairs.append(true);
    fixed.append(true);
    let numbers = |number: fn((i64, i64)) -> i64| {
        Arc::new(Int64Array::from_iter_values(PAIRS.map(number))) as ArrayRef
    };
    let field = |name| Arc::new(Field::new(name, DataType::Int64, false));
    let points: ArrayRef = Arc::new(StructArray::from(vec![
        (field("x"), numbers(|(x, _)| x)),
        (field("y"), numbers(|(_, y)| y)),
        (field("milliseconds"), numbers(|_| 250)),
    ]));
    let item = Arc::new(Field::new("item", points.data_type().clone(), false));
    let structs = ListArray::new(item, OffsetBuffer::from_lengths([PAIRS.len()]), points, None);
    for moves in [
        listed_games(1).remove(0).1,
        Arc::new(pairs.finish()) as ArrayRef,
        Arc::new(fixed.finish()),
        Arc::new(structs),
        Arc::new(LargeStringArray::from(vec![FIVE])),
        Arc::new(BinaryArray::from(vec![FIVE.as_bytes()])),
    ] {
        let kind = moves.data_type().clone();
        assert_eq!(values(&judged(moves), "end"), ["five"], "{kind}");
    }
}

#[test]
fn a_binary_file_is_no_record_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    // A tree of SGF and a game of psq, after bytes that no text has.
    let mut bytes: Vec<u8> =
        (0..3_000_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    bytes[1_000..1_020].copy_from_slice(b"(;FF[4];B[aa];W[bb])");
    bytes[2_000..2_018].copy_from_slice(b"\nPiskvorky 20x20,\n");
    for (name, why) in [
        ("x.parquet", "it does not begin with PAR1, as a Parquet file does"),
        ("x.bin", "is not a number of moves"),
        ("x.gz", "this is in no format of games that is known"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, &bytes).unwrap();
        let output = run(&[path(&file)]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
        assert!(error.contains(why), "{name}: {error}");
    }
}

#[test]
fn moves_of_another_type_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.parquet");
    let numbers = ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(112), Some(97)])]);
    let floats = ListBuilder::new(ListBuilder::new(Float64Builder::new())).finish();
    for (moves, why) in [
        (Arc::new(numbers) as ArrayRef, "a number alone names no point"),
        (Arc::new(floats), "a list of something else than points"),
        (Arc::new(Int64Array::from(vec![9])), "of a type that holds no moves"),
        (Arc::new(Date32Array::from(vec![9])), "of a type that holds no moves"),
    ] {
        table(
            &file,
            vec![("winner", Arc::new(Int64Array::from(vec![1; moves.len()]))), ("Pos", moves)],
        );
        let output = run(&[path(&file)]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("games.parquet: column \"Pos\" ("), "{error}");
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn dates_and_structs_are_kept_and_what_is_not_read_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.parquet");
    let field = |name, kind| Arc::new(Field::new(name, kind, true));
    let opening = StructArray::from(vec![
        (field("name", DataType::Utf8), Arc::new(StringArray::from(vec!["D4"; 2])) as ArrayRef),
        (field("swaps", DataType::Int64), Arc::new(Int64Array::from(vec![Some(1), None]))),
    ]);
    let moments = [1_620_045_000_250_000, 1_620_000_000_000_000];
    table(
        &file,
        vec![
            ("moves", Arc::new(StringArray::from(vec![FIVE; 2]))),
            ("date", Arc::new(Date32Array::from(vec![Some(18_750), None]))),
            ("begun", Arc::new(TimestampMicrosecondArray::from(moments.to_vec()))),
            ("opening", Arc::new(opening)),
            ("clock", Arc::new(Time64MicrosecondArray::from(vec![5; 2]))),
            ("picture", Arc::new(BinaryArray::from(vec![&b"\x89PNG"[..]; 2]))),
        ],
    );
    let convert =
        |more: &[&str]| tengen(&[&["convert", "--to", "jsonl", path(&file)], more].concat(), b"");
    let output = convert(&[]);
    let errors = String::from_utf8(output.stderr).unwrap();
    let games: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(values(&games, "date"), ["2021-05-03", "null"], "{errors}");
    assert_eq!(values(&games, "begun"), ["2021-05-03T12:30:00.250", "2021-05-03"]);
    let openings = [r#"{"name":"D4","swaps":1}"#, r#"{"name":"D4","swaps":null}"#];
    assert_eq!(values(&games, "opening"), openings);
    for column in ["clock", "picture"] {
        let line = errors.lines().find(|line| line.contains(column)).unwrap();
        assert!(line.starts_with(&format!("not read: column \"{column}\" (")), "{line}");
        assert!(line.contains("; 1 file, first ") && line.ends_with("games.parquet"), "{line}");
    }
    // A column that is not there is lost.
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(convert(&["--strict"]).status.code(), Some(1));
    let output = run(&[path(&file)]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.matches("not read: column").count(), 2, "{errors}");
    assert_eq!(output.status.code(), Some(0));
}
