//! What a stone in the middle of a window is part of: the definitions, and a table of them.

use std::sync::LazyLock;

use crate::{Cell, Law, Window, shape_bits};

/// The best thing an own stone in the middle of a window is part of, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Shape {
    /// Nothing.
    None,
    /// `.xxx.`, `.xx.x.`: one move from a straight four. Renju asks more before it counts one, see
    /// [`renju`](crate::renju).
    Three,
    /// `xxxx.`, `xx.xx`: one move from a five.
    Four,
    /// `.xxxx.`: either end makes a five.
    StraightFour,
    /// `x.xxx.x`: two separate fours on one line.
    TwoFours,
    /// Six or more that do not win.
    Overline,
    /// A win.
    Five,
}

impl Shape {
    /// What players call it.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::None => "nothing",
            Shape::Three => "three",
            Shape::Four => "four",
            Shape::StraightFour => "straight four",
            Shape::TwoFours => "two fours",
            Shape::Overline => "overline",
            Shape::Five => "five",
        }
    }

    /// The number of fours a stone of this shape has made.
    pub const fn fours(self) -> u32 {
        match self {
            Shape::Four | Shape::StraightFour => 1,
            Shape::TwoFours => 2,
            Shape::None | Shape::Three | Shape::Overline | Shape::Five => 0,
        }
    }
}

/// The shape an own stone in the middle of `window` is part of, by definition.
///
/// This is the definition, slow and plain; [`Shapes`] is the same as a table.
pub fn shape(window: Window, law: Law) -> Shape {
    let window = window.with(0, Cell::Black);
    if law.wins(window) {
        return Shape::Five;
    }
    if window.run() > 5 {
        return Shape::Overline;
    }
    let mut fives = completions(window, law);
    match (fives.next(), fives.next()) {
        (Some(a), Some(b)) if b - a == 5 => Shape::StraightFour,
        (Some(_), Some(_)) => Shape::TwoFours,
        (Some(_), None) => Shape::Four,
        (None, _) if extensions(window, law).next().is_some() => Shape::Three,
        (None, _) => Shape::None,
    }
}

/// The empty cells that complete a five through the middle, as offsets in ascending order.
pub fn completions(window: Window, law: Law) -> impl Iterator<Item = i32> {
    let window = window.with(0, Cell::Black);
    (-4..=4).filter(move |&offset| {
        if window.cell(offset) != Cell::Empty {
            return false;
        }
        let (first, last) = row_through(window.with(offset, Cell::Black), offset);
        first <= 0 && 0 <= last && row_wins(last - first + 1, law)
    })
}

/// The empty cells that make a straight four through the middle, as offsets in ascending order.
pub fn extensions(window: Window, law: Law) -> impl Iterator<Item = i32> {
    let window = window.with(0, Cell::Black);
    (-3..=3).filter(move |&offset| {
        if window.cell(offset) != Cell::Empty {
            return false;
        }
        let next = window.with(offset, Cell::Black);
        let (first, last) = row_through(next, offset);
        let completes = |end: i32| {
            let (a, b) = row_through(next.with(end, Cell::Black), end);
            next.cell(end) == Cell::Empty && row_wins(b - a + 1, law)
        };
        last - first + 1 == 4
            && first <= 0
            && 0 <= last
            && completes(first - 1)
            && completes(last + 1)
    })
}

/// Where the row of own stones through `offset` begins and ends, as far as the window shows.
fn row_through(window: Window, offset: i32) -> (i32, i32) {
    let (mut first, mut last) = (offset, offset);
    while first > -Window::REACH && window.cell(first - 1) == Cell::Black {
        first -= 1;
    }
    while last < Window::REACH && window.cell(last + 1) == Cell::Black {
        last += 1;
    }
    (first, last)
}

fn row_wins(length: i32, law: Law) -> bool {
    length == 5 || length > 5 && law.long_rows_win()
}

/// [`shape`] for every window of one law, as a table.
///
/// Why it has 3^10 entries and not 4^10: to the owner of the middle, a stone of the other side and
/// the edge of the board are the same thing, so a cell is own, free or shut. 59,049 bytes stay in
/// the cache; a million would not.
#[derive(Debug)]
pub struct Shapes(Box<[Shape]>);

impl Shapes {
    /// The table of `law`, filled from the definition when it is first asked for.
    pub fn for_law(law: Law) -> &'static Shapes {
        static FREE: LazyLock<Shapes> = LazyLock::new(|| Shapes::fill(Law::FREE));
        static EXACT: LazyLock<Shapes> = LazyLock::new(|| Shapes::fill(Law::EXACT));
        // What an overline costs does not change its shape, so renju's Black shares this one.
        if law.long_rows_win() { &FREE } else { &EXACT }
    }

    /// Why by bits: many a program asks one question and ends, and the definition takes thirty times as long.
    fn fill(law: Law) -> Shapes {
        let mut shapes = vec![Shape::None; 3usize.pow(10)];
        for own in (0..1 << 11).filter(|own| own >> Window::REACH & 1 == 1) {
            // All sets of the cells that are not own, from all of them to none.
            let others = !own & ((1 << 11) - 1);
            let mut shut = others;
            loop {
                shapes[index(own, shut)] = shape_bits::shape(own, shut, law);
                if shut == 0 {
                    break;
                }
                shut = (shut - 1) & others;
            }
        }
        Shapes(shapes.into())
    }

    /// The shape an own stone in the middle of `window` is part of.
    #[inline]
    pub fn get(&self, window: Window) -> Shape {
        self.0[index(window.own(), window.shut())]
    }
}

/// The ten cells around the middle as digits to the base of three: free 0, own 1, shut 2.
#[inline]
fn index(own: u32, shut: u32) -> usize {
    const TERNARY: [u16; 1 << 11] = {
        let mut sums = [0; 1 << 11];
        let mut plane = 0;
        while plane < 1 << 11 {
            let (mut cell, mut weight) = (0, 1);
            while cell < 11 {
                // The middle is always an own stone and has no digit.
                if cell != 5 {
                    sums[plane] += weight * (plane >> cell & 1) as u16;
                    weight *= 3;
                }
                cell += 1;
            }
            plane += 1;
        }
        sums
    };
    usize::from(TERNARY[own as usize]) + 2 * usize::from(TERNARY[shut as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: [Law; 3] = [Law::FREE, Law::EXACT, Law::RENJU_BLACK];

    #[test]
    fn the_table_is_the_definition_for_all_windows() {
        for law in LAWS {
            for key in 0..Window::KEYS {
                let window = Window::from_key(key);
                assert_eq!(Shapes::for_law(law).get(window), shape(window, law), "{law:?} {key}");
            }
        }
    }

    #[test]
    fn shapes_by_picture() {
        for (picture, free, exact) in [
            ("...........", Shape::None, Shape::None),
            ("....xx.....", Shape::None, Shape::None),
            ("...xxx.....", Shape::Three, Shape::Three),
            ("...x.xx....", Shape::Three, Shape::Three),
            ("..ox.xx....", Shape::None, Shape::None),
            ("..oxxx.....", Shape::None, Shape::None),
            ("#..xxx.....", Shape::Three, Shape::Three),
            ("##.xxx.o...", Shape::None, Shape::None),
            ("##.xxx..o..", Shape::Three, Shape::Three),
            ("..xxxx.....", Shape::StraightFour, Shape::StraightFour),
            (".oxxxx.....", Shape::Four, Shape::Four),
            ("..xx.xx....", Shape::Four, Shape::Four),
            ("..x.xxx.x..", Shape::TwoFours, Shape::TwoFours),
            ("x.xxxx.....", Shape::StraightFour, Shape::Four),
            (".xxxxx.....", Shape::Five, Shape::Five),
            ("xxxxxx.....", Shape::Five, Shape::Overline),
            ("xxxxxxxxxxx", Shape::Five, Shape::Overline),
            (".xx.xx.xx..", Shape::TwoFours, Shape::TwoFours),
        ] {
            let window: Window = picture.parse().unwrap();
            assert_eq!(shape(window, Law::FREE), free, "{picture} freestyle");
            assert_eq!(shape(window, Law::EXACT), exact, "{picture} exact");
            assert_eq!(shape(window, Law::RENJU_BLACK), exact, "{picture} renju");
        }
    }

    #[test]
    fn no_stone_has_more_than_two_ways_to_complete_a_five_on_a_line_that_counts_exactly() {
        for key in 0..Window::KEYS {
            let window = Window::from_key(key);
            if shape(window, Law::EXACT) < Shape::Overline {
                assert!(completions(window, Law::EXACT).count() <= 2);
            }
        }
    }
}
