//! Lookup table from a window to the line patterns of both colors.

use std::sync::LazyLock;

use tengen_core::{Color, Law, Rule, Window, shape::Shape};

use super::{bit_lines::MIDDLE, line_pattern::LinePattern};

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

/// Pattern table: the pairs of all windows under one rule, by [`Window::key`].
///
/// Why a million entries, where [`Shapes`](tengen_core::shape::Shapes) has 59,049: one look here is six there, and few of the
/// entries are ever looked at.
#[derive(Debug)]
pub(crate) struct PatternTable(Box<[PatternPair]>);

impl PatternTable {
    /// The table of `rule`, a game of fives, computed on first use.
    pub(crate) fn of(rule: Rule) -> &'static PatternTable {
        static FREESTYLE: LazyLock<PatternTable> =
            LazyLock::new(|| PatternTable::fill(Rule::Freestyle));
        static EXACT: LazyLock<PatternTable> = LazyLock::new(|| PatternTable::fill(Rule::Exact));
        static RENJU: LazyLock<PatternTable> = LazyLock::new(|| PatternTable::fill(Rule::Renju));
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Exact => &EXACT,
            Rule::Renju => &RENJU,
            Rule::NoGo => unreachable!("no fives at NoGo"),
        }
    }

    fn fill(rule: Rule) -> PatternTable {
        let [black, white] = Color::ALL.map(|color| rule.law(color).expect("a game of fives"));
        let black_groups = patterns(black);
        let white_groups = if white == black { black_groups.clone() } else { patterns(white) };
        let pair = |key: usize| {
            let (black, white) = (key % PLANE, key / PLANE);
            PatternPair::new(
                black_groups[(black & !white) + white * PLANE],
                white_groups[(white & !black) + black * PLANE],
            )
        };
        PatternTable((0..Window::KEYS).map(pair).collect())
    }

    #[inline]
    pub(crate) fn get(&self, key: u32) -> PatternPair {
        self.0[key as usize & (Window::KEYS - 1)]
    }
}

/// The number of ways that stones can lie on the ten cells around the middle.
const PLANE: usize = 1 << 10;

/// The patterns of one law, by own stones and shut cells. A cell that is both has none.
fn patterns(law: Law) -> Vec<LinePattern> {
    let with_middle = |plane: usize| (plane & 0x1F | (plane & 0x3E0) << 1) as u32;
    let mut patterns = vec![LinePattern::Dead; Window::KEYS];
    for shut in 0..PLANE {
        let open = (PLANE - 1) & !shut;
        let mut own = open;
        loop {
            let (own_bits, shut_bits) = (with_middle(own) | MIDDLE, with_middle(shut));
            patterns[own + shut * PLANE] = LinePattern::of_bits(own_bits, shut_bits, law);
            if own == 0 {
                break;
            }
            own = (own - 1) & open;
        }
    }
    patterns
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
                    let pair = PatternTable::of(rule).get(key as u32);
                    assert_eq!(pair.shape(color), shape(window, law), "{rule} {color} {key}");
                    let pattern = LinePattern::of(window, law);
                    assert_eq!(pair.pattern(color), pattern, "{rule} {color} {key}");
                    let bits = pair.bits() >> (4 * color as u8) & 15;
                    assert_eq!(bits, pattern as u8, "{rule} {color} {key}");
                }
            }
        }
    }
}
