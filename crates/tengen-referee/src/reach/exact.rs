//! Exact five: an overline does not win, but one grown from its end passes through a five, so the
//! order in which its stones came matters.
//!
//! The colors do not see each other, so each color's order is a puzzle of its own: take stones away
//! one by one so that no exact five is ever left. Only stones of overlines can be in the way: the
//! others are in rows of four at most, and taking those away changes no longer row.

use tengen_core::{Area, Axis, Board, Color, Line, Point, line_through, lines};

use super::{
    Reach, Reason, by_color,
    search::{Bits, Budget, DeadEnds, OutOfBudget},
    take_turns,
};

/// `lines` are all lines of five or more; no five is of the side that did not move `last`.
pub(super) fn reach(board: &Board, last: Color, lines: &[Line], limit: u64) -> Reach {
    let mut budget = Budget::new(limit);
    match orders(board, last, lines, &mut budget) {
        Ok(Ok([black, white])) => Reach::Yes(take_turns(&black, &white)),
        Ok(Err(reason)) => Reach::No(reason),
        Err(OutOfBudget) => Reach::Unknown { tried: budget.tried },
    }
}

fn orders(
    board: &Board,
    last: Color,
    lines: &[Line],
    budget: &mut Budget,
) -> Result<Result<[Vec<Point>; 2], Reason>, OutOfBudget> {
    let mut orders = by_color(board);
    for color in Color::ALL {
        let stones = std::mem::take(&mut orders[color as usize]);
        let fives: Vec<Line> =
            lines.iter().copied().filter(|line| line.color == color && line.length == 5).collect();
        let order = match fives[..] {
            [] => Peel::new(board.area(), color, stones).order(budget)?,
            [first, ..] => {
                debug_assert_eq!(color, last);
                let common = |point: &Point| fives.iter().all(|line| line.contains(*point));
                let candidates: Vec<Point> = first.points().filter(common).collect();
                if candidates.is_empty() {
                    return Ok(Err(Reason::TwoWins { winner: color, lines: fives }));
                }
                let mut order = None;
                for stone in candidates {
                    let others = stones.iter().copied().filter(|&point| point != stone).collect();
                    let peel = Peel::new(board.area(), color, others);
                    if let Some(mut before) = peel.order(budget)? {
                        before.push(stone);
                        order = Some(before);
                        break;
                    }
                }
                order
            }
        };
        match order {
            Some(order) => orders[color as usize] = order,
            None => return Ok(Err(Reason::NoOrder { color, tried: budget.tried })),
        }
    }
    Ok(Ok(orders))
}

/// The stones of one color, being taken away.
struct Peel {
    board: Board,
    color: Color,
    stones: Vec<Point>,
    left: Bits,
}

impl Peel {
    fn new(area: Area, color: Color, stones: Vec<Point>) -> Peel {
        let mut board = Board::new(area);
        for &stone in &stones {
            board.put(stone, color);
        }
        let left = Bits::full(stones.len());
        Peel { board, color, stones, left }
    }

    /// An order in which the stones can be played with no exact five on the way or at the end, if
    /// there is one.
    fn order(mut self, budget: &mut Budget) -> Result<Option<Vec<Point>>, OutOfBudget> {
        if lines(&self.board).iter().any(|line| line.length == 5) {
            return Ok(None);
        }
        let mut dead_ends = DeadEnds::default();
        // The stones taken away, and for each the stones that are still to be tried in its place.
        let mut taken: Vec<Point> = Vec::new();
        let mut choices = vec![self.choices()];
        while let Some(level) = choices.last_mut() {
            let Some(next) = level else { break };
            if let Some(stone) = next.pop() {
                budget.spend()?;
                if self.leaves_five(stone) {
                    continue;
                }
                self.flip(stone);
                if dead_ends.contains(self.left.words()) {
                    self.flip(stone);
                    continue;
                }
                taken.push(stone);
                choices.push(self.choices());
            } else {
                dead_ends.insert(self.left.words());
                choices.pop();
                match taken.pop() {
                    Some(stone) => self.flip(stone),
                    None => return Ok(None),
                }
            }
        }
        let rest = self.stones.iter().filter(|point| self.board.cell(**point).stone().is_some());
        Ok(Some(rest.copied().chain(taken.into_iter().rev()).collect()))
    }

    /// The stones of all overlines, those in the middle last; `None` if there are no overlines.
    fn choices(&self) -> Option<Vec<Point>> {
        let mut stones: Vec<(u32, Point)> = Vec::new();
        for line in lines(&self.board) {
            let depth = |step: usize| (step as u32).min(line.length - 1 - step as u32);
            stones.extend(line.points().enumerate().map(|(step, point)| (depth(step), point)));
        }
        stones.sort_unstable();
        // A stone on two overlines stands there twice; its better place is the later one.
        stones.reverse();
        let mut seen = std::collections::HashSet::new();
        stones.retain(|&(_, point)| seen.insert(point));
        stones.reverse();
        (!stones.is_empty()).then(|| stones.into_iter().map(|(_, point)| point).collect())
    }

    /// Whether taking `stone` away would leave an exact five on a line through it.
    fn leaves_five(&self, stone: Point) -> bool {
        Axis::ALL.into_iter().any(|axis| {
            let line = line_through(&self.board, stone, self.color, axis);
            let before = line.start.steps_to(stone, axis).expect("a line goes through its stones");
            before == 5 || line.length as i32 - 1 - before == 5
        })
    }

    /// Takes `stone` away, or puts it back.
    fn flip(&mut self, stone: Point) {
        let index = self.stones.binary_search(&stone).expect("only its own stones are taken");
        if self.left.contains(index) {
            self.board.lift(stone, self.color);
        } else {
            self.board.put(stone, self.color);
        }
        self.left.flip(index);
    }
}
