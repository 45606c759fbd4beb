//! One move of a game, reviewed.

use tengen_core::{Area, Color, Point};
use tengen_solver::Explanation;

use super::{Judgement, ReviewReason};
use crate::Value;

/// A move of a game with its value, what was better, and why.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MoveReview {
    /// Its number, from 1.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub point: Point,
    /// Value of the best move for the side that moves, in plies from before it: what there was to have.
    pub before: Value,
    /// Value of the move that was played for the side that moves, in plies from after it. It is never better than
    /// `before`.
    pub after: Value,
    /// Loss of winning chances, from 0 to 1: those of `before` less those of `after`.
    pub loss: f32,
    /// Its judgement.
    pub judgement: Judgement,
    /// The best move: the one that was played if none is known to be better.
    pub best: Point,
    /// How play goes on after the best move, that one first.
    pub line: Vec<Point>,
    /// How play goes on after the move that was played.
    pub continuation: Vec<Point>,
    /// Why it is marked, as far as it is proven; empty if it is not, or by estimates alone.
    pub reasons: Vec<ReviewReason>,
    /// The proof of the win that was missed.
    pub missed: Option<Explanation>,
    /// The proof of the win that the other side has after it.
    pub allowed: Option<Explanation>,
}

impl MoveReview {
    /// A move of which nothing is known: it is the best one.
    pub(super) fn new(number: usize, color: Color, point: Point) -> MoveReview {
        MoveReview {
            number,
            color,
            point,
            before: Value::Seems(0),
            after: Value::Seems(0),
            loss: 0.0,
            judgement: Judgement::Good,
            best: point,
            line: vec![point],
            continuation: Vec::new(),
            reasons: Vec::new(),
            missed: None,
            allowed: None,
        }
    }

    /// Judges it by the value of the best move and its own.
    pub(super) fn set_values(&mut self, before: Value, after: Value) {
        (self.before, self.after) = (before, after);
        self.loss = (before.chances() - after.chances()).max(0.0);
        self.judgement = Judgement::from_values(before, after);
    }

    /// The reasons in words, to follow the name of the move: "missed a win by fours". None if there are none.
    pub fn reason_text(&self) -> Option<String> {
        let words: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        (!words.is_empty()).then(|| words.join(" and "))
    }

    /// Why it is marked, and what was better, in words; empty if it is not marked.
    pub fn sentence(&self, area: Area) -> String {
        if self.judgement == Judgement::Good {
            return String::new();
        }
        let line = |points: &[Point]| match points {
            [] => String::new(),
            points => format!(": {}", area.names(points).join(" ")),
        };
        let Some(reasons) = self.reason_text() else {
            return format!("{} was better{}", area.name(self.best), line(&self.line));
        };
        if self.reasons.iter().any(|reason| reason.is_missed_win()) {
            return reasons + &line(&self.line);
        }
        let instead = match self.best {
            best if best == self.point => String::new(),
            best => format!("; {} was better", area.name(best)),
        };
        reasons + &line(&self.continuation) + &instead
    }
}
