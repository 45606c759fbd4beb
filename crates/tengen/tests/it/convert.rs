//! Records in other formats.

use std::{fs, process::Command};

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
fn a_dash_is_the_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        let output = command.current_dir(folder.path()).args(args).output().unwrap();
        (output.status.code(), text(&output.stdout).to_owned())
    };
    fs::write(folder.path().join("game"), "h8i9h10\n").unwrap();
    let moves = "3\n8 8\n7 9\n6 8\n".to_owned();
    assert_eq!(run(&["convert", "--to", "moves", "-o", "-", "game"]), (Some(0), moves));
    let (code, picture) = run(&["render", "--as", "svg", "-o", "-", "game"]);
    assert!(code == Some(0) && picture.starts_with("<svg"), "{picture}");
    let (code, verdicts) = run(&["replay", "--json", "--output", "-", "game"]);
    assert!(code == Some(0) && verdicts.starts_with('{'), "{verdicts}");
    assert_eq!(run(&["convert", "--to", "moves", "-o", "-", "--json", "game"]).0, Some(2));
    assert!(!folder.path().join("-").exists());
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
fn one_that_is_broken_is_left_out_and_reported() {
    let output = tengen(&["convert", "--to", "moves"], b"h8\nh9?\ni9\n");
    assert_eq!(text(&output.stdout), "1\n8 8\n1\n7 9\n");
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(
        message.starts_with("left out: ") && message.contains("1 game, first stdin:2:"),
        "{message}"
    );
}

/// A game with more in it than a list of moves can hold.
const SGF: &[u8] = b"(;GM[4]FF[4]SZ[15]C[good](;B[hh]C[fine];W[ii])(;B[ii]))";

#[test]
fn nothing_is_written_when_it_must_be_whole_and_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let out = path.to_str().unwrap();
    let args = ["convert", "--to", "moves", "-o", out];
    let output = tengen(&[&args[..], &["--strict"]].concat(), SGF);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "dropped: comments: 2 in 1 game, first stdin:1\n\
         dropped: moves in variations: 1 in 1 game, first stdin:1\n\
         dropped: other entries: 1 in 1 game, first stdin:1\n\
         dropped: size of the board: 1 in 1 game, first stdin:1\n\
         nothing is written: --strict\n"
    );
    assert!(!path.exists());
    let output = tengen(&args, SGF);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), "2\n8 8\n9 9\n");
    // A second time there is something to lose.
    let output = tengen(&args, SGF);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("exists; --force writes over it"));
    assert_eq!(tengen(&[&args[..], &["--force"]].concat(), b"i9\n").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n7 9\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn what_is_named_and_not_in_the_record_cannot_be_lost() {
    let args = ["convert", "--to", "moves", "--rule", "renju", "--strict"];
    let output = tengen(&args, b"h8\n");
    assert_eq!((text(&output.stderr), text(&output.stdout)), ("", "1\n8 8\n"));
}

#[test]
fn every_game_is_reported_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let args = ["convert", "--to", "moves", "--json", "-o", path.to_str().unwrap()];
    let games = [SGF, b"(;GM[4]SZ[15];B[hh]"].concat();
    let output = tengen(&args, &games);
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0]["written"], true);
    assert_eq!(
        lines[0]["dropped"][0],
        serde_json::json!({"what": "moves in variations", "count": 1})
    );
    assert!(lines[0].get("mended").is_none());
    // The end of the second one is missing.
    assert_eq!(lines[1]["mended"][0]["line"], 1);
    assert_eq!((&lines[2]["written"], &lines[2]["left_out"]), (&2.into(), &0.into()));
    assert_eq!(lines[2]["whole"], false);
}

#[test]
fn what_a_format_can_hold_is_kept() {
    let there = tengen(&["convert", "--to", "sgf"], SGF);
    assert_eq!(text(&there.stderr), "");
    let sgf = text(&there.stdout);
    assert!(
        sgf.contains("C[good]") && sgf.contains("C[fine]") && sgf.matches("(;").count() == 3,
        "{sgf}"
    );
    let again = tengen(&["convert", "--to", "sgf"], &there.stdout);
    let third = tengen(&["convert", "--to", "sgf"], &again.stdout);
    assert_eq!(again.stdout.len(), there.stdout.len());
    assert_eq!(text(&third.stdout), text(&again.stdout));
}

#[test]
fn formats_with_one_game_in_a_file_are_written_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("two.sgf");
    fs::write(&source, "(;GM[4]SZ[15]RE[B+];B[hh])(;GM[4]SZ[15];B[ii])").unwrap();
    let out = folder.path().join("psq");
    let (source, out) = (source.to_str().unwrap(), out.to_str().unwrap());
    let output = tengen(&["convert", source, "--to", "psq", "-o", out], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut names: Vec<String> = fs::read_dir(out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["two-1_1.psq", "two-2.psq"]);
    // And a folder is read as a whole; who won is in the name of the file.
    let back = tengen(&["convert", out, "--to", "sgf"], b"");
    assert_eq!(text(&back.stdout).matches("(;").count(), 2, "{}", text(&back.stdout));
    assert!(text(&back.stdout).contains("RE[B+"), "{}", text(&back.stdout));
    let one = tengen(&["convert", source, "--to", "psq"], b"");
    assert_eq!(one.status.code(), Some(1));
    assert!(text(&one.stderr).contains("name a folder with --output"), "{}", text(&one.stderr));
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
