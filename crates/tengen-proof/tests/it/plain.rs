//! Threats as they are defined, by trying every point.

use tengen_core::{Area, Axis, Cell, Color, Outcome, Point, Position, Setup};

/// What becomes of a line of threats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fate {
    /// It ends with a five.
    Five,
    /// It ends with two ways to a five.
    TwoFives,
    /// It ends with a five that may not be blocked.
    NoBlock,
    /// A move is on top of a stone, or outside.
    Taken,
    /// A move is a foul.
    Foul,
    /// The other side makes a five first.
    Late,
    /// A move makes no four.
    NoFour,
    /// There are no more moves, or the board is full.
    End,
}

impl Fate {
    pub(crate) fn holds(self) -> bool {
        matches!(self, Fate::Five | Fate::TwoFives | Fate::NoBlock)
    }
}

/// The stones of a position, with `turn` to move.
pub(crate) fn to_move(position: &Position, turn: Color) -> Option<Position> {
    let setup = Setup::from_board(position.board(), turn);
    Position::from_setup(position.rule(), &setup).ok().filter(|next| next.outcome().is_none())
}

/// Every point that may matter; on a board without edges, those around the stones.
pub(crate) fn points(position: &Position) -> Vec<Point> {
    let area = position.board().area();
    if area != Area::Unbounded {
        return area.points().collect();
    }
    let stones = position.board().stones();
    let range = |place: fn(Point) -> i32| {
        let places = stones.iter().map(|stone| place(stone.0));
        places.clone().min().unwrap_or(0) - 12..=places.max().unwrap_or(0) + 12
    };
    let columns = range(|point| point.x);
    range(|point| point.y).flat_map(|y| columns.clone().map(move |x| Point::new(x, y))).collect()
}

/// Where a stone of `color` would make a five.
pub(crate) fn fives(position: &Position, color: Color) -> Vec<Point> {
    let (board, law) = (position.board(), position.rule().law(color).unwrap());
    let mut points = points(position);
    points.retain(|&point| {
        let five = |axis| law.wins(board.window(point, axis).seen_by(color));
        board.cell(point) == Cell::Empty && Axis::ALL.into_iter().any(five)
    });
    points
}

/// What becomes of `line` if the attacker is to move now.
pub(crate) fn fate(position: &Position, attacker: Color, line: &[Point]) -> Fate {
    let Some(mut position) = to_move(position, attacker) else { return Fate::End };
    for &point in line {
        match position.play(point) {
            Err(tengen_core::Illegal::Foul(_)) => return Fate::Foul,
            Err(_) => return Fate::Taken,
            Ok(()) => {}
        }
        match position.outcome() {
            Some(Outcome::Won(_)) => return Fate::Five,
            Some(Outcome::Drawn) => return Fate::End,
            None => {}
        }
        if !fives(&position, !attacker).is_empty() {
            return Fate::Late;
        }
        match fives(&position, attacker)[..] {
            [] => return Fate::NoFour,
            [block] => {
                if position.play(block).is_err() {
                    return Fate::NoBlock;
                }
                if position.outcome().is_some() {
                    return Fate::End;
                }
            }
            _ => return Fate::TwoFives,
        }
    }
    Fate::End
}

/// Every legal reply and what becomes of `line` after it.
pub(crate) fn replies(position: &Position, attacker: Color, line: &[Point]) -> Vec<(Point, Fate)> {
    let mut position = position.clone();
    let mut replies = Vec::new();
    for reply in points(&position) {
        if position.play(reply).is_ok() {
            let fate = match position.outcome() {
                Some(Outcome::Won(_)) => Fate::Late,
                Some(Outcome::Drawn) => Fate::End,
                None => fate(&position, attacker, line),
            };
            replies.push((reply, fate));
            position.undo();
        }
    }
    replies
}

/// Some lines of at most `depth` fours that win, if the attacker is to move now.
pub(crate) fn lines_of_fours(
    position: &Position,
    attacker: Color,
    depth: usize,
) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    let mut line = Vec::new();
    if let Some(mut position) = to_move(position, attacker) {
        search(&mut position, attacker, depth, &mut line, &mut lines);
    }
    lines
}

fn search(
    position: &mut Position,
    attacker: Color,
    depth: usize,
    line: &mut Vec<Point>,
    lines: &mut Vec<Vec<Point>>,
) {
    for point in points(position) {
        let board = position.board();
        let three = |axis| board.window(point, axis).seen_by(attacker).own().count_ones() >= 3;
        // A four has three stones before.
        let may_be_four = Axis::ALL.into_iter().any(three);
        if !may_be_four || lines.len() >= 8 || position.play(point).is_err() {
            continue;
        }
        line.push(point);
        if position.outcome() == Some(Outcome::Won(attacker)) {
            lines.push(line.clone());
        } else {
            match fives(position, attacker)[..] {
                [] => {}
                _ if !fives(position, !attacker).is_empty() => {}
                [block] => {
                    if position.play(block).is_err() {
                        lines.push(line.clone());
                    } else {
                        if depth > 1 && position.outcome().is_none() {
                            search(position, attacker, depth - 1, line, lines);
                        }
                        position.undo();
                    }
                }
                _ => lines.push(line.clone()),
            }
        }
        line.pop();
        position.undo();
    }
}
