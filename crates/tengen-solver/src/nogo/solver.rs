//! The solver as others see it.

use tengen_core::{Color, Point, Position};

use super::{
    build::{TooLarge, build},
    graph::Graph,
    region::Side,
    search::Search,
    sum::Sum,
};
use crate::{
    budget::{Budget, Stopped},
    table::Table,
};

/// Answers questions about positions of NoGo, and remembers what it found.
#[derive(Debug)]
pub struct Solver {
    search: Search,
    table: Table,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unanswered {
    /// The position is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search ended too early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Solver {
    /// A solver whose table takes at most so many bytes.
    pub fn new(bytes: usize) -> Solver {
        Solver { search: Search::new(Graph::new(Vec::new())), table: Table::new(bytes) }
    }

    /// Regions up to so many points get a value.
    #[doc(hidden)]
    pub fn set_valued_points(&mut self, points: u32) {
        self.search.valued_points = points;
    }

    #[doc(hidden)]
    pub fn set_weights(&mut self, w: &[i64]) {
        self.search.weights[..w.len()].copy_from_slice(w);
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
    ) -> Result<Color, Unanswered> {
        let built = build(position)?;
        self.search.set_graph(built.graph);
        let mut sum = Sum::default();
        self.search.add_region(&mut sum, &built.region);
        let turn = position.turn();
        let wins = self.search.wins(&sum, turn as Side, &mut self.table, budget)?;
        Ok(if wins { turn } else { !turn })
    }

    /// Every move of the side to move that wins, in reading order.
    ///
    /// # Errors
    ///
    /// As [`Solver::winner`].
    pub fn winning_moves(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Point>, Unanswered> {
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
