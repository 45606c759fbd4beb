//! Wins by fours, by trying everything that the rules of the game allow. No threats, no tables.

use tengen_core::{Axis, Board, Cell, Color, Outcome, Point, Position, Rule, naive::row_wins};

/// Whether a stone of `color` on the empty `point` would win.
pub(crate) fn wins_at(rule: Rule, board: &Board, point: Point, color: Color) -> bool {
    let arm = |axis: Axis, sign: i32| {
        (1..1000)
            .take_while(|&n| board.cell(point.along(axis, sign * n)) == Cell::from(color))
            .count()
    };
    Axis::ALL.into_iter().any(|axis| {
        let row = 1 + arm(axis, 1) + arm(axis, -1);
        row_wins(rule, color, row as i32)
    })
}

/// The empty points of `points` where a stone of `color` would win.
pub(crate) fn fives(position: &Position, points: &[Point], color: Color) -> Vec<Point> {
    let (rule, board) = (position.rule(), position.board());
    let wins =
        |&point: &Point| board.cell(point) == Cell::Empty && wins_at(rule, board, point, color);
    points.iter().copied().filter(wins).collect()
}

/// The answer took more nodes than it was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMuch;

/// A plain search on a list of points, with the number of nodes that it has left.
pub(crate) struct Plain {
    pub(crate) points: Vec<Point>,
    pub(crate) nodes: u64,
}

impl Plain {
    /// Whether the side to move wins by fours: by a move that wins at once, or by one that could
    /// be followed by a five, if every reply leaves a win.
    pub(crate) fn wins(&mut self, position: &mut Position) -> Result<bool, TooMuch> {
        self.wins_within(position, u32::MAX)
    }

    /// [`wins`](Self::wins) with at most `moves` moves. The last one may leave two fives to be made, or one
    /// that the other side may not prevent.
    pub(crate) fn wins_within(
        &mut self,
        position: &mut Position,
        moves: u32,
    ) -> Result<bool, TooMuch> {
        if moves == 0 {
            return Ok(false);
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(TooMuch)?;
        let attacker = position.turn();
        if !fives(position, &self.points, attacker).is_empty() {
            return Ok(true);
        }
        for point in self.points.clone() {
            if position.play(point).is_err() {
                continue;
            }
            let wins = self.punishes_all(position, attacker, moves - 1);
            position.undo();
            if wins? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether `attacker`, who has just played, threatens a five and wins after every reply.
    fn punishes_all(
        &mut self,
        position: &mut Position,
        attacker: Color,
        moves: u32,
    ) -> Result<bool, TooMuch> {
        // There was no five to be made before, so one that can be made now is near the move.
        let last = *position.moves().last().expect("a move was played");
        let fives = fives(position, &near(last), attacker);
        if fives.is_empty() || !self::fives(position, &self.points, !attacker).is_empty() {
            return Ok(false);
        }
        for reply in self.points.clone() {
            // Where a five is left, it is made.
            let is_punished = fives.iter().any(|&five| five != reply);
            if is_punished || position.may_play(reply).is_err() {
                continue;
            }
            position.play(reply).expect("it may be played");
            let wins = self.wins_within(position, moves);
            position.undo();
            if !wins? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The points at most four steps along a line from `point`.
fn near(point: Point) -> Vec<Point> {
    let along = |axis: Axis| (-4..=4).map(move |n| point.along(axis, n));
    Axis::ALL.into_iter().flat_map(along).filter(|&near| near != point).collect()
}

/// Plays the attacker's moves of a win by fours with the forced replies between them, and says
/// what is wrong with it.
pub(crate) fn replay(start: &Position, points: &[Point], line: &[Point]) -> Result<(), String> {
    let mut position = start.clone();
    let attacker = position.turn();
    let mut line = line.iter();
    let ended = |rest: &mut std::slice::Iter<'_, Point>| match rest.next() {
        None => Ok(()),
        Some(point) => Err(format!("won before {point:?}")),
    };
    loop {
        let Some(&point) = line.next() else { return Err("no more moves".into()) };
        position.play(point).map_err(|illegal| format!("{point:?}: {illegal}"))?;
        if position.outcome() == Some(Outcome::Won(attacker)) {
            return ended(&mut line);
        }
        if !fives(&position, points, !attacker).is_empty() {
            return Err(format!("{point:?} leaves the defender a five"));
        }
        match fives(&position, points, attacker)[..] {
            [] => return Err(format!("{point:?} makes no four")),
            [block] if position.may_play(block).is_ok() => {
                position.play(block).expect("it may be played");
            }
            // Two of them, or one that the defender may not block.
            _ => return ended(&mut line),
        }
    }
}
