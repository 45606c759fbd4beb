//! How a win by fours or threats goes: its longest line, and the tree of all replies.

use std::collections::HashMap;

use tengen_core::{
    Axis, Cell, Color, Point, Position, Rule,
    renju::{self, Foul},
    shape::{Shape, Shapes},
};
use tengen_proof::{
    WinReason,
    threat::{Four, four, parries},
};

use super::fives_solver::{By, Win};
use crate::{ExplainedMove, Explanation, Question};

/// Maximum number of moves in the tree of an explanation.
const MOST_MOVES: usize = 5_000;

impl Win {
    /// How the win goes from `position`.
    pub fn explain(&self, position: &Position) -> Explanation {
        let mut tree = ExplanationTree { win: self, moves: Vec::new(), is_cut: false };
        let mut at = position.clone();
        if at.turn() == self.winner {
            tree.attack(&mut at, None);
        } else {
            let parries = self.parries(&at);
            tree.replies(&mut at, &parries, None);
        }
        Explanation {
            winner: self.winner,
            by: match self.by {
                By::Fours => Question::Fours,
                By::Threats => Question::Threats,
                By::QuietMoves => Question::Quiet,
            },
            line: self.line(position),
            tree: tree.moves,
            is_cut: tree.is_cut,
        }
    }

    /// The line from `position` in which the loser holds out longest, until no reply is left that
    /// is not lost at once.
    pub fn line(&self, position: &Position) -> Vec<ExplainedMove> {
        let mut distances = WinDistances { win: self, lengths: HashMap::new() };
        let mut position = position.clone();
        let mut line: Vec<ExplainedMove> = Vec::new();
        let mut replies = Vec::new();
        if position.turn() != self.winner {
            replies = self.parries(&position);
        }
        loop {
            if position.turn() == self.winner {
                let Some(mut attack) = self.attack(&mut position) else { break };
                attack.parent = line.len().checked_sub(1);
                replies.clone_from(&attack.replies);
                line.push(attack);
            } else {
                let Some(reply) = distances.longest(&mut position, &replies) else { break };
                let parent = line.len().checked_sub(1);
                line.push(ExplainedMove::new(parent, position.turn(), reply));
            }
            let last = line[line.len() - 1].point;
            position.play(last).expect("a move of the line is legal");
        }
        line
    }

    /// The line from `position` in which the loser holds out longest, and the most plies until the five. Of a solution
    /// with more than `large` positions only the first move and a bound: its longest line takes long to find.
    pub fn line_and_plies(&self, position: &Position, large: usize) -> (Vec<Point>, u32) {
        let positions = self.solution.len();
        if positions > large
            && let Some(answer) = self.solution.answer(position)
        {
            // Every move of the winner but the last few fours is in one of the positions.
            return (vec![answer.point], 2 * positions as u32 + 1);
        }
        let line: Vec<Point> = self.line(position).iter().map(|step| step.point).collect();
        let ends = line.iter().try_fold(position.clone(), |mut position, &point| {
            position.play(point).ok().map(|()| position)
        });
        let more = match ends {
            Some(end) if end.outcome().is_some() => 0,
            _ => 2,
        };
        let plies = line.len() as u32 + more;
        (line, plies)
    }

    /// The move of the winner, who is to move, and what it makes; none where the win is over. The
    /// position is left as it was.
    pub fn attack(&self, position: &mut Position) -> Option<ExplainedMove> {
        let answer = self.solution.answer(position)?.clone();
        let mut attack = ExplainedMove::new(None, position.turn(), answer.point);
        attack.shapes = shapes(position, answer.point);
        position.play(answer.point).expect("a winning move is legal");
        attack.replies = self.replies(position, &answer.how);
        if position.outcome().is_none() && answer.how == WinReason::Four {
            attack.foul = foul(position, answer.point, self.winner);
        }
        position.undo();
        attack.is_quiet = answer.how == WinReason::All;
        if let WinReason::Threat(line) = answer.how {
            attack.threat = line;
        }
        Some(attack)
    }

    /// What the loser, who is to move, can play against what is threatened already.
    pub fn parries(&self, position: &Position) -> Vec<Point> {
        self.replies(position, &WinReason::Threat(self.threat.clone().unwrap_or_default()))
    }

    /// The replies that are not lost at once.
    fn replies(&self, position: &Position, how: &WinReason) -> Vec<Point> {
        if position.outcome().is_some() {
            return Vec::new();
        }
        match how {
            WinReason::Wins => Vec::new(),
            WinReason::All => self.solution.quiet_parries(position).to_vec(),
            WinReason::Four => match four(position, self.winner) {
                Some(Four::Stopped(block)) => vec![block],
                _ => Vec::new(),
            },
            WinReason::Threat(line) => parries(position, self.winner, line).unwrap_or_default(),
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

/// The tree of all replies, depth first.
struct ExplanationTree<'a> {
    win: &'a Win,
    moves: Vec<ExplainedMove>,
    is_cut: bool,
}

impl ExplanationTree<'_> {
    /// Adds a move and returns its index; none if there are too many.
    fn add(&mut self, explained: ExplainedMove) -> Option<usize> {
        if self.moves.len() >= MOST_MOVES {
            self.is_cut = true;
            return None;
        }
        self.moves.push(explained);
        Some(self.moves.len() - 1)
    }

    /// The winner is to move.
    fn attack(&mut self, position: &mut Position, parent: Option<usize>) {
        let Some(attack) = self.win.attack(position) else { return };
        let (point, replies) = (attack.point, attack.replies.clone());
        if let Some(at) = self.add(ExplainedMove { parent, ..attack }) {
            position.play(point).expect("a winning move is legal");
            self.replies(position, &replies, Some(at));
            position.undo();
        }
    }

    /// The loser is to move.
    fn replies(&mut self, position: &mut Position, replies: &[Point], parent: Option<usize>) {
        for &reply in replies {
            let explained = ExplainedMove::new(parent, position.turn(), reply);
            let Some(at) = self.add(explained) else { return };
            position.play(reply).expect("a reply is legal");
            self.attack(position, Some(at));
            position.undo();
        }
    }
}

/// Distances to the win, for the longest defence.
struct WinDistances<'a> {
    win: &'a Win,
    /// Distance to the win in moves of the winner, by position.
    lengths: HashMap<u64, usize>,
}

impl WinDistances<'_> {
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
            WinReason::Threat(line) => line.len() + 1,
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
