//! Proofs that hold.

use tengen_core::{Color, Point, Position};
use tengen_proof::{WinningMove, WriteError, check, write};

use crate::support::{Plain, empty, proof};

#[test]
fn what_is_written_is_accepted_and_says_the_truth() {
    let mut plain = Plain::default();
    for (width, height) in
        [(1, 1), (2, 1), (1, 3), (4, 1), (7, 1), (2, 2), (3, 2), (2, 4), (3, 3), (2, 5), (4, 3)]
    {
        let proof = proof(width, height);
        let proved = check(&proof[..]).unwrap();
        assert!(plain.is_true(&proved.claim), "{}", proved.claim);
        assert_eq!(proved.bytes, proof.len() as u64);
        assert_eq!(proved.claim.setup.area, empty(width, height).board().area());
    }
}

#[test]
fn a_position_with_stones_and_white_to_move_is_proved() {
    let mut plain = Plain::default();
    let mut position = empty(3, 3);
    position.play(Point::new(0, 0)).unwrap();
    let winner = if plain.wins(&mut position) { Color::White } else { Color::Black };
    let mut proof = Vec::new();
    let strategy = |position: &Position| plain.answer(position);
    write(&position, winner, strategy, &mut proof).unwrap();
    let head = String::from_utf8_lossy(&proof);
    assert!(head.starts_with("tengen proof 1\nrule nogo\nsize 3x3\nblack a3\nwhite\nturn white\n"));
    assert_eq!(check(&proof[..]).unwrap().claim.winner().unwrap(), winner);
}

#[test]
fn a_strategy_that_does_not_win_is_found_out() {
    // White wins on 2x3, so there is nothing that Black could say.
    let first = |position: &Position| Ok::<_, ()>(WinningMove::quiet(position.legal_points()[0]));
    let failed = write(&empty(2, 3), Color::Black, first, Vec::new());
    assert!(matches!(failed, Err(WriteError::Fails(_))), "{failed:?}");
    let nowhere = |_: &Position| Ok::<_, &str>(WinningMove::quiet(Point::new(-1, -1)));
    let failed = write(&empty(3, 3), Color::Black, nowhere, Vec::new());
    assert_eq!(failed.unwrap_err().to_string(), "the strategy does not win after no moves");
}
