//! Hostile input: a clear error, soon, and in little memory.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    process::Command,
};

const VERBS: [&[&str]; 6] = [
    &["check"],
    &["winner"],
    &["replay"],
    &["simulate"],
    &["check", "--size", "any"],
    &["winner", "--size", "any"],
];

/// Writes `length` bytes of `piece` over and over into a file.
fn repeated(path: &Path, start: &[u8], piece: &[u8], length: usize) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    file.write_all(start).unwrap();
    let many = piece.repeat(1 + 65_536 / piece.len());
    let mut left = length;
    while left > 0 {
        let now = left.min(many.len());
        file.write_all(&many[..now]).unwrap();
        left -= now;
    }
    file.flush().unwrap();
}

/// Runs `tengen` on the file with no more than 100 MiB of addresses and 5 s of CPU time, and returns
/// what it complains of.
fn complaint(args: &[&str], file: &Path) -> String {
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 102400; ulimit -t 5; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_tengen"),
        ])
        .args(args)
        .arg(file)
        // Otherwise each thread reserves 64 MiB of addresses that it never uses.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?} {complaint}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(complaint.starts_with("error: "), "{args:?} {complaint}");
    assert!(complaint.len() < 1_000, "{args:?} {complaint}");
    complaint
}

#[test]
fn a_hundred_megabytes_of_anything_is_refused_soon_and_in_little_memory() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("hostile");
    for (start, piece) in [
        (&b""[..], &b"o"[..]),
        (b"", b"1"),
        (b"", b"\0"),
        (b"", b"\n"),
        (b"", b" "),
        (b"", b" \n"),
        (b"", b"\xFF"),
        (b"1\n", b" "),
        (b"1\n", b"\n"),
        (b"225\n", b"1 1\n"),
        (b"", b".\n"),
        (b"", b"0 1 2\n"),
        (b"\xFF\xFE", b"o\0x\0.\0\n\0"),
        (b"\xEF\xBB\xBF", b"\r"),
    ] {
        repeated(&file, start, piece, 100_000_000);
        for verb in VERBS {
            complaint(verb, &file);
        }
    }
}

#[test]
fn a_count_of_a_quintillion_promises_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("count");
    std::fs::write(&file, "1000000000000000000\n").unwrap();
    assert!(complaint(&["winner"], &file).contains("promises 1000000000000000000 boards"));
    assert!(complaint(&["replay"], &file).contains("do not fit on a 15x15 board"));
    assert!(complaint(&["simulate"], &file).contains("is not the size of a board"));
    std::fs::write(&file, "9".repeat(400)).unwrap();
    assert!(complaint(&["winner"], &file).contains("is not a number of boards"));
    assert!(complaint(&["replay"], &file).contains("is not a number of moves"));
}

#[test]
fn every_prefix_of_a_good_file_is_answered_or_refused_with_a_place() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("prefix");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (verb, example) in [
        ("check", "boards.txt"),
        ("replay", "games.txt"),
        ("winner", "winner.txt"),
        ("simulate", "nogo.txt"),
    ] {
        let whole = std::fs::read(root.join(example)).unwrap();
        for length in (0..whole.len()).step_by(1 + whole.len() / 60) {
            std::fs::write(&file, &whole[..length]).unwrap();
            let output =
                Command::new(env!("CARGO_BIN_EXE_tengen")).arg(verb).arg(&file).output().unwrap();
            let complaint = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => assert!(!output.stdout.is_empty()),
                Some(2) => {
                    assert!(output.stdout.is_empty());
                    let place = complaint.split(": ").nth(1).unwrap().rsplit(':');
                    assert!(
                        place.take(2).all(|number| number.parse::<u64>().is_ok()),
                        "{complaint}"
                    );
                }
                other => panic!("{verb} {length} {other:?} {complaint}"),
            }
        }
    }
}
