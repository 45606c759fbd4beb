//! Damaged archives among good ones: no panic, no hang, and not one verdict on a good file lost.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Output},
};

use parquet::file::properties::WriterVersion;
use serde_json::Value;
use tengen_testkit::TestRng;
use zip::CompressionMethod;

use crate::{
    archives::{FIVE, gzip, path, zip},
    tables::{compressions, games, listed_games, write},
};

/// How many files are damaged, in folders of how many.
const DAMAGED: usize = 5_000;
const AT_ONCE: usize = 500;
/// Number of damaged files before each good one.
const GOOD_AFTER: usize = 25;

/// Good archives of every kind with their endings, and how many games each has.
fn archives(folder: &Path) -> Vec<(&'static str, Vec<u8>, usize)> {
    let mut all = Vec::new();
    for compression in compressions() {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            all.push(("parquet", write(games(40), compression, version), 40));
            all.push(("parquet", write(listed_games(8), compression, version), 8));
        }
    }
    let text = format!("{FIVE}\n").repeat(40);
    let file = folder.join("archive.zip");
    let table = &all[2].1;
    zip(
        &file,
        &[
            ("stored.txt", text.as_bytes(), CompressionMethod::Stored),
            ("deflated.txt", text.as_bytes(), CompressionMethod::Deflated),
            ("games.parquet", table, CompressionMethod::Deflated),
        ],
    );
    let (zip, gz) = (fs::read(&file).unwrap(), gzip(text.as_bytes()));
    let zst = zstd::encode_all(text.as_bytes(), 3).unwrap();
    fs::remove_file(file).unwrap();
    // As often as tables.
    for _ in 0..7 {
        all.push(("zip", zip.clone(), 120));
        all.push(("gz", gz.clone(), 40));
        all.push(("zst", zst.clone(), 40));
    }
    all
}

/// Damages an archive in one of the ways in which archives are damaged.
fn damage(bytes: &mut Vec<u8>, random: &mut TestRng) {
    let at = random.below(bytes.len());
    match random.below(8) {
        0..=2 => bytes[at] ^= 1 + random.below(255) as u8,
        3 => {
            for _ in 0..2 + random.below(8) {
                let at = random.below(bytes.len());
                bytes[at] = random.bits() as u8;
            }
        }
        4 => bytes.truncate(at),
        5 => {
            let more = (0..=random.below(16)).map(|_| random.bits() as u8).collect::<Vec<_>>();
            bytes.splice(at..at, more);
        }
        6 => {
            let end = (at + 1 + random.below(16)).min(bytes.len());
            bytes.drain(at..end);
        }
        _ => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            bytes[at..end].fill([0x00, 0x7F, 0xFF][random.below(3)]);
        }
    }
}

/// Runs the program with no more than 200 MiB of addresses: where memory is asked for by a number
/// that is wrong, it is not there.
fn limited(args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "ulimit -v 204800; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tengen")])
        .args(args)
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap()
}

/// Fills a folder; the good files in it, and how many games each has.
fn fill(
    folder: &Path,
    archives: &[(&str, Vec<u8>, usize)],
    random: &mut TestRng,
) -> BTreeMap<String, usize> {
    let mut good = BTreeMap::new();
    for number in 0..AT_ONCE {
        let (ending, bytes, games) = &archives[random.below(archives.len())];
        if number % GOOD_AFTER == 0 {
            let file = folder.join(format!("{number:04}-good.{ending}"));
            fs::write(&file, bytes).unwrap();
            good.insert(path(&file).to_owned(), *games);
        }
        let mut bytes = bytes.clone();
        damage(&mut bytes, random);
        fs::write(folder.join(format!("{number:04}-other.{ending}")), bytes).unwrap();
    }
    good
}

#[test]
fn damaged_archives_never_take_a_verdict_from_another() {
    let folder = tempfile::tempdir().unwrap();
    let archives = archives(folder.path());
    let damaged = std::env::var_os("TENGEN_DAMAGED");
    let damaged = damaged.map_or(DAMAGED, |count| count.to_str().unwrap().parse().unwrap());
    let mut random = TestRng::new(16);
    let mut faults = 0;
    for round in 0..damaged.div_ceil(AT_ONCE) {
        let folder = tempfile::tempdir_in(folder.path()).unwrap();
        let good = fill(folder.path(), &archives, &mut random);
        let output = limited(&["replay", "--json", path(folder.path())]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panicked"), "round {round}: {errors}");
        assert_eq!(output.status.code(), Some(0), "round {round}: {errors}");
        let text = String::from_utf8(output.stdout).unwrap();
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        let rows: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        for row in &rows {
            if row["end"] == "five" {
                // A member of an archive is named after a colon.
                let file = row["file"].as_str().unwrap().split(".zip:").next().unwrap();
                *found.entry(file).or_default() += 1;
            }
        }
        for (file, games) in &good {
            let file = file.trim_end_matches(".zip");
            assert_eq!(found.get(file), Some(games), "round {round}: {file}");
        }
        let summary = &rows.last().unwrap()["summary"];
        // Only a table whose column of moves has another name now holds no records.
        assert!(summary["passed_over"].as_u64().unwrap() <= AT_ONCE as u64 / 50, "round {round}");
        faults += summary["ends"]["unreadable"].as_u64().unwrap();
        if round == 0 {
            converted(folder.path(), &good);
        }
    }
    // It was damage, and it was seen.
    assert!(faults > damaged as u64 / 2, "{faults}");
}

/// `convert` reads the same files.
fn converted(folder: &Path, good: &BTreeMap<String, usize>) {
    let output = limited(&["convert", "--to", "positions", path(folder)]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let games = String::from_utf8_lossy(&output.stdout).matches(FIVE).count();
    assert!(games >= good.values().sum(), "{games} games");
}
