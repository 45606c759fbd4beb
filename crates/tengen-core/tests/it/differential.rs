//! Random games, judged twice: by [`Position`] on a grid and on its sparse twin, and by the plain
//! rules of [`naive`].

use tengen_core::{
    Area, Color, Illegal, Outcome, Point, Position, Rule, Setup, line_through,
    naive::{self, Stones},
};

use tengen_testkit::{TestRng, area};

/// How the players of a random game choose.
#[derive(Clone, Copy)]
enum Taste {
    /// Any legal point.
    Anywhere,
    /// A legal point near the last few stones. Lines and fouls come quickly.
    Close,
}

/// One game under three judges.
struct Trial {
    grid: Position,
    sparse: Position,
    stones: Stones,
    /// Where moves are looked for on a board without edges.
    center: Point,
}

impl Trial {
    fn new(rule: Rule, area: Area, center: Point) -> Trial {
        let setup = Setup::new(area);
        Trial {
            grid: Position::from_setup(rule, &setup).unwrap(),
            sparse: Position::from_setup_sparse(rule, &setup).unwrap(),
            stones: Stones::new(),
            center,
        }
    }

    /// The points to ask about: all of a bounded board and a rim outside of it, or a part of an
    /// unbounded one.
    fn points(&self) -> Vec<Point> {
        let (from, to) = match self.grid.board().area() {
            Area::Bounded { width, height } => {
                (Point::new(-1, -1), Point::new(width.into(), height.into()))
            }
            Area::Unbounded => {
                let Point { x, y } = self.center;
                (Point::new(x - 5, y - 5), Point::new(x + 5, y + 5))
            }
        };
        let row = |y| (from.x..=to.x).map(move |x| Point::new(x, y));
        (from.y..=to.y).flat_map(row).collect()
    }

    /// What the plain rules say of a move.
    fn expected(&self, point: Point) -> Verdict {
        let (rule, area) = (self.grid.rule(), self.grid.board().area());
        if self.grid.outcome().is_some() {
            Verdict::GameOver
        } else if !area.contains(point) {
            Verdict::Outside
        } else if self.stones.contains_key(&point) {
            Verdict::Occupied
        } else if naive::may_play(rule, area, &self.stones, point, self.grid.turn()) {
            Verdict::Legal
        } else {
            Verdict::Foul
        }
    }

    /// Asks all judges about every point, and returns the legal ones.
    fn compare_points(&self) -> Vec<Point> {
        let mut legal = Vec::new();
        for point in self.points() {
            let answer = self.grid.may_play(point);
            assert_eq!(answer, self.sparse.may_play(point), "{point:?}");
            assert_eq!(Verdict::from(answer), self.expected(point), "{point:?}");
            if answer.is_ok() {
                legal.push(point);
            }
        }
        if self.grid.board().area() != Area::Unbounded {
            assert_eq!(self.grid.legal_points(), legal);
        }
        assert_eq!(self.grid.legal_points(), self.sparse.legal_points());
        legal
    }

    /// Plays, takes back, and plays again.
    fn play(&mut self, point: Point) {
        let color = self.grid.turn();
        for position in [&mut self.grid, &mut self.sparse] {
            let before = snapshot(position);
            position.play(point).unwrap();
            assert_ne!(snapshot(position), before);
            assert_eq!(position.undo(), Some(point));
            assert_eq!(snapshot(position), before, "undo restores all");
            position.play(point).unwrap();
            assert_eq!(position.turn(), !color);
            assert_eq!(position.moves().last(), Some(&point));
        }
        self.stones.insert(point, color);
        self.compare_outcome(point, color);
    }

    fn compare_outcome(&self, last: Point, color: Color) {
        let (rule, board) = (self.grid.rule(), self.grid.board());
        let full = board.area().size() == Some(self.stones.len());
        let expected = if naive::wins(rule, &self.stones, last, color) {
            Some(Outcome::Won(color))
        } else {
            full.then_some(Outcome::Drawn)
        };
        assert_eq!(self.grid.outcome(), expected, "{rule} {}", board.area());
        assert_eq!(self.sparse.outcome(), expected);
        assert_eq!(self.grid.zobrist_hash(), self.sparse.zobrist_hash());
        assert_eq!(board.is_full(), full);

        // There was no win before the last move, so every winning line runs through it.
        let lines = self.grid.winning_lines();
        assert!(lines.iter().all(|line| line.contains(last) && line.wins(rule)));
        let mut starts: Vec<_> = lines.iter().map(|line| (line.start, line.color)).collect();
        starts.sort_unstable();
        assert_eq!(starts, naive::winning_starts(rule, &self.stones));
        assert_eq!(self.sparse.winning_lines(), lines);
    }

    fn check(&self) {
        self.grid.board().check();
        self.sparse.board().check();
        let mut stones: Vec<_> =
            self.stones.iter().map(|(&point, &color)| (point, color)).collect();
        stones.sort_unstable();
        assert_eq!(self.grid.board().stones(), stones);
        assert_eq!(self.sparse.board().stones(), stones);
    }

    /// A game of at most `most` moves.
    fn run(&mut self, chance: &mut TestRng, taste: Taste, most: usize) {
        let first = snapshot(&self.grid);
        for ply in 0..most {
            let legal = self.compare_points();
            if ply % 16 == 7 {
                self.check();
            }
            let near = self.near(&legal);
            let choice =
                if matches!(taste, Taste::Close) && !near.is_empty() { near } else { legal };
            if choice.is_empty() {
                break;
            }
            self.play(chance.pick(&choice));
        }
        self.compare_points();
        self.check();
        for position in [&mut self.grid, &mut self.sparse] {
            while position.undo().is_some() {}
            assert_eq!(snapshot(position), first, "all moves taken back");
            assert_eq!(position.board().stones(), []);
        }
    }

    /// Those of `points` that are at most two steps from one of the last six stones.
    fn near(&self, points: &[Point]) -> Vec<Point> {
        let moves = self.grid.moves();
        let last = &moves[moves.len().saturating_sub(6)..];
        let close = |a: &Point, b: &Point| (a.x - b.x).abs() <= 2 && (a.y - b.y).abs() <= 2;
        points.iter().filter(|a| last.iter().any(|b| close(a, b))).copied().collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Legal,
    GameOver,
    Outside,
    Occupied,
    Foul,
}

impl From<Result<(), Illegal>> for Verdict {
    fn from(answer: Result<(), Illegal>) -> Verdict {
        match answer {
            Ok(()) => Verdict::Legal,
            Err(Illegal::GameOver) => Verdict::GameOver,
            Err(Illegal::Outside) => Verdict::Outside,
            Err(Illegal::Occupied) => Verdict::Occupied,
            Err(Illegal::Foul(_)) => Verdict::Foul,
            Err(Illegal::Chokes(_)) => unreachable!("these are games of fives"),
        }
    }
}

/// All that a position can be asked without naming a point.
fn snapshot(position: &Position) -> (u64, u64, Color, Vec<Point>, Option<Outcome>) {
    let (hash, board) = (position.zobrist_hash(), position.board().zobrist_hash());
    (hash, board, position.turn(), position.moves().to_vec(), position.outcome())
}

fn games(rule: Rule, area: Area, count: usize) {
    let mut chance = TestRng::new(area.size().unwrap_or(0) as u64);
    for _ in 0..count {
        for taste in [Taste::Anywhere, Taste::Close] {
            Trial::new(rule, area, Point::new(0, 0)).run(&mut chance, taste, usize::MAX);
        }
    }
}

#[test]
fn games_on_strips_are_judged_alike() {
    for rule in Rule::FIVES {
        for (width, height) in [(1, 1), (5, 1), (1, 7), (4, 2), (9, 1), (1, 22), (22, 3)] {
            games(rule, area(width, height), 40);
        }
    }
}

#[test]
fn games_on_small_boards_are_judged_alike() {
    for rule in Rule::FIVES {
        for (width, height) in [(5, 5), (6, 6), (7, 7), (8, 5), (5, 9)] {
            games(rule, area(width, height), 25);
        }
    }
}

#[test]
fn games_on_large_boards_are_judged_alike() {
    for rule in Rule::FIVES {
        for (width, height) in [(9, 9), (10, 8), (13, 11), (15, 15), (22, 22)] {
            games(rule, area(width, height), 1);
        }
    }
}

/// Side 23 is too long for a grid, so both twins are sparse there.
#[test]
fn games_past_the_largest_grid_are_judged_alike() {
    for rule in Rule::FIVES {
        let mut chance = TestRng::new(23);
        Trial::new(rule, area(23, 9), Point::new(0, 0)).run(&mut chance, Taste::Close, 60);
    }
}

#[test]
fn games_without_edges_are_judged_alike() {
    for rule in Rule::FIVES {
        for (x, y) in [(0, 0), (999_999_999, -1_000_000_000), (-Area::REACH, Area::REACH)] {
            let mut chance = TestRng::new(11);
            for taste in [Taste::Anywhere, Taste::Close] {
                let mut trial = Trial::new(rule, Area::Unbounded, Point::new(x, y));
                trial.run(&mut chance, taste, 60);
            }
        }
    }
}

/// fives.md 3.5: only under exact five does a game go on after an overline.
#[test]
fn overlines_are_made_and_passed_over_in_games_of_exact_five() {
    let mut chance = TestRng::new(6);
    let mut overlines = 0;
    for _ in 0..2_000 {
        let mut game = Position::new(Rule::Exact, area(8, 3)).unwrap();
        while game.outcome().is_none() {
            let point = chance.pick(&game.legal_points());
            let color = game.turn();
            game.play(point).unwrap();
            let lengths = tengen_core::Axis::ALL
                .map(|axis| line_through(game.board(), point, color, axis).length);
            let over = lengths.iter().any(|&length| length > 5);
            let five = lengths.contains(&5);
            assert_eq!(game.outcome() == Some(Outcome::Won(color)), five);
            overlines += usize::from(over && !five);
        }
    }
    assert!(overlines >= 20, "only {overlines} overlines were made");
}
