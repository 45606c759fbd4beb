//! `tengen serve` as a program: how it starts, what it writes, how it ends.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

/// A server of its own process, and where it listens.
pub(crate) struct Serving {
    pub(crate) process: Child,
    pub(crate) address: String,
}

impl Serving {
    /// Starts one that keeps its games in `folder`, with more arguments.
    pub(crate) fn start(folder: &Path, more: &[&str]) -> Serving {
        let mut process = serve(folder, more)
            .args(["--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap();
        Serving { address: address.to_owned(), process }
    }

    /// Asks on a connection of its own; nothing if the server is gone before it answers.
    pub(crate) fn ask(address: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(address).ok()?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(body.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        // An answer that was cut is no acknowledgement.
        serde_json::from_str(body).ok()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // The same as kill -9.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn serve(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("serve").arg("--data").arg(folder).args(more);
    command
}

/// Why a server does not start: its status, and what it says.
fn refused(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = serve(folder, more).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_cannot_be_served_is_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(folder.path(), &[]);
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    for (data, listen, words) in [
        (folder.path(), "0.0.0.0:0", "--public"),
        (folder.path(), serving.address.as_str(), "cannot listen"),
        (file.as_path(), "127.0.0.1:0", "cannot make the folder"),
    ] {
        let (status, told) = refused(data, &["--listen", listen]);
        assert_eq!(status, Some(2), "{told}");
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn a_file_of_a_later_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(Serving::start(folder.path(), &[]));
    let path = folder.path().join("games.sqlite");
    // The version of the schema is a number in the head of the file, most significant byte first.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.path().join(format!("games.sqlite{ending}")));
    }
    std::fs::write(&path, &bytes).unwrap();
    let (status, told) = refused(folder.path(), &["--listen", "127.0.0.1:0"]);
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("version 99"), "{told}");
    assert_eq!(std::fs::read(&path).unwrap()[60..64], bytes[60..64]);
}

#[cfg(unix)]
#[test]
fn the_log_is_a_json_object_a_line_and_the_end_is_graceful() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::start(folder.path(), &["--log", "debug", "--log-as", "json"]);
    let position = json!({"rule": "exact", "area": {"width": 9, "height": 9}});
    Serving::ask(&serving.address, "POST", "/api/view", &position).unwrap();
    let id = serving.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let mut log = String::new();
    serving.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(serving.process.wait().unwrap().success());
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()));
    let answered = lines.iter().find(|line| line["message"] == "answered").unwrap();
    let told = (&answered["method"], &answered["path"], &answered["status"]);
    assert_eq!(told, (&json!("POST"), &json!("/api/view"), &json!(200)));
    assert!(answered["micros"].as_u64().unwrap() < 10_000_000);
    assert_eq!(lines.last().unwrap()["message"], "ending");
}
