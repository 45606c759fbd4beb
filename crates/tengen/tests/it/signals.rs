//! A signal in the middle of writing leaves neither a temporary file nor a part of the file.

#![cfg(unix)]

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

/// A program that has begun to write into a folder and waits for the rest of its input.
fn start(command: &mut Command, folder: &Path, before: usize) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // More than it looks at before it begins.
    child.stdin.as_mut().unwrap().write_all(&b"h8i9\n".repeat(50_000)).unwrap();
    while fs::read_dir(folder).unwrap().count() == before {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

fn send(signal: &str, child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap().success());
}

/// Waits for the end, with an input that ends only if `closes` says so.
fn end(mut child: Child, closes: bool) -> Output {
    let stdin = child.stdin.take();
    if !closes {
        child.wait().unwrap();
    }
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// The program, as if started where no signal is ignored.
fn tengen() -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_tengen")]);
    command
}

const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

#[test]
fn a_signal_leaves_neither_a_temporary_nor_a_part_of_the_file() {
    for (args, target) in [
        (&["convert", "--to", "sgf", "--force", "-o"][..], "out.sgf"),
        (&["convert", "--to", "psq", "--force", "-o"], "psq/"),
        (&["replay", "--json", "--force", "-o"], "out.json"),
        (&["replay", "--force", "--parquet"], "out.parquet"),
    ] {
        for existing in [false, true] {
            for (signal, code) in SIGNALS {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join(target);
                let is_folder = target.ends_with('/');
                if is_folder {
                    fs::create_dir(&path).unwrap();
                }
                let mine = if is_folder { path.join("stdin-1.psq") } else { path.clone() };
                if existing {
                    fs::write(&mine, "mine").unwrap();
                }
                let watched = if is_folder { path.as_path() } else { folder.path() };
                let child = start(tengen().args(args).arg(&path), watched, existing.into());
                send(signal, &child);
                // Asked by Ctrl-C, replay goes on to the end of what it is reading.
                let closes = args[0] == "replay" && signal == "INT";
                let output = end(child, closes);
                assert_eq!(output.status.code(), Some(code), "{args:?} {signal} {output:?}");
                assert_eq!(fs::read_dir(watched).unwrap().count(), usize::from(existing));
                if existing {
                    assert_eq!(fs::read(&mine).unwrap(), b"mine");
                }
                if closes {
                    let message = String::from_utf8(output.stderr).unwrap();
                    let expected = format!("interrupted: {} is not written\n", path.display());
                    assert!(message.contains(&expected), "{message}");
                }
            }
        }
    }
}

#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.sgf");
    let script = "trap '' HUP; exec \"$0\" convert --to sgf -o \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tengen")]).arg(&path);
    let child = start(&mut command, folder.path(), 0);
    send("HUP", &child);
    let output = end(child, true);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read(&path).unwrap().starts_with(b"(;"));
}
