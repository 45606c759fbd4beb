//! From a book to a proof.

use std::collections::HashMap;

use tengen_core::{Area, Board, Color, Point, Position, Symmetry};
use tengen_proof::{WinReason, WinningMove};

use super::{Book, Fact, PlanId};
use crate::fives::Unforeseen;

/// What the winner plays, asked for in the order of a walk through all that can happen.
#[derive(Debug)]
pub struct Strategy<'a> {
    book: &'a Book,
    /// The first move from the first position on, and what turns each reply to it into one that
    /// the book is about.
    first: Option<(Point, HashMap<Point, Symmetry>)>,
    /// The plans that are being followed: since how many moves, which, and the hash of its start.
    plans: Vec<(usize, PlanId, u64)>,
}

impl Book {
    /// What the winner plays in the positions of this book.
    pub fn strategy(&self) -> Strategy<'_> {
        Strategy { book: self, first: None, plans: Vec::new() }
    }

    /// What the winner plays from the first position on, beginning with `first`. Of the replies to
    /// it that are alike, the book needs to know one.
    pub fn strategy_from(&self, first: Point) -> Strategy<'_> {
        let symmetries =
            self.replies(first).into_iter().flat_map(|class| class.symmetries).collect();
        Strategy { first: Some((first, symmetries)), ..self.strategy() }
    }

    /// The replies of the loser to `first`, a legal move in the first position, those that are
    /// images of one another together.
    pub fn replies(&self, first: Point) -> Vec<ReplyClass> {
        let mut position = self.root.clone();
        if position.play(first).is_err() || position.board().area() == Area::Unbounded {
            return Vec::new();
        }
        let symmetries = symmetries_of(position.board());
        let mut classes: Vec<ReplyClass> = Vec::new();
        // The last of a kind stands for all: then the stands are near each other.
        for reply in position.legal_points().into_iter().rev() {
            let join = |class: &mut ReplyClass| {
                let onto = symmetries.iter().find(|turn| turn.apply(reply) == class.reply)?;
                class.symmetries.push((reply, *onto));
                Some(())
            };
            if !classes.iter_mut().any(|class| join(class).is_some()) {
                classes.push(ReplyClass { reply, symmetries: vec![(reply, symmetries[0])] });
            }
        }
        for class in &mut classes {
            self.turn(class, &position, &symmetries);
        }
        classes
    }

    /// Has that reply of a class stand for all whose hinted answer is the least point: then most positions of the book
    /// have the same stones of the winner, and share their plans.
    fn turn(&self, class: &mut ReplyClass, position: &Position, symmetries: &[Symmetry]) {
        let mut position = position.clone();
        if position.play(class.reply).is_err() {
            return;
        }
        let Some(hint) = self.hint(&position) else { return };
        let turn = symmetries.iter().min_by_key(|turn| turn.apply(hint));
        let turn = turn.expect("the identity is one of them");
        let stand = turn.apply(class.reply);
        for (reply, onto) in &mut class.symmetries {
            let found = symmetries.iter().find(|turn| turn.apply(*reply) == stand);
            *onto = *found.expect("all replies of a class are images of one another");
        }
        class.reply = stand;
    }
}

/// Equivalence class of replies under the symmetries of the position.
#[derive(Clone, Debug)]
pub struct ReplyClass {
    /// The one that stands for all.
    pub reply: Point,
    /// All of them, and what turns each into that one.
    symmetries: Vec<(Point, Symmetry)>,
}

impl ReplyClass {
    /// How many they are.
    pub fn count(&self) -> usize {
        self.symmetries.len()
    }
}

impl Strategy<'_> {
    /// What the winner plays in `position`.
    ///
    /// # Errors
    ///
    /// If the book has no answer.
    pub fn answer(&mut self, position: &Position) -> Result<WinningMove, Unforeseen> {
        let Some((first, symmetries)) = &self.first else { return self.find(position, None) };
        match position.moves() {
            [] => Ok(WinningMove::quiet(*first)),
            [_, reply, ..] => {
                let symmetry = *symmetries.get(reply).ok_or(Unforeseen)?;
                let WinningMove { point, how } = self.find(position, Some(symmetry))?;
                let back = |point: Point| symmetry.inverse().apply(point);
                let how = match how {
                    WinReason::Threat(line) => {
                        WinReason::Threat(line.into_iter().map(back).collect())
                    }
                    how => how,
                };
                Ok(WinningMove { point: back(point), how })
            }
            [_] => Err(Unforeseen),
        }
    }

    /// What the winner plays in the image of `position`.
    fn find(
        &mut self,
        position: &Position,
        symmetry: Option<Symmetry>,
    ) -> Result<WinningMove, Unforeseen> {
        let Book { threats, pool, .. } = self.book;
        let moves = position.moves().len();
        while self.plans.last().is_some_and(|&(since, ..)| since >= moves) {
            self.plans.pop();
        }
        let hash = position.board().stones().into_iter().fold(
            threats.empty_hash(),
            |hash, (point, color)| {
                let point = symmetry.map_or(point, |symmetry| symmetry.apply(point));
                hash ^ threats.stone_hash(threats.spot(point), color)
            },
        );
        if let Some(&(_, id, start)) = self.plans.last()
            && let Some(answer) = pool.get(id).and_then(|plan| plan.answer(threats, hash ^ start))
        {
            return Ok(answer);
        }
        match self.book.fact_of(hash).ok_or(Unforeseen)? {
            Fact::Quiet(point) => Ok(WinningMove::quiet(point)),
            Fact::Threat(point, line) => Ok(WinningMove { point, how: WinReason::Threat(line) }),
            Fact::Image(_) => Err(Unforeseen),
            Fact::Plan(id) => {
                self.plans.push((moves, id, hash));
                let plan = pool.get(id).ok_or(Unforeseen)?;
                plan.answer(threats, 0).ok_or(Unforeseen)
            }
        }
    }

    /// The side that wins.
    pub fn winner(&self) -> Color {
        self.book.winner
    }
}

/// The symmetries that leave the stones as they are, the identity first.
fn symmetries_of(board: &Board) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| {
        let same = |point| board.cell(symmetry.apply(point)) == board.cell(point);
        board.stones().into_iter().all(|(point, _)| same(point))
    };
    Symmetry::all(board.area()).filter(keeps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_leave_the_symmetries_that_keep_them() {
        let mut board = Board::new(Area::square(5));
        let stones = [(2, 2, Color::Black), (2, 0, Color::White), (1, 0, Color::Black)];
        for ((x, y, color), count) in stones.into_iter().zip([8, 2, 1]) {
            board.put(Point::new(x, y), color);
            assert_eq!(symmetries_of(&board).len(), count);
        }
    }
}
