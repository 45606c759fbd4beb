//! `replay` on files, folders and archives.

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::Output,
};

use serde_json::Value;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::manners::tengen;

/// A game that Black wins at move 9, one that nobody wins, and one with a move on a stone.
pub(crate) const FIVE: &str = "a1a15b1b15c1c15d1d15e1";
const OPEN: &str = "h8i9";
const TWICE: &str = "h8i9h8";

/// A record of Gomocup, from moves as x and y.
fn psq(moves: &[(u32, u32)], last: &str) -> String {
    let moves: Vec<String> = moves.iter().map(|(x, y)| format!("{x},{y},7\n")).collect();
    format!("Piskvorky 15x15, 11:11, 0\n{}A.zip\nB.zip\n-1\n{last}\n", moves.concat())
}

const PSQ_FIVE: [(u32, u32); 9] =
    [(1, 1), (1, 9), (2, 1), (2, 9), (3, 1), (3, 9), (4, 1), (4, 9), (5, 1)];
/// Black is to move, and 8,8 would be a double three.
const PSQ_TRAP: [(u32, u32); 8] =
    [(7, 8), (1, 15), (9, 8), (1, 13), (8, 6), (1, 11), (8, 7), (1, 9)];

pub(crate) fn run(args: &[&str]) -> Output {
    tengen(&[&["replay"], args].concat(), b"")
}

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The rows of `replay --json`, and its summary.
pub(crate) fn rows(args: &[&str]) -> (Vec<Value>, Value) {
    let output = run(&[&["--json"], args].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let mut rows: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = rows.pop().unwrap_or_else(|| panic!("{errors}"));
    (rows, summary["summary"].clone())
}

/// What the rows say under a key, one after another.
pub(crate) fn values(rows: &[Value], key: &str) -> Vec<String> {
    let word = |row: &Value| match &row[key] {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    rows.iter().map(word).collect()
}

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zip(path: &Path, members: &[(&str, &[u8], CompressionMethod)]) {
    let mut archive = ZipWriter::new(File::create(path).unwrap());
    for (name, text, method) in members {
        let options = SimpleFileOptions::default().compression_method(*method);
        archive.start_file(*name, options).unwrap();
        archive.write_all(text).unwrap();
    }
    archive.finish().unwrap();
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn every_way_to_pack_a_text_gives_the_same_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = format!("{FIVE}\n{OPEN}\n{TWICE}\nnonsense!\n{FIVE}\n");
    let plain = write(folder, "games.txt", &text);
    let mut twice = gzip(&text.as_bytes()[..30]);
    twice.extend(gzip(&text.as_bytes()[30..]));
    let zipped = folder.join("games.zip");
    zip(
        &zipped,
        &[
            ("a/games.txt", text.as_bytes(), CompressionMethod::Deflated),
            ("a/stored.txt", text.as_bytes(), CompressionMethod::Stored),
            ("../../b.txt.gz", &gzip(text.as_bytes()), CompressionMethod::Stored),
        ],
    );
    let nested = folder.join("nested.zip");
    zip(&nested, &[("in/games.zip", &fs::read(&zipped).unwrap(), CompressionMethod::Deflated)]);
    let cases = [
        (plain, 1),
        (write(folder, "games.txt.gz", gzip(text.as_bytes())), 1),
        (write(folder, "two.gz", twice), 1),
        (write(folder, "games.zst", zstd::encode_all(text.as_bytes(), 3).unwrap()), 1),
        // What it is counts, not what it is called.
        (write(folder, "misnamed", gzip(text.as_bytes())), 1),
        (zipped.clone(), 3),
        (nested, 3),
    ];
    let ends = ["five", "unfinished", "occupied", "unreadable", "five"];
    for (file, texts) in cases {
        let (rows, summary) = rows(&[path(&file)]);
        assert_eq!(values(&rows, "end"), ends.repeat(texts), "{file:?}");
        assert_eq!(values(&rows, "game"), ["1", "2", "3", "4", "5"].repeat(texts), "{file:?}");
        assert_eq!(summary["files"], texts, "{file:?}");
        assert_eq!(summary["interrupted"], false);
    }
    // A name in an archive is only ever shown.
    let (rows, _) = rows(&[path(&zipped)]);
    assert!(rows[10]["file"].as_str().unwrap().ends_with("games.zip:../../b.txt.gz"));
    assert!(!folder.parent().unwrap().join("b.txt").exists());
}

#[test]
fn what_is_packed_three_times_over_is_read_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pack = |name: &str, text: &[u8], layer: usize| -> (String, Vec<u8>) {
        match layer {
            0 => (format!("{name}.gz"), gzip(text)),
            1 => (format!("{name}.zst"), zstd::encode_all(text, 3).unwrap()),
            _ => {
                let file = folder.join("packing");
                zip(&file, &[(name, text, CompressionMethod::Deflated)]);
                (format!("{name}.zip"), fs::read(&file).unwrap())
            }
        }
    };
    let game = psq(&PSQ_FIVE, "1,Fastgame");
    for number in 0..27 {
        let (mut name, mut text) = ("0_1_2_1.psq".to_owned(), game.clone().into_bytes());
        for layer in [number % 3, number / 3 % 3, number / 9] {
            (name, text) = pack(&name, &text, layer);
        }
        let (rows, _) = rows(&[path(&write(folder, &name, &text))]);
        assert_eq!(values(&rows, "end"), ["five"], "{name}: {rows:?}");
        // The name of the file says who won, also of one that is packed.
        assert_eq!(values(&rows, "agrees"), ["yes"], "{name}: {rows:?}");
        let (name, text) = pack(&name, &text, number % 3);
        let output = run(&["--json", path(&write(folder, &name, &text))]);
        let message = String::from_utf8(output.stdout).unwrap();
        assert!(message.contains("it is packed more than three times over"), "{name}: {message}");
    }
}

#[test]
fn what_is_not_known_of_a_record_is_reported_and_the_game_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let moves = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]";
    let text =
        format!("(;SZ[99999]{moves})\n(;SZ[15]RE[gewonnen]{moves})\n(;SZ[15]RE[白胜]{moves})\n");
    let file = write(folder.path(), "games.sgf", text);
    let (rows, summary) = rows(&[path(&file)]);
    assert_eq!(values(&rows, "end"), ["five", "five", "five"]);
    assert_eq!(values(&rows, "claim"), ["null", "unknown", "white"]);
    assert_eq!(values(&rows, "agrees"), ["unknown", "unknown", "no"]);
    let repairs = values(&rows, "repair");
    assert_eq!(repairs[0], "line 1, column 3: \"99999\" is no size of a board: write 15 or 20:12");
    assert!(repairs[1].starts_with("line 2, column 9: \"gewonnen\" is not a result that is known"));
    assert_eq!((repairs[2].as_str(), &summary["repaired"]), ("null", &Value::from(2)));
    assert_eq!(summary["claims"]["unknown"]["unknown"], 1);
    // As `convert` reports it, and in a table and a story as well.
    let output = tengen(&["convert", "--to", "csv", path(&file)], b"");
    let mended = String::from_utf8(output.stderr).unwrap();
    assert!(mended.contains("\"99999\" is no size of a board: write 15 or 20:12"), "{mended}");
    for form in [&["--explain"][..], &[]] {
        let output = run(&[form, &[path(&file)]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("line 1, column 3: \"99999\" is no size of a board"), "{text}");
        assert!(text.contains("\"gewonnen\" is not a result"), "{text}");
    }
}

#[test]
fn folders_and_patterns_and_files_come_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["b.txt", "a/2.txt", "a/10.txt", "c.psq"] {
        write(folder, name, format!("{FIVE}\n"));
    }
    write(folder, "README", "nothing to see here, only words.\n");
    let file = |name: &str| path(&folder.join(name)).to_owned();
    let (all, summary) = rows(&[path(folder)]);
    assert_eq!(values(&all, "file"), ["a/10.txt", "a/2.txt", "b.txt", "c.psq"].map(file));
    assert_eq!(summary["games"], 4);
    let pattern = folder.join("*/*.txt");
    let (some, _) = rows(&[path(&pattern), &file("b.txt")]);
    assert_eq!(values(&some, "file"), ["a/10.txt", "a/2.txt", "b.txt"].map(file));
    let none = run(&[path(&folder.join("*.sgf"))]);
    assert_eq!(none.status.code(), Some(2));
    // A folder that contains itself has an end.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder, folder.join("a/loop")).unwrap();
        let (all, _) = rows(&[path(folder)]);
        assert_eq!(all.len(), 5);
        assert!(values(&all, "fault").iter().any(|fault| fault.contains("contains itself")));
    }
}

#[test]
fn the_results_of_a_tournament_are_taken_from_names_and_states() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let state = "(0, 1, 0)\t1\t0\t1\t1\t5\t4\n(1, 0, 0)\t2\t1\t1\t1\t5\t4\n(0, 2, 0)\t2\t4\t1\t1\t5\t4\n\
                 (2, 0, 0)\t1\t0\t1\t1\t5\t4\n";
    let files = [
        // Won on the board, a forbidden move that was left out, a crash, and a wrong result.
        ("0_0_1_1.psq", psq(&PSQ_FIVE, "1,Renju")),
        ("0_0_2_2.psq", psq(&PSQ_FIVE[..4], "2,Renju")),
        ("0_1_0_2.psq", psq(&PSQ_TRAP, "1,Renju")),
        ("0_2_0_2.psq", psq(&PSQ_FIVE, "2,Renju")),
        ("state.txt", state.to_owned()),
    ];
    for (name, text) in &files {
        write(folder, &format!("Renju/{name}"), text);
    }
    let zipped = folder.join("results.zip");
    let members: Vec<(&str, &[u8], CompressionMethod)> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes(), CompressionMethod::Deflated))
        .collect();
    zip(&zipped, &members);
    for place in [folder.join("Renju"), zipped] {
        let (rows, summary) = rows(&[path(&place)]);
        assert_eq!(values(&rows, "rule"), ["renju"; 4]);
        assert_eq!(values(&rows, "claim"), ["black", "white", "white", "white"]);
        assert_eq!(values(&rows, "manner"), ["board", "crash", "foul", "board"]);
        assert_eq!(values(&rows, "end"), ["five", "unfinished", "unfinished", "five"]);
        assert_eq!(values(&rows, "agrees"), ["yes", "yes", "yes", "no"]);
        assert_eq!((&summary["files"], &summary["passed_over"]), (&4.into(), &1.into()));
    }
}

#[test]
fn sgf_csv_and_other_formats_are_judged_too() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = "(;FF[4]GM[4]SZ[15]RU[Renju]RE[W+R];B[hh];W[ig](;B[ii];W[gg])(;B[gg]))\n\
               (;GM[4]SZ[15]RE[W+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])\n\
               (;GM[4]SZ[15];B[aa];B[ab])\n(;GM[4]SZ[15];B[aa];W[aa])\n";
    let sgf = write(folder.path(), "games.sgf", sgf);
    let (found, _) = rows(&[path(&sgf)]);
    assert_eq!(values(&found, "end"), ["unfinished", "five", "out-of-turn", "occupied"]);
    assert_eq!(values(&found, "agrees"), ["yes", "no", "unknown", "unknown"]);
    assert_eq!(found[1]["lines"], "five a15 b15 c15 d15 e15");
    let csv = format!(
        "moves,rule,size,winner,end\n{FIVE},freestyle,15,1,five_or_draw\n{OPEN},exact,15x15,2,\n"
    );
    let csv = write(folder.path(), "games.csv", csv);
    let (found, _) = rows(&[path(&csv)]);
    assert_eq!(values(&found, "agrees"), ["yes", "unknown"]);
    assert_eq!(values(&found, "manner"), ["board", "unsaid"]);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for number in 0..40_000 {
        text += match number % 7 {
            0 => TWICE,
            1 => "h8?\n",
            2 | 3 => OPEN,
            _ => FIVE,
        };
        text.push('\n');
    }
    let file = write(folder.path(), "games.txt", text);
    for form in ["--json", "--csv", "--explain", "--limit=3"] {
        let one = run(&[form, "--threads", "1", path(&file)]);
        let many = run(&[form, "--threads", "5", path(&file)]);
        assert!(one.stdout == many.stdout, "{form}");
        assert_eq!(one.status.code(), Some(0));
    }
}

#[test]
fn parquet_goes_out_and_comes_in_again() {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    let folder = tempfile::tempdir().unwrap();
    let games: String = (0..5_000)
        .map(|n| if n % 3 == 0 { format!("{FIVE}\n") } else { format!("{OPEN}\n") })
        .collect();
    let file = write(folder.path(), "games.txt", games);
    let out = folder.path().join("verdicts.parquet");
    let output = run(&["--json", "--parquet", path(&out), path(&file)]);
    let json = String::from_utf8(output.stdout).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&out).unwrap()).unwrap();
    let (mut count, mut names) = (0, Vec::new());
    for batch in reader.build().unwrap() {
        let batch = batch.unwrap();
        count += batch.num_rows();
        names = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
    }
    assert_eq!(count, json.lines().count() - 1);
    assert_eq!(
        names,
        [
            "file", "game", "line", "rule", "size", "moves", "winner", "end", "at", "lines",
            "earlier", "after", "claim", "manner", "agrees", "column", "fault", "repair"
        ]
    );
    // Verdicts name no moves that could be read as a game; a table that does is read.
    let games = folder.path().join("games.parquet");
    write_games(&games);
    let (rows, _) = rows(&[path(&games)]);
    assert_eq!(values(&rows, "end"), ["five", "unfinished"]);
    assert_eq!(values(&rows, "agrees"), ["yes", "yes"]);
    assert_eq!(values(&rows, "rule"), ["renju", "exact"]);
}

/// A table of two games as other programs would write it.
fn write_games(path: &Path) {
    use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
    use std::sync::Arc;

    let batch = RecordBatch::try_from_iter([
        ("moves", Arc::new(StringArray::from(vec![FIVE, OPEN])) as ArrayRef),
        ("rule", Arc::new(StringArray::from(vec![Some("renju"), Some("exact")]))),
        ("size", Arc::new(Int64Array::from(vec![15, 15]))),
        ("winner", Arc::new(Int64Array::from(vec![1, 0]))),
    ])
    .unwrap();
    let mut writer =
        parquet::arrow::ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None)
            .unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn only_what_is_asked_for_is_reported_and_all_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let csv = format!("moves,winner,end\n{FIVE},2,five_or_draw\n{FIVE},1,\n{TWICE},1,\n\"x\",1,\n");
    let file = write(folder.path(), "games.csv", csv);
    let (some, summary) = rows(&["--only", "disagreements", path(&file)]);
    // The second is a win that is claimed for the side whose last move is on a stone.
    assert_eq!(values(&some, "end"), ["five", "occupied"]);
    assert_eq!(values(&some, "agrees"), ["no", "no"]);
    assert_eq!(summary["games"], 4);
    let (some, _) = rows(&["--only", "faults", path(&file)]);
    assert_eq!(values(&some, "end"), ["occupied", "unreadable"]);
    let output = run(&["--exit-code", path(&file)]);
    assert_eq!(output.status.code(), Some(1));
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.starts_with("the board disagrees with what is written\n"), "{table}");
    assert!(table.contains("4 games in 1 file\n"), "{table}");
    let message = folder.path().join("message");
    let output = run(&["--output", path(&message), path(&file)]);
    assert_eq!((output.stdout.as_slice(), output.status.code()), (&b""[..], Some(0)));
    assert_eq!(fs::read_to_string(message).unwrap(), table);
}

#[test]
fn a_lone_text_that_cannot_be_read_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "games.csv", "moves\nh8?\n");
    let output = run(&[path(&file)]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("games.csv:2:"), "{error}");
    assert!(output.stdout.is_empty());
    let output = run(&[path(&folder.path().join("none.txt"))]);
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_and_says_so() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let message = folder.path().join("message");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["replay", "--json", "--from", "positions"])
        .stdin(Stdio::piped())
        .stdout(File::create(&message).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let block = format!("{FIVE}\n").repeat(50_000);
    stdin.write_all(block.as_bytes()).unwrap();
    let id = child.id().to_string();
    // It has read all but what is still in the pipe; more comes until it has had enough.
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    while stdin.write_all(block.as_bytes()).is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let text = fs::read_to_string(&message).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let summary = lines.pop().unwrap();
    assert_eq!(summary["summary"]["interrupted"], true);
    assert_eq!(summary["summary"]["games"], lines.len());
    assert!(lines.len() >= 20_000, "{}", lines.len());
}

/// All games of a tournament whose winners and ends are those of its judge. The file is not part of
/// this repository: `TENGEN_SHARED` names the folder that has it.
#[test]
fn a_whole_tournament_is_judged_as_its_judge_did() {
    let Some(shared) = std::env::var_os("TENGEN_SHARED") else { return };
    let file = Path::new(&shared).join("data/gomocup_games.tsv.gz");
    let (rows, summary) = rows(&["--rows", "top", path(&file)]);
    assert_eq!(rows.len(), 3577);
    assert_eq!(summary["agrees"]["no"], 0);
    let count = |key: &str, word: &str| rows.iter().filter(|row| row[key] == word).count();
    assert_eq!((count("rule", "renju"), count("manner", "foul")), (429, 35));
    assert_eq!((count("manner", "illegal"), count("end", "occupied")), (2, 2));
    for row in &rows {
        let expected = match row["manner"].as_str() {
            Some("board") | None => &["five", "full-board", "unfinished"][..],
            Some("foul") => &["unfinished"],
            // One program was gone when it was to move, and the record has a move beside the board.
            Some("crash") => &["unfinished", "outside"],
            Some("illegal") => &["occupied"],
            other => panic!("{other:?}"),
        };
        assert!(expected.contains(&row["end"].as_str().unwrap()), "{row}");
        // Whoever won on the board is who the tournament says has won.
        let expected = if row["end"] == "outside" { "unknown" } else { "yes" };
        assert_eq!(row["agrees"], expected, "{row}");
        if row["end"] == "five" {
            assert_eq!(row["winner"], row["claim"], "{row}");
        }
    }
}
