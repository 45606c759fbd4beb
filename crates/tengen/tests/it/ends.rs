//! Questions about positions, asked about the ends of records.

use crate::manners::tengen;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Column h from 8 to 12 for Black.
const WON: &[u8] = b"h8a1h9a2h10a3h11a4h12\nh8h9\n";

#[test]
fn the_winner_of_every_record_is_reported() {
    let output = tengen(&["winner"], WON);
    assert_eq!((text(&output.stderr), text(&output.stdout)), ("", "1\n4 8\n0\n"));
    let output = tengen(&["winner", "--rows", "top"], WON);
    assert_eq!(text(&output.stdout), "1\n8 8\n0\n");
    let output = tengen(&["winner", "--all", "--exit-code"], WON);
    assert_eq!(text(&output.stdout), "1\n1 4 8 column 5\n0\n");
    assert_eq!(output.status.code(), Some(1));
    let output = tengen(&["winner", "--json"], WON);
    let first: serde_json::Value =
        serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
    assert_eq!((&first["size"], &first["winner"]), (&"15x15".into(), &"black".into()));
}

#[test]
fn whether_the_end_of_a_record_could_have_come_about_is_reported() {
    let output = tengen(&["check"], WON);
    assert_eq!((text(&output.stderr), text(&output.stdout)), ("", "YES\nYES\n"));
    // Moves after the end: White has no business there, but Black had won already.
    let output = tengen(&["check", "--explain"], b"h8a1h9a2h10a3h11a4h12o1\n");
    assert!(text(&output.stdout).starts_with("NO\n"), "{}", text(&output.stdout));
}

#[test]
fn a_record_says_its_rule_and_its_board() {
    let sgf = b"(;GM[4]FF[4]SZ[9];B[aa];W[ia];B[bb];W[ib];B[cc];W[ic];B[dd];W[id];B[ee])";
    let output = tengen(&["winner", "--json"], sgf);
    assert_eq!(text(&output.stderr), "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["size"], &answer["winner"]), (&"9x9".into(), &"black".into()));
    let output = tengen(&["winner", "--rule", "freestyle", "--from", "sgf"], sgf);
    assert_eq!(text(&output.stdout), "1\n1 1\n");
}

#[test]
fn a_record_without_an_end_is_refused_with_its_place() {
    let complaint = |args: &[&str], input: &[u8]| {
        let output = tengen(args, input);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{args:?}");
        text(&output.stderr).to_owned()
    };
    let error = complaint(&["check"], b"h8\nh8h8\n");
    assert!(error.contains("stdin:2: move 2, h8, is on a point that is occupied"), "{error}");
    let error = complaint(&["check"], b"h8\nh99\n");
    assert!(error.contains("stdin:2:"), "{error}");
    let error = complaint(&["winner", "--from", "pieces"], b"[]");
    assert!(error.contains("name board or a format of games"), "{error}");
}

#[test]
fn what_was_a_board_before_is_one_still() {
    for (args, input, expected) in [
        (&["check", "--size", "5x1"][..], "ox...\n", "YES\n"),
        (&["check", "--size", "any"], "xo\n", "YES\n"),
        (&["winner", "--size", "5x1"], "1\n1 1 1 1 1\n", "1\n1 1\n"),
        (&["winner", "--size", "2x2"], "1\n0 1\n2 0\n", "0\n"),
    ] {
        assert_eq!(text(&tengen(args, input.as_bytes()).stdout), expected, "{args:?}");
    }
}
