//! The longest line of a win, move by move with explanations.

use std::collections::HashMap;

use tengen_core::{
    Axis, Cell, Color, Point, Position, Rule,
    renju::{self, Foul},
    shape::{Shape, Shapes},
};
use tengen_proof::{
    How,
    threat::{Four, four, parries},
};

use super::solver::Win;

/// A move of the line, explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who moves.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// What it makes, the best first; empty for a move of the loser.
    pub shapes: Vec<Shape>,
    /// If it is a quiet threat: the fours by which it would win.
    pub threat: Vec<Point>,
    /// After a move of the winner, every reply that is not lost at once.
    pub replies: Vec<Point>,
    /// The one point where it could be stopped, if only that were no foul.
    pub foul: Option<(Point, Foul)>,
}

impl Win {
    /// The line from `position` in which the loser holds out longest, until no reply is left that
    /// is not lost at once.
    pub fn story(&self, position: &Position) -> Vec<Told> {
        let mut teller = Teller { win: self, lengths: HashMap::new() };
        let mut position = position.clone();
        let mut story = Vec::new();
        if position.turn() != self.winner {
            let replies = self.parries(&position);
            let Some(reply) = teller.longest(&mut position, &replies) else { return story };
            story.push(Told::reply(&position, reply));
            position.play(reply).expect("a reply is legal");
        }
        while let Some(told) = self.attack(&mut position) {
            position.play(told.point).expect("a winning move is legal");
            let next = teller.longest(&mut position, &told.replies);
            story.push(told);
            let Some(reply) = next else { break };
            story.push(Told::reply(&position, reply));
            position.play(reply).expect("a reply is legal");
        }
        story
    }

    /// The move of the winner, who is to move, and what it makes; none where the win is over. The
    /// position is left as it was.
    pub fn attack(&self, position: &mut Position) -> Option<Told> {
        let answer = self.solution.answer(position)?.clone();
        let mut told = Told::reply(position, answer.point);
        told.shapes = shapes(position, answer.point);
        position.play(answer.point).expect("a winning move is legal");
        told.replies = self.replies(position, &answer.how);
        if position.outcome().is_none() && answer.how == How::Four {
            told.foul = foul(position, answer.point, self.winner);
        }
        position.undo();
        if let How::Threat(line) = answer.how {
            told.threat = line;
        }
        Some(told)
    }

    /// What the loser, who is to move, can play against what is threatened already.
    pub fn parries(&self, position: &Position) -> Vec<Point> {
        self.replies(position, &How::Threat(self.threat.clone().unwrap_or_default()))
    }

    /// The replies that are not lost at once.
    fn replies(&self, position: &Position, how: &How) -> Vec<Point> {
        if position.outcome().is_some() {
            return Vec::new();
        }
        match how {
            How::Wins | How::All => Vec::new(),
            How::Four => match four(position, self.winner) {
                Some(Four::Stopped(block)) => vec![block],
                _ => Vec::new(),
            },
            How::Threat(line) => parries(position, self.winner, line).unwrap_or_default(),
        }
    }
}

impl Told {
    fn reply(position: &Position, point: Point) -> Told {
        let color = position.turn();
        Told {
            color,
            point,
            shapes: Vec::new(),
            threat: Vec::new(),
            replies: Vec::new(),
            foul: None,
        }
    }
}

/// What a stone of the side to move makes, the best first.
fn shapes(position: &Position, point: Point) -> Vec<Shape> {
    let color = position.turn();
    let Some(law) = position.rule().law(color) else { return Vec::new() };
    let shape =
        |axis| Shapes::for_law(law).get(position.board().window(point, axis).seen_by(color));
    let mut shapes = Axis::ALL.map(shape).to_vec();
    shapes.retain(|&shape| shape != Shape::None);
    shapes.sort_unstable_by(|a, b| b.cmp(a));
    shapes
}

/// Where Black would have to stop the four on `point`, and may not.
fn foul(position: &Position, point: Point, winner: Color) -> Option<(Point, Foul)> {
    let board = position.board();
    let law = position.rule().law(winner)?;
    if position.rule() != Rule::Renju || winner == Color::Black {
        return None;
    }
    let is_five = |&(axis, near): &(Axis, Point)| {
        let window = || board.window(near, axis).seen_by(winner);
        board.cell(near) == Cell::Empty && Shapes::for_law(law).get(window()) == Shape::Five
    };
    let around = |axis| (-4..=4).map(move |n| (axis, point.along(axis, n)));
    let mut fives = Axis::ALL.into_iter().flat_map(around).filter(is_five);
    let ((_, block), None) = (fives.next()?, fives.next()) else { return None };
    Some((block, renju::foul(board, block)?))
}

struct Teller<'a> {
    win: &'a Win,
    /// Distance to the win in moves of the winner, by position.
    lengths: HashMap<u64, usize>,
}

impl Teller<'_> {
    /// The longest defence.
    fn longest(&mut self, position: &mut Position, replies: &[Point]) -> Option<Point> {
        let length = |reply: &Point| {
            position.play(*reply).expect("a reply is legal");
            let length = self.length(position);
            position.undo();
            length
        };
        let lengths: Vec<usize> = replies.iter().map(length).collect();
        // The first of the longest ones.
        let best = (0..replies.len()).rev().max_by_key(|&n| lengths[n])?;
        Some(replies[best])
    }

    fn length(&mut self, position: &mut Position) -> usize {
        let hash = position.zobrist_hash();
        if let Some(&length) = self.lengths.get(&hash) {
            return length;
        }
        let Some(answer) = self.win.solution.answer(position).cloned() else { return 0 };
        position.play(answer.point).expect("a winning move is legal");
        let replies = self.win.replies(position, &answer.how);
        let mut length = match &answer.how {
            How::Threat(line) => line.len() + 1,
            _ => 1,
        };
        for reply in replies {
            position.play(reply).expect("a reply is legal");
            length = length.max(1 + self.length(position));
            position.undo();
        }
        position.undo();
        self.lengths.insert(hash, length);
        length
    }
}
