//! A maker of positions with long wins by fours.
//!
//! A win grows at its beginning: a stone that it needs is taken off the board, and stones are set
//! so that it can be put back by a four. A change stays if the shortest win has not become shorter.

use tengen_core::{Area, Axis, Board, Cell, Color, Point, Position, Rule, Setup};
use tengen_solver::{
    Budget,
    fives::{Threats, vcf::Vcf},
};

use tengen_testkit::TestRng;

/// A position with Black to move, and the moves of his shortest win by fours.
pub(crate) struct Deep {
    pub(crate) board: Board,
    pub(crate) line: Vec<Point>,
}

/// A maker of such positions.
pub(crate) struct Maker {
    rule: Rule,
    vcf: Vcf,
    chance: TestRng,
}

impl Maker {
    /// Nodes for one question.
    const PATIENCE: u64 = 100_000;
    /// White stones against wins that are too short.
    const MENDS: usize = 5;

    /// A maker of positions that depend on the seed alone.
    pub(crate) fn new(rule: Rule, seed: u64) -> Maker {
        Maker { rule, vcf: Vcf::new(1 << 24), chance: TestRng::new(seed) }
    }

    /// Tries a change, and keeps it if the win has not become shorter. Says whether it is longer.
    pub(crate) fn step(&mut self, best: &mut Deep) -> bool {
        let changed = match self.chance.below(6) {
            0 => Some(self.stir(&best.board)),
            _ => self.grow(best),
        };
        let Some(next) = changed.and_then(|board| self.mend(board, best)) else { return false };
        let is_longer = next.line.len() > best.line.len();
        // Stones that do nothing are in the way of others.
        let is_lean = stones(&next.board) <= stones(&best.board);
        if is_longer || is_lean || self.chance.below(16) == 0 {
            *best = next;
        }
        is_longer
    }

    /// A position to go on from, if Black wins by fours there.
    pub(crate) fn of(&mut self, board: Board) -> Option<Deep> {
        let none = Deep { board: Board::new(board.area()), line: Vec::new() };
        self.mend(board, &none)
    }

    /// Strewn stones with a win for Black of two moves at least.
    pub(crate) fn start(&mut self, area: Area) -> Deep {
        loop {
            let mut board = Board::new(area);
            for point in area.points() {
                match self.chance.below(20) {
                    0 => board.put(point, Color::Black),
                    1 => board.put(point, Color::White),
                    _ => {}
                }
            }
            if let Some(deep) = self.of(board).filter(|deep| deep.line.len() >= 2) {
                return deep;
            }
        }
    }

    /// Puts white stones until there is no win shorter than that of `best`. If one is left that is
    /// not shorter, here it is.
    fn mend(&mut self, mut board: Board, best: &Deep) -> Option<Deep> {
        for _ in 0..=Maker::MENDS {
            let position =
                Position::from_setup(self.rule, &Setup::from_board(&board, Color::Black)).ok()?;
            if position.outcome().is_some() {
                return None;
            }
            let mut threats = Threats::new(&position).ok()?;
            let mut budget = Budget::unlimited().nodes_up_to(Maker::PATIENCE);
            let mut line = vec![0; best.line.len()];
            let is_shorter =
                self.vcf.shorten(&mut threats, Color::Black, &mut line, &mut budget).ok()?;
            if !is_shorter {
                line = self.vcf.find_shortest(&mut threats, Color::Black, &mut budget).ok()??;
            }
            let line: Vec<Point> = line.iter().map(|&spot| threats.point(spot)).collect();
            if !is_shorter {
                return Some(Deep { board, line });
            }
            let others: Vec<Point> =
                line.into_iter().filter(|point| !best.line.contains(point)).collect();
            if others.is_empty() {
                return None;
            }
            board.put(others[self.chance.below(others.len())], Color::White);
        }
        None
    }

    /// Lets the win begin with a four that puts a stone back.
    fn grow(&mut self, best: &Deep) -> Option<Board> {
        let mut next = best.board.clone();
        let area = next.area();
        let stones: Vec<Point> = black_stones(&next);
        let stone = stones[self.chance.below(stones.len())];
        let axis = Axis::ALL[self.chance.below(4)];
        let first = -(self.chance.below(5) as i32);
        let block = first + self.chance.below(5) as i32;
        // Few stones more: each of them may make other wins.
        let added = (first..first + 5)
            .filter(|&n| n != 0 && n != block && next.cell(stone.along(axis, n)) == Cell::Empty);
        if block == 0 || added.count() > self.chance.below(3) {
            return None;
        }
        for n in first..first + 5 {
            let point = stone.along(axis, n);
            if !area.contains(point) {
                return None;
            }
            match (next.cell(point), n) {
                (Cell::Black, n) if n == 0 || n == block => next.lift(point, Color::Black),
                (Cell::White, n) if n == block => next.lift(point, Color::White),
                (Cell::White, _) => return None,
                (Cell::Empty, n) if n != block => next.put(point, Color::Black),
                _ => {}
            }
        }
        Some(next)
    }

    /// Changes any point.
    fn stir(&mut self, board: &Board) -> Board {
        let mut next = board.clone();
        let point = self.point(board.area());
        match (next.cell(point), self.chance.below(3)) {
            (Cell::Black, _) => next.lift(point, Color::Black),
            (Cell::White, _) => next.lift(point, Color::White),
            (_, 0) => next.put(point, Color::Black),
            _ => next.put(point, Color::White),
        }
        next
    }

    fn point(&mut self, area: Area) -> Point {
        let points: Vec<Point> = area.points().collect();
        self.chance.pick(&points)
    }
}

fn stones(board: &Board) -> usize {
    board.count(Color::Black) + board.count(Color::White)
}

fn black_stones(board: &Board) -> Vec<Point> {
    board
        .stones()
        .into_iter()
        .filter(|stone| stone.1 == Color::Black)
        .map(|stone| stone.0)
        .collect()
}
