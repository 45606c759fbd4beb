//! Conversations in the Gomocup protocol: the transcripts under `testdata/protocols/gomocup`, whole
//! games, words that come while it thinks, and nonsense.
//!
//! In a transcript the first line is how the program is started; `>` is sent, `<` is what it answers,
//! `...` stands for anything and `#` for a number. What is sent waits for the answers before it.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};

use crate::{house::root, protocols::matches};

/// A brain that is talked to.
struct Brain {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Brain {
    /// Long enough for any answer on a busy machine.
    const PATIENCE: Duration = Duration::from_mins(1);

    fn start(args: &[&str]) -> Brain {
        Brain::start_program(Path::new(env!("CARGO_BIN_EXE_tengen")), &[&["brain"], args].concat())
    }

    fn start_program(program: &Path, args: &[&str]) -> Brain {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Brain { child, stdin, lines }
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// The next line.
    fn hear(&mut self) -> String {
        self.lines.recv_timeout(Brain::PATIENCE).expect("the brain answers")
    }

    /// The next line that is neither a message nor a detail.
    fn hear_answer(&mut self) -> String {
        loop {
            let line = self.hear();
            if !line.starts_with("MESSAGE ") && !line.starts_with("INFO ") {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.hear_answer()
    }

    /// Ends it; how many lines it said that nobody asked for.
    fn end(mut self) -> usize {
        self.send("END");
        self.wait()
    }

    fn wait(mut self) -> usize {
        let started = Instant::now();
        let mut lines = 0;
        loop {
            match self.lines.recv_timeout(Brain::PATIENCE) {
                Ok(_) => lines += 1,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end"),
            }
        }
        assert!(self.child.wait().unwrap().success());
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        lines
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same with `#` for each number.
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
    let page = fs::read_to_string(root().join("docs/protocols/gomocup.md")).unwrap();
    let mut conversations = 0;
    for block in page.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        if block.starts_with("$ tengen brain") {
            check(block, "docs/protocols/gomocup.md");
            conversations += 1;
        }
    }
    assert!(conversations > 0);
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

/// Reads a point from an answer.
fn point(line: &str) -> Point {
    let (x, y) = line.split_once(',').unwrap_or_else(|| panic!("{line} is no point"));
    Point::new(x.parse().unwrap(), y.parse().unwrap())
}

/// Plays a game of two brains, and checks each move by the rules.
fn play(rule: Rule, number: &str, area: Area, opening: &[Point], nodes: u64) -> Position {
    let Area::Bounded { width, height } = area else { panic!("boards have edges") };
    let mut brains = [0, 1].map(|_| {
        let mut brain = Brain::start(&["--memory", "4", "--nodes", &nodes.to_string()]);
        assert_eq!(brain.ask(&format!("RECTSTART {width},{height}")), "OK");
        brain.send(&format!("INFO rule {number}"));
        brain
    });
    let mut position = Position::new(rule, area).unwrap();
    for &point in opening {
        position.play(point).unwrap();
    }
    let mut boards = [true, true];
    while position.outcome().is_none() {
        let turn = position.turn() as usize;
        let brain = &mut brains[turn];
        let answer = if std::mem::take(&mut boards[turn]) {
            brain.send("BOARD");
            for (ply, &Point { x, y }) in position.moves().iter().enumerate() {
                let own = (position.moves().len() - ply).is_multiple_of(2);
                brain.send(&format!("{x},{y},{}", if own { 1 } else { 2 }));
            }
            brain.ask("DONE")
        } else {
            let Point { x, y } = position.moves()[position.moves().len() - 1];
            brain.ask(&format!("TURN {x},{y}"))
        };
        let at = point(&answer);
        position.play(at).unwrap_or_else(|illegal| panic!("{rule}: {answer}: {illegal}"));
    }
    for brain in brains {
        assert_eq!(brain.end(), 0);
    }
    position
}

#[test]
fn games_against_itself_are_legal_to_the_end_by_every_rule() {
    let mut lengths = Vec::new();
    for (rule, number) in [(Rule::Freestyle, "0"), (Rule::Exact, "1"), (Rule::Renju, "4")] {
        for (area, opening) in [
            (Area::square(15), &[(7, 7), (8, 8), (9, 6)][..]),
            (Area::square(20), &[(3, 3), (16, 16)][..]),
            (Area::Bounded { width: 9, height: 12 }, &[(4, 4), (4, 5), (0, 0)][..]),
            (Area::square(5), &[][..]),
        ] {
            let opening: Vec<Point> = opening.iter().map(|&(x, y)| Point::new(x, y)).collect();
            let position = play(rule, number, area, &opening, 300);
            assert!(matches!(position.outcome(), Some(Outcome::Won(_) | Outcome::Drawn)));
            lengths.push(position.moves().len());
        }
    }
    assert!(lengths.iter().any(|&length| length > 20), "{lengths:?}");
}

#[test]
fn a_stop_is_obeyed_at_once_and_no_word_is_lost() {
    let mut brain = Brain::start(&["--memory", "4"]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send("INFO timeout_turn 100000000");
    brain.send("INFO pondering 1");
    brain.send("BOARD 7,7,1 8,9,2 DONE");
    brain.send("ABOUT");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(brain.lines.try_recv().ok(), None, "it thinks");
    let stopped = Instant::now();
    brain.send("yxstop");
    let first = brain.hear_answer();
    assert!(stopped.elapsed() < Duration::from_secs(2), "{:?}", stopped.elapsed());
    assert!(matches("...,...", &first));
    assert!(brain.hear_answer().starts_with("name="), "asked while it thought");
    // Pondering does not delay anything.
    thread::sleep(Duration::from_millis(200));
    let asked = Instant::now();
    assert!(brain.ask("ABOUT").starts_with("name="));
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    // While it thinks again, the end comes.
    brain.send("TURN 0,0");
    thread::sleep(Duration::from_millis(100));
    assert_eq!(brain.end(), 0, "nothing is said after END");
}

#[test]
fn the_end_of_the_input_ends_it_even_while_it_thinks() {
    let mut brain = Brain::start(&["--memory", "4"]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send("INFO timeout_turn 100000000");
    brain.send("TURN 7,7");
    thread::sleep(Duration::from_millis(100));
    brain.stdin = None;
    assert!(matches("...,...", &brain.hear_answer()));
    assert_eq!(brain.wait(), 0);
    // Nothing at all, or half a line.
    for text in ["", "ABO"] {
        let mut brain = Brain::start(&[]);
        brain.send_bytes(text.as_bytes());
        brain.stdin = None;
        assert_eq!(brain.wait(), usize::from(!text.is_empty()));
    }
}

#[test]
fn turns_and_whole_games_are_in_time() {
    let mut brain = Brain::start(&["--memory", "4", "--ponder"]);
    assert_eq!(brain.ask("START 20"), "OK");
    brain.send("INFO timeout_turn 200");
    brain.send("INFO timeout_match 2000");
    let mut used = Duration::ZERO;
    let mut position = Position::new(Rule::Freestyle, Area::square(20)).unwrap();
    for x in 0..8 {
        brain.send(&format!("INFO time_left {}", 2000 - used.as_millis()));
        let started = Instant::now();
        let at = Point::new(2 * x, 19 - x % 2);
        if position.play(at).is_err() {
            break;
        }
        let answer = point(&brain.ask(&format!("TURN {},{}", at.x, at.y)));
        used += started.elapsed();
        // Generous: other tests run at the same time.
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
        position.play(answer).unwrap();
        if position.outcome().is_some() {
            assert_eq!(position.outcome(), Some(Outcome::Won(Color::White)));
            break;
        }
    }
    assert_eq!(brain.end(), 0);
}

#[test]
fn a_program_named_as_managers_expect_is_a_brain() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("pbrain-tengen");
    fs::copy(env!("CARGO_BIN_EXE_tengen"), &program).unwrap();
    let mut brain = Brain::start_program(&program, &["--memory", "4", "--nodes", "100"]);
    assert_eq!(brain.ask("START 15"), "OK");
    assert_eq!(brain.ask("BEGIN"), "7,7");
    assert_eq!(brain.end(), 0);
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        // Knuth's numbers.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Asks who it is, and drops all it says before the answer.
fn is_alive(brain: &mut Brain) -> usize {
    brain.send("ABOUT");
    let mut said = 0;
    while !brain.hear().starts_with("name=") {
        said += 1;
    }
    said
}

#[test]
fn ten_thousand_random_commands_are_answered_each() {
    const NAMES: [&str; 27] = [
        "START 15",
        "START",
        "START 5",
        "RECTSTART",
        "RECTSTART 9,7",
        "RESTART",
        "BEGIN",
        "TURN",
        "TURN",
        "TURN",
        "TAKEBACK",
        "BOARD",
        "DONE",
        "PLAY",
        "SWAP2BOARD",
        "INFO rule",
        "INFO",
        "yxboard",
        "yxstop",
        "yxshowforbid",
        "yxnbest",
        "yxhashclear",
        "yxshowinfo",
        "yxblock",
        "yxblockundo",
        "yxblockreset",
        "sing",
    ];
    const VALUES: [&str; 14] = [
        "7,7",
        "1",
        "0",
        "4",
        "",
        "7,7,1",
        "2,3,2 DONE",
        "-1,-1",
        "4,3 DONE",
        "5",
        "3,3",
        "2,2,1 3,4,2",
        "a b",
        "99999999999999999999",
    ];
    const ANSWERED: [&str; 9] = [
        "START 15",
        "START 5",
        "RESTART",
        "BEGIN",
        "TAKEBACK",
        "PLAY",
        "sing",
        "DONE",
        "yxshowforbid",
    ];
    let mut brain = Brain::start(&["--memory", "2", "--nodes", "20"]);
    let mut chance = Chance(5);
    for number in 0..10_000 {
        let (name, value) = (chance.of(&NAMES), chance.of(&VALUES));
        brain.send(&format!("{name} {value}"));
        let said = is_alive(&mut brain);
        // To ask who it is ends a block, so no block goes on from one command to the next.
        if ANSWERED.contains(&name) {
            assert!(said > 0, "command {number}: {name} {value}");
        }
    }
    assert_eq!(brain.end(), 0);
}

#[test]
fn random_bytes_and_endless_lines_kill_nothing() {
    let mut brain = Brain::start(&["--memory", "2", "--nodes", "20"]);
    let mut chance = Chance(7);
    for round in 0..300 {
        let length = if round % 50 == 0 { 1 << 20 } else { 200 };
        let mut bytes: Vec<u8> = (0..length).map(|_| chance.below(256) as u8).collect();
        // No line may be the word that ends it.
        bytes.retain(|byte| !b"Ee".contains(byte));
        bytes.push(b'\n');
        brain.send_bytes(&bytes);
        is_alive(&mut brain);
    }
    let long = "7,7,1 ".repeat(1 << 18);
    assert!(brain.ask(&format!("BOARD {long}\nDONE")).starts_with("ERROR "));
    assert!(brain.ask(&"TURN ".repeat(1 << 18)).starts_with("ERROR "));
    assert_eq!(brain.end(), 0);
}
