//! Handicaps of the weaker levels.

use std::time::Duration;

use crate::{Level, Limits};

/// Handicap of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Handicap {
    /// No search: moves are sampled from the policy.
    NoSearch(PolicyPlay),
    /// A search with a node limit.
    NodeLimit {
        /// Maximum number of nodes, those of the solver included.
        nodes: u64,
        /// Softmax temperature of the choice between the best moves.
        temperature: f32,
    },
}

/// Play by the policy alone.
///
/// A temperature is in the scale of values and policy: of two moves that differ by as much, the worse
/// one is chosen once for every `e` times of the better one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PolicyPlay {
    /// Softmax temperature of the policy.
    pub(super) temperature: f32,
    /// Probability that a straight four to make or to stop is seen.
    pub(super) awareness: f32,
}

const fn no_search(temperature: f32, awareness: f32) -> Handicap {
    Handicap::NoSearch(PolicyPlay { temperature, awareness })
}

const fn node_limit(nodes: u64, temperature: f32) -> Handicap {
    Handicap::NodeLimit { nodes, temperature }
}

/// The levels from 1 to 9, chosen by matches so that each is at least 100 Elo above the one below.
const LOWER: [Handicap; 9] = [
    no_search(800.0, 0.2),
    no_search(500.0, 0.5),
    no_search(300.0, 0.8),
    no_search(100.0, 1.0),
    node_limit(60, 100.0),
    node_limit(1_000, 12.0),
    node_limit(4_000, 5.0),
    node_limit(16_000, 3.0),
    node_limit(130_000, 1.0),
];

impl Handicap {
    /// The handicap of a level; none at full strength.
    pub(super) fn for_level(level: Level) -> Option<Handicap> {
        LOWER.get(usize::from(level.number()) - 1).copied()
    }

    /// Number of moves to sample from.
    const CHOICES: usize = 3;

    /// Time limit of all levels below the highest, where the caller has a clock. Without one the node
    /// limit alone ends the search, so that a seed chooses the same moves on any machine.
    const LONGEST: Duration = Duration::from_millis(300);

    /// The limits of a full-strength search with this handicap.
    pub(super) fn within(self, limits: &Limits) -> Limits {
        let mut within = Limits { level: Level::FULL, news: None, ..*limits };
        if let Handicap::NodeLimit { nodes, temperature } = self {
            within.nodes = Some(limits.nodes.unwrap_or(nodes).min(nodes));
            within.time = limits.time.map(|time| time.min(Handicap::LONGEST));
            if temperature > 0.0 {
                within.lines = limits.lines.max(Handicap::CHOICES);
            }
        }
        within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_but_the_highest_are_handicapped() {
        let levels: Vec<Level> = (0..=255).filter_map(Level::new).collect();
        let handicapped = |level: &&Level| Handicap::for_level(**level).is_some();
        assert_eq!(levels.iter().filter(handicapped).count(), 9);
        assert_eq!(Handicap::for_level(Level::default()), None);
    }

    #[test]
    fn limits_that_are_tighter_still_hold() {
        let handicap = Handicap::NodeLimit { nodes: 1_000, temperature: 1.0 };
        let tight = Limits {
            nodes: Some(10),
            time: Some(Duration::from_millis(5)),
            depth: Some(2),
            lines: 8,
            ..Limits::default()
        };
        let within = handicap.within(&tight);
        assert_eq!((within.nodes, within.time, within.lines), (tight.nodes, tight.time, 8));
        assert_eq!(within.depth, Some(2));
        let free = handicap.within(&Limits::default());
        assert_eq!((free.nodes, free.time), (Some(1_000), None));
        assert_eq!(free.level, Level::FULL, "it is not weakened twice");
    }
}
