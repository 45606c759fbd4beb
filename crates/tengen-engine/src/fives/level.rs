//! How strong to be.

use std::time::Duration;

use super::Limits;

/// A level of strength, from 1 for a beginner to 10 for all there is.
///
/// The lowest levels play at first sight: they see what every stone makes, never how it goes on.
/// They always make a five and always stop one, now and then overlook a three, and choose by what
/// they feel like. The levels above them look ahead, each at more positions, and are less and less
/// in doubt between moves that are nearly as good. What they gain over each other is in
/// `docs/levels.md`.
///
/// ```
/// use tengen_engine::fives::Level;
/// assert!(Level::new(1).unwrap() < Level::FULL);
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All there is.
    pub const FULL: Level = Level(10);

    /// The level of that number, if there is one.
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= 10 { Some(Level(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What is denied to it; nothing if it is the highest.
    pub(super) const fn handicap(self) -> Option<Handicap> {
        let number = self.0 as usize;
        if number <= LOWER.len() { Some(LOWER[number - 1]) } else { None }
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

/// What is denied to a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Handicap {
    /// To look ahead: it plays at first sight.
    Sight(Sight),
    /// To look at more positions than this.
    Ahead {
        /// Positions, those in lines of fours too.
        nodes: u64,
        /// How much chance there is in the choice between moves that were looked at.
        doubt: f32,
    },
}

/// How to play at first sight.
///
/// Chance, like doubt, is in the scale of values and urges: of two moves that differ by as much, the
/// worse one comes once for every `e` times of the better one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sight {
    /// How much chance there is besides the urges.
    pub(super) chance: f32,
    /// How often, of one time, a straight four to make or to stop is seen.
    pub(super) watch: f32,
}

const fn sight(chance: f32, watch: f32) -> Handicap {
    Handicap::Sight(Sight { chance, watch })
}

const fn ahead(nodes: u64, doubt: f32) -> Handicap {
    Handicap::Ahead { nodes, doubt }
}

/// The levels from 1 to 9, chosen by matches so that each is at least 100 Elo above the one below.
const LOWER: [Handicap; 9] = [
    sight(800.0, 0.2),
    sight(500.0, 0.5),
    sight(300.0, 0.8),
    sight(100.0, 1.0),
    ahead(60, 100.0),
    ahead(1_000, 12.0),
    ahead(4_000, 5.0),
    ahead(16_000, 3.0),
    ahead(130_000, 1.0),
];

impl Handicap {
    /// How many moves are weighed against each other when in doubt.
    const CHOICES: usize = 3;

    /// No level below the highest thinks longer than this, whatever the machine.
    const LONGEST: Duration = Duration::from_millis(300);

    /// The limits of a thought of the highest level that comes to no more than this.
    pub(super) fn within(self, limits: &Limits) -> Limits {
        let mut within = Limits { level: Level::FULL, news: None, ..*limits };
        if let Handicap::Ahead { nodes, doubt } = self {
            within.nodes = Some(limits.nodes.unwrap_or(nodes).min(nodes));
            within.time = Some(limits.time.unwrap_or(Handicap::LONGEST).min(Handicap::LONGEST));
            if doubt > 0.0 {
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
    fn there_are_ten_levels() {
        let levels: Vec<Level> = (0..=255).filter_map(Level::new).collect();
        assert_eq!(levels.len(), 10);
        assert!(levels.is_sorted());
        let denied = |level: &&Level| level.handicap().is_some();
        assert_eq!(levels.iter().filter(denied).count(), 9);
        assert_eq!(Level::default().handicap(), None);
    }

    #[test]
    fn limits_that_are_tighter_still_hold() {
        let handicap = Handicap::Ahead { nodes: 1_000, doubt: 1.0 };
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
        assert_eq!((free.nodes, free.time), (Some(1_000), Some(Handicap::LONGEST)));
        assert_eq!(free.level, Level::FULL, "it is not weakened twice");
    }
}
