//! Counts of all lines of play to a depth, from `testdata/perft`.

use tengen_core::{Color, Drawing, Position, Rule, Setup, naive, perft};

use tengen_testkit::{draw, read, stones};

/// What the plain rules can count in a test.
const FEW: u64 = 80_000;

/// A position and the number of lines of play by depth, from 0.
struct Count {
    drawing: Drawing,
    turn: Color,
    lines: Vec<u64>,
}

/// The counts of a file: paragraphs of a drawing and a line `black 1 10 90`, and remarks after `#`.
fn counts(rule: Rule) -> Vec<Count> {
    let text = read(&format!("testdata/perft/{rule}.txt"));
    let remark = |line: &&str| line.starts_with('#');
    let lines: Vec<&str> = text.lines().filter(|line| !remark(line)).collect();
    let paragraphs = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
    let count = |lines: &[&str]| {
        let (last, rows) = lines.split_last().expect("a paragraph has lines");
        let mut words = last.split(' ');
        let turn = match words.next() {
            Some("black") => Color::Black,
            Some("white") => Color::White,
            other => panic!("{rule}: not a side: {other:?}"),
        };
        let lines = words.map(|word| word.parse().expect("a number")).collect();
        Count { drawing: draw(&rows.join("\n")), turn, lines }
    };
    paragraphs.map(count).collect()
}

fn compare(rule: Rule) {
    let counts = counts(rule);
    assert!(counts.len() >= 5, "{rule}: only {} positions", counts.len());
    for Count { drawing, turn, lines } in counts {
        let board = drawing.board();
        let mut position = Position::from_setup(rule, &Setup::from_board(&board, turn)).unwrap();
        let before = position.zobrist_hash();
        assert!(lines.len() >= 3, "{rule}\n{drawing}");
        for (&expected, depth) in lines.iter().zip(0..) {
            assert_eq!(perft(&mut position, depth), expected, "{rule}, depth {depth}\n{drawing}");
            assert_eq!(position.zobrist_hash(), before, "counting leaves the position as it was");
            if expected <= FEW {
                let plain = naive::perft(rule, board.area(), &mut stones(&board), turn, depth);
                assert_eq!(plain, expected, "{rule}, depth {depth}, by the plain rules\n{drawing}");
            }
        }
    }
}

#[test]
fn freestyle_has_as_many_lines_of_play_as_counted() {
    compare(Rule::Freestyle);
}

#[test]
fn exact_five_has_as_many_lines_of_play_as_counted() {
    compare(Rule::Exact);
}

#[test]
fn renju_has_as_many_lines_of_play_as_counted() {
    compare(Rule::Renju);
}

#[test]
fn nogo_has_as_many_lines_of_play_as_counted() {
    compare(Rule::NoGo);
}

/// The one row of numbers of five-in-a-row that was not counted here; those of `NoGo` all were not.
#[test]
fn the_count_from_outside_is_in_the_file() {
    let outside = [1, 10, 90, 720, 5040, 30240, 151_200, 604_800, 1_814_400, 3_628_800, 3_600_000];
    assert!(counts(Rule::Freestyle).iter().any(|count| count.lines == outside));
}
