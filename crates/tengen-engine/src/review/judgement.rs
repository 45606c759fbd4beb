//! Judgement of a move by what it loses.

use std::fmt;

use crate::Value;

/// Judgement of a move by its loss of winning chances, from good to bad.
///
/// ```
/// use tengen_engine::{Value, review::Judgement};
///
/// assert_eq!(Judgement::from_loss(0.05), Judgement::Good);
/// assert_eq!(Judgement::from_loss(0.25).mark(), "?");
/// let unclear = Value::from_chances(0.95);
/// assert_eq!(Judgement::from_values(Value::Wins(7), unclear), Judgement::Blunder);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// It loses less than [`Judgement::INACCURACY`].
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// Least loss of winning chances, of one, of an inaccuracy.
    pub const INACCURACY: f32 = 0.10;
    /// Least loss of winning chances of a mistake.
    pub const MISTAKE: f32 = 0.20;
    /// Least loss of winning chances of a blunder.
    pub const BLUNDER: f32 = 0.30;

    /// Every judgement, from good to bad.
    pub const ALL: [Judgement; 4] =
        [Judgement::Good, Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The judgement of a loss of winning chances.
    pub fn from_loss(loss: f32) -> Judgement {
        match loss {
            _ if loss >= Judgement::BLUNDER => Judgement::Blunder,
            _ if loss >= Judgement::MISTAKE => Judgement::Mistake,
            _ if loss >= Judgement::INACCURACY => Judgement::Inaccuracy,
            _ => Judgement::Good,
        }
    }

    /// The judgement of a move by the value of the best move and its own, both for the side that moves.
    ///
    /// A proven win that is thrown away is a blunder, however good the rest of the position may look. A move that
    /// wins, and any move of a lost position, is good.
    pub fn from_values(before: Value, after: Value) -> Judgement {
        match (before, after) {
            (_, Value::Wins(_)) | (Value::Loses(_), _) => Judgement::Good,
            (Value::Wins(_), _) => Judgement::Blunder,
            _ => Judgement::from_loss(before.chances() - after.chances()),
        }
    }

    /// The mark of the trade: nothing, `?!`, `?` or `??`.
    pub const fn mark(self) -> &'static str {
        match self {
            Judgement::Good => "",
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// A word for programs that never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_loss_is_never_judged_better() {
        let of = |loss: i16| Judgement::from_loss(f32::from(loss) / 1000.0);
        assert!((-100..=1000).map(of).is_sorted());
        assert_eq!(Judgement::ALL, [of(0), of(100), of(200), of(300)]);
        assert_eq!([of(99), of(199), of(299)], [of(0), of(100), of(200)]);
    }

    #[test]
    fn a_proven_win_thrown_away_is_a_blunder_and_a_winning_move_never_is_marked() {
        let values = (-2000..=2000).step_by(50).map(Value::Seems);
        for value in values.chain([Value::Loses(2), Value::Loses(40)]) {
            assert_eq!(Judgement::from_values(Value::Wins(9), value), Judgement::Blunder);
            assert_eq!(Judgement::from_values(value, Value::Wins(9)), Judgement::Good);
            assert_eq!(Judgement::from_values(Value::Loses(9), value), Judgement::Good);
        }
    }
}
