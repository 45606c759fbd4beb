//! One position in many forms: the solver reads what other verbs read.

use std::{fs, process::Output};

use crate::manners::tengen;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn solve(args: &[&str], input: &[u8]) -> Output {
    tengen(&[&["solve"], args].concat(), input)
}

/// Black has an open three of h8 i8 j8 and wins; white has stones far away.
const MOVES: &str = "h8a1i8c15j8o1";

/// The answer without what it took.
fn answer(output: &Output) -> serde_json::Value {
    let mut solved: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    solved["seconds"] = 0.into();
    solved
}

#[test]
fn a_position_has_one_answer_in_whatever_form_it_comes() {
    let mut rows = vec![vec!['.'; 15]; 15];
    for (x, y, stone) in
        [(7, 7, 'X'), (8, 7, 'X'), (9, 7, 'X'), (0, 14, 'O'), (2, 0, 'O'), (14, 14, 'O')]
    {
        rows[y][x] = stone;
    }
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let field = format!("15\n{}\n", lines.join("\n"));
    let board = field.lines().skip(1).map(|line| line.replace('X', "b").replace('O', "x"));
    let board: String = board.map(|line| line.replace('b', "o") + "\n").collect();
    let drawing: String = lines
        .iter()
        .map(|line| {
            line.chars().flat_map(|letter| [letter.to_ascii_lowercase(), ' ']).collect::<String>()
        })
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect();
    let expected = solve(&["--rule", "renju", "--json"], field.as_bytes());
    assert_eq!(expected.status.code(), Some(0), "{}", text(&expected.stderr));
    let expected = answer(&expected);
    assert_eq!(expected["winner"], "black");

    let convert = |format: &str| {
        let args = ["convert", "--to", format, "--rule", "renju"];
        tengen(&args, format!("{MOVES}\n").as_bytes()).stdout
    };
    let link = format!("http://127.0.0.1:8421/#renju/15x15/{MOVES}");
    let set_up = "https://example.org/solve#renju/15x15/b:h8i8j8;w:a1c15/o1";
    for (args, input) in [
        (&[][..], MOVES.as_bytes().to_vec()),
        (&["--rows", "bottom"], b"H8 A1, I8 C15 J8 O1\n".to_vec()),
        (&["--rows", "top"], b"h8a15i8c1j8o15".to_vec()),
        (&[], convert("moves")),
        (&[], convert("sgf")),
        (&[], convert("psq")),
        (&[], convert("renlib")),
        (&["--from", "csv"], convert("csv")),
        (&[], convert("csv")),
        (&[], convert("jsonl")),
        (&[], board.into_bytes()),
        (&[], drawing.into_bytes()),
        (&[], link.clone().into_bytes()),
        (&["--turn", "black"], set_up.as_bytes().to_vec()),
        (&[&link], Vec::new()),
        (&[], format!("https://gomocalc.com/#/{MOVES}\n").into_bytes()),
        (&["--size", "15x15", "-"], MOVES.as_bytes().to_vec()),
        (&["--move", "6", "-"], format!("{MOVES}h9").into_bytes()),
        (&["--at", "6", "--game", "2"], format!("a1\n{MOVES}h9\n").into_bytes()),
    ] {
        let args = [&["--rule", "renju", "--json"], args].concat();
        let solved = solve(&args, &input);
        assert_eq!(answer(&solved), expected, "{args:?} {}", input.escape_ascii());
    }
}

#[test]
fn a_record_says_its_rule_itself() {
    let link = format!("#renju/15x15/{MOVES}");
    let solved = answer(&solve(&["--json"], link.as_bytes()));
    assert_eq!((&solved["rule"], &solved["winner"]), (&"renju".into(), &"black".into()));
    let solved = answer(&solve(&["--json", "--rule", "exact"], link.as_bytes()));
    assert_eq!(solved["rule"], "exact");
    let nogo = solve(&["--json"], b"#nogo/3x3/b2");
    assert_eq!(answer(&nogo)["turn"], "white");
}

#[test]
fn proofs_of_records_hold() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("a.proof");
    let proof = proof.to_str().unwrap();
    let args = ["--rule", "freestyle", "--proof", proof];
    assert_eq!(solve(&args, MOVES.as_bytes()).status.code(), Some(0));
    let verified = tengen(&["verify", proof], b"");
    assert!(text(&verified.stdout).starts_with("proved"), "{}", text(&verified.stderr));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_solved_is_reported() {
    for (args, input, solved) in [
        (&[][..], "h8i9", "a board needs a rule"),
        (&["--rule", "renju"], "h8h8", "move 2, h8, is on a point that is occupied; see replay"),
        (&["--rule", "renju"], "h8z9", "is outside the board"),
        (&["--rule", "renju"], "h8?", "stdin:1:3: "),
        (&["--rule", "renju", "--move", "3"], "h8i9", "--at 3 is after its end"),
        (&["--rule", "renju", "--game", "2"], "h8i9", "has no game 2; it has 1"),
        (&["--rule", "renju", "--move", "1"], "3\n...\n...\n...\n", "go with records"),
        (&["--rule", "freestyle"], "a1b1a2b2a3b3a4b4a5", "black has won already"),
        (&["--rule", "nogo"], "https://example.org/", "no position is in this link"),
        (&["--rule", "renju"], "(;SZ[15]AB[aa][bb][cc])", "say with --turn who is to move"),
        (&["--rule", "renju", "--plies", "3"], "h8i9", "--plies goes with a list of pieces"),
    ] {
        let output = solve(args, input.as_bytes());
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{input}: {complaint}");
        assert!(complaint.contains(solved), "{input}: {complaint}");
    }
}

#[test]
fn other_verbs_read_links_as_well() {
    let link = format!("http://127.0.0.1:8421/#renju/15x15/{MOVES}");
    let by_link = tengen(&["render", "--as", "svg", &link], b"");
    let by_moves = tengen(&["render", "--as", "svg", "--rule", "renju"], MOVES.as_bytes());
    assert!(by_link.stdout.starts_with(b"<svg"), "{}", text(&by_link.stderr));
    assert_eq!(text(&by_link.stdout), text(&by_moves.stdout));
}
