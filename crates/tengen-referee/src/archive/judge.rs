//! Hot: what the board says about a record, the quick way, for the many.
//!
//! Most games have stones of two sides in turn on a small board. Those go onto a table all at once,
//! and lines are looked for at the end. Everything else goes the plain way.

use tengen_core::{Color, Point, Rule, shape::Shape};

use super::{End, Game, Shown, Steps, Verdict, agreement, plain_verdict, verdict::show_foul};
use crate::table::{Table, side};

/// Judges games of any rule on any board, one after another. Each hand has its own.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    tables: Vec<Table>,
    /// The one that was used last.
    current: usize,
}

impl Judge {
    /// How many boards are kept ready. Archives of more sizes than this are rare.
    const MOST: usize = 16;

    /// Judges a game. What shows the verdict is put into `shown`. The clever twin of
    /// [`plain_verdict`].
    pub fn judge(&mut self, game: &Game<'_>, shown: &mut Shown) -> Verdict {
        let usual = game.setup.is_empty()
            && game.first == Color::Black
            && game.rule != Rule::NoGo
            && game.broken.is_none();
        let Steps::Moves(moves) = game.steps else { return plain_verdict(game, shown) };
        if !(usual && self.lay(game)) {
            return plain_verdict(game, shown);
        }
        shown.clear();
        match quick(&mut self.tables[self.current], game.rule, moves, shown) {
            None => plain_verdict(game, shown),
            Some(verdict) => Verdict { agrees: agreement::of(game, &verdict), ..verdict },
        }
    }

    /// Makes the table of the board of `game` the current one; whether there is one.
    #[inline]
    fn lay(&mut self, game: &Game<'_>) -> bool {
        let same = |table: &Table| table.area() == game.area;
        if self.tables.get(self.current).is_some_and(same) {
            return true;
        }
        let found = self.tables.iter().position(same).or_else(|| {
            let table = Table::new(game.area)?;
            self.tables.truncate(Judge::MOST - 1);
            self.tables.push(table);
            Some(self.tables.len() - 1)
        });
        self.current = found.unwrap_or(self.current);
        found.is_some()
    }
}

/// Judges a game on `table`; `None` if a move is outside the board or on an occupied point, which
/// the plain way looks into.
#[inline]
fn quick(table: &mut Table, rule: Rule, moves: &[Point], shown: &mut Shown) -> Option<Verdict> {
    if !table.put(moves) {
        return None;
    }
    let over = |end: End, winner: Color, number: usize| {
        let at = number + 1;
        Verdict { after: (moves.len() - at) as u32, ..Verdict::new(end, Some(winner), at) }
    };
    let five = table.first_five(rule);
    if rule == Rule::Renju
        && let Some((foul, number, board)) = table.first_foul(&moves[..five.unwrap_or(moves.len())])
    {
        show_foul(&board, moves[number], shown);
        return Some(over(foul.into(), Color::White, number));
    }
    Some(match five {
        Some(number) => {
            let show = |line: tengen_core::Line| shown.add(Shape::Five, line.points());
            table.winning_lines(rule, moves[number], number, show);
            over(End::Five, side(number), number)
        }
        None if table.area().size() == Some(moves.len()) => Verdict::new(End::FullBoard, None, 0),
        None => Verdict::new(End::Unfinished, None, 0),
    })
}
