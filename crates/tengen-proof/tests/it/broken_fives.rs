//! Proofs of five-in-a-row that do not hold.

use tengen_core::{Area, Cell, Color, Position, Rule, Setup};
use tengen_proof::{WinReason, WinningMove};
use tengen_proof::{WriteError, check, write};

use tengen_testkit::TestRng;

use crate::{
    corruptions::{Corruptions, body, refuse_cuts},
    fives::{Truth, proofs},
};

fn swapped(head: &[u8]) -> String {
    let head = String::from_utf8(head.to_vec()).unwrap();
    if head.contains("wins black") {
        head.replace("wins black", "wins white")
    } else {
        head.replace("wins white", "wins black")
    }
}

#[test]
fn every_changed_bit_and_every_cut_is_found_or_does_no_harm() {
    let mut corruptions = Corruptions::default();
    for rule in Rule::FIVES {
        for proof in proofs(rule, 11, 16).iter().filter(|proof| proof.len() < 240) {
            refuse_cuts(proof);
            for bit in 0..8 * proof.len() {
                let mut changed = proof.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                corruptions.check(&changed);
            }
        }
    }
    corruptions.assert_found();
}

#[test]
fn the_other_side_cannot_be_claimed_to_win() {
    for rule in Rule::FIVES {
        for proof in proofs(rule, 12, 10) {
            let start = body(&proof);
            let wrong = [swapped(&proof[..start]).as_bytes(), &proof[start..]].concat();
            assert!(check(&wrong[..]).is_err());
        }
    }
}

/// Steps by chance, nearly all of them on empty points, until they are accepted or refused.
#[test]
fn no_steps_at_all_show_what_is_not_true() {
    let mut chance = TestRng::new(13);
    let mut truth = Truth::default();
    let (mut shown, mut not_shown) = (0, 0);
    for rule in Rule::FIVES {
        let proofs = proofs(rule, 14, 30);
        for proof in proofs.iter().step_by(4) {
            let head = &proof[..body(proof)];
            let claim = check(&proof[..]).unwrap().claim;
            let board = Position::from_setup(rule, &claim.setup).unwrap();
            let empty: Vec<u8> = (claim.setup.area.points().zip(0..))
                .filter(|(point, _)| board.board().cell(*point) == Cell::Empty)
                .map(|(_, number)| number)
                .collect();
            for head in [head.to_vec(), swapped(head).into_bytes()] {
                for _ in 0..1500 {
                    let mut proof = head.clone();
                    for _ in 0..24 {
                        match chance.below(6) {
                            0 => proof.push(chance.below(4) as u8),
                            1 => proof.push(chance.pick(&empty)),
                            _ => {
                                let step = 4 * chance.pick(&empty) + chance.below(4) as u8;
                                if step >= 128 {
                                    proof.extend([step, 1]);
                                } else {
                                    proof.push(step);
                                }
                            }
                        }
                    }
                    // What is too much is cut off.
                    let Err(error) = check(&proof[..]) else { continue };
                    if !error.to_string().contains("more bytes") {
                        not_shown += 1;
                        continue;
                    }
                    proof.truncate(error.offset as usize);
                    assert_eq!(truth.of(&check(&proof[..]).unwrap().claim), Some(true));
                    shown += 1;
                }
            }
        }
    }
    assert!(shown > 1000 && not_shown > 1000, "{shown} {not_shown}");
}

/// A head of a proof on 9x9 or so, with Black to move and to win.
fn head(rule: Rule, size: &str, black: &str, white: &str) -> String {
    let margin = if size == "infinite" { "margin 2\n" } else { "" };
    format!(
        "tengen proof 1\nrule {rule}\nsize {size}\nblack{black}\nwhite{white}\nturn black\nwins black\n{margin}memory 9\n\n"
    )
}

#[test]
fn what_is_wrong_with_a_step_is_reported_with_the_place() {
    let row = " a1 b1 c1";
    let cases: [(String, &[u8], &str); 15] = [
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[100],
            "point 25 is chosen, but there are 25 (after no moves)",
        ),
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[80],
            "a1 cannot be played: the point is occupied (after no moves)",
        ),
        (
            head(Rule::Renju, "9x9", " d5 e4 e6 f5", ""),
            &[163, 1],
            "e5 cannot be played: black may not make a double three (after no moves)",
        ),
        (head(Rule::Freestyle, "5x5", "", ""), &[3], "there is no four (after a5)"),
        (
            head(Rule::Freestyle, "5x5", row, " a5 b5 c5 d5"),
            &[4 * 23 + 3],
            "the other side can make a five (after d1)",
        ),
        (
            head(Rule::Freestyle, "5x5", " a1 b1 c1 d1", ""),
            &[4 * 24 + 3],
            "a step of kind 3 was found, but a move that wins is of kind 0 (after e1)",
        ),
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[4 * 23 + 1, 0],
            "a threat of 0 moves was found; there can be 1 to 1024",
        ),
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[4 * 23 + 1, 1, 25],
            "point 25 is chosen, but there are 25 (after d1)",
        ),
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[1, 2, 1, 2],
            "the threat b5 c5 does not win (after a5)",
        ),
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[2, 1, 0],
            "the position 1 back is not this one turned by 0 (after a5)",
        ),
        // The four is blocked, and there is no other.
        (
            head(Rule::Freestyle, "5x1", row, ""),
            &[4 * 3 + 3, 0],
            "the game is over and black has not won (after d1 e1)",
        ),
        (
            head(Rule::Freestyle, "3x1", " a1", " b1"),
            &[8],
            "the game is over and black has not won (after c1)",
        ),
        (
            head(Rule::Freestyle, "5x5", row, ""),
            &[4 * 23],
            "the proof ends where a step was expected",
        ),
        (
            head(Rule::Freestyle, "infinite", " (0,0)", ""),
            &[0],
            "the replies cannot be told one by one: there are too many (after (-2,-2))",
        ),
        (
            head(Rule::Freestyle, "infinite", " (0,0)", ""),
            &[4 * 25, 1],
            "point 25 is chosen, but there are 25 (after no moves)",
        ),
    ];
    for (head, steps, message) in cases {
        let error = check(&[head.as_bytes(), steps].concat()[..]).unwrap_err();
        assert_eq!(error.flaw.to_string(), message);
        let place = error.offset as usize - head.len();
        assert!(place <= steps.len(), "{place} {message}");
    }
}

#[test]
fn what_is_wrong_with_a_head_is_reported_with_the_place() {
    for (head, message) in [
        (
            head(Rule::Freestyle, "33x32", "", ""),
            "byte 30: a board of a proof has at most 1024 points",
        ),
        (
            head(Rule::Exact, "infinite", " (0;0)", ""),
            "byte 40: the header line \"(0;0)\" should be \"black\" and its stones",
        ),
        (
            head(Rule::Exact, "infinite", "", "").replace("margin 2", "margin -2"),
            "byte 74: the header line \"-2\" should be \"margin\" and a number of points",
        ),
        (
            head(Rule::Exact, "infinite", "", "").replace("margin 2\n", ""),
            "byte 74: the header line \"memory 9\" should be \"margin\" and a number of points",
        ),
        (
            head(Rule::Exact, "infinite", "", "").replace("memory 9", "memory 30000"),
            "byte 83: to remember 30000 positions takes too much memory",
        ),
        (
            head(Rule::Renju, "5x5", " a1 b1 c1 d1 e1", ""),
            "byte 94: the position of the header is impossible: black has won already",
        ),
        (
            head(Rule::Renju, "5x5", "", " a1 b1 c1 d1 e1"),
            "byte 94: the game is over and black has not won (after no moves)",
        ),
    ] {
        let error = check(&[head.as_bytes(), &[0]].concat()[..]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let many = (0..1025).map(|x| format!("({x},{})", x % 2 * 7));
    let many = format!(" {}", many.collect::<Vec<_>>().join(" "));
    let error = check(head(Rule::Exact, "infinite", &many, "").as_bytes()).unwrap_err();
    assert!(error.to_string().ends_with("a board of a proof has at most 1024 stones"), "{error}");
}

#[test]
fn a_strategy_that_does_not_win_is_found_out() {
    let area = Area::square(9);
    let point = |name: &str| area.point(name).unwrap();
    let stones = ["d5", "e5", "f5"].map(|name| (point(name), Color::Black)).to_vec();
    let setup = Setup { area, stones, turn: Color::Black };
    let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    for (name, how, message) in [
        ("g5", WinReason::Wins, "g5 does not make a five (after g5)"),
        ("d5", WinReason::Four, "d5 cannot be played (after no moves)"),
        ("a1", WinReason::Four, "a1 makes no four (after a1)"),
        ("a1", WinReason::Threat(vec![point("b1")]), "b1 begins no threat (after a1)"),
        ("a1", WinReason::Threat(vec![]), "a1 begins no threat (after a1)"),
        // The answer to the first parry is the same move once more.
        ("a1", WinReason::Threat(vec![point("g5")]), "a1 cannot be played (after a1 c5)"),
        ("a1", WinReason::All, "a1 cannot be played (after a1 a9)"),
    ] {
        let answer = WinningMove { point: point(name), how };
        let strategy = |_: &Position| Ok::<_, &str>(answer.clone());
        let error = write(&position, Color::Black, strategy, Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let silent = |_: &Position| Err("nothing to say");
    let error = write(&position, Color::Black, silent, Vec::new()).unwrap_err();
    assert!(matches!(error, WriteError::Strategy("nothing to say")));
    let far = WinningMove { point: tengen_core::Point::new(500, 0), how: WinReason::Four };
    let endless = Position::new(Rule::Freestyle, Area::Unbounded).unwrap();
    let error = write(&endless, Color::Black, |_: &Position| Ok::<_, &str>(far.clone()), vec![]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "(500,0) is outside the part where the winner plays (after no moves)"
    );
}
