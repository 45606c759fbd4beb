//! The transcripts, and the conversations of the documentation.

use std::fs;

use super::Brain;
use crate::{house::root, protocols::matches};

/// A text with `#` for each number.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            if !out.ends_with('#') {
                out.push('#');
            }
        } else {
            out.push(letter);
        }
    }
    out
}

fn as_expected(expected: &str, line: &str) -> bool {
    if expected.contains('#') {
        matches(&without_numbers(expected), &without_numbers(line))
    } else {
        matches(expected, line)
    }
}

fn check(text: &str, name: &str) {
    let start = text.lines().next().unwrap().strip_prefix("$ tengen brain").unwrap();
    let args: Vec<&str> = start.split_whitespace().collect();
    let mut brain = Brain::start(&args);
    let mut ended = false;
    for line in text.lines() {
        let words = line.get(1..).unwrap_or_default();
        let words = words.strip_prefix(' ').unwrap_or(words);
        if line.starts_with('>') {
            brain.send(&words.replace("\\t", "\t").replace("\\r", "\r"));
            ended = words == "END";
        } else if line.starts_with('<') {
            let heard = brain.hear();
            assert!(
                as_expected(words, &heard),
                "{name}:\n  expected {words:?}\n  heard    {heard:?}"
            );
        }
    }
    assert!(ended, "{name} does not end with END");
    assert_eq!(brain.wait(), 0, "{name}: nothing more is said");
}

#[test]
fn gomocup_is_spoken_as_the_transcripts_say() {
    let mut transcripts = 0;
    for entry in fs::read_dir(root().join("testdata/protocols/gomocup")).unwrap() {
        let path = entry.unwrap().path();
        check(&fs::read_to_string(&path).unwrap(), &path.display().to_string());
        transcripts += 1;
    }
    assert!(transcripts > 8);
}

#[test]
fn every_conversation_of_the_documentation_is_a_real_one() {
    for name in ["README.md", "docs/protocols/gomocup.md"] {
        let page = fs::read_to_string(root().join(name)).unwrap();
        let mut conversations = 0;
        for block in page.split("```text\n").skip(1) {
            let block = block.split("```").next().unwrap();
            if block.starts_with("$ tengen brain") {
                check(block, name);
                conversations += 1;
            }
        }
        assert!(conversations > 0, "{name}");
    }
}

#[test]
fn every_command_is_in_a_transcript_and_in_the_documentation() {
    const WORDS: [&str; 45] = [
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "TAKEBACK",
        "BOARD",
        "DONE",
        "PLAY",
        "SWAP2BOARD",
        "INFO",
        "ABOUT",
        "END",
        "MESSAGE",
        "SUGGEST",
        "ERROR",
        "UNKNOWN",
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_memory",
        "game_type",
        "rule",
        "evaluate",
        "folder",
        "max_depth",
        "max_node",
        "thread_num",
        "hash_size",
        "strength",
        "caution_factor",
        "pondering",
        "show_detail",
        "time_increment",
        "yxboard",
        "yxstop",
        "yxshowforbid",
        "yxnbest",
        "yxsearchdefend",
        "yxhashclear",
        "yxshowinfo",
        "yxbalanceone",
        "yxbalancetwo",
        "yxblock",
        "yxblockundo",
    ];
    let page = fs::read_to_string(root().join("docs/protocols/gomocup.md")).unwrap();
    let transcripts: String = fs::read_dir(root().join("testdata/protocols/gomocup"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap().to_lowercase())
        .collect();
    for word in WORDS {
        let lower = word.to_lowercase();
        let said = transcripts.lines().filter(|line| line.starts_with(['>', '<']));
        assert!(
            said.into_iter().any(|line| line.split([' ', '.']).any(|said| said == lower)),
            "{word} is in no transcript"
        );
        assert!(page.contains(&format!("`{word}")), "{word} is not documented");
    }
}

#[test]
fn a_transcript_can_fail() {
    assert!(as_expected("#,#", "7,12") && as_expected("SUGGEST #,3", "SUGGEST 12,3"));
    assert!(!as_expected("#,#", "ERROR 7,12") && !as_expected("#,#", "7,x"));
}
