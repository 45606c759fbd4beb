//! How strong to be.

/// A level of strength, from 1 for a beginner to 10 for all there is.
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
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}
