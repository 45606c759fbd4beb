//! Results of a search.

use std::time::Duration;

use tengen_core::Point;

/// Value of a position or a move for the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A proven win; the maximum number of plies to the five.
    Wins(u32),
    /// A proven loss; the maximum number of plies to the five.
    Loses(u32),
    /// An evaluation, in logits of [`Value::SCALE`]; see [`Value::chances`].
    Seems(i32),
}

impl Value {
    /// Scale of evaluations: at this value the odds are `e` to 1.
    pub const SCALE: f32 = 256.0;

    /// Winning chances, from 0 to 1.
    pub fn chances(self) -> f32 {
        match self {
            Value::Wins(_) => 1.0,
            Value::Loses(_) => 0.0,
            Value::Seems(value) => 1.0 / (1.0 + (-(value as f32) / Value::SCALE).exp()),
        }
    }

    /// Whether it is a win or a loss.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Value::Seems(_))
    }
}

/// Candidate move with its value and principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Its value.
    pub value: Value,
    /// Depth of the search in plies; zero if no search was needed.
    pub depth: u32,
    /// Principal variation, this move first.
    pub line: Vec<Point>,
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The best moves, up to [`Limits::lines`](super::Limits::lines), the best first. Empty if there is no
    /// legal move.
    pub candidates: Vec<Candidate>,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Nodes, those of the solver included.
    pub nodes: u64,
    /// Nodes of the solver, in VCF and VCT searches.
    pub threat_nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

impl Thought {
    /// The best move, if there is one.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}
