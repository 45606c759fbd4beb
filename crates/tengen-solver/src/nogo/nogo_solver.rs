//! The public solver of NoGo.

use std::{cmp::Reverse, io::Write};

use tengen_core::{Color, Point, Position};
use tengen_proof::{WinningMove, WriteError, Written};

use super::{
    build::{TooLarge, build},
    graph::Graph,
    region::Side,
    sum::GameSum,
    sum_search::{SumSearch, SumStatus},
};
use crate::{
    budget::{Budget, Stopped},
    transposition_table::TranspositionTable,
};

/// Exact solver of NoGo, with a transposition table that serves all questions.
#[derive(Debug)]
pub struct NoGoSolver {
    search: SumSearch,
    table: TranspositionTable,
    /// Maximum size of the table in bytes.
    bytes: usize,
}

/// Error of a question without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoGoError {
    /// The position is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search ended too early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl NoGoSolver {
    /// A solver with a transposition table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> NoGoSolver {
        NoGoSolver {
            search: SumSearch::new(Graph::new(Vec::new())),
            table: TranspositionTable::new(0),
            bytes,
        }
    }

    /// Checks that `position` is one of NoGo, and not too large to be solved.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(position: &Position) -> Result<(), TooLarge> {
        build(position, &Graph::new(Vec::new()).into()).map(drop)
    }

    fn sum_of(&mut self, position: &Position) -> Result<GameSum, TooLarge> {
        let (graph, region) = build(position, &self.search.graph)?;
        self.search.set_graph(graph);
        // A small position has few results, and a small table stays in the cache. A larger one gets all of the memory.
        let points = region.empty().count_ones();
        let few = if points < 22 { 8 << points } else { usize::MAX };
        self.table.grow_to(few.min(self.bytes));
        Ok(self.search.sum_of(&region))
    }

    /// Who wins `position` with best play.
    ///
    /// # Errors
    ///
    /// If the position is too large, or the budget is.
    pub fn winner(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Color, NoGoError> {
        let sum = self.sum_of(position)?;
        let turn = position.turn();
        let wins = self.search.wins(&sum, turn as Side, &mut self.table, budget)?;
        Ok(if wins { turn } else { !turn })
    }

    /// A move by which the side to move wins; `None` if there is none.
    ///
    /// What is known already is asked first, then the moves that look best.
    ///
    /// # Errors
    ///
    /// As [`NoGoSolver::winner`].
    pub fn winning_move(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Point>, NoGoError> {
        let side = position.turn() as Side;
        let mut next = position.clone();
        let mut open = Vec::new();
        for point in position.legal_points() {
            next.play(point).expect("the point is legal");
            let sum = self.sum_of(&next)?;
            next.undo();
            match self.search.probe_sum(&sum, 1 - side, &self.table) {
                SumStatus::Known(false) => return Ok(Some(point)),
                SumStatus::Known(true) => {}
                SumStatus::Open { score, .. } => open.push((score, point)),
            }
        }
        open.sort_by_key(|&(score, _)| Reverse(score));
        for (_, point) in open {
            next.play(point).expect("the point is legal");
            let sum = self.sum_of(&next)?;
            next.undo();
            if !self.search.wins(&sum, 1 - side, &mut self.table, budget)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// A line of play to the end of the game: the winner plays moves that win, the loser those
    /// that leave the winner the fewest of them.
    ///
    /// # Errors
    ///
    /// As [`NoGoSolver::winner`].
    pub fn line(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Point>, NoGoError> {
        let mut next = position.clone();
        let mut line = Vec::new();
        while next.outcome().is_none() {
            let point = match self.winning_move(&next, budget)? {
                Some(point) => point,
                None => self.hardest(&mut next)?,
            };
            next.play(point).expect("the point is legal");
            line.push(point);
        }
        Ok(line)
    }

    /// The move of a lost position after which the fewest moves win, as far as that is known.
    fn hardest(&mut self, position: &mut Position) -> Result<Point, TooLarge> {
        let mut best = None;
        for point in position.legal_points() {
            position.play(point).expect("the point is legal");
            let mut wins = 0;
            for answer in position.legal_points() {
                position.play(answer).expect("the answer is legal");
                let sum = self.sum_of(position)?;
                let side = position.turn() as Side;
                let known = self.search.probe_sum(&sum, side, &self.table);
                wins += usize::from(matches!(known, SumStatus::Known(false)));
                position.undo();
            }
            position.undo();
            if best.is_none_or(|(least, _)| wins < least) {
                best = Some((wins, point));
            }
        }
        Ok(best.expect("the game is not over").1)
    }

    /// Writes a proof of who wins `position`; says who does, and how large the proof is.
    ///
    /// # Errors
    ///
    /// As [`NoGoSolver::winner`], or if the proof cannot be written.
    pub fn prove(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
        out: impl Write,
    ) -> Result<(Color, Written), WriteError<NoGoError>> {
        let winner = self.winner(position, budget).map_err(WriteError::Strategy)?;
        let strategy = |position: &Position| {
            let found = self.winning_move(position, budget)?;
            // Only if two searches contradict each other; the writer refuses the move.
            Ok(WinningMove::quiet(found.unwrap_or(Point::new(-1, -1))))
        };
        let written = tengen_proof::write(position, winner, strategy, out)?;
        Ok((winner, written))
    }

    /// Every move of the side to move that wins, in reading order.
    ///
    /// # Errors
    ///
    /// As [`NoGoSolver::winner`].
    pub fn winning_moves(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Point>, NoGoError> {
        let mut next = position.clone();
        let mut winning = Vec::new();
        for point in position.legal_points() {
            next.play(point).expect("the point is legal");
            if self.winner(&next, budget)? == position.turn() {
                winning.push(point);
            }
            next.undo();
        }
        Ok(winning)
    }
}
