//! What a stone of either color would make, by one look into a table.

use std::sync::LazyLock;

use tengen_core::{Color, Law, Rule, Window, shape::Shape};

use super::{group::Group, strips::MIDDLE};

/// What a stone of either color in the middle of a window would make.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair(u8);

impl Pair {
    fn new(black: Group, white: Group) -> Pair {
        Pair(black as u8 | (white as u8) << 4)
    }

    /// What a stone of `color` would make.
    #[inline]
    pub fn group(self, color: Color) -> Group {
        Group::ALL[self.number(color)]
    }

    #[inline]
    fn number(self, color: Color) -> usize {
        usize::from(self.0 >> (4 * color as u8) & 15)
    }

    /// What a stone of `color` would be part of, by name.
    #[inline]
    pub(crate) fn shape(self, color: Color) -> Shape {
        const SHAPES: [Shape; Group::COUNT] = {
            let mut shapes = [Shape::None; Group::COUNT];
            let mut number = 0;
            while number < Group::COUNT {
                shapes[number] = Group::ALL[number].shape();
                number += 1;
            }
            shapes
        };
        SHAPES[self.number(color)]
    }

    /// What a stone of `color` makes, to be added up.
    #[inline]
    pub(crate) fn made(self, color: Color) -> Made {
        Made(Made::OF[self.number(color)])
    }

    /// Its number: four bits of Black's [`Group`], and above them four of White's.
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

/// What a stone makes on all lines together: how often each of five things, four bits a number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Made(u32);

impl Made {
    const WAY: u32 = 1;
    const FOUR: u32 = 1 << 4;
    const THREE: u32 = 1 << 8;
    const OVERLINE: u32 = 1 << 12;
    const FIVE: u32 = 1 << 16;

    /// In the order of [`Group`].
    const OF: [u32; Group::COUNT] = {
        let mut all = [0; Group::COUNT];
        let mut number = 0;
        while number < Group::COUNT {
            all[number] = match Group::ALL[number].shape() {
                Shape::None => 0,
                Shape::Three => Made::THREE,
                Shape::Four => Made::FOUR + Made::WAY,
                Shape::StraightFour => Made::FOUR + 2 * Made::WAY,
                Shape::TwoFours => 2 * Made::FOUR + 2 * Made::WAY,
                Shape::Overline => Made::OVERLINE,
                Shape::Five => Made::FIVE,
            };
            number += 1;
        }
        all
    };

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
        let black_groups = groups(black);
        let white_groups = if white == black { black_groups.clone() } else { groups(white) };
        let pair = |key: usize| {
            let (black, white) = (key % PLANE, key / PLANE);
            Pair::new(
                black_groups[(black & !white) + white * PLANE],
                white_groups[(white & !black) + black * PLANE],
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

/// The groups of one law, by own stones and shut cells. A cell that is both has none.
fn groups(law: Law) -> Vec<Group> {
    let with_middle = |plane: usize| (plane & 0x1F | (plane & 0x3E0) << 1) as u32;
    let mut groups = vec![Group::Dead; Window::KEYS];
    for shut in 0..PLANE {
        let open = (PLANE - 1) & !shut;
        let mut own = open;
        loop {
            let (own_bits, shut_bits) = (with_middle(own) | MIDDLE, with_middle(shut));
            groups[own + shut * PLANE] = Group::of_bits(own_bits, shut_bits, law);
            if own == 0 {
                break;
            }
            own = (own - 1) & open;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use tengen_core::shape::shape;

    use super::{Color, Group, Pairs, Rule, Window};

    #[test]
    fn every_pair_is_the_definition_for_both_colors() {
        for rule in Rule::FIVES {
            for key in 0..Window::KEYS {
                for color in Color::ALL {
                    let law = rule.law(color).expect("a game of fives");
                    let window = Window::from_key(key).seen_by(color);
                    let pair = Pairs::of(rule).get(key as u32);
                    assert_eq!(pair.shape(color), shape(window, law), "{rule} {color} {key}");
                    let group = Group::of(window, law);
                    assert_eq!(pair.group(color), group, "{rule} {color} {key}");
                    let bits = pair.bits() >> (4 * color as u8) & 15;
                    assert_eq!(bits, group as u8, "{rule} {color} {key}");
                }
            }
        }
    }
}
