//! What a stone makes on one line: sixteen groups of windows, told from the definitions.

use std::sync::LazyLock;

use tengen_core::{
    Cell, Color, Law, Rule, Window,
    shape::{Shape, extensions, shape},
};

/// What a stone in the middle of a window makes of its line, in rising order.
///
/// A *row* is five cells in a row, the middle among them, that may still become a five. An *open
/// row* is four cells that may still become a straight four. The rows with the most own stones
/// count; *few* and *many* are about how many such rows there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Group {
    /// No five can be made.
    Dead,
    /// One stone in rows, none of them open.
    ClosedOne,
    /// One stone in one or two open rows.
    OneFew,
    /// One stone in three or four open rows.
    OneMany,
    /// Two stones in one row, none of them open.
    ClosedTwoFew,
    /// Two stones in two rows or more, none of them open.
    ClosedTwoMany,
    /// Two stones in one open row: another makes a three.
    TwoFew,
    /// Two stones in two open rows.
    Two,
    /// Two stones in three open rows.
    TwoMany,
    /// Three stones in one row: another makes a four.
    ClosedThreeFew,
    /// Three stones in two rows or more, none of them open.
    ClosedThreeMany,
    /// A three that one point makes a straight four.
    ThreeFew,
    /// A three that either of two points makes a straight four.
    ThreeMany,
    /// A four.
    Four,
    /// A straight four, or two fours on the line: two ways to a five.
    StraightFour,
    /// A five.
    Five,
}

impl Group {
    /// How many there are.
    pub const COUNT: usize = 16;

    /// All of them, in rising order.
    pub const ALL: [Group; Group::COUNT] = [
        Group::Dead,
        Group::ClosedOne,
        Group::OneFew,
        Group::OneMany,
        Group::ClosedTwoFew,
        Group::ClosedTwoMany,
        Group::TwoFew,
        Group::Two,
        Group::TwoMany,
        Group::ClosedThreeFew,
        Group::ClosedThreeMany,
        Group::ThreeFew,
        Group::ThreeMany,
        Group::Four,
        Group::StraightFour,
        Group::Five,
    ];

    /// The group of a window, seen by the owner of the stone in its middle.
    pub fn of(window: Window, law: Law) -> Group {
        let window = window.with(0, Cell::Black);
        let (stones, ways) = most(&rows::<5>(window, law));
        let (open_stones, open_ways) = most(&rows::<4>(window, law));
        match shape(window, law) {
            Shape::Five => Group::Five,
            Shape::StraightFour | Shape::TwoFours => Group::StraightFour,
            Shape::Four => Group::Four,
            Shape::Three if extensions(window, law).count() > 1 => Group::ThreeMany,
            Shape::Three => Group::ThreeFew,
            Shape::Overline => Group::Dead,
            Shape::None => match (stones, open_stones) {
                (0, _) => Group::Dead,
                (1, 1) if open_ways > 2 => Group::OneMany,
                (1, 1) => Group::OneFew,
                (1, _) => Group::ClosedOne,
                (2, 2) if open_ways > 2 => Group::TwoMany,
                (2, 2) if open_ways > 1 => Group::Two,
                (2, 2) => Group::TwoFew,
                (2, _) if ways > 1 => Group::ClosedTwoMany,
                (2, _) => Group::ClosedTwoFew,
                _ if ways > 1 => Group::ClosedThreeMany,
                _ => Group::ClosedThreeFew,
            },
        }
    }

    /// How many stones the line has in its best row, the new one among them.
    pub const fn stones(self) -> u32 {
        match self {
            Group::Dead => 0,
            Group::ClosedOne | Group::OneFew | Group::OneMany => 1,
            Group::ClosedTwoFew
            | Group::ClosedTwoMany
            | Group::TwoFew
            | Group::Two
            | Group::TwoMany => 2,
            Group::ClosedThreeFew | Group::ClosedThreeMany | Group::ThreeFew | Group::ThreeMany => {
                3
            }
            Group::Four | Group::StraightFour => 4,
            Group::Five => 5,
        }
    }

    /// Whether a straight four can still be made, or is.
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            Group::OneFew
                | Group::OneMany
                | Group::TwoFew
                | Group::Two
                | Group::TwoMany
                | Group::ThreeFew
                | Group::ThreeMany
                | Group::StraightFour
        )
    }

    /// Whether it is the one with more ways among those that differ in this alone.
    pub const fn has_many_ways(self) -> bool {
        matches!(
            self,
            Group::OneMany
                | Group::ClosedTwoMany
                | Group::Two
                | Group::TwoMany
                | Group::ClosedThreeMany
                | Group::ThreeMany
                | Group::StraightFour
        )
    }
}

/// The rows of `LENGTH` cells through the middle that may still become a five, or a straight four
/// if it is four cells: the own stones in each.
fn rows<const LENGTH: i32>(window: Window, law: Law) -> Vec<u32> {
    let is = |offset: i32, cell: Cell| window.cell(offset) == cell;
    let free = |offset: i32| is(offset, Cell::Empty) || is(offset, Cell::Black);
    // The cells that must be empty beside it, and those that must not be own beyond them.
    let room = 5 - LENGTH;
    let fits = |&first: &i32| {
        let last = first + LENGTH - 1;
        let too_long = is(first - room - 1, Cell::Black) || is(last + room + 1, Cell::Black);
        (first..=last).all(free)
            && (1..=room).all(|n| is(first - n, Cell::Empty) && is(last + n, Cell::Empty))
            && (law.long_rows_win() || !too_long)
    };
    (1 - LENGTH..=0)
        .filter(fits)
        .map(|first| (first..first + LENGTH).filter(|&n| is(n, Cell::Black)).count() as u32)
        .collect()
}

/// The most stones that a row has, and how many rows have them.
fn most(rows: &[u32]) -> (u32, usize) {
    let most = rows.iter().copied().max().unwrap_or(0);
    (most, rows.iter().filter(|&&stones| stones == most).count())
}

/// The groups of all windows for both colors under one rule, by [`Window::key`].
#[derive(Debug)]
pub(crate) struct Groups(Box<[u8]>);

impl Groups {
    /// The table of `rule`, a game of fives, filled when it is first asked for.
    pub(crate) fn of(rule: Rule) -> &'static Groups {
        static FREESTYLE: LazyLock<Groups> = LazyLock::new(|| Groups::fill(Rule::Freestyle));
        static EXACT: LazyLock<Groups> = LazyLock::new(|| Groups::fill(Rule::Exact));
        static RENJU: LazyLock<Groups> = LazyLock::new(|| Groups::fill(Rule::Renju));
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Exact => &EXACT,
            Rule::Renju => &RENJU,
            Rule::NoGo => unreachable!("no fives at NoGo"),
        }
    }

    fn fill(rule: Rule) -> Groups {
        let [black, white] = Color::ALL.map(|color| rule.law(color).expect("a game of fives"));
        let black_groups = groups(black);
        let white_groups = if white == black { black_groups.clone() } else { groups(white) };
        let both = |key: usize| {
            let (black, white) = (key % PLANE, key / PLANE);
            black_groups[(black & !white) + white * PLANE] as u8
                | (white_groups[(white & !black) + black * PLANE] as u8) << 4
        };
        Groups((0..Window::KEYS).map(both).collect())
    }

    /// The group for Black in the low four bits, that for White in the high ones.
    #[inline]
    pub(crate) fn get(&self, key: u32) -> u8 {
        self.0[key as usize & (Window::KEYS - 1)]
    }
}

/// The number of ways that stones can lie on the ten cells around the middle.
const PLANE: usize = 1 << 10;

/// The groups of one law, by own stones and shut cells. A cell that is both has none.
fn groups(law: Law) -> Vec<Group> {
    let mut groups = vec![Group::Dead; Window::KEYS];
    for shut in 0..PLANE {
        let open = (PLANE - 1) & !shut;
        let mut own = open;
        loop {
            let key = own + shut * PLANE;
            groups[key] = Group::of(Window::from_key(key), law);
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
    use super::*;

    fn draw(picture: &str) -> Window {
        assert_eq!(picture.len(), 11);
        picture.chars().zip(-5..).fold(Window::EMPTY, |window, (cell, offset)| {
            let cell = match cell {
                'x' => Cell::Black,
                'o' => Cell::White,
                '#' => Cell::Edge,
                _ => Cell::Empty,
            };
            window.with(offset, cell)
        })
    }

    #[test]
    fn groups_by_picture() {
        for (picture, free, exact) in [
            ("...........", Group::OneMany, Group::OneMany),
            ("..o........", Group::OneFew, Group::OneFew),
            ("....o......", Group::ClosedOne, Group::ClosedOne),
            ("....o...o..", Group::Dead, Group::Dead),
            ("......x....", Group::TwoMany, Group::TwoMany),
            (".......x...", Group::Two, Group::Two),
            ("........x..", Group::TwoFew, Group::TwoFew),
            (".........x.", Group::ClosedTwoFew, Group::ClosedTwoFew),
            ("....o.x....", Group::ClosedTwoFew, Group::ClosedTwoFew),
            ("...o..x...#", Group::TwoFew, Group::TwoFew),
            ("....o.xx...", Group::ClosedThreeFew, Group::ClosedThreeFew),
            ("...o.x.x...", Group::TwoFew, Group::TwoFew),
            ("....x.x....", Group::ThreeMany, Group::ThreeMany),
            ("...xx...o..", Group::ThreeMany, Group::ThreeMany),
            ("..oxx......", Group::ClosedThreeFew, Group::ClosedThreeFew),
            (".o.xx......", Group::ThreeFew, Group::ThreeFew),
            ("...x..x....", Group::ThreeFew, Group::ThreeFew),
            ("..xxx......", Group::StraightFour, Group::StraightFour),
            (".oxxx......", Group::Four, Group::Four),
            ("..x.x.x.x..", Group::StraightFour, Group::StraightFour),
            ("..x...x..x.", Group::ClosedThreeMany, Group::ClosedThreeMany),
            ("..x.xxx.x..", Group::StraightFour, Group::StraightFour),
            (".xxxx......", Group::Five, Group::Five),
            ("xxxxx......", Group::Five, Group::Dead),
        ] {
            for (law, expected) in [(Law::FREE, free), (Law::EXACT, exact)] {
                let reversed: String = picture.chars().rev().collect();
                assert_eq!(Group::of(draw(picture), law), expected, "{picture} {law:?}");
                assert_eq!(Group::of(draw(&reversed), law), expected, "{reversed} {law:?}");
            }
        }
    }

    #[test]
    fn the_table_is_the_definition_for_both_colors() {
        for rule in Rule::FIVES {
            for key in (0..Window::KEYS).step_by(3) {
                for color in Color::ALL {
                    let law = rule.law(color).expect("a game of fives");
                    let expected = Group::of(Window::from_key(key).seen_by(color), law) as u8;
                    let group = Groups::of(rule).get(key as u32) >> (4 * color as u32) & 15;
                    assert_eq!(group, expected, "{rule} {color} {key}");
                }
            }
        }
    }

    #[test]
    fn all_groups_are_listed_in_their_order_and_occur() {
        let mut seen = [false; Group::COUNT];
        for key in 0..Window::KEYS {
            seen[usize::from(Groups::of(Rule::Freestyle).get(key as u32) & 15)] = true;
        }
        assert_eq!(seen, [true; Group::COUNT]);
        for (number, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!(group as usize, number);
        }
    }
}
