//! Hot: what the board says about a record, the quick way, for the many.
//!
//! Most games have stones of two sides in turn on a small board. Those go onto a [`ReplayBoard`] all at once,
//! and lines are looked for at the end. Everything else goes the plain way.

use tengen_core::{Color, Point, Rule, shape::Shape};

use crate::replay_board::{ReplayBoard, side};
use crate::{
    End, Evidence, GameRecord, Steps, Verdict, agreement, plain_verdict,
    verdict::{add_foul, first_misplaced},
};

/// Judges games of any rule on any board, one after another. Each worker has its own.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    boards: Vec<ReplayBoard>,
    /// The one that was used last.
    current: usize,
    /// Whether moves after the end must be possible.
    strict: bool,
}

impl Judge {
    /// How many boards are kept ready. Archives of more sizes than this are rare.
    const MOST: usize = 16;

    /// A judge that faults a record for any move that is outside the board or on an occupied point,
    /// even if it comes after the end. Other judges do not look at what comes after the end.
    ///
    /// ```
    /// use tengen_core::{Area, Rule};
    /// use tengen_referee::{End, Evidence, GameRecord, Judge};
    ///
    /// let area = Area::square(15);
    /// let names = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "a1"];
    /// let moves = names.map(|name| area.point(name).unwrap());
    /// let game = GameRecord::new(Rule::Freestyle, area, &moves);
    /// let mut evidence = Evidence::default();
    /// assert_eq!(Judge::default().judge(&game, &mut evidence).end, End::Five);
    /// assert_eq!(Judge::strict().judge(&game, &mut evidence).end, End::Occupied);
    /// ```
    pub fn strict() -> Judge {
        Judge { strict: true, ..Judge::default() }
    }

    /// Judges a game. What shows the verdict is put into `evidence`. The clever twin of
    /// [`plain_verdict`].
    pub fn judge(&mut self, game: &GameRecord<'_>, evidence: &mut Evidence) -> Verdict {
        let usual = game.setup.is_empty()
            && game.first == Color::Black
            && game.rule != Rule::NoGo
            && game.broken.is_none();
        let Steps::Moves(moves) = game.steps else { return self.plain(game, evidence) };
        if !(usual && self.select(game)) {
            return self.plain(game, evidence);
        }
        evidence.clear();
        match quick(&mut self.boards[self.current], game.rule, moves, evidence) {
            None => self.plain(game, evidence),
            Some(verdict) => Verdict { agrees: agreement::of(game, &verdict), ..verdict },
        }
    }

    /// Judges a game the plain way.
    fn plain(&self, game: &GameRecord<'_>, evidence: &mut Evidence) -> Verdict {
        let verdict = plain_verdict(game, evidence);
        let misplaced = if self.strict && verdict.after > 0 { first_misplaced(game) } else { None };
        match misplaced {
            Some(fault) => {
                evidence.clear();
                Verdict { agrees: agreement::of(game, &fault), ..fault }
            }
            None => verdict,
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
