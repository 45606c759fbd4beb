//! The eleven cells of one line around a point: all that the law of fives ever looks at.

use std::{error::Error, fmt, str::FromStr};

use crate::{Cell, Color};

/// Eleven cells of one line, two bits each, the point asked about in the middle.
///
/// Why eleven: a five through the middle reaches four cells either way, and telling a five from
/// an overline takes one more.
///
/// The two bits of a cell lie in two planes, black in the low half of the word and white in the
/// high half; an edge has both. So a run of stones is a run of ones, and swapping the colors is a
/// rotation by half a word.
///
/// As text it is a drawing: `x` black (or own), `o` white, `.` empty, `#` beyond the edge.
///
/// ```
/// use tengen_core::{Law, Window, shape::{Shape, shape}};
///
/// let window: Window = "#..xxx.....".parse().unwrap();
/// assert_eq!(shape(window, Law::FREE), Shape::Three);
/// assert_eq!(window.to_string(), "#..xxx.....");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window(u32);

impl Window {
    /// How far a window reaches to either side.
    pub const REACH: i32 = 5;
    /// The number of [keys](Window::key).
    pub const KEYS: usize = 1 << 20;
    /// A window of empty cells.
    pub const EMPTY: Window = Window(0);

    const PLANE: u32 = (1 << 11) - 1;

    /// The window whose planes stand in the low bits of both halves of `planes`.
    #[inline]
    pub(crate) const fn from_planes(planes: u64) -> Window {
        let plane = Window::PLANE as u64;
        Window((planes & plane) as u32 | ((planes >> 16) as u32 & (Window::PLANE << 16)))
    }

    /// The cell `offset` steps from the middle.
    pub const fn cell(self, offset: i32) -> Cell {
        let shifted = self.0 >> (offset + Window::REACH);
        match (shifted & 1, (shifted >> 16) & 1) {
            (0, 0) => Cell::Empty,
            (1, 0) => Cell::Black,
            (0, _) => Cell::White,
            _ => Cell::Edge,
        }
    }

    /// This window with `cell` at `offset`.
    #[must_use]
    pub const fn with(self, offset: i32, cell: Cell) -> Window {
        let at = offset + Window::REACH;
        let bits = cell as u32;
        Window(self.0 & !(0x0001_0001 << at) | ((bits & 1) | (bits >> 1) << 16) << at)
    }

    /// This window with colors swapped if `color` is white, so that `Black` means "own".
    #[must_use]
    #[inline]
    pub const fn seen_by(self, color: Color) -> Window {
        match color {
            Color::Black => self,
            Color::White => Window(self.0.rotate_right(16)),
        }
    }

    /// The own stones, a bit a cell. The middle is bit 5.
    #[inline]
    pub const fn own(self) -> u32 {
        self.0 & !(self.0 >> 16) & Window::PLANE
    }

    /// The cells that an own stone can never have: the other side's and those beyond the edge.
    #[inline]
    pub const fn shut(self) -> u32 {
        self.0 >> 16
    }

    /// The number of own stones in a row through the middle, which itself counts as own. A row
    /// that leaves the window is cut off at its rim.
    #[inline]
    pub const fn run(self) -> u32 {
        let own = self.own();
        let after = (own >> 6).trailing_ones();
        let before = (own << 27).leading_ones();
        before + 1 + after
    }

    /// The ten cells around the middle as one number below [`Window::KEYS`].
    pub const fn key(self) -> usize {
        const fn squeeze(plane: u32) -> u32 {
            (plane & 0x1F) | (plane >> 1 & 0x3E0)
        }
        (squeeze(self.0 & Window::PLANE) | squeeze(self.0 >> 16) << 10) as usize
    }

    /// The window whose [`key`](Window::key) is `key`, with an own stone in the middle.
    pub const fn from_key(key: usize) -> Window {
        const fn stretch(plane: u32) -> u32 {
            (plane & 0x1F) | (plane & 0x3E0) << 1
        }
        let key = key as u32;
        Window(stretch(key & 0x3FF) | stretch(key >> 10 & 0x3FF) << 16).with(0, Cell::Black)
    }
}

impl FromStr for Window {
    type Err = ParseWindowError;

    fn from_str(text: &str) -> Result<Window, ParseWindowError> {
        if text.len() != 11 {
            return Err(ParseWindowError);
        }
        (-Window::REACH..).zip(text.bytes()).try_fold(Window::EMPTY, |window, (offset, letter)| {
            let cell = match letter {
                b'x' => Cell::Black,
                b'o' => Cell::White,
                b'.' => Cell::Empty,
                b'#' => Cell::Edge,
                _ => return Err(ParseWindowError),
            };
            Ok(window.with(offset, cell))
        })
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |offset| match self.cell(offset) {
            Cell::Black => 'x',
            Cell::White => 'o',
            Cell::Empty => '.',
            Cell::Edge => '#',
        };
        f.pad(&(-Window::REACH..=Window::REACH).map(letter).collect::<String>())
    }
}

/// The text is not a drawing of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseWindowError;

impl fmt::Display for ParseWindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a window; draw eleven cells with x, o, . and #")
    }
}

impl Error for ParseWindowError {}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: [Cell; 4] = [Cell::Empty, Cell::Black, Cell::White, Cell::Edge];

    #[test]
    fn every_key_leads_back_to_itself() {
        for key in 0..Window::KEYS {
            let window = Window::from_key(key);
            assert_eq!(window.key(), key);
            assert_eq!(window.cell(0), Cell::Black);
        }
    }

    #[test]
    fn a_window_is_read_as_it_is_drawn() {
        for text in ["...........", "#..xxx.o..#", "xxxxxxxxxxx"] {
            assert_eq!(text.parse::<Window>().unwrap().to_string(), text);
        }
        for text in ["", "..........", "............", "....?......", "..........é"] {
            assert_eq!(text.parse::<Window>(), Err(ParseWindowError), "{text}");
        }
    }

    #[test]
    fn what_is_put_into_a_cell_is_found_there_and_nowhere_else() {
        for offset in -Window::REACH..=Window::REACH {
            for (old, new) in CELLS.into_iter().flat_map(|old| CELLS.map(|new| (old, new))) {
                let window = Window::EMPTY.with(offset, old).with(offset, new);
                assert_eq!(window.cell(offset), new);
                assert_eq!(window.with(offset, Cell::Empty), Window::EMPTY);
            }
        }
    }

    #[test]
    fn the_other_side_sees_the_colors_swapped() {
        for key in (0..Window::KEYS).step_by(7) {
            let (window, swapped) =
                (Window::from_key(key), Window::from_key(key).seen_by(Color::White));
            for offset in -Window::REACH..=Window::REACH {
                let expected = match window.cell(offset) {
                    Cell::Black => Cell::White,
                    Cell::White => Cell::Black,
                    same => same,
                };
                assert_eq!(swapped.cell(offset), expected);
            }
            assert_eq!(swapped.seen_by(Color::White), window);
        }
    }

    #[test]
    fn own_and_shut_cells_and_runs_are_those_that_the_cells_show() {
        for key in 0..Window::KEYS {
            let window = Window::from_key(key);
            for offset in -Window::REACH..=Window::REACH {
                let bit = 1 << (offset + Window::REACH);
                assert_eq!(window.own() & bit != 0, window.cell(offset) == Cell::Black);
                let shut = matches!(window.cell(offset), Cell::White | Cell::Edge);
                assert_eq!(window.shut() & bit != 0, shut);
            }
            let arm = |sign: i32| {
                (1..=5).take_while(|&i| window.cell(sign * i) == Cell::Black).count() as u32
            };
            assert_eq!(window.run(), 1 + arm(1) + arm(-1));
        }
    }
}
