//! What a player is asked to search.

use std::fmt;

use tengen_core::Position;

use crate::{Limits, Thought};

/// A search request: a position, limits, and the callbacks of the caller.
///
/// A new request has no callbacks; those of [`Player::think`](crate::Player::think) are its arguments.
pub struct SearchRequest<'a> {
    /// The position to search.
    pub position: &'a Position,
    /// Limits of the search.
    pub limits: &'a Limits,
    /// Polled while the search runs, which ends when it returns true.
    pub stop: &'a dyn Fn() -> bool,
    /// Called with intermediate results.
    pub news: Option<&'a mut dyn FnMut(&Thought)>,
}

impl<'a> SearchRequest<'a> {
    /// A request without callbacks.
    pub fn new(position: &'a Position, limits: &'a Limits) -> SearchRequest<'a> {
        SearchRequest { position, limits, stop: &|| false, news: None }
    }
}

impl fmt::Debug for SearchRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchRequest")
            .field("position", self.position)
            .field("limits", self.limits)
            .finish_non_exhaustive()
    }
}
