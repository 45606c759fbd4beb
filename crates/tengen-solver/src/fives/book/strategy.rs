//! From a book to a proof.

use std::collections::HashMap;

use tengen_core::{Area, Color, Point, Position};
use tengen_proof::{WinReason, WinningMove};

use super::{Book, Fact, PlanId, board_symmetry::BoardSymmetry};
use crate::fives::Unforeseen;

/// What the winner plays, asked for in the order of a walk through all that can happen.
#[derive(Debug)]
pub struct Strategy<'a> {
    book: &'a Book,
    /// The first move from the first position on, and what turns each reply to it into one that
    /// the book is about.
    first: Option<(Point, HashMap<Point, BoardSymmetry>)>,
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
        let turns = self.replies(first).into_iter().flat_map(|alike| alike.turns).collect();
        Strategy { first: Some((first, turns)), ..self.strategy() }
    }

    /// The replies of the loser to `first`, a legal move in the first position, those that are
    /// images of one another together.
    pub fn replies(&self, first: Point) -> Vec<Alike> {
        let mut position = self.root.clone();
        if position.play(first).is_err() || position.board().area() == Area::Unbounded {
            return Vec::new();
        }
        let turns = BoardSymmetry::all(position.board());
        let mut alikes: Vec<Alike> = Vec::new();
        // The last of a kind stands for all: then the stands are near each other.
        for reply in position.legal_points().into_iter().rev() {
            let onto = |alike: &mut Alike| {
                let turn = turns.iter().find(|turn| turn.apply(reply) == alike.reply)?;
                alike.turns.push((reply, *turn));
                Some(())
            };
            if !alikes.iter_mut().any(|alike| onto(alike).is_some()) {
                alikes.push(Alike { reply, turns: vec![(reply, turns[0])] });
            }
        }
        alikes
    }
}

/// Replies that are images of one another.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The one that stands for all.
    pub reply: Point,
    /// All of them, and what turns each into that one.
    turns: Vec<(Point, BoardSymmetry)>,
}

impl Alike {
    /// How many they are.
    pub fn count(&self) -> usize {
        self.turns.len()
    }
}

impl Strategy<'_> {
    /// What the winner plays in `position`.
    ///
    /// # Errors
    ///
    /// If the book has no answer.
    pub fn answer(&mut self, position: &Position) -> Result<WinningMove, Unforeseen> {
        let Some((first, turns)) = &self.first else { return self.find(position, None) };
        match position.moves() {
            [] => Ok(WinningMove { point: *first, how: WinReason::All }),
            [_, reply, ..] => {
                let turn = *turns.get(reply).ok_or(Unforeseen)?;
                let WinningMove { point, how } = self.find(position, Some(turn))?;
                let back = |point: Point| turn.inverse().apply(point);
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
        turn: Option<BoardSymmetry>,
    ) -> Result<WinningMove, Unforeseen> {
        let Book { threats, pool, facts, .. } = self.book;
        let moves = position.moves().len();
        while self.plans.last().is_some_and(|&(since, ..)| since >= moves) {
            self.plans.pop();
        }
        let hash = position.board().stones().into_iter().fold(
            threats.empty_hash(),
            |hash, (point, color)| {
                let point = turn.map_or(point, |turn| turn.apply(point));
                hash ^ threats.stone_hash(threats.spot(point), color)
            },
        );
        if let Some(&(_, id, start)) = self.plans.last()
            && let Some(answer) = pool.get(id).and_then(|plan| plan.answer(threats, hash ^ start))
        {
            return Ok(answer);
        }
        match facts.get(&hash).ok_or(Unforeseen)? {
            &Fact::Quiet(point) => Ok(WinningMove { point, how: WinReason::All }),
            Fact::Threat(point, line) => {
                Ok(WinningMove { point: *point, how: WinReason::Threat(line.clone()) })
            }
            &Fact::Plan(id) => {
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
