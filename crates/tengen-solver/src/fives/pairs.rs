//! What a stone of either color would make, by one look into a table.

use std::sync::LazyLock;

use tengen_core::{Color, Law, Rule, Window, shape::Shape};

use super::strips::shape;

/// What a stone of either color in the middle of a window is part of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pair(u8);

impl Pair {
    fn new(black: Shape, white: Shape) -> Pair {
        Pair(black as u8 | (white as u8) << 4)
    }

    #[inline]
    pub(crate) fn shape(self, color: Color) -> Shape {
        const SHAPES: [Shape; 8] = [
            Shape::None,
            Shape::Three,
            Shape::Four,
            Shape::StraightFour,
            Shape::TwoFours,
            Shape::Overline,
            Shape::Five,
            Shape::None,
        ];
        SHAPES[usize::from(self.0 >> (4 * color as u8) & 7)]
    }

    /// What a stone of `color` makes, to be added up.
    #[inline]
    pub(crate) fn made(self, color: Color) -> Made {
        Made(Made::OF[usize::from(self.0 >> (4 * color as u8) & 7)])
    }

    /// The index into a table of all pairs.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a stone makes on all lines together: how often each of five things, four bits a number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Made(u32);

impl Made {
    const WAY: u32 = 1;
    const FOUR: u32 = 1 << 4;
    const THREE: u32 = 1 << 8;
    const OVERLINE: u32 = 1 << 12;
    const FIVE: u32 = 1 << 16;

    /// In the order of [`Shape`].
    const OF: [u32; 8] = [
        0,
        Made::THREE,
        Made::FOUR + Made::WAY,
        Made::FOUR + 2 * Made::WAY,
        2 * Made::FOUR + 2 * Made::WAY,
        Made::OVERLINE,
        Made::FIVE,
        0,
    ];

    /// The number of points where the next stone makes a five.
    #[inline]
    pub(crate) fn ways(self) -> u32 {
        self.0 % Made::FOUR
    }

    /// Whether it may not be made by Black at renju. Where that depends on more than the lines
    /// through the stone, `ask` says it.
    #[inline]
    pub(crate) fn is_foul(self, ask: impl FnOnce() -> bool) -> bool {
        if self.0 < 2 * Made::FOUR || self.0 >= Made::FIVE {
            return false;
        }
        self.0 >= Made::OVERLINE
            || self.0 % Made::THREE >= 2 * Made::FOUR
            || self.0 % Made::OVERLINE >= 2 * Made::THREE && ask()
    }
}

impl std::ops::AddAssign for Made {
    #[inline]
    fn add_assign(&mut self, other: Made) {
        self.0 += other.0;
    }
}

impl std::iter::Sum for Made {
    #[inline]
    fn sum<I: Iterator<Item = Made>>(parts: I) -> Made {
        Made(parts.map(|made| made.0).sum())
    }
}

/// The pairs of all windows under one rule, by [`Window::key`].
///
/// Why a million entries, where [`Shapes`](tengen_core::shape::Shapes) has 59,049: one look here is six there, and few of the
/// entries are ever looked at.
#[derive(Debug)]
pub(crate) struct Pairs(Box<[Pair]>);

impl Pairs {
    /// The table of `rule`, a game of fives, filled when it is first asked for.
    pub(crate) fn of(rule: Rule) -> &'static Pairs {
        static FREESTYLE: LazyLock<Pairs> = LazyLock::new(|| Pairs::fill(Rule::Freestyle));
        static EXACT: LazyLock<Pairs> = LazyLock::new(|| Pairs::fill(Rule::Exact));
        static RENJU: LazyLock<Pairs> = LazyLock::new(|| Pairs::fill(Rule::Renju));
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Exact => &EXACT,
            Rule::Renju => &RENJU,
            Rule::NoGo => unreachable!("no fives at NoGo"),
        }
    }

    fn fill(rule: Rule) -> Pairs {
        let [black, white] = Color::ALL.map(|color| rule.law(color).expect("a game of fives"));
        let black_shapes = shapes(black);
        let white_shapes = if white == black { black_shapes.clone() } else { shapes(white) };
        let pair = |key: usize| {
            let (black, white) = (key % PLANE, key / PLANE);
            Pair::new(
                black_shapes[(black & !white) + white * PLANE],
                white_shapes[(white & !black) + black * PLANE],
            )
        };
        Pairs((0..Window::KEYS).map(pair).collect())
    }

    #[inline]
    pub(crate) fn get(&self, key: u32) -> Pair {
        self.0[key as usize & (Window::KEYS - 1)]
    }
}

/// The number of ways that stones can lie on the ten cells around the middle.
const PLANE: usize = 1 << 10;

/// The shapes of one law, by own stones and shut cells. A cell that is both has none.
fn shapes(law: Law) -> Vec<Shape> {
    let with_middle = |plane: usize| (plane & 0x1F | (plane & 0x3E0) << 1) as u32;
    let mut shapes = vec![Shape::None; Window::KEYS];
    for shut in 0..PLANE {
        let open = (PLANE - 1) & !shut;
        let mut own = open;
        loop {
            let middle = 1 << Window::REACH;
            shapes[own + shut * PLANE] = shape(with_middle(own) | middle, with_middle(shut), law);
            if own == 0 {
                break;
            }
            own = (own - 1) & open;
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use tengen_core::shape::shape;

    use super::{Color, Pairs, Rule, Window};

    #[test]
    fn every_pair_is_the_definition_for_both_colors() {
        for rule in Rule::FIVES {
            for key in 0..Window::KEYS {
                for color in Color::ALL {
                    let law = rule.law(color).expect("a game of fives");
                    let expected = shape(Window::from_key(key).seen_by(color), law);
                    let pair = Pairs::of(rule).get(key as u32);
                    assert_eq!(pair.shape(color), expected, "{rule} {color} {key}");
                }
            }
        }
    }
}
