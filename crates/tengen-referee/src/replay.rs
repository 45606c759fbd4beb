//! Who won a game, and at which move.

use tengen_core::{Area, Board, Cell, Color, Illegal, Outcome, Point, Position, Rule, renju::Foul};

use crate::replay_board::{ReplayBoard, side};

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
    /// For the games that can be judged the quick way.
    table: Option<ReplayBoard>,
}

impl Replayer {
    /// Judges games of `rule` on `area`.
    pub fn new(rule: Rule, area: Area) -> Replayer {
        let table = if rule == Rule::NoGo { None } else { ReplayBoard::new(area) };
        Replayer { rule, area, table }
    }

    /// How `moves` ended the game. Moves after the end do not count, but must be possible.
    ///
    /// # Errors
    ///
    /// The first move that is outside the board or on an occupied point.
    pub fn ending(&mut self, moves: &[Point]) -> Result<Ending, Misplay> {
        if let Some(table) = &mut self.table
            && table.put(moves)
        {
            let ended = quick_ending(self.rule, table, moves);
            return Ok(ended.unwrap_or_else(|| unfinished(moves.len(), self.area)));
        }
        // The plain way says which move is wrong and why.
        plain_ending(self.rule, self.area, moves)
    }
}

/// Hot: how `moves`, which are on `table`, ended the game, if they did.
fn quick_ending(rule: Rule, table: &ReplayBoard, moves: &[Point]) -> Option<Ending> {
    let ending = |winner: Color, number: usize, how: How| {
        Some(Ending { winner: Some(winner), at: number + 1, how })
    };
    let five = table.first_five(rule);
    if rule == Rule::Renju
        && let Some((foul, number, _)) = table.first_foul(&moves[..five.unwrap_or(moves.len())])
    {
        return ending(Color::White, number, How::Foul(foul));
    }
    five.and_then(|number| ending(side(number), number, How::Five))
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
