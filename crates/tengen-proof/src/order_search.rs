//! Orders in which stones can have been played by a strategy.

use std::collections::HashSet;

use tengen_core::{Point, Position};

use crate::{
    follow::Followed,
    proof_book::{ProofBook, ProofBookEntry},
};

/// Stones that came after those of the claim, turned as the book has them, the earliest of each side first.
#[derive(Clone, Default, Debug)]
pub(crate) struct LaterStones {
    pub(crate) winner: Vec<Point>,
    pub(crate) loser: Vec<Point>,
}

/// Which orders of the stones are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Orders {
    /// The one in which they are listed.
    Listed,
    /// All of them.
    All,
}

/// Where a game in the order of its moves left the book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Departure {
    /// How many moves of both sides were by the book.
    pub(crate) plies: usize,
    /// What the book plays then, if it has an answer.
    pub(crate) book: Option<Point>,
}

/// Depth-first search for orders in which the winner played these stones by the book, whatever the loser did.
///
/// At the winner's turns the book's move must be one of its stones that are left; each of the loser's stones that are
/// left may be the reply. Of several orders the one with the quickest win is kept.
pub(crate) struct OrderSearch<'a> {
    book: &'a ProofBook,
    stones: &'a LaterStones,
    orders: Orders,
    position: Position,
    winner_placed: Vec<bool>,
    loser_placed: Vec<bool>,
    /// What was visited with the winner to move.
    seen: HashSet<(Vec<bool>, Vec<bool>, Followed)>,
    /// How many more positions may be visited.
    pub(crate) steps: usize,
    pub(crate) best: Option<ProofBookEntry>,
    /// The last of all departures.
    pub(crate) departure: Departure,
}

impl<'a> OrderSearch<'a> {
    pub(crate) fn new(
        book: &'a ProofBook,
        stones: &'a LaterStones,
        orders: Orders,
        steps: usize,
    ) -> OrderSearch<'a> {
        OrderSearch {
            book,
            stones,
            orders,
            position: book.start().clone(),
            winner_placed: vec![false; stones.winner.len()],
            loser_placed: vec![false; stones.loser.len()],
            seen: HashSet::new(),
            steps,
            best: None,
            departure: Departure { plies: 0, book: None },
        }
    }

    /// Tries the orders.
    pub(crate) fn run(&mut self) {
        let root = Followed::Node(self.book.root(), 0);
        if self.position.turn() == self.book.winner() {
            self.winner_to_move(&root);
        } else if let Some(entry) = self.book.root_entry() {
            self.loser_to_move(&root, &entry);
        }
    }

    fn winner_to_move(&mut self, at: &Followed) {
        if self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let found = self.book.graph().answer_at(at, &self.position, self.book.claim());
        let found = found.filter(|found| self.position.may_play(found.answer.point).is_ok());
        let Some(found) = found else { return self.depart(None) };
        let (point, how) = (found.answer.point, found.answer.how);
        if !self.winner_placed.contains(&false) && !self.loser_placed.contains(&false) {
            let entry = ProofBookEntry { point: Some(point), how, moves_left: found.height };
            return self.keep(entry);
        }
        let next = self.stones.winner.iter().position(|&stone| stone == point);
        let placed = self.winner_placed.iter().filter(|&&placed| placed).count();
        let in_order = |&next: &usize| self.orders == Orders::All || next == placed;
        let Some(next) = next.filter(in_order) else { return self.depart(Some(point)) };
        if self.position.play(point).is_err() {
            return self.depart(Some(point));
        }
        self.winner_placed[next] = true;
        if self.position.outcome().is_none() {
            let moves_left = found.height.saturating_sub(1);
            self.loser_to_move(at, &ProofBookEntry { point: None, how, moves_left });
        }
        self.winner_placed[next] = false;
        self.position.undo();
    }

    /// The winner has moved, or it is the first position; `entry` is what the book says of it.
    fn loser_to_move(&mut self, at: &Followed, entry: &ProofBookEntry) {
        if !self.winner_placed.contains(&false) && !self.loser_placed.contains(&false) {
            return self.keep(entry.clone());
        }
        let replies: Vec<usize> =
            (0..self.loser_placed.len()).filter(|&index| !self.loser_placed[index]).collect();
        let most = if self.orders == Orders::All { replies.len() } else { 1 };
        for index in replies.into_iter().take(most) {
            let reply = self.stones.loser[index];
            let (book, position) = (self.book, &self.position);
            let after = book.graph().after_reply(at.clone(), position, book.claim(), reply);
            if self.position.play(reply).is_err() {
                continue;
            }
            self.loser_placed[index] = true;
            match after.filter(|_| self.position.outcome().is_none()) {
                Some(after) if self.is_new(&after) => self.winner_to_move(&after),
                Some(_) => {}
                None => self.depart(None),
            }
            self.loser_placed[index] = false;
            self.position.undo();
        }
    }

    fn is_new(&mut self, at: &Followed) -> bool {
        let placed = (self.winner_placed.clone(), self.loser_placed.clone(), at.clone());
        self.orders == Orders::Listed || self.seen.insert(placed)
    }

    fn keep(&mut self, entry: ProofBookEntry) {
        let least = self.best.as_ref().map_or(u32::MAX, |best| best.moves_left);
        if entry.moves_left < least {
            self.best = Some(entry);
        }
    }

    fn depart(&mut self, book: Option<Point>) {
        let plies = self.position.moves().len();
        if plies >= self.departure.plies {
            self.departure = Departure { plies, book };
        }
    }
}
