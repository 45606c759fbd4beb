//! Hot: what the board says about a record, the quick way, for the many.
//!
//! Most games have stones of two sides in turn on a small board. Those go onto a [`ReplayBoard`] all at once,
//! and lines are looked for at the end. Everything else goes the plain way.

use tengen_core::{Color, Point, Rule, shape::Shape};

use crate::replay_board::{ReplayBoard, side};
use crate::{
    End, Evidence, GameRecord, Steps, Verdict, agreement, plain_verdict, verdict::add_foul,
};

/// Judges games of any rule on any board, one after another. Each worker has its own.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    boards: Vec<ReplayBoard>,
    /// The one that was used last.
    current: usize,
}

impl Judge {
    /// How many boards are kept ready. Archives of more sizes than this are rare.
    const MOST: usize = 16;

    /// Judges a game. What shows the verdict is put into `evidence`. The clever twin of
    /// [`plain_verdict`].
    pub fn judge(&mut self, game: &GameRecord<'_>, evidence: &mut Evidence) -> Verdict {
        let usual = game.setup.is_empty()
            && game.first == Color::Black
            && game.rule != Rule::NoGo
            && game.broken.is_none();
        let Steps::Moves(moves) = game.steps else { return plain_verdict(game, evidence) };
        if !(usual && self.select(game)) {
            return plain_verdict(game, evidence);
        }
        evidence.clear();
        match quick(&mut self.boards[self.current], game.rule, moves, evidence) {
            None => plain_verdict(game, evidence),
            Some(verdict) => Verdict { agrees: agreement::of(game, &verdict), ..verdict },
        }
    }

    /// Makes the board of the area of `game` the current one; whether there is one.
    #[inline]
    fn select(&mut self, game: &GameRecord<'_>) -> bool {
        let same = |board: &ReplayBoard| board.area() == game.area;
        if self.boards.get(self.current).is_some_and(same) {
            return true;
        }
        let found = self.boards.iter().position(same).or_else(|| {
            let board = ReplayBoard::new(game.area)?;
            self.boards.truncate(Judge::MOST - 1);
            self.boards.push(board);
            Some(self.boards.len() - 1)
        });
        self.current = found.unwrap_or(self.current);
        found.is_some()
    }
}

/// Judges a game on `board`; `None` if a move is outside the board or on an occupied point, which
/// the plain way looks into.
#[inline]
fn quick(
    board: &mut ReplayBoard,
    rule: Rule,
    moves: &[Point],
    evidence: &mut Evidence,
) -> Option<Verdict> {
    if !board.put(moves) {
        return None;
    }
    let over = |end: End, winner: Color, number: usize| {
        let at = number + 1;
        Verdict { after: (moves.len() - at) as u32, ..Verdict::new(end, Some(winner), at) }
    };
    let five = board.first_five(rule);
    if rule == Rule::Renju
        && let Some((foul, number, before)) =
            board.first_foul(&moves[..five.unwrap_or(moves.len())])
    {
        add_foul(&before, moves[number], evidence);
        return Some(over(foul.into(), Color::White, number));
    }
    Some(match five {
        Some(number) => {
            let show = |line: tengen_core::Line| evidence.add(Shape::Five, line.points());
            board.winning_lines(rule, moves[number], number, show);
            over(End::Five, side(number), number)
        }
        None if board.area().size() == Some(moves.len()) => Verdict::new(End::FullBoard, None, 0),
        None => Verdict::new(End::Unfinished, None, 0),
    })
}
