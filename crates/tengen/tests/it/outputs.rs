//! Writing does not harm its target: every option that names an output file, on every kind of file.

#![cfg(unix)]

use std::{
    fs::{self, File},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
};

use crate::manners::tengen;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// An option that names an output file: the arguments before the name, and the input.
struct Writer {
    args: &'static [&'static str],
    input: &'static str,
    /// What the file begins with.
    begins: &'static [u8],
    /// Whether a directory is one to write into.
    takes_directory: bool,
}

const WIN: &str = "h8a1i8a2j8a3k8a5\n";

const WRITERS: [Writer; 9] = [
    Writer::new(&["render", "--as", "svg", "-o"], "h8i9\n", b"<svg"),
    Writer {
        takes_directory: true,
        ..Writer::new(&["convert", "--to", "moves", "-o"], "h8i9\n", b"2\n8 8\n7 9\n")
    },
    Writer::new(&["replay", "--json", "-o"], "h8i9\n", b"{"),
    Writer::new(&["replay", "-o"], "1\n8 8\n", b"Tie\n"),
    Writer::new(&["replay", "--parquet"], "h8i9\n", b"PAR1"),
    Writer::new(&["solve", "--rule", "nogo", "--size", "3x2", "--proof"], "", b"tengen"),
    Writer::new(&["solve", "--rule", "freestyle", "--svg"], WIN, b"<svg"),
    Writer::new(&["solve", "--rule", "freestyle", "--proof"], WIN, b"tengen"),
    Writer::new(
        &[
            "match",
            "--rule",
            "nogo",
            "--size",
            "2x2",
            "--games",
            "2",
            "--engine",
            "tengen name=a",
            "--engine",
            "tengen name=b",
            "--each",
            "nodes=9",
            "--json",
            "-o",
        ],
        "",
        b"{",
    ),
];

impl Writer {
    const fn new(
        args: &'static [&'static str],
        input: &'static str,
        begins: &'static [u8],
    ) -> Writer {
        Writer { args, input, begins, takes_directory: false }
    }

    fn run(&self, path: &Path, more: &[&str]) -> Output {
        let args = [self.args, &[path.to_str().unwrap()], more].concat();
        tengen(&args, self.input.as_bytes())
    }

    /// Runs it where it has to write.
    fn write(&self, path: &Path, more: &[&str]) {
        let output = self.run(path, more);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{:?}: {message}", self.args);
    }

    /// Runs it where it has to refuse, and returns its error message.
    fn refused(&self, path: &Path, more: &[&str]) -> String {
        let output = self.run(path, more);
        let message = text(&output.stderr).to_owned();
        assert_eq!(output.status.code(), Some(2), "{:?}: {message}", self.args);
        assert!(message.starts_with(&format!("error: {}: ", path.display())), "{message}");
        message
    }

    fn check(&self, bytes: &[u8]) {
        assert!(bytes.starts_with(self.begins), "{:?}: {}", self.args, bytes.escape_ascii());
    }
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|e| name(e.unwrap())).collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_new_file_is_written_and_nothing_is_left_beside_it() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        writer.write(&path, &[]);
        writer.check(&fs::read(&path).unwrap());
        assert_eq!(names(folder.path()), ["new"], "{:?}", writer.args);
        // As any other file that is made here.
        let other = folder.path().join("other");
        fs::write(&other, "").unwrap();
        assert_eq!(mode(&path), mode(&other), "{:?}", writer.args);
    }
}

#[test]
fn a_file_that_exists_is_replaced_only_by_force_and_keeps_its_permissions() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine");
        fs::write(&path, "mine").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).unwrap();
        let message = writer.refused(&path, &[]);
        assert!(message.contains("the file exists; --force writes over it"), "{message}");
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        writer.write(&path, &["--force"]);
        writer.check(&fs::read(&path).unwrap());
        assert_eq!(mode(&path), 0o604, "{:?}", writer.args);
        assert_eq!(names(folder.path()), ["mine"], "{:?}", writer.args);
    }
}

#[test]
fn a_link_stays_a_link_and_its_target_is_written() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let (link, inner) = (folder.path().join("link"), folder.path().join("inner"));
        fs::create_dir(&inner).unwrap();
        symlink("inner/file", &link).unwrap();
        // It leads nowhere yet: nothing can be lost.
        writer.write(&link, &[]);
        writer.check(&fs::read(inner.join("file")).unwrap());
        fs::write(inner.join("file"), "mine").unwrap();
        assert!(writer.refused(&link, &[]).contains("--force"));
        assert_eq!(fs::read(inner.join("file")).unwrap(), b"mine");
        writer.write(&link, &["--force"]);
        writer.check(&fs::read(inner.join("file")).unwrap());
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("inner/file"));
        assert_eq!(names(folder.path()), ["inner", "link"]);
        assert_eq!(names(&inner), ["file"]);
        // A link to itself leads nowhere at all.
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        symlink(&one, &other).unwrap();
        symlink(&other, &one).unwrap();
        writer.refused(&one, &["--force"]);
        assert!(one.is_symlink() && other.is_symlink());
    }
}

#[test]
fn who_reads_a_fifo_gets_the_bytes_and_it_stays_a_fifo() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        for force in [&[][..], &["--force"]] {
            thread::scope(|scope| {
                let reader = scope.spawn(|| fs::read(&path).unwrap());
                writer.write(&path, force);
                writer.check(&reader.join().unwrap());
            });
            assert!(path.metadata().unwrap().file_type().is_fifo());
        }
        assert_eq!(names(folder.path()), ["fifo"]);
    }
}

/// A character device like the one of this name; where none can be made, that one itself.
fn device(folder: &Path, name: &str, minor: &str) -> PathBuf {
    let path = folder.join(name);
    let mknod = Command::new("mknod").arg(&path).args(["c", "1", minor]).output();
    let is_made = mknod.is_ok_and(|made| made.status.success());
    if is_made && File::options().write(true).open(&path).is_ok() {
        path
    } else {
        Path::new("/dev").join(name)
    }
}

#[test]
fn a_device_is_written_through_and_stays_a_device() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let null = device(folder.path(), "null", "3");
        let full = device(folder.path(), "full", "7");
        for force in [&[][..], &["--force"]] {
            writer.write(&null, force);
            assert!(null.metadata().unwrap().file_type().is_char_device());
            let message = writer.refused(&full, force);
            assert!(message.contains("No space left on device"), "{message}");
            assert!(full.metadata().unwrap().file_type().is_char_device());
        }
        let link = folder.path().join("link");
        symlink(&null, &link).unwrap();
        writer.write(&link, &["--force"]);
        assert!(link.is_symlink() && null.metadata().unwrap().file_type().is_char_device());
    }
}

#[test]
fn the_standard_output_by_its_name_is_the_standard_output() {
    let output = tengen(&["convert", "--to", "moves", "-o", "/dev/stdout"], b"h8i9\n");
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("2\n8 8\n7 9\n", ""));
    // Even if it goes to a file, which is open and not to be replaced.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    fs::write(&path, "before\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["render", "--as", "svg", "-o", "/dev/stdout", "/dev/stdin"]);
    fs::write(folder.path().join("game"), "h8\n").unwrap();
    command.stdin(File::open(folder.path().join("game")).unwrap());
    command.stdout(File::options().append(true).open(&path).unwrap());
    assert!(command.status().unwrap().success());
    assert!(fs::read_to_string(&path).unwrap().starts_with("before\n<svg"));
}

#[test]
fn what_is_no_file_is_refused() {
    for writer in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        let message = writer.refused(&socket, &["--force"]);
        assert!(message.contains("this is a socket"), "{message}");
        assert!(socket.metadata().unwrap().file_type().is_socket());
        let nowhere = folder.path().join("no/file");
        let message = writer.refused(&nowhere, &[]);
        assert!(message.contains("there is no directory"), "{message}");
        if !writer.takes_directory {
            let message = writer.refused(folder.path(), &["--force"]);
            assert!(message.contains("this is a directory; name a file in it"), "{message}");
        }
        assert_eq!(names(folder.path()), ["socket"], "{:?}", writer.args);
    }
}

#[test]
fn manual_pages_and_logs_of_matches_are_written_over_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("man");
    let generate = |more: &[&str]| {
        tengen(&[&["generate", "man", man.to_str().unwrap()], more].concat(), b"").status.code()
    };
    assert_eq!(generate(&[]), Some(0));
    fs::write(man.join("tengen-solve.1"), "mine").unwrap();
    let before = names(&man);
    assert_eq!(generate(&[]), Some(2));
    assert_eq!(fs::read(man.join("tengen-solve.1")).unwrap(), b"mine");
    assert_eq!(generate(&["--force"]), Some(0));
    assert_ne!(fs::read(man.join("tengen-solve.1")).unwrap(), b"mine");
    assert_eq!(names(&man), before);

    let log = folder.path().join("log");
    let game = |more: &[&str]| {
        let args = ["match", "--rule", "nogo", "--size", "2x2", "--games", "2", "--engine"];
        let engines = ["tengen nodes=9", "--engine", "tengen nodes=9", "--log"];
        let args = [&args[..], &engines, &[log.to_str().unwrap()], more].concat();
        tengen(&args, b"").status.code()
    };
    assert_eq!(game(&[]), Some(0));
    let whole = fs::read_to_string(&log).unwrap();
    assert!(whole.contains(" > "), "{whole}");
    assert_eq!(game(&[]), Some(2));
    assert_eq!(fs::read_to_string(&log).unwrap(), whole);
    fs::write(&log, "mine").unwrap();
    assert_eq!(game(&["--force"]), Some(0));
    assert!(!fs::read_to_string(&log).unwrap().contains("mine"));
}

#[test]
fn files_in_a_folder_are_written_by_the_same_rules() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let target = folder.path().join("target");
    fs::write(&target, "mine").unwrap();
    symlink(&target, out.join("stdin.psq")).unwrap();
    let run = |more: &[&str]| {
        let args = ["convert", "--to", "psq", "-o", out.to_str().unwrap()];
        tengen(&[&args[..], more].concat(), b"h8i9\n").status.code()
    };
    assert_eq!(run(&[]), Some(2));
    assert_eq!(fs::read(&target).unwrap(), b"mine");
    assert_eq!(run(&["--force"]), Some(0));
    assert!(out.join("stdin.psq").is_symlink());
    assert!(fs::read(&target).unwrap().starts_with(b"Piskvorky"));
    assert_eq!(names(&out), ["stdin.psq"]);
}
