//! Exact five: an overline does not win, but one grown from its end passes through a five, so the
//! order in which its stones came matters.
//!
//! The colors do not see each other, so each color's order is a puzzle of its own: take stones away
//! one by one so that no exact five is ever left. Only stones of overlines can be in the way: the
//! others are in rows of four at most, and taking those away changes no longer row.

use std::{cmp::Reverse, collections::BTreeMap};

use tengen_core::{Area, Axis, Board, Cell, Color, Line, Point, line_through};

use super::{
    Reach, Reason, by_color,
    search::{DeadEnds, OutOfBudget, ReachBudget, StoneSet},
    take_turns,
};

/// `lines` are all lines of five or more; no five is of the side that did not move `last`.
pub(super) fn reach(
    board: &Board,
    last: Color,
    lines: &[Line],
    mut budget: ReachBudget<'_>,
) -> Reach {
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
    budget: &mut ReachBudget<'_>,
) -> Result<Result<[Vec<Point>; 2], Reason>, OutOfBudget> {
    let mut orders = by_color(board);
    for color in Color::ALL {
        let stones = std::mem::take(&mut orders[color as usize]);
        let fives: Vec<Line> =
            lines.iter().copied().filter(|line| line.color == color && line.length == 5).collect();
        let order = match fives[..] {
            [] => Peel::new(board.area(), color, stones, FIVE).order(budget)?,
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
                    let peel = Peel::new(board.area(), color, others, FIVE);
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

const FIVE: u32 = 5;

/// The stones of one color, being taken away.
struct Peel {
    board: Board,
    color: Color,
    stones: Vec<Point>,
    left: StoneSet,
    /// How long a row wins. Five, but for the tests: no stones are known that cannot be taken away
    /// one by one where five wins, so the search is tested where three does.
    wins: u32,
}

/// Which stone to take next: each in turn, from where the last one was taken.
struct PeelChoice {
    from: usize,
    tried: usize,
    at: usize,
    /// Whether one of those tried is in an overline.
    stuck: bool,
}

impl PeelChoice {
    const fn after(at: usize) -> PeelChoice {
        PeelChoice { from: at, tried: 0, at, stuck: false }
    }

    fn next(&mut self, count: usize) -> Option<usize> {
        if self.tried == count {
            return None;
        }
        self.at = (self.from + self.tried) % count;
        self.tried += 1;
        Some(self.at)
    }
}

impl Peel {
    fn new(area: Area, color: Color, stones: Vec<Point>, wins: u32) -> Peel {
        let mut board = Board::new(area);
        for &stone in &stones {
            board.put(stone, color);
        }
        let left = StoneSet::full(stones.len());
        Peel { board, color, stones, left, wins }
    }

    /// An order in which the stones can be played with no exact five on the way or at the end, if
    /// there is one.
    fn order(mut self, budget: &mut ReachBudget<'_>) -> Result<Option<Vec<Point>>, OutOfBudget> {
        if self.rows().any(|row| row.length == self.wins) {
            return Ok(None);
        }
        // Rows only get shorter, so no other stone will ever be in an overline.
        let candidates = self.overline_stones();
        let mut dead_ends = DeadEnds::default();
        let mut taken: Vec<PeelChoice> = Vec::new();
        let mut choice = PeelChoice::after(0);
        loop {
            if let Some(at) = choice.next(candidates.len()) {
                budget.spend()?;
                let stone = candidates[at];
                if self.board.cell(stone) == Cell::Empty || !self.is_in_overline(stone) {
                    continue;
                }
                choice.stuck = true;
                if self.leaves_five(stone) {
                    continue;
                }
                self.flip(stone);
                if dead_ends.contains(self.left.words()) {
                    self.flip(stone);
                } else {
                    taken.push(choice);
                    choice = PeelChoice::after(at);
                }
            } else if choice.stuck {
                // There are overlines, and no stone of theirs leads on.
                dead_ends.insert(self.left.words());
                let Some(before) = taken.pop() else { return Ok(None) };
                choice = before;
                self.flip(candidates[choice.at]);
            } else {
                break;
            }
        }
        let left = |point: &&Point| self.board.cell(**point) != Cell::Empty;
        let rest = self.stones.iter().filter(left).copied();
        Ok(Some(rest.chain(taken.iter().rev().map(|choice| candidates[choice.at])).collect()))
    }

    /// The stones of all overlines, those in the middle first: taking them breaks most.
    fn overline_stones(&self) -> Vec<Point> {
        let mut depths: BTreeMap<Point, u32> = BTreeMap::new();
        for row in self.rows().filter(|row| row.length > self.wins) {
            for (step, point) in (0..).zip(row.points()) {
                let depth = depths.entry(point).or_default();
                *depth = (*depth).max(step.min(row.length - 1 - step));
            }
        }
        let mut stones: Vec<Point> = depths.keys().copied().collect();
        stones.sort_by_key(|point| Reverse(depths[point]));
        stones
    }

    fn is_in_overline(&self, stone: Point) -> bool {
        let length = |axis| line_through(&self.board, stone, self.color, axis).length;
        Axis::ALL.into_iter().any(|axis| length(axis) > self.wins)
    }

    /// Every row of stones, of any length.
    fn rows(&self) -> impl Iterator<Item = Line> {
        let own = |point| self.board.cell(point).stone().is_some();
        let stones = self.stones.iter().filter(move |&&stone| own(stone));
        stones.flat_map(|&stone| Axis::ALL.map(|axis| (stone, axis))).filter_map(
            move |(stone, axis)| {
                let first = !own(stone.along(axis, -1));
                first.then(|| line_through(&self.board, stone, self.color, axis))
            },
        )
    }

    /// Whether taking `stone` away would leave an exact five on a line through it.
    fn leaves_five(&self, stone: Point) -> bool {
        Axis::ALL.into_iter().any(|axis| {
            let line = line_through(&self.board, stone, self.color, axis);
            let before = line.start.steps_to(stone, axis).expect("a line goes through its stones");
            let wins = self.wins as i32;
            before == wins || line.length as i32 - 1 - before == wins
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

#[cfg(test)]
mod tests {
    use tengen_core::Drawing;

    use super::*;

    fn peel(drawing: &str) -> Peel {
        let board = drawing.parse::<Drawing>().unwrap().board();
        let stones = board.stones().into_iter().map(|stone| stone.0).collect();
        Peel::new(board.area(), Color::Black, stones, 3)
    }

    /// The definition: no row of exactly three now, and a stone whose absence leaves such a set.
    fn can_be_peeled(peel: &mut Peel) -> bool {
        if peel.rows().any(|row| row.length == 3) {
            return false;
        }
        let stones: Vec<Point> = peel.board.stones().into_iter().map(|stone| stone.0).collect();
        stones.is_empty()
            || stones.into_iter().any(|stone| {
                peel.flip(stone);
                let peeled = can_be_peeled(peel);
                peel.flip(stone);
                peeled
            })
    }

    #[test]
    fn where_three_wins_a_set_is_stuck_that_no_stone_can_leave() {
        let stuck = "
            . x . x . x
            . . x . x .
            x x x x x .
            x x x x x .
            . . x . x .
            . x . x . x";
        assert!(peel(stuck).stones.iter().all(|&stone| peel(stuck).leaves_five(stone)));
        assert_eq!(peel(stuck).order(&mut ReachBudget::new(1_000, &|| false)).unwrap(), None);
    }

    #[test]
    fn where_three_wins_the_search_finds_what_trying_everything_finds() {
        let mut state = 1u64;
        let mut hard = 0;
        for _ in 0..4_000 {
            let mut drawing = String::new();
            for cell in 0..30 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                drawing.push(if state >> 40 & 7 < 2 { '.' } else { 'x' });
                drawing.push(if cell % 5 == 4 { '\n' } else { ' ' });
            }
            // Rows of exactly three are broken up first, so that there is something to search.
            while let Some(row) = peel(&drawing).rows().find(|row| row.length == 3) {
                let middle = row.start.along(row.axis, 1);
                let at = (10 * middle.y + 2 * middle.x) as usize;
                drawing.replace_range(at..=at, ".");
            }
            let mut budget = ReachBudget::new(100_000, &|| false);
            let order = peel(&drawing).order(&mut budget).unwrap();
            if peel(&drawing).stones.len() <= 14 {
                let expected = can_be_peeled(&mut peel(&drawing));
                assert_eq!(order.is_some(), expected, "\n{drawing}");
            }
            match order {
                None => assert!(peel(&drawing).stones.len() <= 14, "not compared\n{drawing}"),
                Some(order) => {
                    hard += u32::from(budget.tried > 6);
                    let mut played =
                        Peel::new(peel(&drawing).board.area(), Color::Black, Vec::new(), 3);
                    for stone in order {
                        played.board.put(stone, Color::Black);
                        played.stones.push(stone);
                        assert!(played.rows().all(|row| row.length != 3), "\n{drawing}");
                    }
                }
            }
        }
        assert!(hard > 1_000, "{hard}");
    }
}
