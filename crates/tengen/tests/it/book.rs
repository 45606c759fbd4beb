//! Books: what is kept of them, and what becomes of what is kept.

use std::{fs, path::Path, process::Output};

use crate::manners::tengen;

/// Two stones of Black in the middle of a board, two of White in its corners.
const BOARD: &[u8] =
    b"9\nO........\n.........\n.........\n....X....\n....X....\n.........\n.........\n.........\n........O\n";

fn book(folder: &Path, more: &[&str], board: &[u8]) -> Output {
    let folder = folder.to_str().unwrap();
    tengen(&[&["solve", "--rule", "freestyle", "--book", folder], more].concat(), board)
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_book_that_was_cut_off_anywhere_goes_on_to_a_proof_of_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let output = book(&whole, &[], BOARD);
    assert_eq!((last_line(&output), output.status.code()), ("Black".to_owned(), Some(0)));
    let log = fs::read(whole.join("book.log")).unwrap();
    let output = tengen(&["verify", whole.join("whole.proof").to_str().unwrap()], b"");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("proved: black wins freestyle on 9x9, 4 stones, black to move ("));

    // In the middle of the head, of a line, between two lines, and not at all.
    for at in [0, 20, log.len() / 3, log.len() / 2, log.len() - 1, log.len()] {
        let path = folder.path().join(at.to_string());
        fs::create_dir(&path).unwrap();
        fs::write(path.join("book.log"), &log[..at]).unwrap();
        let output = book(&path, &[], BOARD);
        assert_eq!((last_line(&output), output.status.code()), ("Black".to_owned(), Some(0)));
        // Nothing of what was known is lost, and nothing is done twice.
        let known = log[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let again = fs::read(path.join("book.log")).unwrap();
        assert!(again.starts_with(&log[..known]), "cut at {at}");
        assert!(at < log.len() || again == log);
        if at < log.len() - 1 {
            let proof = path.join("whole.proof");
            let output = tengen(&["verify", proof.to_str().unwrap()], b"");
            let (claim, _) = said.split_once(" (").unwrap();
            assert!(output.stdout.starts_with(claim.as_bytes()), "cut at {at}");
        }
    }
}

#[test]
fn a_book_without_time_says_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let output = book(folder.path(), &["--time", "0.001"], BOARD);
    let line = last_line(&output);
    assert!(line.starts_with("not decided: ") && line.ends_with(" are open; the time was up"));
    assert_eq!(output.status.code(), Some(1));
    let output = book(folder.path(), &["--status"], BOARD);
    assert!(last_line(&output).starts_with("not decided: "));
    assert_eq!(output.status.code(), Some(1));
    let none = folder.path().join("none");
    let output = book(&none, &["--status"], BOARD);
    assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
    assert!(!none.exists());
}

#[test]
fn a_log_that_is_wrong_is_refused_with_the_place_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    book(folder.path(), &["--time", "0.001"], BOARD);
    let path = folder.path().join("book.log");
    let log = fs::read_to_string(&path).unwrap();
    let head: String = log.split_inclusive('\n').take(7).collect();
    assert!(head.starts_with("tengen book 1\n") && head.ends_with("\n\n"));
    for (more, place, what) in [
        ("what\n", "8:5", "expected plan, won, quiet, image, threat or proved"),
        ("won x a1\n", "8:5", "expected the number of a plan"),
        ("won 0 a1\n", "8:1", "there is no plan 0, only 0 so far"),
        ("quiet\n", "8:6", "expected a point"),
        ("quiet z9\n", "8:7", "point \"z9\" is outside the 9x9 board (a1 to i9)"),
        ("quiet e4 a9\n", "8:1", "a9 cannot be played there"),
        ("threat e4! a8\n", "8:11", "expected a move with the fours that it threatens"),
        ("plan e5 e6\n", "8:11", "expected a point or |"),
        ("plan e5 e6 | | e7\n", "8:16", "expected a move with =, ! or ?"),
        ("plan e5 e6 | | e7=\n", "8:1", "the plan does not win from where it starts"),
        ("proved 1\n", "8:9", "expected the number of bytes"),
        ("quiet e4 b8 b7\n\u{e9}", "", ""),
    ] {
        let text = head.clone() + more;
        fs::write(&path, &text).unwrap();
        let output = book(folder.path(), &["--status"], BOARD);
        if what.is_empty() {
            // The rest of a line that was cut off is no fault.
            assert_eq!(output.status.code(), Some(1));
            continue;
        }
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, format!("error: {}:{place}: {what}\n", path.display()));
        assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::write(&path, "something else").unwrap();
    let output = book(folder.path(), &[], BOARD);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains(":1:1: this book is about another position"), "{stderr}");
    assert_eq!(fs::read(&path).unwrap(), b"something else");
}

#[test]
fn a_fact_that_is_not_true_is_found_out_when_it_is_to_be_proved() {
    let folder = tempfile::tempdir().unwrap();
    book(folder.path(), &[], BOARD);
    let path = folder.path().join("book.log");
    let log = fs::read_to_string(&path).unwrap();
    // Every win is by the first plan, and no proof has been written.
    let lie = |line: &str| match line.split_once(' ') {
        Some(("won", rest)) => format!("won 0 {}\n", rest.split_once(' ').unwrap().1),
        Some(("proved", _)) => String::new(),
        _ => format!("{line}\n"),
    };
    fs::write(&path, log.lines().map(lie).collect::<String>()).unwrap();
    let output = book(folder.path(), &[], BOARD);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("what it says cannot be proved"), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn where_there_is_a_win_by_threats_no_move_is_quiet_and_another_rule_is_another_book() {
    let folder = tempfile::tempdir().unwrap();
    let three = b"9\nO........\n.........\n.........\n.........\n...XXX...\n.........\n.........\n.........\n.......OO\n";
    for more in [&[][..], &["--status"]] {
        let output = book(folder.path(), more, three);
        assert_eq!(output.stdout, b"1 plans of 1 moves, 1 positions won\nBlack\n");
        assert_eq!(output.status.code(), Some(0));
    }
    let output =
        tengen(&["solve", "--rule", "exact", "--book", folder.path().to_str().unwrap()], three);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.ends_with(
            "book.log:2:1: this book is about another position; expected \"rule exact\"\n"
        ),
        "{stderr}"
    );
}
