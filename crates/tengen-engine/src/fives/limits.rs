//! Resources and limits of a search.

use std::time::Duration;

use super::Level;

/// Resources of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Number of search threads. With one, and a limit of nodes or depth, a player with empty tables is
    /// deterministic.
    pub threads: usize,
    /// Maximum size of all tables in bytes.
    pub memory: usize,
    /// Seed of the random numbers, which only the weaker levels use.
    pub seed: u64,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, memory: 128 << 20, seed: 0 }
    }
}

/// Limits of a search, which ends at the first that is reached, or when there is nothing left to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Hard time limit, wall-clock. It is never overstepped, and not always used up.
    pub time: Option<Duration>,
    /// Soft time limit: the search ends around it if the best move is stable. Without it, all of `time`
    /// is used.
    pub aim: Option<Duration>,
    /// Maximum number of nodes, those of the solver included.
    pub nodes: Option<u64>,
    /// Maximum depth in plies, forced replies not counted.
    pub depth: Option<u32>,
    /// Number of principal variations (multi-PV).
    pub lines: usize,
    /// Interval of progress reports, which also come with each new depth.
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
