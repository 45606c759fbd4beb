//! Line patterns: what a stone makes of one line, in sixteen classes computed from the definitions.

use tengen_core::{Law, Window, shape::Shape, shape_bits::shape};

use super::bit_lines::{MIDDLE, REACH};

/// Pattern of one line: what a stone in the middle of a window makes of it.
///
/// A *row* is five cells in a row, the middle among them, that may still become a five. An *open
/// row* is four cells that may still become a straight four. The rows with the most own stones
/// count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum LinePattern {
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

impl LinePattern {
    /// How many there are.
    pub const COUNT: usize = 16;

    /// All of them, in their order.
    pub const ALL: [LinePattern; LinePattern::COUNT] = [
        LinePattern::Dead,
        LinePattern::Overline,
        LinePattern::ClosedOne,
        LinePattern::One,
        LinePattern::ClosedTwo,
        LinePattern::TwoFew,
        LinePattern::Two,
        LinePattern::TwoMany,
        LinePattern::ClosedThree,
        LinePattern::ClosedThreeMany,
        LinePattern::Three,
        LinePattern::ThreeMany,
        LinePattern::Four,
        LinePattern::StraightFour,
        LinePattern::TwoFours,
        LinePattern::Five,
    ];

    /// The pattern of a window, seen by the owner of the stone in its middle.
    pub fn from_window(window: Window, law: Law) -> LinePattern {
        LinePattern::from_bits(window.own() | MIDDLE, window.shut() & !MIDDLE, law)
    }

    /// The pattern of own stones and shut cells, a bit a cell.
    pub(crate) fn from_bits(own: u32, shut: u32, law: Law) -> LinePattern {
        let (stones, ways) = most_stones::<5>(own, shut, law);
        let (open_stones, open_ways) = most_stones::<4>(own, shut, law);
        match (shape(own, shut, law), stones) {
            (Shape::Five, _) => LinePattern::Five,
            (Shape::TwoFours, _) => LinePattern::TwoFours,
            (Shape::StraightFour, _) => LinePattern::StraightFour,
            (Shape::Four, _) => LinePattern::Four,
            (Shape::Overline, _) => LinePattern::Overline,
            (Shape::Three, _) if open_ways > 1 => LinePattern::ThreeMany,
            (Shape::Three, _) => LinePattern::Three,
            (Shape::None, 0) => LinePattern::Dead,
            (Shape::None, 1) if open_stones == 1 => LinePattern::One,
            (Shape::None, 1) => LinePattern::ClosedOne,
            (Shape::None, 2) if open_stones == 2 => match open_ways {
                1 => LinePattern::TwoFew,
                2 => LinePattern::Two,
                _ => LinePattern::TwoMany,
            },
            (Shape::None, 2) => LinePattern::ClosedTwo,
            (Shape::None, _) if ways > 1 => LinePattern::ClosedThreeMany,
            (Shape::None, _) => LinePattern::ClosedThree,
        }
    }

    /// The shape of the core that this pattern refines.
    pub const fn shape(self) -> Shape {
        match self {
            LinePattern::Five => Shape::Five,
            LinePattern::TwoFours => Shape::TwoFours,
            LinePattern::StraightFour => Shape::StraightFour,
            LinePattern::Four => Shape::Four,
            LinePattern::Three | LinePattern::ThreeMany => Shape::Three,
            LinePattern::Overline => Shape::Overline,
            _ => Shape::None,
        }
    }

    /// How many stones the line has in its best row, the new one among them.
    pub const fn stones(self) -> u32 {
        match self {
            LinePattern::Dead | LinePattern::Overline => 0,
            LinePattern::ClosedOne | LinePattern::One => 1,
            LinePattern::ClosedTwo
            | LinePattern::TwoFew
            | LinePattern::Two
            | LinePattern::TwoMany => 2,
            LinePattern::ClosedThree
            | LinePattern::ClosedThreeMany
            | LinePattern::Three
            | LinePattern::ThreeMany => 3,
            LinePattern::Four | LinePattern::StraightFour | LinePattern::TwoFours => 4,
            LinePattern::Five => 5,
        }
    }

    /// Whether a straight four is made or can still be made, or another that is as good.
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            LinePattern::One
                | LinePattern::TwoFew
                | LinePattern::Two
                | LinePattern::TwoMany
                | LinePattern::Three
                | LinePattern::ThreeMany
                | LinePattern::StraightFour
                | LinePattern::TwoFours
        )
    }
}

/// The most own stones in a row of five cells through the middle, or an open row of four, and how
/// many rows have them.
fn most_stones<const LENGTH: u32>(own: u32, shut: u32, law: Law) -> (u32, u32) {
    // Beside an open row a cell must be empty; an own stone next to the whole makes it too long.
    let scratch = 5 - LENGTH;
    let (mut most, mut ways) = (0, 0);
    for first in REACH + 1 - LENGTH..=REACH {
        let row = ((1 << LENGTH) - 1) << first;
        let ends = (((row << scratch) | (row >> scratch)) & !row) * u32::from(scratch > 0);
        let beyond = (row << (scratch + 1) | row >> (scratch + 1)) & !(row | ends);
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

    #[test]
    fn groups_by_picture() {
        for (picture, free, exact) in [
            ("...........", LinePattern::One, LinePattern::One),
            ("..o........", LinePattern::One, LinePattern::One),
            ("....o......", LinePattern::ClosedOne, LinePattern::ClosedOne),
            ("....o...o..", LinePattern::Dead, LinePattern::Dead),
            ("......x....", LinePattern::TwoMany, LinePattern::TwoMany),
            (".......x...", LinePattern::Two, LinePattern::Two),
            ("........x..", LinePattern::TwoFew, LinePattern::TwoFew),
            (".........x.", LinePattern::ClosedTwo, LinePattern::ClosedTwo),
            ("..........x", LinePattern::One, LinePattern::One),
            ("....o.x....", LinePattern::ClosedTwo, LinePattern::ClosedTwo),
            ("...o..x...#", LinePattern::TwoFew, LinePattern::TwoFew),
            ("...o.x.x...", LinePattern::TwoFew, LinePattern::TwoFew),
            ("....o.xx...", LinePattern::ClosedThree, LinePattern::ClosedThree),
            ("..x...x..x.", LinePattern::ClosedThreeMany, LinePattern::ClosedThreeMany),
            ("....x.x....", LinePattern::ThreeMany, LinePattern::ThreeMany),
            ("...xx...o..", LinePattern::ThreeMany, LinePattern::ThreeMany),
            ("..oxx......", LinePattern::ClosedThree, LinePattern::ClosedThree),
            (".o.xx......", LinePattern::Three, LinePattern::Three),
            ("...x..x....", LinePattern::Three, LinePattern::Three),
            ("..xxx......", LinePattern::StraightFour, LinePattern::StraightFour),
            (".oxxx......", LinePattern::Four, LinePattern::Four),
            ("..x.x.x.x..", LinePattern::TwoFours, LinePattern::TwoFours),
            (".xxxx......", LinePattern::Five, LinePattern::Five),
            ("xxxxx......", LinePattern::Five, LinePattern::Overline),
        ] {
            for (law, expected) in [(Law::FREE, free), (Law::EXACT, exact)] {
                let reversed: String = picture.chars().rev().collect();
                assert_eq!(
                    LinePattern::from_window(picture.parse().unwrap(), law),
                    expected,
                    "{picture} {law:?}"
                );
                assert_eq!(
                    LinePattern::from_window(reversed.parse().unwrap(), law),
                    expected,
                    "{reversed} {law:?}"
                );
            }
        }
    }

    /// The rows cell by cell: the plain twin.
    fn plain_stones(window: Window, law: Law, length: i32) -> (u32, u32) {
        let is = |offset: i32, cell: Cell| window.cell(offset) == cell;
        let scratch = 5 - length;
        let fits = |&first: &i32| {
            let last = first + length - 1;
            let too_long =
                is(first - scratch - 1, Cell::Black) || is(last + scratch + 1, Cell::Black);
            (first..=last).all(|n| is(n, Cell::Empty) || is(n, Cell::Black))
                && (1..=scratch).all(|n| is(first - n, Cell::Empty) && is(last + n, Cell::Empty))
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
                let pattern = LinePattern::from_window(window, law);
                assert_eq!(five, plain_stones(window, law, 5), "{key} {law:?}");
                assert_eq!(four, plain_stones(window, law, 4), "{key} {law:?}");
                assert_eq!(
                    pattern.shape(),
                    tengen_core::shape::shape(window, law),
                    "{key} {law:?}"
                );
                if pattern.shape() == Shape::None {
                    assert_eq!(pattern.stones(), five.0, "{key} {law:?}");
                }
            }
        }
    }

    #[test]
    fn all_groups_are_listed_in_their_order() {
        for (number, pattern) in LinePattern::ALL.into_iter().enumerate() {
            assert_eq!(pattern as usize, number);
        }
    }
}
