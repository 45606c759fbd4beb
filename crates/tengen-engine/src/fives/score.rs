//! Search scores.

use crate::Value;

/// Score for the side to move, in the scale of [`Value::Seems`]. Mate scores lie outside of all
/// evaluations, the sooner the further out.
pub(super) type Score = i32;

/// Infinity: more than any score.
pub(super) const INFINITE: Score = 32_000;

/// Mate in zero plies.
const WIN: Score = 30_000;

/// Longest mate that a score can express.
const MAX_MATE_PLIES: Score = 1_000;

/// Largest static evaluation.
pub(super) const MAX_EVAL: Score = 20_000;

/// Mate score: a five `ply` plies from the root.
pub(super) const fn mate_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// Whether it is a mate score for the side to move.
pub(super) const fn is_win(score: Score) -> bool {
    score > WIN - MAX_MATE_PLIES
}

/// Whether it is a mate score for the other side.
pub(super) const fn is_loss(score: Score) -> bool {
    is_win(-score)
}

/// Whether it is a mate score for either side.
pub(super) const fn is_proven(score: Score) -> bool {
    is_win(score) || is_loss(score)
}

/// Score to store in the transposition table: mate distances are counted from the node, `ply` plies
/// from the root, so that they hold wherever else the position occurs.
pub(super) const fn score_to_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// Score of a transposition-table entry, the inverse of [`score_to_tt`].
pub(super) const fn score_from_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score - ply as Score
    } else if is_loss(score) {
        score + ply as Score
    } else {
        score
    }
}

/// The public form of a score.
pub(super) const fn to_value(score: Score) -> Value {
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
        assert_eq!(to_value(mate_in(5)), Value::Wins(5));
        assert_eq!(to_value(-mate_in(4)), Value::Loses(4));
        assert_eq!(to_value(-MAX_EVAL), Value::Seems(-MAX_EVAL));
        assert!(mate_in(3) > mate_in(5) && mate_in(900) > MAX_EVAL && INFINITE > mate_in(0));
    }

    #[test]
    fn a_score_taken_elsewhere_and_back_is_the_same() {
        for score in [0, 77, MAX_EVAL, -MAX_EVAL, mate_in(9), -mate_in(12)] {
            assert_eq!(score_from_tt(score_to_tt(score, 7), 7), score);
        }
        assert_eq!(score_from_tt(score_to_tt(mate_in(9), 7), 1), mate_in(3));
    }
}
