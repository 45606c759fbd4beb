//! Lookup table from a window to the line patterns of both colors.

use std::sync::{
    LazyLock,
    atomic::{AtomicU8, Ordering::Relaxed},
};

use tengen_core::{Color, Rule, Window, shape::Shape};

use super::line_pattern::LinePattern;

/// Line patterns of both colors: what a stone of either in the middle of a window would make.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PatternPair(u8);

impl PatternPair {
    fn new(black: LinePattern, white: LinePattern) -> PatternPair {
        PatternPair(black as u8 | (white as u8) << 4)
    }

    /// The pattern that a stone of `color` would make.
    #[inline]
    pub fn pattern(self, color: Color) -> LinePattern {
        LinePattern::ALL[self.number(color)]
    }

    #[inline]
    fn number(self, color: Color) -> usize {
        usize::from(self.0 >> (4 * color as u8) & 15)
    }

    /// The shape that a stone of `color` would make.
    #[inline]
    pub(crate) fn shape(self, color: Color) -> Shape {
        const SHAPES: [Shape; LinePattern::COUNT] = {
            let mut shapes = [Shape::None; LinePattern::COUNT];
            let mut number = 0;
            while number < LinePattern::COUNT {
                shapes[number] = LinePattern::ALL[number].shape();
                number += 1;
            }
            shapes
        };
        SHAPES[self.number(color)]
    }

    /// The shapes that a stone of `color` makes, to be added up over the axes.
    #[inline]
    pub(crate) fn counts(self, color: Color) -> ShapeCounts {
        ShapeCounts(ShapeCounts::OF[self.number(color)])
    }

    /// The packed pair: four bits of Black's [`LinePattern`], and above them four of White's.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The index into a table of all pairs.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Shape counts: how many of each of five shapes a stone makes on all lines together, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct ShapeCounts(u32);

impl ShapeCounts {
    const WAY: u32 = 1;
    const FOUR: u32 = 1 << 4;
    const THREE: u32 = 1 << 8;
    const OVERLINE: u32 = 1 << 12;
    const FIVE: u32 = 1 << 16;

    /// In the order of [`LinePattern`].
    const OF: [u32; LinePattern::COUNT] = {
        let mut all = [0; LinePattern::COUNT];
        let mut number = 0;
        while number < LinePattern::COUNT {
            all[number] = match LinePattern::ALL[number].shape() {
                Shape::None => 0,
                Shape::Three => ShapeCounts::THREE,
                Shape::Four => ShapeCounts::FOUR + ShapeCounts::WAY,
                Shape::StraightFour => ShapeCounts::FOUR + 2 * ShapeCounts::WAY,
                Shape::TwoFours => 2 * ShapeCounts::FOUR + 2 * ShapeCounts::WAY,
                Shape::Overline => ShapeCounts::OVERLINE,
                Shape::Five => ShapeCounts::FIVE,
            };
            number += 1;
        }
        all
    };

    /// The number of points where the next stone makes a five.
    #[inline]
    pub(crate) fn ways(self) -> u32 {
        self.0 % ShapeCounts::FOUR
    }

    /// Whether it is a foul of Black at renju. Where that depends on more than the lines through the
    /// stone, `ask` decides.
    #[inline]
    pub(crate) fn is_foul(self, ask: impl FnOnce() -> bool) -> bool {
        if self.0 < 2 * ShapeCounts::FOUR || self.0 >= ShapeCounts::FIVE {
            return false;
        }
        self.0 >= ShapeCounts::OVERLINE
            || self.0 % ShapeCounts::THREE >= 2 * ShapeCounts::FOUR
            || self.0 % ShapeCounts::OVERLINE >= 2 * ShapeCounts::THREE && ask()
    }
}

impl std::ops::AddAssign for ShapeCounts {
    #[inline]
    fn add_assign(&mut self, other: ShapeCounts) {
        self.0 += other.0;
    }
}

impl std::iter::Sum for ShapeCounts {
    #[inline]
    fn sum<I: Iterator<Item = ShapeCounts>>(parts: I) -> ShapeCounts {
        ShapeCounts(parts.map(|counts| counts.0).sum())
    }
}

/// Pattern table: the pairs of all windows under one rule, by [`Window::key`], each computed when it is first
/// looked at.
///
/// Why a million entries, where [`Shapes`](tengen_core::shape::Shapes) has 59,049: one look here is six there. Few of them
/// are ever looked at, and to compute all took ten times as long as most questions.
#[derive(Debug)]
pub(crate) struct PatternTable {
    rule: Rule,
    /// In the order of the keys. Threads may compute the same entry at once, and store the same.
    pairs: Box<[PairBlock; Window::KEYS / PAIRS]>,
}

/// Entries of one block. A table is made of blocks, since to make it entry by entry takes a million steps.
const PAIRS: usize = 1 << 10;
type PairBlock = [AtomicU8; PAIRS];

impl PatternTable {
    /// An entry that is not computed yet: two fours on one line for both sides, of which there is no window.
    const UNKNOWN: u8 = LinePattern::TwoFours as u8 * 0x11;

    /// The table of `rule`, a game of fives.
    pub(crate) fn for_rule(rule: Rule) -> &'static PatternTable {
        static FREESTYLE: LazyLock<PatternTable> =
            LazyLock::new(|| PatternTable::new(Rule::Freestyle));
        static EXACT: LazyLock<PatternTable> = LazyLock::new(|| PatternTable::new(Rule::Exact));
        static RENJU: LazyLock<PatternTable> = LazyLock::new(|| PatternTable::new(Rule::Renju));
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Exact => &EXACT,
            Rule::Renju => &RENJU,
            Rule::NoGo => unreachable!("no fives at NoGo"),
        }
    }

    /// A table of which nothing is computed yet.
    fn new(rule: Rule) -> PatternTable {
        let block = || [const { AtomicU8::new(PatternTable::UNKNOWN) }; PAIRS];
        let pairs: Box<[PairBlock]> =
            std::iter::repeat_with(block).take(Window::KEYS / PAIRS).collect();
        PatternTable { rule, pairs: pairs.try_into().expect("just as many") }
    }

    /// The pair of a window.
    #[inline]
    pub(crate) fn get(&self, key: u32) -> PatternPair {
        let pair = self.pairs.as_flattened()[key as usize & (Window::KEYS - 1)].load(Relaxed);
        if pair == PatternTable::UNKNOWN { self.compute(key) } else { PatternPair(pair) }
    }

    /// Computes an entry.
    #[cold]
    #[inline(never)]
    fn compute(&self, key: u32) -> PatternPair {
        let key = key as usize & (Window::KEYS - 1);
        let window = Window::from_key(key);
        let [black, white] = Color::ALL.map(|color| {
            let law = self.rule.law(color).expect("a game of fives");
            LinePattern::from_window(window.seen_by(color), law)
        });
        let pair = PatternPair::new(black, white);
        self.pairs.as_flattened()[key].store(pair.bits(), Relaxed);
        pair
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::shape::shape;

    use super::{Color, LinePattern, PatternTable, Rule, Window};

    #[test]
    fn every_pair_is_the_definition_for_both_colors() {
        for rule in Rule::FIVES {
            for key in 0..Window::KEYS {
                for color in Color::ALL {
                    let law = rule.law(color).expect("a game of fives");
                    let window = Window::from_key(key).seen_by(color);
                    let pair = PatternTable::for_rule(rule).get(key as u32);
                    assert_eq!(pair.shape(color), shape(window, law), "{rule} {color} {key}");
                    let pattern = LinePattern::from_window(window, law);
                    assert_eq!(pair.pattern(color), pattern, "{rule} {color} {key}");
                    let bits = pair.bits() >> (4 * color as u8) & 15;
                    assert_eq!(bits, pattern as u8, "{rule} {color} {key}");
                    assert_ne!(pair.bits(), PatternTable::UNKNOWN, "{rule} {color} {key}");
                    assert_eq!(PatternTable::for_rule(rule).get(key as u32), pair, "computed once");
                }
            }
        }
    }
}
