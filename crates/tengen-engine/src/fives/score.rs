//! Values as the search compares them: one number.

use super::Value;

/// What a position is worth to the side to move, in the scale of [`Value::Seems`]; the outermost
/// numbers are wins and losses, the sooner the further out.
pub(super) type Score = i32;

/// More than any score.
pub(super) const BEYOND: Score = 32_000;

/// A win with the last stone on the board already.
const WIN: Score = 30_000;

/// The longest game that is told from one that seems won.
const LONGEST: Score = 1_000;

/// The largest value that is no win.
pub(super) const MOST: Score = 20_000;

/// A win that is complete so many plies from the root of the search.
pub(super) const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// Whether it is a win.
pub(super) const fn is_win(score: Score) -> bool {
    score > WIN - LONGEST
}

/// Whether it is a loss.
pub(super) const fn is_loss(score: Score) -> bool {
    is_win(-score)
}

/// Whether it is a win or a loss.
pub(super) const fn is_proven(score: Score) -> bool {
    is_win(score) || is_loss(score)
}

/// The same score seen from a position `ply` plies from the root, so that it is true wherever else
/// the position is met.
pub(super) const fn from_here(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// The inverse of [`from_here`].
pub(super) const fn from_root(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score - ply as Score
    } else if is_loss(score) {
        score + ply as Score
    } else {
        score
    }
}

/// The score as it is told.
pub(super) const fn value(score: Score) -> Value {
    if is_win(score) {
        Value::Wins((WIN - score) as u32)
    } else if is_loss(score) {
        Value::Loses((WIN + score) as u32)
    } else {
        Value::Seems(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_told_with_its_distance() {
        assert_eq!(value(win_at(5)), Value::Wins(5));
        assert_eq!(value(-win_at(4)), Value::Loses(4));
        assert_eq!(value(-MOST), Value::Seems(-MOST));
        assert!(win_at(3) > win_at(5) && win_at(900) > MOST && BEYOND > win_at(0));
    }

    #[test]
    fn a_score_taken_elsewhere_and_back_is_the_same() {
        for score in [0, 77, MOST, -MOST, win_at(9), -win_at(12)] {
            assert_eq!(from_root(from_here(score, 7), 7), score);
        }
        assert_eq!(from_root(from_here(win_at(9), 7), 1), win_at(3));
    }
}
