//! Resources and limits of a search.

use std::time::Duration;

use crate::Level;

/// Resources of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Number of search threads. With one, a limit of nodes or depth and empty tables, a player is
    /// deterministic.
    pub threads: usize,
    /// Maximum size of all tables, or of the tree, in bytes.
    pub memory: usize,
    /// Seed of the random numbers. At five-in-a-row only the weaker levels use them.
    pub seed: u64,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, memory: 128 << 20, seed: 0 }
    }
}

/// Limits of a search, which ends at the first that is reached, when there is nothing left to choose, or
/// when the result is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Hard time limit, wall-clock.
    pub time: Option<Duration>,
    /// Soft time limit: the search ends around it if the best move is stable. Without it, all of `time`
    /// is used.
    pub aim: Option<Duration>,
    /// Maximum number of nodes, those of the solver included; of playouts at NoGo, those kept from the
    /// last move not counted.
    pub nodes: Option<u64>,
    /// Maximum depth in plies, forced replies not counted. Not used at NoGo.
    pub depth: Option<u32>,
    /// Number of principal variations (multi-PV). Not used at NoGo, where the tree has all moves.
    pub lines: usize,
    /// Interval of progress reports; at five-in-a-row they also come with each new depth.
    pub news: Option<Duration>,
    /// Level of strength.
    pub level: Level,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            aim: None,
            nodes: None,
            depth: None,
            lines: 1,
            news: None,
            level: Level::FULL,
        }
    }
}
