//! Solving, and proofs as files.

use std::fs;

use crate::{house::root, manners::tengen};

#[test]
fn a_proof_that_was_written_is_verified_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.proof");
    let file = path.to_str().unwrap();
    let output = tengen(&["solve", "--rule", "nogo", "--size", "4x3", "--proof", file], b"");
    assert_eq!((output.stdout, output.status.code()), (b"White\n".to_vec(), Some(0)));
    let output = tengen(&["verify", file], b"");
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.starts_with("proved: white wins nogo on 4x3, black to move ("), "{stdout}");

    let proof = fs::read(&path).unwrap();
    for (broken, place) in [
        (proof[..proof.len() - 1].to_vec(), proof.len() - 1),
        ([&proof[..], b"x"].concat(), proof.len()),
    ] {
        let output = tengen(&["verify", "-"], &broken);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with(&format!("error: stdin: byte {place}: ")), "{stderr}");
        assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
    }
    // One that does not hold takes the answer for the others with it.
    let output = tengen(&["verify", file, "Cargo.toml"], b"");
    assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
}

#[test]
fn a_proof_of_five_in_a_row_is_verified_with_and_without_edges() {
    for (size, stones, margin, step) in [
        ("9x9", "d5 e5 f5", "", &[4 * 42 % 128 + 3 + 128, 1][..]),
        ("infinite", "(-1,0) (0,0) (1,0)", "margin 2\n", &[4 * (2 * 7 + 5) + 3]),
    ] {
        let head = format!(
            "tengen proof 1\nrule freestyle\nsize {size}\nblack {stones}\nwhite\nturn black\nwins black\n{margin}memory 1\n\n"
        );
        let proof = [head.as_bytes(), step].concat();
        let output = tengen(&["verify", "-"], &proof);
        let stdout = String::from_utf8(output.stdout).unwrap();
        let said =
            format!("proved: black wins freestyle on {size}, 3 stones, black to move (1 step");
        assert!(stdout.starts_with(&said), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
        let output = tengen(&["verify", "--json", "-"], &proof);
        let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&record["size"], &record["steps"]), (&size.into(), &1.into()));
        let output = tengen(&["verify", "-"], &head.into_bytes());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("ends where a step was expected"), "{stderr}");
        assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
    }
}

#[test]
fn a_search_that_is_cut_short_leaves_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.proof");
    let args = ["solve", "--rule", "nogo", "--size", "6x6", "--nodes", "10", "--proof"];
    let output = tengen(&[&args[..], &[path.to_str().unwrap()]].concat(), b"");
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.starts_with("not decided: the limit of nodes was reached after 10 nodes"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn puzzles_are_answered_proved_and_drawn_one_by_one() {
    let puzzles = fs::read(root().join("examples/puzzles.jsonl")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let args = ["solve", "--json", "--proof", path, "--svg", path];
    let output = tengen(&args, &puzzles);
    assert_eq!(output.status.code(), Some(1));
    let records = String::from_utf8(output.stdout).unwrap();
    let records: Vec<serde_json::Value> =
        records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answered: Vec<_> = ["number", "winner", "by", "move"]
        .map(|key| records.iter().map(|record| record[key].to_string()).collect::<Vec<_>>())
        .map(|column| column.join(" "))
        .into();
    let expected = [
        "1 2 3 4",
        r#""black" "white" "black" null"#,
        r#""fours" "fours" "threats" null"#,
        r#""h8" "d8" "i7" null"#,
    ];
    assert_eq!(answered, expected);
    assert_eq!(
        (&records[0]["name"], &records[0]["kind"]),
        (&"a four and a three".into(), &"VCF".into())
    );
    let mut files: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["1.proof", "1.svg", "2.proof", "2.svg", "3.proof", "3.svg", "4.svg"]);
    for number in 1..=3 {
        let proof = folder.path().join(format!("{number}.proof"));
        assert_eq!(tengen(&["verify", proof.to_str().unwrap()], b"").status.code(), Some(0));
    }
    let svg =
        |number: u32| fs::read_to_string(folder.path().join(format!("{number}.svg"))).unwrap();
    assert!(svg(1).contains("<title>Black wins by fours</title>"));
    assert!(svg(1).contains("Moves, black first: h8 i8 h"));
    assert!(svg(2).contains("Moves, white first: d8. Forbidden: e8."));
    assert!(svg(4).contains("<title>Not decided</title>"));
}

#[test]
fn the_puzzles_of_nogo_in_the_program_are_solved_and_proved() {
    let listed = tengen(&["puzzles", "list", "nogo"], b"").stdout;
    let end = listed.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(2).unwrap().0;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let output = tengen(&["solve", "--json", "--proof", path], &listed[..=end]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let records = String::from_utf8(output.stdout).unwrap();
    assert_eq!(records.lines().count(), 3);
    for (number, line) in (1..).zip(records.lines()) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&record["number"], &record["rule"]), (&number.into(), &"nogo".into()));
        // The side to move has one move that wins.
        assert_eq!(record["winner"], record["turn"]);
        assert_eq!(
            record["winning_moves"].as_array().unwrap(),
            std::slice::from_ref(&record["move"])
        );
        let proof = folder.path().join(format!("{number}.proof"));
        assert_eq!(tengen(&["verify", proof.to_str().unwrap()], b"").status.code(), Some(0));
    }
}

#[test]
fn the_proofs_of_several_puzzles_need_a_folder() {
    let puzzles = fs::read(root().join("examples/puzzles.jsonl")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one");
    let path = file.to_str().unwrap();
    for option in ["--proof", "--svg"] {
        let output = tengen(&["solve", option, path], &puzzles);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let message = format!("error: {option} needs a folder for 4 puzzles, and {path} is none");
        assert!(stderr.starts_with(&message), "{stderr}");
        assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
    }
    // One alone goes into a file.
    let end = puzzles.iter().position(|&byte| byte == b'\n').unwrap();
    let output = tengen(&["solve", "--proof", path], &puzzles[..end]);
    assert_eq!((output.stdout, output.status.code()), (b"Black\n".to_vec(), Some(0)));
    assert_eq!(tengen(&["verify", path], b"").status.code(), Some(0));
}

#[test]
fn the_limits_are_for_each_puzzle() {
    let puzzles = fs::read_to_string(root().join("examples/puzzles.jsonl")).unwrap();
    let third = puzzles.lines().nth(2).unwrap();
    let solve = |args: &[&str], copies: usize| -> Vec<serde_json::Value> {
        let input = format!("{third}\n").repeat(copies);
        let output = tengen(&[&["solve", "--json"], args].concat(), input.as_bytes());
        let records = String::from_utf8(output.stdout).unwrap();
        records.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let nodes = solve(&[], 1)[0]["nodes"].as_u64().unwrap();
    let records = solve(&["--nodes", &(4 * nodes).to_string()], 5);
    assert_eq!(records.len(), 5);
    assert!(records.iter().all(|record| record["nodes"] == nodes && record["winner"] == "black"));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (args, input, message) in [
        (&["--size", "9x9"][..], "", "error: 81 points can still be played on; at most 64"),
        (&[], "2\nX.\n..\n", "error: stdin:2:1: "),
        (&["--turn", "black"], "2\nXO\nO.\n", "error: stdin:2:1: "),
        (&["--turn", "white"], "2\nXO\n", "error: stdin:2:3: "),
        (&["--proof", "/no/such/folder/x"], "1\n.\n", "error: /no/such/folder/x: "),
    ] {
        let output = tengen(&[&["solve", "--rule", "nogo"], args].concat(), input.as_bytes());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with(message), "{stderr}");
        assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)));
    }
}

#[test]
fn the_table_has_a_line_for_each_board_and_says_what_is_not_decided() {
    let args = ["table", "nogo", "--up-to", "25", "--max", "5x5", "--nodes", "2", "--json"];
    let output = tengen(&args, b"");
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 15);
    assert_eq!((&lines[0]["size"], &lines[0]["winner"]), (&"1x1".into(), &"white".into()));
    assert_eq!(lines[14]["size"], "5x5");
    assert!(lines[14]["winner"].is_null() && lines[14]["nodes"] == 2);
}

/// Ctrl-C is a limit: what is known is printed, and that is not an answer.
#[cfg(unix)]
#[test]
fn a_search_that_is_asked_to_stop_says_so() {
    use std::{
        io::Write,
        process::{Command, Stdio},
    };

    use crate::processes::wait_for_handler;

    // Questions that take minutes.
    let pair = |i: i32, j: i32| {
        let (x, y) = ((i * i + 3 * j) % 4, (i + j * j) % 4);
        let near = (6 * i + (x + 1 + (i + j) % 3) % 4, 6 * j + (y + 2) % 4);
        let first = format!("[{},{},{}]", 6 * i + x, 6 * j + y, i % 2);
        format!("{first},[{},{},{}]", near.0, near.1, (i + 1) % 2)
    };
    let pairs = (0..100).flat_map(|i| (0..100).map(move |j| pair(i, j)));
    let pieces = format!("[{}]", pairs.collect::<Vec<_>>().join(","));
    for (args, input) in
        [(&["--rule", "nogo", "--size", "8x8"][..], ""), (&["--plies", "8"], pieces.as_str())]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("solve")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        wait_for_handler(child.id());
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.starts_with("not decided: it was asked to stop after "), "{stdout}");
        assert_eq!(output.status.code(), Some(1));
    }
}
