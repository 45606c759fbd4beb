//! Records in other formats.

use std::fs;

use crate::manners::tengen;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_record_goes_to_another_format_and_back() {
    let output = tengen(&["convert", "--to", "moves"], b"h8i9h10\na1o15\n");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), "3\n8 8\n7 9\n6 8\n2\n15 1\n1 15\n");
    let back = tengen(&["convert", "--to", "positions"], &output.stdout);
    assert_eq!(text(&back.stdout), "h8i9h10\na1o15\n");
    assert_eq!(back.status.code(), Some(0));
}

#[test]
fn rows_are_counted_from_where_the_arguments_say() {
    let run = |args: &[&str]| {
        let output = tengen(&[&["convert", "--to", "positions"], args].concat(), b"a1c15\n");
        text(&output.stdout).to_owned()
    };
    assert_eq!(run(&[]), "a1c15\n");
    assert_eq!(run(&["--rows", "top"]), "a1c15\n");
    assert_eq!(run(&["--rows", "top", "--to-rows", "bottom"]), "a15c1\n");
    assert_eq!(run(&["--to-rows", "top"]), "a15c1\n");
}

#[test]
fn one_that_is_broken_is_left_out_and_told() {
    let output = tengen(&["convert", "--to", "moves"], b"h8\nh99\ni9\n");
    assert_eq!(text(&output.stdout), "1\n8 8\n1\n7 9\n");
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.starts_with("left out: ") && told.contains("1 game, first stdin:2:"), "{told}");
}

#[test]
fn nothing_is_written_when_it_must_be_whole_and_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let out = path.to_str().unwrap();
    let args = ["convert", "--to", "moves", "--rule", "renju", "-o", out];
    let output = tengen(&[&args[..], &["--strict"]].concat(), b"h8\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "dropped: rule: 1 in 1 game, first stdin:1\nnothing is written: --strict\n"
    );
    assert!(!path.exists());
    let output = tengen(&args, b"h8\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n8 8\n");
    // A second time there is something to lose.
    let output = tengen(&args, b"h8\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("exists; --force writes over it"));
    assert_eq!(tengen(&[&args[..], &["--force"]].concat(), b"i9\n").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n7 9\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn every_game_is_told_of_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let args =
        ["convert", "--to", "moves", "--rule", "exact", "--json", "-o", path.to_str().unwrap()];
    let output = tengen(&args, b"h8\nh0\n");
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["written"], true);
    assert_eq!(lines[0]["dropped"][0]["what"], "rule");
    assert_eq!((&lines[1]["written"], &lines[1]["line"]), (&false.into(), &2.into()));
    assert!(lines[1]["error"].as_str().unwrap().contains("h0"));
    assert_eq!((&lines[2]["written"], &lines[2]["left_out"]), (&1.into(), &1.into()));
    assert_eq!(lines[2]["whole"], false);
}

#[test]
fn what_is_asked_for_must_be_clear() {
    let complaint = |args: &[&str]| {
        let output = tengen(&[&["convert"], args].concat(), b"h8\n");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        text(&output.stderr).to_owned()
    };
    assert!(complaint(&[]).contains("say the format to write with --to"));
    assert!(complaint(&["-o", "games.txt"]).contains("say the format to write with --to"));
    assert!(complaint(&["--to", "paper"]).contains("not a format"));
    assert!(complaint(&["--to", "sgf", "--from", "drawing"]).contains("no format of games"));
    assert!(complaint(&["--to", "sgf", "--json"]).contains("--output"));
}

#[test]
fn a_long_archive_is_converted_in_order() {
    let names: Vec<String> = (0..60_000_u32)
        .map(|n| format!("{}{}\n", char::from(b'a' + (n % 15) as u8), n / 15 % 15 + 1))
        .collect();
    let archive = names.concat();
    let output = tengen(&["convert", "--to", "positions"], archive.as_bytes());
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout) == archive);
}
