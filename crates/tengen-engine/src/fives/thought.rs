//! What came of thinking.

use std::time::Duration;

use tengen_core::Point;

/// What a position or a move is worth to the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A win in so many plies or fewer, the last of them making five.
    Wins(u32),
    /// A loss, which comes after so many plies at the latest.
    Loses(u32),
    /// As it seems, see [`Value::chances`].
    Seems(i32),
}

impl Value {
    /// At so much, the odds are `e` to 1.
    pub const SCALE: f32 = 256.0;

    /// The chances to win, from 0 to 1.
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

/// What the player thinks of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// What it is worth.
    pub value: Value,
    /// How many plies were looked ahead for that; none if it was seen at once.
    pub depth: u32,
    /// How play might go on, this move first.
    pub line: Vec<Point>,
}

/// What came of thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The best moves, as many as were asked for if there are so many, the best first. None if
    /// there is no legal move.
    pub candidates: Vec<Candidate>,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// Positions looked at, by the search and in lines of fours.
    pub nodes: u64,
    /// Those among them in lines of fours and threats.
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
