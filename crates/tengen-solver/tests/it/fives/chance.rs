//! Positions by chance that repeats itself.

use tengen_core::{Area, Color, Position, Rule, Setup};

/// A tiny xorshift generator. The same seed gives the same tests on every machine.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        // Why the factor: small seeds would start with long runs of zeros.
        Chance(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// A number from `first` to `last`.
    pub(crate) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Stones strewn over `area`: a point is black or white with so many chances in a hundred. None
    /// if that happens to be the end of a game.
    pub(crate) fn position(
        &mut self,
        rule: Rule,
        area: Area,
        chances: [usize; 2],
        turn: Color,
    ) -> Option<Position> {
        let [black, white] = chances;
        let mut setup = Setup { area, stones: Vec::new(), turn };
        for point in area.points() {
            match self.below(100) {
                n if n < black => setup.stones.push((point, Color::Black)),
                n if n < black + white => setup.stones.push((point, Color::White)),
                _ => {}
            }
        }
        let position = Position::from_setup(rule, &setup).ok()?;
        position.outcome().is_none().then_some(position)
    }
}
