//! From a book to a proof.

use tengen_core::{Color, Position};
use tengen_proof::{Answer, How};

use super::{Book, Fact, PlanId, plan::hash_of_board};
use crate::fives::Unforeseen;

/// What the winner plays, asked for in the order of a walk through all that can happen.
#[derive(Debug)]
pub struct Strategy<'a> {
    book: &'a Book,
    /// The plans that are being followed: since how many moves, which, and the hash of the
    /// loser's stones at its start.
    plans: Vec<(usize, PlanId, u64)>,
}

impl Book {
    /// What the winner plays in the positions of this book.
    pub fn strategy(&self) -> Strategy<'_> {
        Strategy { book: self, plans: Vec::new() }
    }
}

impl Strategy<'_> {
    /// What the winner plays in `position`.
    ///
    /// # Errors
    ///
    /// If the book has no answer.
    pub fn answer(&mut self, position: &Position) -> Result<Answer, Unforeseen> {
        let Book { threats, pool, facts, winner, .. } = self.book;
        let moves = position.moves().len();
        while self.plans.last().is_some_and(|&(since, ..)| since >= moves) {
            self.plans.pop();
        }
        let own = hash_of_board(threats, position.board(), *winner);
        let other = hash_of_board(threats, position.board(), !*winner);
        let hash = threats.empty_hash() ^ own ^ other;
        if let Some(&(_, id, start)) = self.plans.last()
            && let Some(answer) = pool.get(id).and_then(|plan| plan.answer(threats, hash ^ start))
        {
            return Ok(answer);
        }
        match *facts.get(&hash).ok_or(Unforeseen)? {
            Fact::Quiet(point) => Ok(Answer { point, how: How::All }),
            Fact::Plan(id) => {
                self.plans.push((moves, id, other));
                let plan = pool.get(id).ok_or(Unforeseen)?;
                plan.answer(threats, hash ^ other).ok_or(Unforeseen)
            }
        }
    }

    /// The side that wins.
    pub fn winner(&self) -> Color {
        self.book.winner
    }
}
