//! Renju: Black's moves must not be fouls when they are played, so the order of all stones matters.
//!
//! Played backward: take away a stone of the side that moved last, then one of the other side, and
//! so on, each black one only where it would not have been a foul. Few positions offer any
//! resistance, since a foul takes several black stones and most of those can go in any order; where
//! one does, the search goes back and tries others, and remembers dead ends.

use std::cmp::Reverse;

use tengen_core::{Axis, Board, Cell, Color, Line, Point, Rule, lines, renju::foul};

use super::{
    Reach, Reason, by_color,
    search::{DeadEnds, OutOfBudget, ReachBudget, StoneSet},
};

/// `found` are all lines of five or more; none that wins is of the side that did not move `last`.
pub(super) fn reach(
    board: &Board,
    last: Color,
    found: &[Line],
    mut budget: ReachBudget<'_>,
) -> Reach {
    let mut game = Backward::new(board);
    if let Some(line) = found.first() {
        game.finish_with(*line, last);
        if game.finishers.is_empty() {
            let (wins, overlines): (Vec<Line>, Vec<Line>) =
                found.iter().partition(|line| line.wins(Rule::Renju));
            return Reach::No(if overlines.is_empty() {
                Reason::TwoWins { winner: last, lines: wins }
            } else {
                Reason::Overline { lines: overlines }
            });
        }
    }
    match game.search(last, &mut budget) {
        Ok(Some(moves)) => Reach::Yes(moves),
        Ok(None) => Reach::No(Reason::NoLegalOrder { tried: budget.tried }),
        Err(OutOfBudget) => Reach::Unknown { tried: budget.tried },
    }
}

/// A game that is played backward.
struct Backward {
    board: Board,
    /// The stones of each color, those to take away first in front.
    stones: [Vec<Point>; 2],
    /// The stones still there: the black ones, then the white ones.
    left: StoneSet,
    /// The stones that can have been the last one, if there are lines that only that explains.
    finishers: Vec<Point>,
}

/// Which stone of a color to take away: each in turn, from where its last one was.
struct RenjuChoice {
    color: Color,
    from: usize,
    tried: usize,
}

impl RenjuChoice {
    const fn at(&self, count: usize) -> usize {
        (self.from + self.tried) % count
    }
}

impl Backward {
    fn new(board: &Board) -> Backward {
        let mut stones = by_color(board);
        let [black, white] = &mut stones;
        // Why in this order: black stones in company are the ones that get into each other's way,
        // so they go first; white stones near black ones hinder fouls, so they stay longest.
        black.sort_by_cached_key(|&point| Reverse(black_neighbors(board, point)));
        white.sort_by_cached_key(|&point| black_neighbors(board, point));
        let left = StoneSet::full(black.len() + white.len());
        Backward { board: board.clone(), stones, left, finishers: Vec::new() }
    }

    /// Finds the stones of `color` on `line` without which there is no line of five or more: one
    /// of them was the last one, since before it there was none.
    fn finish_with(&mut self, line: Line, color: Color) {
        for stone in line.points().filter(|_| line.color == color && line.length < 10) {
            self.board.lift(stone, color);
            if lines(&self.board).is_empty() && self.was_legal(stone, color) {
                self.finishers.push(stone);
            }
            self.board.put(stone, color);
        }
    }

    /// Whether `color` could have played on the point that is now empty again.
    fn was_legal(&self, point: Point, color: Color) -> bool {
        color == Color::White || foul(&self.board, point).is_none()
    }

    /// Moves that lead from the empty board to the stones, the last one by `last`.
    fn search(
        &mut self,
        last: Color,
        budget: &mut ReachBudget<'_>,
    ) -> Result<Option<Vec<Point>>, OutOfBudget> {
        let total = self.stones[0].len() + self.stones[1].len();
        let mut dead_ends = DeadEnds::default();
        let mut choices: Vec<RenjuChoice> = Vec::new();
        let mut next = RenjuChoice { color: last, from: 0, tried: 0 };
        while choices.len() < total {
            let count = self.stones[next.color as usize].len();
            if next.tried == count {
                dead_ends.insert(self.left.words());
                let Some(mut before) = choices.pop() else { return Ok(None) };
                self.flip(&before);
                before.tried += 1;
                next = before;
                continue;
            }
            budget.spend()?;
            let stone = self.stones[next.color as usize][next.at(count)];
            let first = choices.is_empty() && !self.finishers.is_empty();
            if self.board.cell(stone) == Cell::Empty || first && !self.finishers.contains(&stone) {
                next.tried += 1;
                continue;
            }
            self.flip(&next);
            if self.was_legal(stone, next.color) && !dead_ends.contains(self.left.words()) {
                let color = !next.color;
                choices.push(next);
                let own = choices.iter().rev().nth(1);
                let from = own.map_or(0, |own| own.at(self.stones[color as usize].len()));
                next = RenjuChoice { color, from, tried: 0 };
            } else {
                self.flip(&next);
                next.tried += 1;
            }
        }
        let stone = |choice: &RenjuChoice| self.stone(choice);
        Ok(Some(choices.iter().rev().map(stone).collect()))
    }

    fn stone(&self, choice: &RenjuChoice) -> Point {
        let stones = &self.stones[choice.color as usize];
        stones[choice.at(stones.len())]
    }

    /// Takes the chosen stone away, or puts it back.
    fn flip(&mut self, choice: &RenjuChoice) {
        let point = self.stone(choice);
        if self.board.cell(point) == Cell::Empty {
            self.board.put(point, choice.color);
        } else {
            self.board.lift(point, choice.color);
        }
        let before = if choice.color == Color::Black { 0 } else { self.stones[0].len() };
        self.left.flip(before + choice.at(self.stones[choice.color as usize].len()));
    }
}

/// The number of black stones within five steps of `point` on the lines through it.
fn black_neighbors(board: &Board, point: Point) -> u32 {
    let black = |axis| board.window(point, axis).with(0, Cell::Empty).own().count_ones();
    Axis::ALL.into_iter().map(black).sum()
}
