//! Proofs as opening books.

use tengen_core::{Area, Outcome, Point, Position, Rule, Setup, Symmetry};
use tengen_proof::{OutOfBook, ProofBook, WinReason};
use tengen_testkit::TestRng;

use crate::graphs::graph_proofs;

fn books(rule: Rule, seed: u64, count: usize) -> Vec<ProofBook> {
    let read = |proof: Vec<u8>| ProofBook::read(&proof[..]).unwrap();
    graph_proofs(rule, seed, count).into_iter().map(read).collect()
}

/// The reply after which the book needs the most moves.
fn stubborn(book: &ProofBook, position: &Position) -> Point {
    let moves_left = |&reply: &Point| {
        let mut after = position.clone();
        after.play(reply).unwrap();
        book.lookup(&after).unwrap().moves_left
    };
    position.legal_points().into_iter().max_by_key(moves_left).unwrap()
}

/// Plays by the book against chance replies to the end, and calls `each` before every move. Gives the winner's moves.
fn play_out(
    book: &ProofBook,
    position: &mut Position,
    chance: &mut TestRng,
    mut each: impl FnMut(&Position),
) -> u32 {
    let mut count = 0;
    while position.outcome().is_none() {
        each(position);
        let point = if position.turn() == book.winner() {
            count += 1;
            book.lookup(position).unwrap().point.unwrap()
        } else {
            let replies = position.legal_points();
            // A Black who may play nowhere ends the line.
            if replies.is_empty() {
                return count;
            }
            // Half of the replies hold out for as long as can be.
            if chance.one_in(2) { stubborn(book, position) } else { chance.pick(&replies) }
        };
        position.play(point).unwrap();
    }
    assert_eq!(position.outcome(), Some(Outcome::Won(book.winner())));
    count
}

#[test]
fn a_lookup_in_the_order_of_the_moves_is_what_the_strategy_answers() {
    let mut chance = TestRng::new(1);
    let mut moves = 0;
    for rule in Rule::FIVES {
        for book in books(rule, 41, 30) {
            let root = book.graph().len() as u32 - 1;
            let mut position = book.start().clone();
            let mut left = book.moves_left();
            play_out(&book, &mut position, &mut chance, |position| {
                let entry = book.lookup(position).unwrap();
                assert!(entry.moves_left <= left, "{entry:?} {left}");
                let found = book.graph().follow(root, book.claim(), position.moves());
                if let Some(found) = found {
                    assert_eq!(entry.point, Some(found.answer.point));
                    assert_eq!((entry.how, entry.moves_left), (found.answer.how, found.height));
                    moves += 1;
                    left = found.height - 1;
                } else {
                    assert_eq!((entry.point, entry.moves_left), (None, left));
                    assert_ne!(position.turn(), book.winner());
                }
            });
        }
    }
    assert!(moves > 100, "{moves}");
}

#[test]
fn images_without_an_order_of_the_moves_are_found_and_win_within_what_is_said() {
    let mut chance = TestRng::new(2);
    let (mut found, mut later) = (0, 0);
    for rule in Rule::FIVES {
        for book in books(rule, 42, 40) {
            let area = book.claim().setup.area;
            let mut positions = Vec::new();
            play_out(&book, &mut book.start().clone(), &mut chance, |position| {
                positions.push(position.clone());
            });
            for position in positions {
                let symmetries: Vec<Symmetry> = Symmetry::all(area).collect();
                let symmetry = chance.pick(&symmetries);
                let stones = position.board().stones().into_iter();
                let stones = stones.map(|(point, color)| (symmetry.apply(point), color)).collect();
                let setup = Setup { area, stones, turn: position.turn() };
                let mut image = Position::from_setup(rule, &setup).unwrap();
                let entry = book.lookup(&image).unwrap();
                assert_eq!(entry.point.is_some(), position.turn() == book.winner());
                let most = play_out(&book, &mut image, &mut chance, |_| {});
                assert!(most <= entry.moves_left, "{most} {entry:?}");
                found += 1;
                later += usize::from(position.moves().len() > 1);
            }
        }
    }
    assert!(found > 300 && later > 80, "{found} {later}");
}

#[test]
fn moves_in_another_order_are_found() {
    let mut chance = TestRng::new(3);
    let mut changed = 0;
    for book in books(Rule::Freestyle, 43, 60) {
        let mut games = Vec::new();
        play_out(&book, &mut book.start().clone(), &mut chance, |position| {
            games.push(position.moves().to_vec());
        });
        for moves in games.into_iter().filter(|moves| moves.len() >= 4) {
            // Each side plays its own moves the other way round.
            let mut other = moves.clone();
            for first in 0..2 {
                let own: Vec<Point> = moves.iter().copied().skip(first).step_by(2).collect();
                for (index, point) in own.into_iter().rev().enumerate() {
                    other[first + 2 * index] = point;
                }
            }
            let mut position = book.start().clone();
            if other.iter().all(|&point| position.play(point).is_ok()) {
                book.lookup(&position).unwrap();
                changed += 1;
            }
        }
    }
    assert!(changed > 5, "{changed}");
}

#[test]
fn what_is_not_in_the_book_says_why() {
    let mut left = 0;
    for book in books(Rule::Freestyle, 44, 40) {
        let claim = book.claim();
        let other = Position::from_setup(Rule::Exact, &claim.setup).unwrap();
        let game = OutOfBook::OtherGame { rule: Rule::Freestyle, area: claim.setup.area };
        assert_eq!(book.lookup(&other), Err(game.clone()));
        let large = Position::new(Rule::Freestyle, Area::square(19)).unwrap();
        assert_eq!(book.lookup(&large), Err(game));
        let empty = Position::new(Rule::Freestyle, claim.setup.area).unwrap();
        assert_eq!(book.lookup(&empty), Err(OutOfBook::OtherStart));
        // Another move than that of the book, and any reply.
        if claim.setup.turn != claim.winner().unwrap() || book.moves_left() == 1 {
            continue;
        }
        let first = book.lookup(book.start()).unwrap().point.unwrap();
        for point in book.start().legal_points().into_iter().filter(|&point| point != first) {
            let mut position = book.start().clone();
            position.play(point).unwrap();
            if position.outcome().is_some() {
                assert_eq!(book.lookup(&position), Err(OutOfBook::Over));
                continue;
            }
            if let Err(error) = book.lookup(&position) {
                assert_eq!(error, OutOfBook::Left { plies: 0, book: Some(first) });
                left += 1;
            }
        }
    }
    assert!(left > 20, "{left}");
}

#[test]
fn a_proof_of_version_1_is_no_book() {
    let proof = "tengen proof 1\nrule freestyle\nsize 9x9\nblack\nwhite\nturn black\nwins black\nmemory 1\n\n";
    let error = ProofBook::read(proof.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("tengen proof 2"), "{error}");
}

#[test]
fn the_reason_of_the_last_move_is_said_when_the_loser_is_to_move() {
    let mut seen = [0; 3];
    for book in books(Rule::Freestyle, 45, 80) {
        let mut position = book.start().clone();
        let mut chance = TestRng::new(4);
        let mut before = None;
        play_out(&book, &mut position, &mut chance, |position| {
            let entry = book.lookup(position).unwrap();
            if entry.point.is_some() {
                before = Some(entry);
            } else if let Some(before) = &before {
                assert_eq!((&entry.how, entry.moves_left), (&before.how, before.moves_left - 1));
                match entry.how {
                    WinReason::Four => seen[0] += 1,
                    WinReason::Threat(_) => seen[1] += 1,
                    WinReason::All => seen[2] += 1,
                    WinReason::Wins => panic!("the game is over"),
                }
            }
        });
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}
