//! Deterministic random numbers, boards and positions.

use tengen_core::{Area, Axis, Board, Cell, Color, Point, Position, Rule, Setup};

/// Pseudo-random number generator (xorshift*) for tests: equal seeds give equal tests on every machine.
///
/// Why not the core's `Rng`: golden games are pinned to this sequence, and a test of the generator that a player
/// uses should not draw from it.
#[derive(Clone, Debug)]
pub struct TestRng(u64);

impl TestRng {
    /// The generator of `seed`.
    pub const fn new(seed: u64) -> TestRng {
        // Why the factor: small seeds would start with long runs of zeros.
        TestRng(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A random number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// A random number from `first` to `last`, both included.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// Whether an event of probability 1/`many` happens.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One of the values, each with equal probability.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Shuffles `items` (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The points of `area` in random order.
    pub fn shuffled_points(&mut self, area: Area) -> Vec<Point> {
        let mut points: Vec<Point> = area.points().collect();
        self.shuffle(&mut points);
        points
    }

    /// A board with stones on random points: each is black or white with the given probabilities in percent.
    pub fn board(&mut self, area: Area, black: usize, white: usize) -> Board {
        let mut board = Board::new(area);
        for point in area.points() {
            self.put(&mut board, point, black, white);
        }
        board
    }

    /// A board with stones on lines that cross in a few points, so that most of them make forks.
    pub fn crossing_lines(&mut self, area: Area, black: usize, white: usize) -> Board {
        let mut board = Board::new(area);
        let points: Vec<Point> = area.points().collect();
        for _ in 0..=self.below(3) {
            let middle = self.pick(&points);
            for axis in Axis::ALL {
                for offset in (-4..=4).filter(|&offset| offset != 0) {
                    let point = middle.along(axis, offset);
                    if board.cell(point) == Cell::Empty {
                        self.put(&mut board, point, black, white);
                    }
                }
            }
        }
        board
    }

    fn put(&mut self, board: &mut Board, point: Point, black: usize, white: usize) {
        match self.below(100) {
            n if n < black => board.put(point, Color::Black),
            n if n < black + white => board.put(point, Color::White),
            _ => {}
        }
    }

    /// A position with a random [`board`](TestRng::board); none if the game is over there.
    pub fn position(
        &mut self,
        rule: Rule,
        area: Area,
        [black, white]: [usize; 2],
        turn: Color,
    ) -> Option<Position> {
        ongoing(rule, &self.board(area, black, white), turn)
    }

    /// A position with random density, kind of board and turn; none if the game is over there.
    pub fn any_position(&mut self, rule: Rule, area: Area) -> Option<Position> {
        let (black, white) = (self.below(35) + 5, self.below(35) + 5);
        let board = match self.below(2) {
            0 => self.board(area, black, white),
            _ => self.crossing_lines(area, black, white),
        };
        let turn = self.pick(&Color::ALL);
        ongoing(rule, &board, turn)
    }

    /// `count` stones of alternating colors on random points.
    pub fn stones(&mut self, area: Area, count: usize) -> Vec<(Point, Color)> {
        let points = self.shuffled_points(area).into_iter().take(count);
        points.enumerate().map(|(number, point)| (point, crate::color_of_move(number))).collect()
    }
}

fn ongoing(rule: Rule, board: &Board, turn: Color) -> Option<Position> {
    let position = Position::from_setup(rule, &Setup::from_board(board, turn)).ok()?;
    position.outcome().is_none().then_some(position)
}
