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
        Serving::start_with(folder, more, |tengen| tengen)
    }

    /// A server that another command starts.
    fn start_with(folder: &Path, more: &[&str], by: impl FnOnce(Command) -> Command) -> Serving {
        let mut tengen = serve(folder, more);
        tengen.args(["--listen", "127.0.0.1:0"]);
        let mut process = by(tengen).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap();
        Serving { address: address.to_owned(), process }
    }

    /// Asks on a connection of its own; nothing if the server is gone before it answers.
    pub(crate) fn ask(address: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
        Serving::ask_with(address, method, path, "", body)
    }

    /// Asks with more headers, each of them a line.
    pub(crate) fn ask_with(
        address: &str,
        method: &str,
        path: &str,
        headers: &str,
        body: &Value,
    ) -> Option<Value> {
        let (head, body) = Serving::exchange(address, method, path, headers, body)?;
        assert!(head.starts_with("HTTP/1.1 200"), "{head} {body}");
        // An answer that was cut is no acknowledgement.
        serde_json::from_str(&body).ok()
    }

    /// Asks one that answers: the status and the answer.
    #[cfg(target_os = "linux")]
    fn status(address: &str, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let (head, body) = Serving::exchange(address, method, path, "", body).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(&body).unwrap())
    }

    /// Asks on a connection of its own: the head and the body of the answer.
    fn exchange(
        address: &str,
        method: &str,
        path: &str,
        headers: &str,
        body: &Value,
    ) -> Option<(String, String)> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(address).ok()?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n{headers}\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(body.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.to_owned(), body.to_owned()))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // SIGKILL, on Unix.
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
        let (status, message) = refused(data, &["--listen", listen]);
        assert_eq!(status, Some(2), "{message}");
        assert!(message.contains(words), "{message}");
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
    let (status, message) = refused(folder.path(), &["--listen", "127.0.0.1:0"]);
    assert_eq!(status, Some(2), "{message}");
    assert!(message.contains("version 99"), "{message}");
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
    let message = (&answered["method"], &answered["path"], &answered["status"]);
    assert_eq!(message, (&json!("POST"), &json!("/api/view"), &json!(200)));
    assert!(answered["micros"].as_u64().unwrap() < 10_000_000);
    assert_eq!(lines.last().unwrap()["message"], "ending");
}

#[test]
fn a_damaged_database_is_set_aside_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let noise = "not a database".repeat(1000);
    std::fs::write(&path, &noise).unwrap();
    let mut serving = Serving::start(folder.path(), &["--log-as", "json"]);
    let game = json!({"rule": "freestyle", "area": {"width": 15, "height": 15}});
    Serving::ask(&serving.address, "POST", "/api/games", &game).unwrap();
    let aside = folder.path().join("games.sqlite.damaged-1");
    assert_eq!(std::fs::read_to_string(&aside).unwrap(), noise);
    serving.process.kill().unwrap();
    let mut log = String::new();
    serving.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let message: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!(message["level"], "ERROR");
    assert!(message["message"].as_str().unwrap().contains("damaged"), "{message}");
    assert_eq!(message["aside"], aside.to_str().unwrap());
}

/// A disk that takes no more, by the largest size of a file: what a process may write is limited
/// without being root.
#[cfg(target_os = "linux")]
#[test]
fn where_the_disk_is_full_a_move_is_refused_until_there_is_room() {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::start_with(folder.path(), &["--log", "off"], |tengen| {
        let mut shell = Command::new("sh");
        // In blocks of 512 bytes; only what can be raised again.
        shell.args(["-c", "trap '' XFSZ; ulimit -S -f 256; exec \"$0\" \"$@\""]);
        shell.arg(tengen.get_program()).args(tengen.get_args());
        shell
    });
    let address = serving.address.clone();
    let game = json!({"rule": "freestyle", "area": {"width": 15, "height": 15}});
    let game = Serving::ask(&address, "POST", "/api/games", &game).unwrap();
    let nodes = format!("/api/games/{}/nodes", game["id"].as_str().unwrap());
    let play = |number: usize| {
        let node = json!({"parent": 0, "point": {"x": number % 15, "y": number / 15}});
        Serving::status(&address, "POST", &nodes, &node)
    };
    let refused = (0..225).find_map(|number| {
        let (status, answer) = play(number);
        (status != 200).then_some((number, status, answer["code"].clone()))
    });
    let (number, status, code) = refused.expect("so many moves do not fit");
    assert_eq!((status, code), (507, json!("no_room")));
    let health = || {
        let (status, answer) = Serving::status(&address, "GET", "/health", &Value::Null);
        (status, answer["code"].clone())
    };
    assert_eq!(health(), (507, json!("no_room")));
    let (_, kept) =
        Serving::status(&address, "GET", nodes.trim_end_matches("/nodes"), &Value::Null);
    assert_eq!(kept["nodes"].as_array().unwrap().len(), number, "what was acknowledged is there");
    let process = Pid::from_child(&serving.process);
    let maximum = getrlimit(Resource::Fsize).maximum;
    prlimit(Some(process), Resource::Fsize, Rlimit { current: maximum, maximum }).unwrap();
    assert_eq!(health(), (200, Value::Null), "there is room again");
    assert_eq!(play(number).0, 200);
    assert!(serving.process.try_wait().unwrap().is_none());
}

/// Many large conversions at once are held in bounded memory, and whatever goes on the end comes in time.
#[cfg(target_os = "linux")]
#[test]
fn forty_large_conversions_take_little_memory_and_do_not_hold_up_the_end() {
    use std::{
        sync::Arc,
        thread,
        time::{Duration, Instant},
    };
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::start(folder.path(), &["--log", "off"]);
    let address = serving.address.clone();
    // A search, somebody who listens to it, and somebody who never says what.
    let position = json!({"rule": "freestyle", "area": {"width": 15, "height": 15}, "moves": []});
    let thought = json!({"position": position, "time_ms": 60_000});
    let thought = Serving::ask(&address, "POST", "/api/thoughts", &thought).unwrap();
    let mut listener = TcpStream::connect(&address).unwrap();
    let events = format!("/api/thoughts/{}/events", thought["id"].as_str().unwrap());
    write!(listener, "GET {events} HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
    let mut silent = TcpStream::connect(&address).unwrap();
    silent.write_all(b"POST /api/convert HTTP/1.1\r\n").unwrap();
    let games = "h8h9g8g9i8i9f8f10e7d6\n".repeat((14 << 20) / 22);
    let body =
        json!({"source": {"kind": "text", "text": games}, "format": "positions"}).to_string();
    let request = format!(
        "POST /api/convert HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let request: Arc<[u8]> = request.into_bytes().into();
    let clients: Vec<_> = (0..40)
        .map(|_| {
            let (address, request) = (address.clone(), Arc::clone(&request));
            thread::spawn(move || {
                let mut stream = TcpStream::connect(&address).unwrap();
                // The server may end before it has read or said everything.
                let _ = stream.write_all(&request);
                let mut head = [0; 12];
                stream.read_exact(&mut head).ok()?;
                let _ = std::io::copy(&mut stream, &mut std::io::sink());
                Some(String::from_utf8_lossy(&head).into_owned())
            })
        })
        .collect();
    // Long enough for some to be answered and others refused.
    thread::sleep(Duration::from_secs(6));
    let status = std::fs::read_to_string(format!("/proc/{}/status", serving.process.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    let asked = Instant::now();
    let id = serving.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(serving.process.wait().unwrap().success());
    let took = asked.elapsed();
    assert!(peak < 300 << 10, "{peak} kB");
    // Five seconds by its own clock; a machine with other things to do may need a while to notice.
    assert!(took < Duration::from_secs(20), "{took:?}");
    for client in clients {
        let message = client.join().unwrap();
        let known = ["HTTP/1.1 200", "HTTP/1.1 503"];
        assert!(message.as_deref().is_none_or(|message| known.contains(&message)), "{message:?}");
    }
}
