//! Results of a search.

use std::{ops::Neg, time::Duration};

use tengen_core::Point;

/// Value of a position or a move for the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A proven win; the maximum number of plies to the end of the game.
    Wins(u32),
    /// A proven loss; the maximum number of plies to the end of the game.
    Loses(u32),
    /// An evaluation, in logits of [`Value::SCALE`]; see [`Value::chances`].
    Seems(i32),
}

impl Value {
    /// Scale of evaluations: at this value the odds are `e` to 1.
    pub const SCALE: f32 = 256.0;

    /// The evaluation of winning chances, the inverse of [`chances`](Value::chances).
    pub fn from_chances(chances: f32) -> Value {
        let chances = chances.clamp(f32::EPSILON, 1.0 - f32::EPSILON);
        Value::Seems((Value::SCALE * libm::logf(chances / (1.0 - chances))).round() as i32)
    }

    /// Winning chances, from 0 to 1.
    #[allow(clippy::cast_precision_loss, reason = "chances need no more than 24 bits")]
    pub fn chances(self) -> f32 {
        match self {
            Value::Wins(_) => 1.0,
            Value::Loses(_) => 0.0,
            Value::Seems(value) => 1.0 / (1.0 + libm::expf(-(value as f32) / Value::SCALE)),
        }
    }

    /// The value a ply before it, of a move that leads here: one ply further from the end.
    #[must_use]
    pub const fn a_ply_earlier(self) -> Value {
        match self {
            Value::Wins(plies) => Value::Wins(plies + 1),
            Value::Loses(plies) => Value::Loses(plies + 1),
            Value::Seems(value) => Value::Seems(value),
        }
    }

    /// Whether it is a win or a loss.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Value::Seems(_))
    }

    /// Whether it is a proven win or a proven loss.
    pub const fn wins(self) -> Option<bool> {
        match self {
            Value::Wins(_) => Some(true),
            Value::Loses(_) => Some(false),
            Value::Seems(_) => None,
        }
    }
}

impl Neg for Value {
    type Output = Value;

    /// The value for the other side.
    fn neg(self) -> Value {
        match self {
            Value::Wins(plies) => Value::Loses(plies),
            Value::Loses(plies) => Value::Wins(plies),
            Value::Seems(value) => Value::Seems(-value),
        }
    }
}

/// Candidate move with its value and principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Its value.
    pub value: Value,
    /// Winning chances of the side that moves, from 0 to 1: those of `value`, before rounding.
    pub chances: f32,
    /// Depth of the search in plies; zero at NoGo, and if no search was needed.
    pub depth: u32,
    /// Visits of the move in a Monte Carlo tree search, at NoGo; zero at five-in-a-row.
    pub visits: u32,
    /// Prior of the move in a Monte Carlo tree search, from 0 to 1, at NoGo; zero at five-in-a-row.
    pub prior: f32,
    /// Principal variation, this move first.
    pub line: Vec<Point>,
}

impl Candidate {
    /// A candidate of a depth-first search.
    pub fn new(point: Point, value: Value, depth: u32, line: Vec<Point>) -> Candidate {
        Candidate { point, value, chances: value.chances(), depth, visits: 0, prior: 0.0, line }
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The best moves, the best first: at five-in-a-row up to [`Limits::lines`](crate::Limits::lines), at
    /// NoGo all. Empty if there is no legal move.
    pub candidates: Vec<Candidate>,
    /// Depth of the search in plies; none at NoGo.
    pub depth: Option<u32>,
    /// Nodes, those of the solver included; playouts at NoGo.
    pub nodes: u64,
    /// Nodes of the solver, in VCF and VCT searches.
    pub threat_nodes: u64,
    /// Whether the side to move is proven to win or to lose.
    pub wins: Option<bool>,
    /// Time spent.
    pub elapsed: Duration,
}

impl Thought {
    /// The best move, if there is one.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_values_are_each_other_s_inverse() {
        for value in [-1_000, -77, 0, 1, 256, 1_000] {
            assert_eq!(Value::from_chances(Value::Seems(value).chances()), Value::Seems(value));
        }
        assert!(matches!(Value::from_chances(1.0), Value::Seems(1_000..)));
        assert!(matches!(Value::from_chances(0.0), Value::Seems(..=-1_000)));
    }
}
