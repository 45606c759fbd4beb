//! Renju: Black's moves must not be fouls when they are played, so the order of all stones matters.
//!
//! Played backward: take away a stone of the side that moved last, then one of the other side, and
//! so on, each black one only where it would not have been a foul. Few positions offer any
//! resistance, since a foul takes several black stones and most of those can go in any order; where
//! one does, the search goes back and tries others, and remembers dead ends.

use tengen_core::{Axis, Board, Cell, Color, Line, Point, Rule, lines, renju::foul};

use super::{
    Reach, Reason, by_color,
    search::{Bits, Budget, DeadEnds, OutOfBudget},
};

/// `found` are all lines of five or more; none that wins is of the side that did not move `last`.
pub(super) fn reach(board: &Board, last: Color, found: &[Line], limit: u64) -> Reach {
    let mut budget = Budget::new(limit);
    let mut game = Backward::new(board);
    if !found.is_empty() && !game.has_finisher(last) {
        let (wins, overlines): (Vec<Line>, Vec<Line>) =
            found.iter().partition(|line| line.wins(Rule::Renju));
        return Reach::No(if overlines.is_empty() {
            Reason::TwoWins { winner: last, lines: wins }
        } else {
            Reason::Overline { lines: overlines }
        });
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
    left: Bits,
}

/// A choice in the game played backward.
struct Choice {
    color: Color,
    /// The stone tried now, by its place in the list of its color.
    at: usize,
}

impl Backward {
    fn new(board: &Board) -> Backward {
        let mut stones = by_color(board);
        let [black, white] = &mut stones;
        // Why in this order: black stones in company are the ones that get into each other's way,
        // so they go first; white stones near black ones hinder fouls, so they stay longest.
        black.sort_by_cached_key(|&point| std::cmp::Reverse(black_neighbors(board, point)));
        white.sort_by_cached_key(|&point| black_neighbors(board, point));
        let left = Bits::full(black.len() + white.len());
        Backward { board: board.clone(), stones, left }
    }

    /// Whether some stone of `color` can have been the last one, all lines of five or more being
    /// its work.
    fn has_finisher(&mut self, color: Color) -> bool {
        let stones = self.stones[color as usize].clone();
        stones.into_iter().any(|stone| {
            self.board.lift(stone, color);
            let finisher = lines(&self.board).is_empty() && self.was_legal(stone, color);
            self.board.put(stone, color);
            finisher
        })
    }

    /// Whether `color` could have played on the point that is now empty again.
    fn was_legal(&self, point: Point, color: Color) -> bool {
        color == Color::White || foul(&self.board, point).is_none()
    }

    /// Moves that lead from the empty board to the stones, the last one by `last`.
    fn search(
        &mut self,
        last: Color,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Point>>, OutOfBudget> {
        let total = self.stones[0].len() + self.stones[1].len();
        let mut dead_ends = DeadEnds::default();
        let mut choices: Vec<Choice> = vec![Choice { color: last, at: 0 }];
        while choices.len() <= total {
            let choice = choices.last_mut().expect("the first choice stays");
            let color = choice.color;
            let Some(&stone) = self.stones[color as usize].get(choice.at) else {
                dead_ends.insert(self.left.words());
                choices.pop();
                match choices.last_mut() {
                    Some(before) => {
                        let (color, at) = (before.color, before.at);
                        before.at += 1;
                        self.flip(color, at);
                    }
                    None => return Ok(None),
                }
                continue;
            };
            if self.board.cell(stone) == Cell::Empty {
                choice.at += 1;
                continue;
            }
            budget.spend()?;
            let at = choice.at;
            let first = choices.len() == 1;
            self.flip(color, at);
            // Only the very last stone can have made lines; before it there were none.
            let possible = self.was_legal(stone, color)
                && (!first || lines(&self.board).is_empty())
                && !dead_ends.contains(self.left.words());
            if possible {
                choices.push(Choice { color: !color, at: 0 });
            } else {
                self.flip(color, at);
                choices.last_mut().expect("the first choice stays").at += 1;
            }
        }
        choices.pop();
        let moves =
            choices.iter().rev().map(|choice| self.stones[choice.color as usize][choice.at]);
        Ok(Some(moves.collect()))
    }

    /// Takes a stone away, or puts it back.
    fn flip(&mut self, color: Color, at: usize) {
        let point = self.stones[color as usize][at];
        if self.board.cell(point) == Cell::Empty {
            self.board.put(point, color);
        } else {
            self.board.lift(point, color);
        }
        let before = if color == Color::Black { 0 } else { self.stones[0].len() };
        self.left.flip(before + at);
    }
}

/// The number of black stones within five steps of `point` on the lines through it.
fn black_neighbors(board: &Board, point: Point) -> u32 {
    let black = |axis| board.window(point, axis).with(0, Cell::Empty).own().count_ones();
    Axis::ALL.into_iter().map(black).sum()
}
