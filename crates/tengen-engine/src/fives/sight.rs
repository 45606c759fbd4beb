//! What a line looks like to one side from a point on it, exactly.

use std::sync::LazyLock;

use tengen_core::{Cell, Color, Law, Rule, Window};
use tengen_solver::fives::Group;

/// What one side sees along a line from a point without a stone: its own stones and the empty cells
/// as far as a row through the point can reach, up to the first cell that is shut on either side. A
/// line seen from its other end is the same. Where there is no room for a five it is the first of
/// all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Sight(u16);

/// What is seen on one side of the point: how far, and which of the cells have own stones, the
/// nearest in the lowest bit. Its number is that of the stones with a bit above them, less one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Half(u8);

impl Half {
    /// More than there are, of any reach.
    pub(super) const ROOM: usize = 64;

    /// What `cell` tells, cell by cell from the nearest on, as far as `reach`.
    fn of(reach: usize, cell: impl Fn(usize) -> Cell) -> Half {
        let seen = (0..reach).map(cell).take_while(|cell| [Cell::Empty, Cell::Black].contains(cell));
        let (length, stones) = seen.fold((0, 0), |(length, stones), cell| {
            (length + 1, stones | u32::from(cell == Cell::Black) << length)
        });
        Half((stones + (1 << length) - 1) as u8)
    }

    /// All of one reach.
    fn all(reach: usize) -> impl Iterator<Item = Half> {
        (0..(2 << reach) - 1).map(Half)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How many cells are seen.
    fn length(self) -> usize {
        (self.index() + 1).ilog2() as usize
    }

    fn cell(self, n: usize) -> Cell {
        match n {
            n if n >= self.length() => Cell::Edge,
            n if (self.index() + 1) >> n & 1 == 1 => Cell::Black,
            _ => Cell::Empty,
        }
    }
}

/// More halves than there are.
pub(super) const HALVES: usize = Half::ROOM;

/// All sights of one reach, as tables.
#[derive(Debug)]
pub(crate) struct Sights {
    reach: usize,
    /// For the cells before and after the point: the halves of Black and White, in two bytes. By
    /// the cells of Black, and those of White above them, five bits each, in the order of the line.
    halves: [Box<[u16; 1 << 10]>; 2],
    /// By two halves.
    table: Box<[Sight; Half::ROOM * Half::ROOM]>,
    /// By sight, both halves of it.
    parts: Vec<[Half; 2]>,
}

impl Sight {
    /// More than there are, of any reach. A power of two, so that an index needs no question.
    pub(crate) const ROOM: usize = 2048;

    /// Its number, below [`Sights::count`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Sights {
    /// Those of a rule, filled when they are first asked for. Where long rows win for both sides, a
    /// stone at the end of a window makes no difference.
    pub(crate) fn of_rule(rule: Rule) -> &'static Sights {
        static NEAR: LazyLock<Sights> = LazyLock::new(|| Sights::fill(4));
        static FAR: LazyLock<Sights> = LazyLock::new(|| Sights::fill(5));
        let wins = |color| rule.law(color).is_some_and(Law::long_rows_win);
        if Color::ALL.into_iter().all(wins) { &NEAR } else { &FAR }
    }

    fn fill(reach: usize) -> Sights {
        let bit = |cells: usize, n: usize| match (cells >> n & 1, cells >> (n + 5) & 1) {
            (0, 0) => Cell::Empty,
            (1, 0) => Cell::Black,
            (0, _) => Cell::White,
            _ => Cell::Edge,
        };
        let both = |at: fn(usize) -> usize| {
            let pair = |cells: usize| {
                let swapped = cells >> 5 | (cells & 31) << 5;
                let [own, other] =
                    [cells, swapped].map(|cells| Half::of(reach, |n| bit(cells, at(n))));
                u16::from(own.0) | u16::from(other.0) << 8
            };
            let all: Vec<u16> = (0..1 << 10).map(pair).collect();
            all.try_into().expect("as many as asked for")
        };
        let halves = [both(|n| 4 - n), both(|n| n)];
        let mut table = Box::new([Sight::default(); Half::ROOM * Half::ROOM]);
        let mut parts = vec![[Half(0); 2]];
        for first in Half::all(reach) {
            for second in Half::all(reach) {
                let at = |a: Half, b: Half| a.index() * Half::ROOM + b.index();
                if first.length() + second.length() < 4 {
                    continue;
                }
                if second.index() < first.index() {
                    table[at(first, second)] = table[at(second, first)];
                } else {
                    table[at(first, second)] = Sight(parts.len() as u16);
                    parts.push([first, second]);
                }
            }
        }
        Sights { reach, halves, table, parts }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.parts.len()
    }

    /// How far is seen.
    pub(crate) fn reach(&self) -> usize {
        self.reach
    }

    /// What both sides see from the middle of a window, given as planes: eleven bits of Black's
    /// stones, and of White's 32 bits above; a cell beyond the edge has both.
    #[inline]
    pub(crate) fn both(&self, planes: u64) -> [Sight; 2] {
        let part = |shift: u32| (planes >> shift & 31 | planes >> (shift + 27) & 31 << 5) as usize;
        let before = self.halves[0][part(0) % (1 << 10)];
        let after = self.halves[1][part(6) % (1 << 10)];
        let join = |shift: u32| {
            let [before, after] = [before, after].map(|half| usize::from(half >> shift & 63));
            self.table[before * Half::ROOM + after]
        };
        [join(0), join(8)]
    }

    /// The same of one side, by the definition. `Black` means its own.
    pub(crate) fn of_window(&self, window: Window) -> Sight {
        let half = |step: i32| Half::of(self.reach, |n| window.cell(step * (n as i32 + 1)));
        self.table[half(-1).index() * Half::ROOM + half(1).index()]
    }

    /// The halves of each sight but the first, and what a stone makes there.
    pub(super) fn parts(&self, law: Law) -> impl Iterator<Item = ([Half; 2], Group)> {
        self.parts.iter().skip(1).map(move |&[first, second]| {
            let reach = Window::REACH as usize;
            let window = (0..reach).fold(Window::EMPTY, |window, n| {
                let offset = n as i32 + 1;
                window.with(-offset, first.cell(n)).with(offset, second.cell(n))
            });
            ([first, second], Group::of(window, law))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_windows_and_mirrors_are_the_same() {
        for (rule, count) in [(Rule::Freestyle, 471), (Rule::Exact, 1991), (Rule::Renju, 1991)] {
            let sights = Sights::of_rule(rule);
            assert_eq!(sights.count(), count, "{rule}");
            assert!(sights.count() <= Sight::ROOM);
            for key in (0..Window::KEYS).step_by(3) {
                let window = Window::from_key(key).with(0, Cell::Empty);
                let planes = (key & 31 | key >> 5 << 6 & 31 << 6) as u64
                    | ((key >> 10 & 31 | key >> 15 << 6) as u64) << 32;
                let expected =
                    Color::ALL.map(|color| sights.of_window(window.seen_by(color)));
                assert_eq!(sights.both(planes), expected, "{key}");
                let mirror = (-5..=5).fold(Window::EMPTY, |mirror, n| mirror.with(-n, window.cell(n)));
                assert_eq!(sights.of_window(mirror), expected[0], "{key}");
            }
        }
    }

    #[test]
    fn what_a_stone_makes_is_told_by_the_sight() {
        for rule in Rule::FIVES {
            let sights = Sights::of_rule(rule);
            for color in Color::ALL {
                let law = rule.law(color).expect("a game of fives");
                let groups: Vec<Group> = sights.parts(law).map(|(_, group)| group).collect();
                for key in (0..Window::KEYS).step_by(7) {
                    let window = Window::from_key(key);
                    match sights.of_window(window).index() {
                        0 => assert!(Group::of(window, law) <= Group::Overline, "{key}"),
                        sight => assert_eq!(Group::of(window, law), groups[sight - 1], "{key}"),
                    }
                }
            }
        }
    }
}
