//! Proofs that do not hold.

use proptest::prelude::*;
use tengen_core::Color;
use tengen_proof::check;

use crate::support::{Plain, proof};

/// A proof is refused, or what it says is true.
fn never_wrong(plain: &mut Plain, proof: &[u8]) -> bool {
    match check(proof) {
        Err(error) => {
            assert!(error.offset <= proof.len() as u64, "{error}");
            assert!(!error.to_string().is_empty());
            false
        }
        Ok(proved) => {
            assert!(plain.is_true(&proved.claim), "{}", proved.claim);
            true
        }
    }
}

#[test]
fn every_changed_bit_and_every_cut_is_found_or_does_no_harm() {
    let mut plain = Plain::default();
    for (width, height) in [(4, 1), (3, 2), (3, 3), (2, 5)] {
        let proof = proof(width, height);
        for length in 0..proof.len() {
            let error = check(&proof[..length]).unwrap_err();
            assert_eq!(error.offset, length as u64, "{error}");
            assert!(error.to_string().contains("ends"), "{error}");
        }
        let mut longer = proof.clone();
        longer.push(0);
        let error = check(&longer[..]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("byte {}: the proof is complete, but there are more bytes", proof.len())
        );
        for bit in 0..8 * proof.len() {
            let mut changed = proof.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            never_wrong(&mut plain, &changed);
        }
    }
}

#[test]
fn the_other_side_cannot_be_claimed_to_win() {
    for (width, height) in [(1, 1), (2, 1), (4, 1), (3, 2), (3, 3)] {
        let proof = proof(width, height);
        let start = proof.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
        let head = String::from_utf8(proof[..start].to_vec()).unwrap();
        let swapped = if head.contains("wins black") {
            head.replace("wins black", "wins white")
        } else {
            head.replace("wins white", "wins black")
        };
        let mut wrong = swapped.into_bytes();
        wrong.extend_from_slice(&proof[start..]);
        assert!(check(&wrong[..]).is_err());
    }
}

#[test]
fn what_is_wrong_is_reported_with_the_place() {
    let head =
        "tengen proof 1\nrule nogo\nsize 2x1\nblack\nwhite\nturn black\nwins black\nmemory 9\n\n";
    let with = |from: &str, to: &str| head.replace(from, to);
    let long = "1".repeat(30_000);
    for (proof, message) in [
        (
            String::new(),
            "byte 0: the proof ends where \"tengen proof 1\" or \"tengen proof 2\" was expected",
        ),
        (
            with("proof 1", "proof 3"),
            "byte 0: the header line \"tengen proof 3\" should be \"tengen proof 1\" or \"tengen proof 2\"",
        ),
        (
            with("nogo", "go"),
            "byte 15: the header line \"go\" should be \"rule\" and the name of a game",
        ),
        (with("nogo", "renju"), "byte 79: there is no four (after a1)"),
        (with("2x1", "2"), "byte 76: a step of kind 3 was found"),
        (
            with("2x1", "x"),
            "byte 25: the header line \"x\" should be \"size\" and the size of a board",
        ),
        (with("2x1", "33x33"), "byte 25: a board of a proof has at most 1024 points"),
        (with("2x1", "infinite"), "byte 25: a board of a proof has at most 1024 points"),
        (
            with("white\nturn", "white c1\nturn"),
            "byte 40: the header line \"c1\" should be \"white\" and its stones",
        ),
        (
            with("black\nwhite\n", "black a1\nwhite a1\n"),
            "byte 84: the position of the header is impossible: there are two stones",
        ),
        (
            with("black\nwhite\n", "black a1 b1\nwhite\n"),
            "byte 84: the position of the header is impossible: the chain of the stone",
        ),
        (
            with("turn black", "turn blue"),
            "byte 46: the header line \"blue\" should be \"turn black\" or \"turn white\"",
        ),
        (
            with("memory 9", "memory 0"),
            "byte 68: the header line \"0\" should be \"memory\" and a number",
        ),
        (
            with("memory 9", "memory 999999999"),
            "byte 68: to remember 999999999 positions takes too much memory",
        ),
        (with("memory 9", &format!("memory {long}")), "byte 68: a header line is longer than"),
    ] {
        let error = check(&[proof.as_bytes(), &[3]].concat()[..]).unwrap_err().to_string();
        let error = if proof.is_empty() { check(&b""[..]).unwrap_err().to_string() } else { error };
        assert!(error.starts_with(message), "{error}");
    }
    for (body, message) in [
        (&[8][..], "byte 78: move 2 of the winner is chosen, but there are 2 (after no moves)"),
        (
            &[3],
            "byte 78: a step of kind 3 was found; there are 0 (all replies), 1 (counted), 2 (seen)",
        ),
        (&[2, 1, 0], "byte 78: the position 1 back is not this one turned by 0 (after a1)"),
        (&[255; 11], "byte 78: a number takes more than ten bytes"),
    ] {
        let error = check(&[head.as_bytes(), body].concat()[..]).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let head = with("wins black", "wins white").replace("2x1", "2x2");
    let error = check(&[head.as_bytes(), &[1]].concat()[..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 78: counting does not decide this position (after no moves)"
    );
}

proptest! {
    #[test]
    fn no_bytes_at_all_show_what_is_not_true(
        width in 1..4_u16,
        height in 1..3_u16,
        winner in 0..2_usize,
        slots in 1..4_usize,
        body in proptest::collection::vec(prop_oneof![0..12_u8, any::<u8>()], 0..60),
    ) {
        let head = format!(
            "tengen proof 1\nrule nogo\nsize {width}x{height}\nblack\nwhite\nturn black\nwins {}\nmemory {slots}\n\n",
            Color::ALL[winner],
        );
        never_wrong(&mut Plain::default(), &[head.as_bytes(), &body].concat());
    }
}
