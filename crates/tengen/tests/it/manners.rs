//! Manners: exit codes, streams, pipes, threads.

use std::{
    io::{Read, Write},
    process::{Command, Output, Stdio},
    thread,
};

/// Runs `tengen` with `args` and `input`.
pub(crate) fn tengen(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            // A program that has read enough closes its end.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

const GAME: &str = "9\n1 1\n2 1\n1 2\n2 2\n1 3\n2 3\n1 4\n2 4\n1 5\n";

#[test]
fn the_answer_alone_is_on_stdout_and_nothing_on_stderr() {
    let output = tengen(&["replay"], GAME.as_bytes());
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("A 9\n", ""));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_broken_record_leaves_no_answer_even_for_the_records_before_it() {
    let games = format!("{}{}", GAME.repeat(20_000), "1\n0 0\n");
    for threads in ["1", "2", "7"] {
        let output = tengen(&["replay", "--threads", threads], games.as_bytes());
        assert_eq!(text(&output.stdout), "");
        let line = 20_000 * 10 + 2;
        let expected = format!("error: stdin:{line}:1: row 0, column 0 is outside the 15x15 board");
        assert!(text(&output.stderr).starts_with(&expected), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_negative_answer_is_an_exit_code_only_when_asked_for() {
    for (args, input, code) in [
        (&["check", "--size", "5x1"][..], "oo...\n", 0),
        (&["check", "--size", "5x1", "--exit-code"], "oo...\n", 1),
        (&["check", "--size", "5x1", "--exit-code"], "ox...\n", 0),
        (&["winner", "--size", "5x1", "--exit-code"], "ox...\n", 1),
        (&["winner", "--size", "5x1", "--exit-code"], "ooooo\n", 0),
        (&["replay", "--exit-code"], "0\n", 1),
        (&["replay", "--exit-code"], GAME, 0),
    ] {
        assert_eq!(tengen(args, input.as_bytes()).status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("replay")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(GAME.repeat(50_000).as_bytes()).unwrap();
    drop(stdin);
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!(complaints, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn colors_are_for_terminals_unless_asked_for() {
    let plain = tengen(&["replay"], b"x");
    assert!(!text(&plain.stderr).contains('\x1B'));
    let colored = tengen(&["--color", "always", "replay"], b"x");
    assert!(text(&colored.stderr).contains("\x1B[1m\x1B[31merror:\x1B[0m"));
}

#[test]
fn more_answers_than_fit_in_memory_are_printed_too() {
    let count = 17_000_000;
    let mut boards = format!("{count}\n").into_bytes();
    boards.extend(b"0\n".repeat(count));
    let output = tengen(&["winner", "--size", "1x1"], &boards);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.stdout.len(), 2 * count);
    assert!(output.stdout.chunks(2).all(|answer| answer == b"0\n"));
}

#[test]
fn completions_and_manual_pages_are_made_for_every_verb() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = tengen(&["generate", "completions", shell], b"");
        assert!(text(&output.stdout).contains("replay"), "{shell}");
    }
    let directory = tempfile::tempdir().unwrap();
    let man = directory.path().join("man");
    let output = tengen(&["generate", "man", man.to_str().unwrap()], b"");
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("", ""));
    for verb in ["tengen", "tengen-check", "tengen-winner", "tengen-replay", "tengen-perft"] {
        let page = std::fs::read_to_string(man.join(format!("{verb}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{verb}");
    }
    let output = tengen(&["generate", "man"], b"");
    assert!(text(&output.stdout).contains(".TH tengen 1"));
}

#[test]
fn json_is_one_object_a_line() {
    let board = "oxo..\nxo.x.\n..oox\n.x...\n....x\n";
    for (args, input) in [
        (&["check", "--size", "5x5", "--json"][..], board.to_owned()),
        (&["check", "--size", "5x5", "--json", "--rule", "renju"], board.to_owned()),
        (&["winner", "--size", "5x5", "--json"], format!("{board}\n{board}")),
        (&["replay", "--json"], GAME.repeat(3)),
        (&["replay", "--json", "--rule", "renju"], GAME.repeat(3)),
    ] {
        let output = tengen(args, input.as_bytes());
        let lines: Vec<serde_json::Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!lines.is_empty());
        for (number, line) in (1..).zip(&lines) {
            let counted = line.get("board").or(line.get("game")).unwrap();
            assert_eq!(counted.as_u64(), Some(number), "{args:?}");
            assert!(line["line"].is_u64() && line["rule"].is_string() && line["size"].is_string());
        }
    }
}

#[test]
fn help_is_a_word_too() {
    let all = tengen(&["help"], b"");
    assert_eq!(all.status.code(), Some(0));
    assert_eq!(text(&all.stdout), text(&tengen(&["--help"], b"").stdout));
    for verb in ["solve", "replay", "match", "serve"] {
        let help = tengen(&["help", verb], b"");
        assert_eq!(help.status.code(), Some(0));
        assert_eq!(text(&help.stdout), text(&tengen(&[verb, "--help"], b"").stdout));
    }
}

#[test]
fn help_lists_the_commands_for_users_before_those_for_developers() {
    for asked in [["-h"], ["--help"], ["help"]] {
        let output = tengen(&asked, b"");
        let help = text(&output.stdout);
        let (users, developers) = help.split_once("\nCommands for developers:\n").unwrap();
        let users = users.split_once("\nCommands:\n").unwrap().1;
        let developers = developers.split_once("\n\n").unwrap().0;
        let verbs = |list: &str| -> Vec<String> {
            list.lines()
                .filter_map(|line| line.split_whitespace().next())
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(verbs(developers), ["perft", "bench", "table", "tune", "generate"]);
        let users = verbs(users);
        assert!(users.len() > 10, "{users:?}");
        for verb in ["serve", "replay", "check", "solve", "match"] {
            assert!(users.iter().any(|user| user == verb), "{verb}");
        }
        assert!(!help.contains("unless output_text"));
    }
}

#[test]
fn the_version_names_the_commit_in_a_checkout() {
    let output = tengen(&["--version"], b"");
    let version = text(&output.stdout).trim_end();
    assert_eq!(text(&tengen(&["-V"], b"").stdout).trim_end(), version);
    let git = |args: &[&str]| {
        let output =
            Command::new("git").current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output();
        output.is_ok_and(|output| output.status.success())
    };
    let package = format!("tengen {}", env!("CARGO_PKG_VERSION"));
    let rest = version.strip_prefix(&package).unwrap();
    if git(&["ls-files", "--error-unmatch", "Cargo.toml"]) {
        let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')).unwrap();
        assert!(git(&["cat-file", "-e", &format!("{commit}^{{commit}}")]), "{version}");
    } else {
        assert_eq!(rest, "");
    }
}

#[test]
fn a_match_prints_json_as_other_verbs_do() {
    let args = ["match", "--rule", "nogo", "--size", "2x2", "--games", "2", "--each", "nodes=9"];
    let engines = ["--engine", "tengen", "--engine", "tengen", "--json"];
    let output = tengen(&[&args[..], &engines].concat(), b"");
    let output_text: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output_text["engines"].is_array(), "{output_text}");
    // A former form of the option has an error that names the new one.
    let output = tengen(&[&args[..], &engines, &["results.json"]].concat(), b"");
    assert_eq!(output.status.code(), Some(2));
    let output_text = text(&output.stderr);
    assert!(output_text.contains("for a file write --json -o results.json"), "{output_text}");
}

#[test]
fn a_review_without_a_readable_record_is_an_error_with_its_place() {
    let args = ["review", "--nodes", "10"];
    let broken = tengen(&args, b"h8h9?\n");
    assert_eq!((text(&broken.stdout), broken.status.code()), ("", Some(2)));
    let stderr = text(&broken.stderr);
    assert!(stderr.starts_with("error: stdin:1:5: "), "{stderr}");
    assert!(stderr.contains("1 | h8h9?\n"), "{stderr}");
    let among_others = tengen(&args, b"h8h9\nh8h9?\n");
    assert_eq!(among_others.status.code(), Some(1));
    assert!(text(&among_others.stdout).starts_with("stdin:1: "), "{}", text(&among_others.stdout));
}
