//! Principal-variation search (PVS): negamax alpha-beta with zero windows, iterative deepening and a
//! transposition table that all threads share (lazy SMP).

mod locality;
mod move_ordering;
mod node;
mod pruning;
mod quiescence;
mod root_search;
mod search_thread;

pub(super) use root_search::{RootMove, RootSearch};
pub(super) use search_thread::{SearchControl, SearchThread, SharedState, ThreadMemory};
