//! Limits of a review.

use std::time::Duration;

use tengen_core::Rule;

use crate::Level;

/// Limits of the searches of a review, each of one position, and its resources.
///
/// Without a limit of time a review is deterministic, whatever the number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReviewLimits {
    /// Maximum number of nodes of the player, of playouts at NoGo; by default those of full strength in
    /// [`ReviewLimits::level_nodes`].
    pub nodes: Option<u64>,
    /// Maximum number of nodes of the solver.
    pub solver_nodes: u64,
    /// Time limit, wall-clock.
    pub time: Option<Duration>,
    /// Number of threads, each with positions of its own.
    pub threads: usize,
    /// Maximum size of the tables of each thread in bytes.
    pub memory: usize,
}

impl Default for ReviewLimits {
    fn default() -> ReviewLimits {
        ReviewLimits {
            nodes: None,
            solver_nodes: ReviewLimits::SOLVER_NODES,
            time: None,
            threads: 1,
            memory: 32 << 20,
        }
    }
}

impl ReviewLimits {
    /// Nodes of the solver at full strength.
    const SOLVER_NODES: u64 = 200_000;

    /// Nodes of the player by level.
    const NODES: [u64; 10] =
        [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 200_000, 400_000];

    /// Nodes that take as long as a playout of NoGo, roughly.
    const NODES_OF_A_PLAYOUT: u64 = 20;

    /// Limits of a level: the nodes of solver and player.
    pub fn at_level(level: Level, rule: Rule) -> ReviewLimits {
        let nodes = ReviewLimits::level_nodes(level, rule);
        let share = |of: u64| {
            of * ReviewLimits::NODES[usize::from(level.number()) - 1] / ReviewLimits::NODES[9]
        };
        ReviewLimits {
            nodes: Some(nodes),
            solver_nodes: share(ReviewLimits::SOLVER_NODES),
            ..ReviewLimits::default()
        }
    }

    /// Nodes of the player of a rule at a level; playouts at NoGo.
    pub fn level_nodes(level: Level, rule: Rule) -> u64 {
        let nodes = ReviewLimits::NODES[usize::from(level.number()) - 1];
        if rule == Rule::NoGo { nodes / ReviewLimits::NODES_OF_A_PLAYOUT } else { nodes }
    }
}
