//! Conversations in the Gomocup protocol: the transcripts under `testdata/protocols/gomocup`, whole
//! games, words that come while it thinks, and nonsense.
//!
//! In a transcript the first line is how the program is started; `>` is sent, `<` is what it answers,
//! `...` stands for anything and `#` for a number. What is sent waits for the answers before it.

mod clocks;
mod games;
mod hostile;
mod transcripts;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use tengen_core::Point;

/// A brain that is talked to.
struct Brain {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Brain {
    /// Long enough for any answer on a busy machine.
    const PATIENCE: Duration = Duration::from_mins(10);

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
        let mut lines = 0;
        loop {
            match self.lines.recv_timeout(Brain::PATIENCE) {
                Ok(_) => lines += 1,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end"),
            }
        }
        assert!(self.child.wait().unwrap().success());
        lines
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a point from an answer.
fn point(line: &str) -> Point {
    let (x, y) = line.split_once(',').unwrap_or_else(|| panic!("{line} is no point"));
    Point::new(x.parse().unwrap(), y.parse().unwrap())
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
