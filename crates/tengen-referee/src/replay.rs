//! Who won a game, and at which move.

use tengen_core::{
    Area, Axis, Board, Cell, Color, Grid, Illegal, Outcome, Point, Position, Rows, Rule,
    renju::Foul,
};

/// How the moves of a game ended it, as far as the board tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Who won, if somebody did.
    pub winner: Option<Color>,
    /// The number of the move that ended the game, from 1; the number of all moves if none did.
    pub at: usize,
    /// What ended it.
    pub how: How,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// A line that wins.
    Five,
    /// Black played where renju forbids it, and loses.
    Foul(Foul),
    /// At NoGo, the other side has no move left and loses.
    Stuck,
    /// At NoGo, the move left a chain of this color without a liberty, and loses.
    Choke(Color),
    /// Every point has a stone.
    FullBoard,
    /// Nothing: the moves stop before.
    Unfinished,
}

/// A move that no game can have, whoever has won by then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Misplay {
    /// The number of the move, from 1.
    pub number: usize,
    /// Why it cannot be played: the point is outside or occupied.
    pub illegal: Illegal,
    /// The number of the move that took the point, if that is why.
    pub earlier: Option<usize>,
}

/// Judges games of one rule on one board, one after another.
#[derive(Clone, Debug)]
pub struct Replayer {
    rule: Rule,
    area: Area,
    rows: Rows,
    /// The number of the move on each point, from 0. Only those of the last game mean anything.
    numbers: [u16; 1024],
}

impl Replayer {
    /// Judges games of `rule` on `area`.
    pub fn new(rule: Rule, area: Area) -> Replayer {
        let rows = match area {
            Area::Bounded { width, height } if width.max(height) <= Grid::MAX_SIDE => {
                Rows::new(width, height)
            }
            _ => Rows::new(1, 1),
        };
        Replayer { rule, area, rows, numbers: [0; 1024] }
    }

    /// How `moves` ended the game. Moves after the end do not count, but must be possible.
    ///
    /// # Errors
    ///
    /// The first move that is outside the board or on an occupied point.
    pub fn ending(&mut self, moves: &[Point]) -> Result<Ending, Misplay> {
        let small = self.rows.area() == self.area;
        if small && matches!(self.rule, Rule::Freestyle | Rule::Exact) {
            self.quick_ending(moves)
        } else {
            plain_ending(self.rule, self.area, moves)
        }
    }

    /// Hot: puts all stones first and asks for fives once, at the end. If there are none, nobody
    /// has won; if there are, a five came about with the last of its stones.
    fn quick_ending(&mut self, moves: &[Point]) -> Result<Ending, Misplay> {
        self.rows.clear();
        for (number, &point) in moves.iter().enumerate() {
            let color = if number % 2 == 0 { Color::Black } else { Color::White };
            if !self.rows.put(point, color) {
                // The plain way says which move it is and why.
                return plain_ending(self.rule, self.area, moves);
            }
            self.numbers[index(point)] = number as u16;
        }
        // No small board has as many points as that.
        let mut first = u16::MAX;
        if self.rows.has_five() {
            self.rows.fives(|start, axis| {
                let made = self.last_of_five(start, axis);
                if self.rule == Rule::Freestyle {
                    first = first.min(made);
                } else if made < first && self.stood_alone(start, axis, made) {
                    first = made;
                }
            });
        }
        Ok(match first {
            u16::MAX => unfinished(moves.len(), self.area),
            made => {
                let winner = if made % 2 == 0 { Color::Black } else { Color::White };
                Ending { winner: Some(winner), at: usize::from(made) + 1, how: How::Five }
            }
        })
    }

    /// The number of the move that finished the five from `start`.
    #[inline]
    fn last_of_five(&self, start: Point, axis: Axis) -> u16 {
        let (dx, dy) = axis.step();
        let stride = index(Point::new(dx, dy));
        let number = |step: usize| self.numbers[index(start).wrapping_add(stride * step) % 1024];
        number(0).max(number(1)).max(number(2)).max(number(3)).max(number(4))
    }

    /// Whether the five from `start` had no sixth stone when move `made` finished it.
    fn stood_alone(&self, start: Point, axis: Axis, made: u16) -> bool {
        let color = self.rows.cell(start);
        [-1, 5].into_iter().all(|step| {
            let end = start.along(axis, step);
            self.rows.cell(end) != color || self.numbers[index(end)] > made
        })
    }
}

/// Where the number of the move on `point` stands. Small boards have sides up to 22.
#[inline]
const fn index(point: Point) -> usize {
    (point.y * 32 + point.x) as usize % 1024
}

fn unfinished(moves: usize, area: Area) -> Ending {
    let how = if area.size() == Some(moves) { How::FullBoard } else { How::Unfinished };
    Ending { winner: None, at: moves, how }
}

/// The same move by move, for any rule and any board: the plain twin of [`Replayer::ending`].
///
/// # Errors
///
/// The first move that is outside the board or on an occupied point.
pub fn plain_ending(rule: Rule, area: Area, moves: &[Point]) -> Result<Ending, Misplay> {
    let Ok(mut position) = Position::new(rule, area) else {
        return Ok(unfinished(0, area));
    };
    // How the game ended, and the board on which the stones after that only have to find a place.
    let mut over: Option<(Ending, Board)> = None;
    if let Some(Outcome::Won(winner)) = position.outcome() {
        let ending = Ending { winner: Some(winner), at: 0, how: How::Stuck };
        over = Some((ending, position.board().clone()));
    }
    for (index, &point) in moves.iter().enumerate() {
        let number = index + 1;
        let side = if index.is_multiple_of(2) { Color::Black } else { Color::White };
        let board = over.as_ref().map_or(position.board(), |(_, board)| board);
        match board.cell(point) {
            Cell::Edge => return Err(Misplay { number, illegal: Illegal::Outside, earlier: None }),
            Cell::Black | Cell::White => {
                let earlier = moves[..index].iter().position(|&before| before == point);
                let earlier = earlier.map(|before| before + 1);
                return Err(Misplay { number, illegal: Illegal::Occupied, earlier });
            }
            Cell::Empty => {}
        }
        if let Some((_, board)) = &mut over {
            board.put(point, side);
            continue;
        }
        let (winner, how) = match position.play(point) {
            Ok(()) if matches!(position.outcome(), Some(Outcome::Won(_))) => {
                (side, if rule == Rule::NoGo { How::Stuck } else { How::Five })
            }
            Err(Illegal::Foul(foul)) => (!side, How::Foul(foul)),
            Err(Illegal::Chokes(color)) => (!side, How::Choke(color)),
            _ => continue,
        };
        let mut board = position.board().clone();
        if board.cell(point) == Cell::Empty {
            board.put(point, side);
        }
        over = Some((Ending { winner: Some(winner), at: number, how }, board));
    }
    Ok(over.map_or_else(|| unfinished(moves.len(), area), |(ending, _)| ending))
}
