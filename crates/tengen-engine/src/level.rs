//! Levels of strength.

/// A level of strength, from 1 for a beginner to 10 for full strength.
///
/// At five-in-a-row the lowest levels do not search: they sample moves from the policy. They always make
/// a five and always stop one, and now and then overlook a three. The levels above them search, each
/// with more nodes and at a lower temperature. What they gain over each other is in `docs/levels.md`. At
/// NoGo each level has its number of [playouts](Level::playouts), and the higher ones the network.
///
/// ```
/// use tengen_engine::Level;
/// assert!(Level::new(1).unwrap() < Level::FULL);
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// Playouts of a NoGo move at the levels below the highest.
    const PLAYOUTS: [u64; 9] = [8, 60, 120, 300, 1_000, 3_000, 10_000, 10_000, 40_000];

    /// The lowest level with the network of NoGo.
    const NET: Level = Level(8);

    /// Playouts of a whole NoGo game at full strength, where a game is to be over in a moment.
    const GAME_PLAYOUTS: u64 = 20_000;

    /// The level of that number, if there is one.
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= 10 { Some(Level(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Maximum number of playouts of a NoGo move; none at full strength.
    pub fn playouts(self) -> Option<u64> {
        Level::PLAYOUTS.get(usize::from(self.0) - 1).copied()
    }

    /// Whether a NoGo player has its network.
    pub(crate) fn has_net(self) -> bool {
        self >= Level::NET
    }

    /// Playouts of a NoGo move in a game that is played through at once, for a board of `points` points.
    /// The larger the board, the more moves share the same time.
    pub fn quick_playouts(self, points: u64) -> u64 {
        (Level::GAME_PLAYOUTS * u64::from(self.0) / 10 / points.max(1)).clamp(2, 2_000)
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
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
        assert_eq!(levels.iter().filter(|level| level.playouts().is_some()).count(), 9);
        assert!(
            levels
                .is_sorted_by_key(|level| (level.has_net(), level.playouts().unwrap_or(u64::MAX)))
        );
        assert!(levels.is_sorted_by_key(|level| level.quick_playouts(81)));
    }
}
