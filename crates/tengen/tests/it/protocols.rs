//! Conversations with other programs, word for word: the transcripts under `testdata/protocols`.
//!
//! The first line is how the program is started; `>` is sent, `<` is what it answers, `!` what it
//! says on stderr, and `...` stands for anything. Lines of other kinds are for the reader.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    time::Duration,
};

use crate::{house::root, manners::tengen, processes::cpu_time};

/// Whether a line is as expected.
pub(crate) fn matches(expected: &str, line: &str) -> bool {
    let mut parts = expected.split("...");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn check(text: &str, name: &str) {
    let start = text.lines().next().unwrap().strip_prefix("$ tengen ").unwrap();
    let args: Vec<&str> = start.split(' ').collect();
    let marked = |mark: char| -> Vec<&str> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
    };
    // Bytes that a text cannot show are written as in Rust.
    let sent = marked('>').join("\n") + "\n";
    let sent = sent.replace("\\t", "\t").replace("\\r", "\r").replace("\\x07", "\x07");
    let output = tengen(&args, sent.as_bytes());
    for (mark, said) in [('<', &output.stdout), ('!', &output.stderr)] {
        let said = String::from_utf8(said.clone()).unwrap();
        let expected = marked(mark);
        for (number, (expected, line)) in expected.iter().zip(said.lines()).enumerate() {
            assert!(
                matches(expected, line),
                "{name}, answer line {number}:\n  expected {expected:?}\n  heard    {line:?}\n{said}"
            );
        }
        assert_eq!(said.lines().count(), expected.len(), "{name}:\n{said}");
    }
    let failed = text.lines().any(|line| line.starts_with('!'));
    assert_eq!(output.status.code(), Some(if failed { 2 } else { 0 }), "{name}");
}

fn check_all(protocol: &str) {
    let folder = root().join("testdata/protocols").join(protocol);
    let mut transcripts = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        check(&fs::read_to_string(&path).unwrap(), &path.display().to_string());
        transcripts += 1;
    }
    assert!(transcripts > 2);
}

#[test]
fn gtp_is_spoken_as_the_transcripts_say() {
    check_all("gtp");
}

#[test]
fn botzone_is_spoken_as_the_transcripts_say() {
    check_all("botzone");
}

#[test]
fn analysis_queries_are_answered_as_the_transcripts_say() {
    check_all("analysis");
}

#[test]
fn an_analysis_query_reports_while_it_runs_and_ends_when_it_is_terminated() {
    let mut talk = Talk::start(&["analyse", "--server", "--workers", "2"]);
    talk.send(
        r#"{"id":"a","rule":"freestyle","size":15,"moves":["h8","h9"],"maxTime":86400,"reportDuringSearchEvery":0.01}"#,
    );
    assert!(talk.hear().contains(r#""isDuringSearch":true"#));
    // It runs on its own worker.
    talk.send(r#"{"id":"b","rule":"renju","size":15,"maxNodes":1}"#);
    while !talk.hear().starts_with(r#"{"id":"b","turnNumber":0,"isDuringSearch":false"#) {}
    talk.send(r#"{"id":"t","action":"terminate","terminateId":"a"}"#);
    let mut ends = Vec::new();
    while ends.len() < 2 {
        let line = talk.hear();
        if !line.contains(r#""isDuringSearch":true"#) {
            ends.push(line);
        }
    }
    assert!(ends[0].contains(r#""action":"terminate""#), "{ends:?}");
    assert!(ends[1].starts_with(r#"{"id":"a","turnNumber":2,"isDuringSearch":false"#), "{ends:?}");
    drop(talk.child.stdin.take());
    assert!(talk.child.wait().unwrap().success());
}

#[test]
fn a_transcript_can_fail() {
    assert!(matches("= a...c...e", "= abcde") && matches("= a", "= a") && matches("...", ""));
    assert!(!matches("= a", "= ab") && !matches("= a...c", "= ab") && !matches("a...b...", "ac"));
}

#[test]
fn every_command_is_in_a_transcript_and_in_the_documentation() {
    let listed = tengen(&["gtp"], b"list_commands\n");
    let listed = String::from_utf8(listed.stdout).unwrap();
    let page = fs::read_to_string(root().join("docs/protocols/gtp.md")).unwrap();
    let folder = root().join("testdata/protocols/gtp");
    let transcripts: String = fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let names: Vec<&str> = listed.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.len() > 30);
    for name in names {
        let sent = transcripts.lines().filter(|line| line.starts_with('>'));
        assert!(sent.into_iter().any(|line| line.contains(name)), "{name} is in no transcript");
        assert!(page.contains(&format!("`{name}")), "{name} is not documented");
    }
}

/// A program that is talked to line by line.
struct Talk {
    child: std::process::Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Talk {
    fn start(args: &[&str]) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Talk { child, output }
    }

    fn send(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }
}

#[test]
fn an_analysis_goes_on_until_the_next_line_which_is_not_lost() {
    let mut talk = Talk::start(&["gtp", "--size", "9x9"]);
    talk.send("1 lz-analyze 5");
    assert_eq!(talk.hear(), "=1\n");
    for _ in 0..3 {
        assert!(talk.hear().starts_with("info move "));
    }
    talk.send("2 name");
    let mut line = talk.hear();
    while line.starts_with("info move ") {
        line = talk.hear();
    }
    assert_eq!(line, "\n");
    assert_eq!((talk.hear(), talk.hear()), ("=2 Tengen\n".to_owned(), "\n".to_owned()));
    // On a small board all is soon proven, but the answer ends only with the next line.
    talk.send("boardsize 2");
    assert_eq!((talk.hear(), talk.hear()), ("=\n".to_owned(), "\n".to_owned()));
    talk.send("kata-analyze 5");
    assert_eq!(talk.hear(), "=\n");
    assert!(talk.hear().starts_with("info move "));
    talk.send("");
    assert_eq!(talk.hear(), "\n");
    talk.send("quit");
    assert_eq!(talk.hear(), "=\n");
    assert!(talk.child.wait().unwrap().success());
}

#[test]
fn moves_come_in_time_and_games_end_by_the_rules() {
    let mut talk = Talk::start(&["gtp", "--size", "6x6", "--time", "0.05", "--threads", "2"]);
    let mut moves = 0;
    'game: loop {
        for color in ["b", "w"] {
            let before = cpu_time(talk.child.id());
            talk.send(&format!("genmove {color}"));
            let (answer, end) = (talk.hear(), talk.hear());
            let took = cpu_time(talk.child.id()).saturating_sub(before);
            assert!(took < Duration::from_secs(2), "{took:?}");
            assert!(answer.starts_with("= ") && end == "\n", "{answer}");
            if answer == "= resign\n" {
                break 'game;
            }
            moves += 1;
        }
    }
    assert!((10..36).contains(&moves), "{moves}");
    talk.send("final_score");
    let winner = if moves % 2 == 1 { "= B+R\n" } else { "= W+R\n" };
    assert_eq!(talk.hear(), winner);
}
