//! Positions of five-in-a-row by chance, the same on every run.

use tengen_core::{Area, Axis, Board, Cell, Color, Point, Position, Rule, Setup};

/// A tiny xorshift generator.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        // Why the factor: small seeds would start with long runs of zeros.
        Chance(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        (((bits >> 32) * end as u64) >> 32) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Stones strewn evenly: a point is black or white with so many chances in a hundred.
    pub(crate) fn strewn(&mut self, area: Area, black: usize, white: usize) -> Board {
        let mut board = Board::new(area);
        for point in area.points() {
            match self.below(100) {
                n if n < black => board.put(point, Color::Black),
                n if n < black + white => board.put(point, Color::White),
                _ => {}
            }
        }
        board
    }

    /// Stones on lines that cross in a few points, so that most of them make forks.
    pub(crate) fn crossing(&mut self, area: Area, black: usize, white: usize) -> Board {
        let mut board = Board::new(area);
        let points: Vec<Point> = area.points().collect();
        for _ in 0..=self.below(3) {
            let middle = self.pick(&points);
            for axis in Axis::ALL {
                for offset in (-4..=4).filter(|&offset| offset != 0) {
                    let point = middle.along(axis, offset);
                    if board.cell(point) != Cell::Empty {
                        continue;
                    }
                    match self.below(100) {
                        n if n < black => board.put(point, Color::Black),
                        n if n < black + white => board.put(point, Color::White),
                        _ => {}
                    }
                }
            }
        }
        board
    }

    /// A position of any kind that is not over, if chance would have it.
    pub(crate) fn position(&mut self, rule: Rule, area: Area) -> Option<Position> {
        let (black, white) = (self.below(35) + 5, self.below(35) + 5);
        let board = match self.below(2) {
            0 => self.strewn(area, black, white),
            _ => self.crossing(area, black, white),
        };
        let turn = self.pick(&Color::ALL);
        let position = Position::from_setup(rule, &Setup::from_board(&board, turn)).ok()?;
        position.outcome().is_none().then_some(position)
    }
}
