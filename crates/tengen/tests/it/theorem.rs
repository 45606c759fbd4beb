//! The proof that Black wins freestyle on 15x15: a sample of it. `make prove` checks all of it.

use std::{
    fs::File,
    io::{self, BufReader},
};

use flate2::read::GzDecoder;
use tengen_core::{Color, Outcome, Point, Position, Symmetry};
use tengen_proof::{ProofBook, write_graph};
use tengen_testkit::{TestRng, file};

fn book() -> ProofBook {
    let file = File::open(file("proofs/freestyle-15x15.proof.gz")).unwrap();
    ProofBook::read(BufReader::new(GzDecoder::new(file))).unwrap()
}

/// A reply of White: of `some` by chance, the one that holds out longest by the book.
fn reply(book: &ProofBook, position: &Position, some: usize, chance: &mut TestRng) -> Point {
    let mut replies = position.legal_points();
    chance.shuffle(&mut replies);
    let holds_out = |reply: &Point| {
        let mut position = position.clone();
        position.play(*reply).unwrap();
        book.lookup(&position).map_or(0, |entry| entry.moves_left)
    };
    replies.into_iter().take(some).max_by_key(holds_out).expect("the board is not full")
}

#[test]
fn whatever_white_plays_the_proof_wins_within_the_moves_that_it_says() {
    let book = book();
    assert_eq!(book.claim().to_string(), "black wins freestyle on 15x15, black to move");
    let mut chance = TestRng::new(15);
    let mut longest = 0;
    for some in [vec![1; 100], vec![20; 50], vec![225; 3]].concat() {
        let mut position = book.start().clone();
        let mut left = book.moves_left();
        loop {
            let entry = book.lookup(&position).unwrap();
            assert!(entry.moves_left <= left && entry.moves_left > 0, "{position:?}");
            left = entry.moves_left - 1;
            position.play(entry.point.unwrap()).unwrap();
            if position.outcome().is_some() {
                break;
            }
            let reply = reply(&book, &position, some, &mut chance);
            position.play(reply).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
        longest = longest.max(position.moves().len());
    }
    assert!(longest > 25, "{longest}");
}

#[test]
fn what_is_below_a_sample_of_its_nodes_is_checked_by_the_rules() {
    let book = book();
    let mut chance = TestRng::new(16);
    let mut steps = 0;
    for _ in 0..40 {
        let mut position = book.start().clone();
        for _ in 0..3 {
            position.play(book.lookup(&position).unwrap().point.unwrap()).unwrap();
            let reply = reply(&book, &position, 20, &mut chance);
            position.play(reply).unwrap();
        }
        let root = book.graph().len() as u32 - 1;
        let found = book.graph().follow(root, book.claim(), position.moves()).unwrap();
        let Some(node) = found.node else { continue };
        // The node is about one image of the position.
        let written = Symmetry::all(position.board().area()).find_map(|symmetry| {
            let mut image = book.start().clone();
            for &point in position.moves() {
                image.play(symmetry.apply(point)).unwrap();
            }
            write_graph(&image, Color::Black, book.graph(), node, io::sink()).ok()
        });
        steps += written.expect("it holds where the proof leads to it").steps;
    }
    assert!(steps > 1_000, "{steps}");
}
