//! What a player may use, and when it stops thinking.

use std::time::Duration;

use super::Level;

/// What a player may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// How many threads search at once. With one, and a limit of nodes or depth, the same question
    /// to a player that knows nothing gives the same answer.
    pub threads: usize,
    /// How many bytes all that is remembered may take.
    pub memory: usize,
    /// Where chance starts from. Only the weaker levels leave anything to chance.
    pub seed: u64,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: 1, memory: 128 << 20, seed: 0 }
    }
}

/// When to stop thinking: at whatever is reached first. It also ends when there is nothing left to
/// choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Wall-clock time. It is never overstepped, and not always used up.
    pub time: Option<Duration>,
    /// The time after which thinking ends if the best move is clear. Without it, all of `time` is
    /// used unless nothing is left to choose.
    pub aim: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Plies looked ahead, forced replies not counted.
    pub depth: Option<u32>,
    /// How many of the best moves to tell, each with its line.
    pub lines: usize,
    /// How often to tell what is thought so far. It is also told at each new depth.
    pub news: Option<Duration>,
    /// How strong to be.
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
