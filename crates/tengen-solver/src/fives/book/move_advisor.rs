//! Advisors: where moves to try come from if no hint is about a position.

use std::fmt;

use tengen_core::{Point, Position};

/// Source of the winner's moves, such as an engine. Each worker has its own. They order the search and are never believed.
pub trait MoveAdvisor: fmt::Debug {
    /// At most `most` moves of the side to move in `position`, the best first.
    fn moves(&mut self, position: &Position, most: usize) -> Vec<Point>;
}

/// What makes the advisor of each worker of a run.
#[derive(Clone, Copy)]
pub struct AdvisorFactory<'a>(pub &'a (dyn Fn() -> Box<dyn MoveAdvisor> + Sync));

impl AdvisorFactory<'_> {
    pub(super) fn make(self) -> Box<dyn MoveAdvisor> {
        (self.0)()
    }
}

impl fmt::Debug for AdvisorFactory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdvisorFactory").finish_non_exhaustive()
    }
}
