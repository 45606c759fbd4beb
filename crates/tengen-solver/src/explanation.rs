//! How a win goes, step by step with reasons.

use tengen_core::{Color, Point, Position, renju::Foul, shape::Shape};

use crate::Question;

/// Explanation of a win: the main line, and the proof as a tree, each move with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    /// Who wins.
    pub winner: Color,
    /// The simplest question that shows it: a win by fours alone is one even if threats were asked for.
    pub by: Question,
    /// The line in which the loser holds out longest.
    pub line: Vec<ExplainedMove>,
    /// Every reply that is not lost at once, and what answers it; empty at NoGo. A move names the move
    /// that it follows; those that follow none are first moves.
    pub tree: Vec<ExplainedMove>,
    /// Whether the tree was too large, and has been cut.
    pub is_cut: bool,
}

/// A move of an explanation, with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExplainedMove {
    /// Index in the same list of the move that it follows, if there is one.
    pub parent: Option<usize>,
    /// Whether it answers all replies that are not listed beside it.
    pub otherwise: bool,
    /// Who moves.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// What a move of the winner makes, the best first.
    pub shapes: Vec<Shape>,
    /// If it is a quiet threat: the fours by which it would win. Within a number of plies: where a five
    /// would be made next.
    pub threat: Vec<Point>,
    /// Whether it is a quiet move of the winner: one that threatens to win by threats, and not by fours alone.
    pub is_quiet: bool,
    /// After a move of the winner, every reply that is not lost at once.
    pub replies: Vec<Point>,
    /// The one point where it could be stopped, if only that were no foul.
    pub foul: Option<(Point, Foul)>,
}

impl ExplainedMove {
    /// A move without reasons.
    pub fn new(parent: Option<usize>, color: Color, point: Point) -> ExplainedMove {
        ExplainedMove {
            parent,
            otherwise: false,
            color,
            point,
            shapes: Vec::new(),
            threat: Vec::new(),
            is_quiet: false,
            replies: Vec::new(),
            foul: None,
        }
    }

    /// Moves one after another from `position`, without reasons.
    pub fn line(position: &Position, moves: &[Point]) -> Vec<ExplainedMove> {
        let mut color = !position.turn();
        let explained = |(number, &point): (usize, &Point)| {
            color = !color;
            ExplainedMove::new(number.checked_sub(1), color, point)
        };
        moves.iter().enumerate().map(explained).collect()
    }
}
