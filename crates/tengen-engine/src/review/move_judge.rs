//! The judge of moves: from the values of positions to the values of moves.

use tengen_core::{Point, Position, Rule};
use tengen_solver::fives::Win;

use super::{
    Judgement, MoveReview, ReviewReason,
    assessor::{Assessment, Assessor, LARGE},
    game_trace::GameTrace,
};
use crate::Value;

/// What is known of a game, and a judge of its moves.
#[derive(Debug)]
pub(super) struct MoveJudge<'a> {
    trace: &'a GameTrace,
    /// One for each position.
    known: Vec<Assessment>,
    /// For each move, the one that seemed better, and what is known of the position after it.
    better: Vec<Option<(Point, Assessment)>>,
    /// For each move, whether the position after it was looked at harder.
    looked_hard: Vec<bool>,
    /// For each move, whether the solver was asked harder about the position after it.
    solved_hard: Vec<bool>,
}

/// A position that is looked at again before a move is marked.
#[derive(Debug)]
pub(super) struct Doubt {
    /// The index of the move.
    index: usize,
    pub(super) position: Position,
    pub(super) look: SecondLook,
}

/// How a position is looked at again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SecondLook {
    /// The position after a move that seems to throw a proven win away, harder.
    Hard,
    /// The position after a move that seems worse than another, by the solver alone and harder: a move that is proven
    /// to win is not marked.
    Solver,
    /// The position after this move, which seems better, and gets no more than the one that was played.
    Alternative(Point),
}

impl<'a> MoveJudge<'a> {
    pub(super) fn new(trace: &'a GameTrace, known: Vec<Assessment>) -> MoveJudge<'a> {
        let better = trace.moves.iter().map(|_| None).collect();
        let [looked_hard, solved_hard] = [(); 2].map(|()| vec![false; trace.moves.len()]);
        let mut judge = MoveJudge { trace, known, better, looked_hard, solved_hard };
        judge.propagate();
        judge
    }

    /// Nodes of all searches.
    pub(super) fn nodes(&self) -> u64 {
        let looks = self.better.iter().flatten().map(|(_, look)| look);
        self.known.iter().chain(looks).map(|assessment| assessment.nodes).sum()
    }

    /// Takes proven results along the game. A position from which the move that was played wins is won; the winning
    /// move of a proof leads to a lost position; and every move of a lost one leads to a won one, even where the search
    /// does not see it.
    fn propagate(&mut self) {
        for n in (0..self.trace.moves.len()).rev() {
            let Value::Wins(plies) = self.after(n) else { continue };
            if !matches!(self.known[n].value, Value::Wins(known) if known <= plies + 1) {
                let line = [&[self.trace.moves[n]][..], &self.known[n + 1].line].concat();
                self.set_won(n, plies + 1, line);
            }
        }
        for n in 0..self.trace.moves.len() {
            match self.known[n].value {
                Value::Loses(plies) => self.follow_loss(n, plies.saturating_sub(1).max(1)),
                Value::Wins(plies) => self.follow_win(n, plies.saturating_sub(1)),
                Value::Seems(_) => {}
            }
        }
    }

    /// The position after a move that is known to win is lost, in `plies` plies or less.
    fn follow_win(&mut self, n: usize, plies: u32) {
        let line = &self.known[n].line;
        if line.first() != Some(&self.trace.moves[n]) {
            return;
        }
        if !matches!(self.known[n + 1].value, Value::Loses(known) if known <= plies) {
            let line = line[1..].to_vec();
            let known = &mut self.known[n + 1];
            (known.value, known.line) = (Value::Loses(plies), line);
            known.verdict.winner = Some(self.trace.positions[n].turn());
        }
    }

    /// The position after any move of a lost one is won, in `plies` plies or less.
    fn follow_loss(&mut self, n: usize, plies: u32) {
        match self.known[n + 1].value {
            Value::Wins(known) if known <= plies => return,
            Value::Loses(_) => return,
            Value::Wins(_) | Value::Seems(_) => {}
        }
        self.set_won(n + 1, plies, self.known[n + 1].line.clone());
        let after = &self.trace.positions[n + 1];
        let win = self.known[n].verdict.win.clone();
        if let Some(win) = win.filter(|win| win.solution.answer(after).is_some()) {
            self.known[n + 1].line = win.line_and_plies(after, LARGE).0;
            self.known[n + 1].verdict.win = Some(Win { threat: None, ..win });
        }
    }

    /// Says that the side to move wins a position.
    fn set_won(&mut self, n: usize, plies: u32, line: Vec<Point>) {
        let turn = self.trace.positions[n].turn();
        let known = &mut self.known[n];
        (known.value, known.line, known.verdict.winner) = (Value::Wins(plies), line, Some(turn));
    }

    /// The value of a move that was played, for the side that moves.
    fn after(&self, index: usize) -> Value {
        -self.known[index + 1].value
    }

    /// Whether no move can be better than the one that was played: it is the only one, or every other one is proven to
    /// lose.
    fn is_only_move(&self, index: usize) -> bool {
        let (position, played) = (&self.trace.positions[index], self.trace.moves[index]);
        self.known[index].verdict.only_move() == Some(played) || position.legal_points() == [played]
    }

    /// The move that seems better than the one that was played, if it is an estimate.
    fn alternative(&self, index: usize) -> Option<Point> {
        let best = self.known[index].line.first().copied()?;
        let is_other = best != self.trace.moves[index] && !self.known[index].value.is_proven();
        is_other.then_some(best)
    }

    /// The positions to look at again before moves are marked.
    pub(super) fn doubts(&self) -> Vec<Doubt> {
        (0..self.trace.moves.len()).flat_map(|index| self.doubts_of(index)).collect()
    }

    /// The looks that are due before a move is marked.
    fn doubts_of(&self, index: usize) -> Vec<Doubt> {
        let (before, after) = (self.known[index].value, self.after(index));
        let judgement = Judgement::from_values(before, after);
        if judgement == Judgement::Good || self.is_only_move(index) {
            return Vec::new();
        }
        let mut due = Vec::new();
        let mut look_at = |position: &Position, look: SecondLook| {
            due.push(Doubt { index, position: position.clone(), look });
        };
        let next = &self.trace.positions[index + 1];
        if before.is_proven() {
            if !after.is_proven() && !self.looked_hard[index] {
                look_at(next, SecondLook::Hard);
            }
            return due;
        }
        if !after.is_proven() && !self.solved_hard[index] {
            look_at(next, SecondLook::Solver);
        }
        if let (None, Some(best)) = (&self.better[index], self.alternative(index)) {
            let mut position = self.trace.positions[index].clone();
            position.play(best).expect("a move of the search is legal");
            look_at(&position, SecondLook::Alternative(best));
        }
        due
    }

    /// Takes what second looks have found. There may be new doubts then.
    pub(super) fn settle(&mut self, looks: impl Iterator<Item = (Doubt, Assessment)>) {
        for (Doubt { index, look: kind, .. }, look) in looks {
            if let SecondLook::Alternative(best) = kind {
                if let Value::Loses(plies) = look.value {
                    self.set_won(index, plies + 1, [&[best][..], &look.line].concat());
                }
                self.better[index] = Some((best, look));
                continue;
            }
            self.looked_hard[index] |= kind == SecondLook::Hard;
            self.solved_hard[index] = true;
            let known = &mut self.known[index + 1];
            let nodes = known.nodes + look.nodes;
            if look.value.is_proven() {
                *known = look;
            }
            known.nodes = nodes;
        }
        self.propagate();
    }

    /// Judges every move.
    pub(super) fn judge(&self) -> Vec<MoveReview> {
        let mut reviews: Vec<MoveReview> =
            (0..self.trace.moves.len()).map(|index| self.judge_move(index)).collect();
        if let Some((point, reason)) = self.trace.losing {
            let (position, known) = (self.last(), &self.known[self.trace.moves.len()]);
            let line = if known.line.is_empty() { vec![point] } else { known.line.clone() };
            let mut review = MoveReview::new(reviews.len() + 1, position.turn(), point);
            review.set_values(known.value, Value::Loses(0));
            (review.best, review.line) = (line[0], line);
            (review.judgement, review.reasons) = (Judgement::Blunder, vec![reason]);
            reviews.push(review);
        }
        reviews
    }

    fn last(&self) -> &Position {
        &self.trace.positions[self.trace.moves.len()]
    }

    fn judge_move(&self, index: usize) -> MoveReview {
        let (position, played) = (&self.trace.positions[index], self.trace.moves[index]);
        let mut review = MoveReview::new(index + 1, position.turn(), played);
        review.continuation.clone_from(&self.known[index + 1].line);
        let after = self.after(index);
        let own = self.known[index].value;
        let line = &self.known[index].line;
        let before = match (own, after) {
            (Value::Wins(_) | Value::Loses(_), _) => own,
            (_, Value::Wins(_)) => after.a_ply_earlier(),
            (Value::Seems(_), _) if self.is_only_move(index) => after.a_ply_earlier(),
            (Value::Seems(_), _) => self.better_value(index, after),
        };
        review.set_values(before, after);
        // A shorter win is better, though nothing is lost.
        let is_better = match (before, after) {
            (Value::Wins(best), Value::Wins(played)) => best <= played,
            _ => before.chances() > after.chances(),
        };
        if is_better && let Some(&best) = line.first() {
            (review.best, review.line) = (best, line.clone());
            // What was proven since may begin with another move.
            if let Some((_, look)) = self.better[index].as_ref().filter(|(point, _)| *point == best)
            {
                review.line = [&[best][..], &look.line].concat();
            }
        } else {
            review.line = [&[played][..], &review.continuation].concat();
        }
        review
    }

    /// The value of the better of two moves whose values are estimates: the one that was played, and the one that
    /// seemed better. If that was looked at again, it is worth no more than either look says.
    fn better_value(&self, index: usize, after: Value) -> Value {
        let played = after.a_ply_earlier();
        if self.alternative(index).is_none() {
            return played;
        }
        let own = self.known[index].value;
        let other = match &self.better[index] {
            None => own,
            Some((_, look)) => match (-look.value).a_ply_earlier() {
                Value::Seems(value) => match own {
                    Value::Seems(first) => Value::Seems(first.min(value)),
                    proven => proven,
                },
                proven => proven,
            },
        };
        if other.chances() > played.chances() { other } else { played }
    }

    /// Gives a marked move its reasons, as far as they are proven, and their proofs.
    pub(super) fn explain(&self, assessor: &mut Assessor<'_>, review: &mut MoveReview) {
        let index = review.number - 1;
        if !review.reasons.is_empty() {
            return;
        }
        let (before, after) = (&self.known[index], &self.known[index + 1]);
        let is_fives = self.last().rule() != Rule::NoGo;
        if let Value::Wins(plies) = review.before {
            let look = self.better[index].as_ref().filter(|(point, _)| *point == review.best);
            let shown = look.map_or(before, |(_, look)| look);
            let by = shown.verdict.win.as_ref().map(|win| win.by);
            review.reasons.push(match by {
                _ if plies == 1 && is_fives => ReviewReason::MissedFive,
                Some(by) => ReviewReason::Missed(by),
                None => ReviewReason::MissedWin,
            });
            let position = &self.trace.positions[index];
            review.missed = assessor.explain(position, &before.verdict);
            if review.best == review.point {
                // The solver of NoGo says who wins, not yet by which move.
                review.line = match &review.missed {
                    Some(proof) => proof.line.iter().map(|one| one.point).collect(),
                    None => assessor.best_line(position),
                };
                review.best = review.line.first().copied().unwrap_or(review.point);
            }
        }
        // At NoGo whoever misses a win allows one.
        if let Value::Loses(plies) = review.after
            && (is_fives || review.reasons.is_empty())
        {
            let by = after.verdict.win.as_ref().map(|win| win.by);
            review.reasons.push(match by {
                _ if plies == 1 && is_fives => ReviewReason::IgnoredFour,
                Some(by) => ReviewReason::Allowed(by),
                None => ReviewReason::AllowedWin,
            });
            review.allowed = assessor.explain(&self.trace.positions[index + 1], &after.verdict);
            if let Some(proof) = &review.allowed
                && review.continuation.is_empty()
            {
                review.continuation = proof.line.iter().map(|one| one.point).collect();
            }
        }
    }
}
