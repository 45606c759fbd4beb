//! What a stone makes of one line: sixteen groups of windows, told from the definitions.

use tengen_core::{Law, Window, shape::Shape};

use super::strips::{MIDDLE, REACH, shape};

/// What a stone in the middle of a window makes of its line.
///
/// A *row* is five cells in a row, the middle among them, that may still become a five. An *open
/// row* is four cells that may still become a straight four. The rows with the most own stones
/// count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Group {
    /// No five can be made.
    Dead,
    /// Six or more that do not win.
    Overline,
    /// One stone in rows, none of them open.
    ClosedOne,
    /// One stone in open rows.
    One,
    /// Two stones in rows, none of them open.
    ClosedTwo,
    /// Two stones in one open row: another makes a three.
    TwoFew,
    /// Two stones in two open rows.
    Two,
    /// Two stones in three open rows.
    TwoMany,
    /// Three stones in one row that is not open: another makes a four.
    ClosedThree,
    /// Three stones in two rows or more, none of them open.
    ClosedThreeMany,
    /// A three: one point makes it a straight four.
    Three,
    /// A three: either of two points makes it a straight four.
    ThreeMany,
    /// A four.
    Four,
    /// A straight four.
    StraightFour,
    /// Two fours on one line.
    TwoFours,
    /// A five.
    Five,
}

impl Group {
    /// How many there are.
    pub const COUNT: usize = 16;

    /// All of them, in their order.
    pub const ALL: [Group; Group::COUNT] = [
        Group::Dead,
        Group::Overline,
        Group::ClosedOne,
        Group::One,
        Group::ClosedTwo,
        Group::TwoFew,
        Group::Two,
        Group::TwoMany,
        Group::ClosedThree,
        Group::ClosedThreeMany,
        Group::Three,
        Group::ThreeMany,
        Group::Four,
        Group::StraightFour,
        Group::TwoFours,
        Group::Five,
    ];

    /// The group of a window, seen by the owner of the stone in its middle.
    pub fn of(window: Window, law: Law) -> Group {
        Group::of_bits(window.own() | MIDDLE, window.shut() & !MIDDLE, law)
    }

    /// The same by the own stones and the shut cells, a bit a cell.
    pub(crate) fn of_bits(own: u32, shut: u32, law: Law) -> Group {
        let (stones, ways) = most_stones::<5>(own, shut, law);
        let (open_stones, open_ways) = most_stones::<4>(own, shut, law);
        match (shape(own, shut, law), stones) {
            (Shape::Five, _) => Group::Five,
            (Shape::TwoFours, _) => Group::TwoFours,
            (Shape::StraightFour, _) => Group::StraightFour,
            (Shape::Four, _) => Group::Four,
            (Shape::Overline, _) => Group::Overline,
            (Shape::Three, _) if open_ways > 1 => Group::ThreeMany,
            (Shape::Three, _) => Group::Three,
            (Shape::None, 0) => Group::Dead,
            (Shape::None, 1) if open_stones == 1 => Group::One,
            (Shape::None, 1) => Group::ClosedOne,
            (Shape::None, 2) if open_stones == 2 => match open_ways {
                1 => Group::TwoFew,
                2 => Group::Two,
                _ => Group::TwoMany,
            },
            (Shape::None, 2) => Group::ClosedTwo,
            (Shape::None, _) if ways > 1 => Group::ClosedThreeMany,
            (Shape::None, _) => Group::ClosedThree,
        }
    }

    /// What the stone is part of, by name.
    pub const fn shape(self) -> Shape {
        match self {
            Group::Five => Shape::Five,
            Group::TwoFours => Shape::TwoFours,
            Group::StraightFour => Shape::StraightFour,
            Group::Four => Shape::Four,
            Group::Three | Group::ThreeMany => Shape::Three,
            Group::Overline => Shape::Overline,
            _ => Shape::None,
        }
    }

    /// How many stones the line has in its best row, the new one among them.
    pub const fn stones(self) -> u32 {
        match self {
            Group::Dead | Group::Overline => 0,
            Group::ClosedOne | Group::One => 1,
            Group::ClosedTwo | Group::TwoFew | Group::Two | Group::TwoMany => 2,
            Group::ClosedThree | Group::ClosedThreeMany | Group::Three | Group::ThreeMany => 3,
            Group::Four | Group::StraightFour | Group::TwoFours => 4,
            Group::Five => 5,
        }
    }

    /// Whether a straight four is made or can still be made, or another that is as good.
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            Group::One
                | Group::TwoFew
                | Group::Two
                | Group::TwoMany
                | Group::Three
                | Group::ThreeMany
                | Group::StraightFour
                | Group::TwoFours
        )
    }
}

/// The most own stones in a row of five cells through the middle, or an open row of four, and how
/// many rows have them.
fn most_stones<const LENGTH: u32>(own: u32, shut: u32, law: Law) -> (u32, u32) {
    // Beside an open row a cell must be empty; an own stone next to the whole makes it too long.
    let room = 5 - LENGTH;
    let (mut most, mut ways) = (0, 0);
    for first in REACH + 1 - LENGTH..=REACH {
        let row = ((1 << LENGTH) - 1) << first;
        let ends = (((row << room) | (row >> room)) & !row) * u32::from(room > 0);
        let beyond = (row << (room + 1) | row >> (room + 1)) & !(row | ends);
        let fits = shut & row == 0
            && (own | shut) & ends == 0
            && (law.long_rows_win() || own & beyond == 0);
        let stones = (own & row).count_ones();
        if fits && stones >= most {
            ways = if stones == most { ways + 1 } else { 1 };
            most = stones;
        }
    }
    (most, ways)
}

#[cfg(test)]
mod tests {
    use tengen_core::Cell;

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
            ("...........", Group::One, Group::One),
            ("..o........", Group::One, Group::One),
            ("....o......", Group::ClosedOne, Group::ClosedOne),
            ("....o...o..", Group::Dead, Group::Dead),
            ("......x....", Group::TwoMany, Group::TwoMany),
            (".......x...", Group::Two, Group::Two),
            ("........x..", Group::TwoFew, Group::TwoFew),
            (".........x.", Group::ClosedTwo, Group::ClosedTwo),
            ("..........x", Group::One, Group::One),
            ("....o.x....", Group::ClosedTwo, Group::ClosedTwo),
            ("...o..x...#", Group::TwoFew, Group::TwoFew),
            ("...o.x.x...", Group::TwoFew, Group::TwoFew),
            ("....o.xx...", Group::ClosedThree, Group::ClosedThree),
            ("..x...x..x.", Group::ClosedThreeMany, Group::ClosedThreeMany),
            ("....x.x....", Group::ThreeMany, Group::ThreeMany),
            ("...xx...o..", Group::ThreeMany, Group::ThreeMany),
            ("..oxx......", Group::ClosedThree, Group::ClosedThree),
            (".o.xx......", Group::Three, Group::Three),
            ("...x..x....", Group::Three, Group::Three),
            ("..xxx......", Group::StraightFour, Group::StraightFour),
            (".oxxx......", Group::Four, Group::Four),
            ("..x.x.x.x..", Group::TwoFours, Group::TwoFours),
            (".xxxx......", Group::Five, Group::Five),
            ("xxxxx......", Group::Five, Group::Overline),
        ] {
            for (law, expected) in [(Law::FREE, free), (Law::EXACT, exact)] {
                let reversed: String = picture.chars().rev().collect();
                assert_eq!(Group::of(draw(picture), law), expected, "{picture} {law:?}");
                assert_eq!(Group::of(draw(&reversed), law), expected, "{reversed} {law:?}");
            }
        }
    }

    /// The rows cell by cell: the plain twin.
    fn plain_stones(window: Window, law: Law, length: i32) -> (u32, u32) {
        let is = |offset: i32, cell: Cell| window.cell(offset) == cell;
        let room = 5 - length;
        let fits = |&first: &i32| {
            let last = first + length - 1;
            let too_long = is(first - room - 1, Cell::Black) || is(last + room + 1, Cell::Black);
            (first..=last).all(|n| is(n, Cell::Empty) || is(n, Cell::Black))
                && (1..=room).all(|n| is(first - n, Cell::Empty) && is(last + n, Cell::Empty))
                && (law.long_rows_win() || !too_long)
        };
        let stones = |first: i32| (first..first + length).filter(|&n| is(n, Cell::Black)).count();
        let rows: Vec<usize> = (1 - length..=0).filter(fits).map(stones).collect();
        let most = rows.iter().copied().max().unwrap_or(0);
        (most as u32, rows.iter().filter(|&&stones| stones == most).count() as u32)
    }

    #[test]
    fn rows_are_those_of_the_cells_and_shapes_those_of_the_core() {
        for key in 0..Window::KEYS {
            let window = Window::from_key(key);
            if window.cell(1) == Cell::Edge && key % 7 != 0 {
                continue;
            }
            for law in [Law::FREE, Law::EXACT] {
                let (own, shut) = (window.own() | MIDDLE, window.shut() & !MIDDLE);
                let (five, four) =
                    (most_stones::<5>(own, shut, law), most_stones::<4>(own, shut, law));
                let group = Group::of(window, law);
                assert_eq!(five, plain_stones(window, law, 5), "{key} {law:?}");
                assert_eq!(four, plain_stones(window, law, 4), "{key} {law:?}");
                assert_eq!(group.shape(), tengen_core::shape::shape(window, law), "{key} {law:?}");
                if group.shape() == Shape::None {
                    assert_eq!(group.stones(), five.0, "{key} {law:?}");
                }
            }
        }
    }

    #[test]
    fn all_groups_are_listed_in_their_order() {
        for (number, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!(group as usize, number);
        }
    }
}
