//! A game in progress: whose turn it is, what may be played, and who has won.

use std::{
    error::Error,
    fmt,
    hash::{Hash, Hasher},
};

use crate::{
    Area, Axis, Board, Cell, Chains, Color, Line, Point, Rule, Setup, SetupError,
    law::{Forks, Law},
    line::{line_through, lines},
    nogo::Nogo,
    renju,
};

/// A position of any game, reached by legal moves from its first one.
///
/// Positions are equal if rule, area, stones and side to move are, by whatever moves they came about.
///
/// ```
/// use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rule};
///
/// let mut position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// for x in 3..7 {
///     position.play(Point::new(x, 7)).unwrap();
///     position.play(Point::new(x, 8)).unwrap();
/// }
/// assert_eq!(position.play(Point::new(3, 7)), Err(Illegal::Occupied));
/// position.play(Point::new(7, 7)).unwrap();
/// assert_eq!(position.outcome(), Some(Outcome::Won(Color::Black)));
/// assert_eq!(position.play(Point::new(0, 0)), Err(Illegal::GameOver));
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rule: Rule,
    board: Board,
    turn: Color,
    moves: Vec<Point>,
    outcome: Option<Outcome>,
    /// At NoGo, the chains.
    nogo: Option<Box<Nogo>>,
}

/// How a game ended on the board. Resignations and clocks are the referee's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    /// One side won.
    Won(Color),
    /// The board is full.
    Drawn,
}

/// Why a move is illegal.
///
/// Exhaustive on purpose, as [`Rule`] is: a new reason is for every caller to think about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// The point is outside the area of play.
    Outside,
    /// The point has a stone.
    Occupied,
    /// Black would commit a renju foul.
    Foul(renju::Foul),
    /// At NoGo, a chain of this color would have no liberty.
    Chokes(Color),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::Outside => f.write_str("the point is outside the board"),
            Illegal::Occupied => f.write_str("the point is occupied"),
            Illegal::Foul(foul) => {
                let article = if *foul == renju::Foul::Overline { "an" } else { "a" };
                write!(f, "black may not make {article} {foul}")
            }
            Illegal::Chokes(color) => write!(f, "a {color} chain would have no liberty"),
        }
    }
}

impl Error for Illegal {}

impl Position {
    /// The start of a game.
    ///
    /// # Errors
    ///
    /// If the area has no points.
    pub fn new(rule: Rule, area: Area) -> Result<Position, SetupError> {
        Position::from_setup(rule, &Setup::new(area))
    }

    /// A game that goes on from `setup`.
    ///
    /// Any number of stones of either color will do, since puzzles and handicaps have them;
    /// whether such a position could have come about is the referee's question.
    ///
    /// # Errors
    ///
    /// If stones are outside or on top of each other, or a game that is over is to go on; at NoGo
    /// also if a chain has no liberty, or the board no edges.
    pub fn from_setup(rule: Rule, setup: &Setup) -> Result<Position, SetupError> {
        Position::with_board(rule, Board::new(setup.area), setup)
    }

    /// Like [`Position::from_setup`], but always with the sparse board; for differential tests.
    ///
    /// # Errors
    ///
    /// As [`Position::from_setup`].
    #[doc(hidden)]
    pub fn from_setup_sparse(rule: Rule, setup: &Setup) -> Result<Position, SetupError> {
        Position::with_board(rule, Board::new_sparse(setup.area), setup)
    }

    fn with_board(rule: Rule, mut board: Board, setup: &Setup) -> Result<Position, SetupError> {
        if setup.area.size() == Some(0) {
            return Err(SetupError::NoPoints);
        }
        for &(point, color) in &setup.stones {
            match board.cell(point) {
                Cell::Empty => board.put(point, color),
                Cell::Edge => return Err(SetupError::Outside(point)),
                Cell::Black | Cell::White => return Err(SetupError::Twice(point)),
            }
        }
        if rule == Rule::NoGo {
            return Position::from_chains(board, setup);
        }
        let won: Vec<Line> = lines(&board).into_iter().filter(|line| line.wins(rule)).collect();
        let has_won = |color: Color| won.iter().any(|line| line.color == color);
        let outcome = match (has_won(setup.turn), has_won(!setup.turn)) {
            (true, true) => return Err(SetupError::BothWon),
            (true, false) => return Err(SetupError::WonByMover(setup.turn)),
            (false, true) => Some(Outcome::Won(!setup.turn)),
            (false, false) => board.is_full().then_some(Outcome::Drawn),
        };
        Ok(Position { rule, board, turn: setup.turn, moves: Vec::new(), outcome, nogo: None })
    }

    /// A game of NoGo that goes on from the stones of `setup`, which are on `board`.
    fn from_chains(board: Board, setup: &Setup) -> Result<Position, SetupError> {
        let mut nogo = Box::new(Nogo::new(setup.area).ok_or(SetupError::Endless)?);
        for &(point, color) in &setup.stones {
            nogo.put(point, color);
        }
        if let Some(point) = nogo.chains().choked() {
            return Err(SetupError::Choked(point));
        }
        let (rule, turn, moves) = (Rule::NoGo, setup.turn, Vec::new());
        let outcome = (!nogo.can_move(&board, turn)).then_some(Outcome::Won(!turn));
        Ok(Position { rule, board, turn, moves, outcome, nogo: Some(nogo) })
    }

    /// The game being played.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The chains, at NoGo.
    pub fn chains(&self) -> Option<&Chains> {
        self.nogo.as_deref().map(Nogo::chains)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The moves played since the first position.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The Zobrist hash: it depends on the stones and the side to move, and on nothing else.
    pub fn zobrist_hash(&self) -> u64 {
        match self.turn {
            Color::Black => self.board.zobrist_hash(),
            Color::White => !self.board.zobrist_hash(),
        }
    }

    /// Whether the side to move may play on `point`.
    ///
    /// # Errors
    ///
    /// The first reason why not.
    pub fn may_play(&self, point: Point) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::GameOver);
        }
        match self.board.cell(point) {
            Cell::Edge => return Err(Illegal::Outside),
            Cell::Black | Cell::White => return Err(Illegal::Occupied),
            Cell::Empty => {}
        }
        if let Some(nogo) = &self.nogo {
            return nogo.chains().breathes(point, self.turn).map_err(Illegal::Chokes);
        }
        match self.rule.law(self.turn) {
            Some(Law { forks: Forks::Foul, .. }) => match renju::foul(&self.board, point) {
                None => Ok(()),
                Some(foul) => Err(Illegal::Foul(foul)),
            },
            _ => Ok(()),
        }
    }

    /// Plays on `point`.
    ///
    /// # Errors
    ///
    /// If the move is illegal; the position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), Illegal> {
        self.may_play(point)?;
        let color = self.turn;
        self.board.put(point, color);
        self.moves.push(point);
        self.turn = !color;
        let won = match &mut self.nogo {
            Some(nogo) => {
                nogo.put(point, color);
                !nogo.can_move(&self.board, !color)
            }
            None => self.wins(point, color),
        };
        self.outcome = if won {
            Some(Outcome::Won(color))
        } else {
            self.board.is_full().then_some(Outcome::Drawn)
        };
        Ok(())
    }

    /// Takes back the last move and returns it; does nothing at the first position.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.moves.pop()?;
        self.turn = !self.turn;
        self.board.lift(point, self.turn);
        if let Some(nogo) = &mut self.nogo {
            nogo.undo();
        }
        self.outcome = None;
        Some(point)
    }

    /// Every point the side to move may play on, in reading order.
    ///
    /// On a board without edges there is no end to them; there it is those at most two steps from
    /// a stone, or the origin if there is no stone.
    pub fn legal_points(&self) -> Vec<Point> {
        let legal = |point: &Point| self.may_play(*point).is_ok();
        if self.board.area().size().is_some() {
            return self.board.area().points().filter(legal).collect();
        }
        let around = |(Point { x, y }, _): (Point, Color)| {
            (y - 2..=y + 2).flat_map(move |y| (x - 2..=x + 2).map(move |x| Point::new(x, y)))
        };
        let mut near: Vec<Point> = self.board.stones().into_iter().flat_map(around).collect();
        if near.is_empty() {
            near.push(Point::new(0, 0));
        }
        near.sort_unstable();
        near.dedup();
        near.retain(legal);
        near
    }

    /// The lines by which the last move won; none if it did not.
    pub fn winning_lines(&self) -> Vec<Line> {
        let (Some(&last), Some(Outcome::Won(color))) = (self.moves.last(), self.outcome) else {
            return Vec::new();
        };
        let through = Axis::ALL.map(|axis| line_through(&self.board, last, color, axis));
        through.into_iter().filter(|line| line.wins(self.rule)).collect()
    }

    fn wins(&self, point: Point, color: Color) -> bool {
        let Some(law) = self.rule.law(color) else { return false };
        let wins = |axis| law.wins(self.board.window(point, axis).seen_by(color));
        Axis::ALL.into_iter().any(wins)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.rule, self.turn) == (other.rule, other.turn) && self.board == other.board
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rule, self.turn, &self.board).hash(state);
    }
}

/// Perft: the number of lines of play of exactly `depth` moves. A game that ends earlier ends its line.
///
/// ```
/// use tengen_core::{Area, Position, Rule, perft};
/// let mut position = Position::new(Rule::Freestyle, Area::Bounded { width: 5, height: 2 }).unwrap();
/// assert_eq!(perft(&mut position, 4), 10 * 9 * 8 * 7);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let points = position.legal_points();
    if depth == 1 {
        return points.len() as u64;
    }
    let mut lines = 0;
    for point in points {
        position.play(point).expect("a listed point is legal");
        lines += perft(position, depth - 1);
        position.undo();
    }
    lines
}
