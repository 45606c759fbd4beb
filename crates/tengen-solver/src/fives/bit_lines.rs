//! Hot: bitboards by line, one for each axis.

use tengen_core::{Color, Law, Rule, Window, shape_bits::lacking};

use super::search_frame::{SearchFrame, Spot};

/// Rotated bitboards of a frame: the stones once for each axis, so that one load and one shift give a
/// [`BitWindow`].
///
/// A word is two planes of 32 cells, black in the low half and white in the high half; a
/// cell beyond the edge has both bits. A line of a board with sides up to 22 is one word, with all
/// windows around its points. A longer line is cut into words that overlap by half, so that every
/// window of eleven cells lies whole in one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BitLines {
    words: Vec<u64>,
    places: Vec<WindowSlot>,
    /// Whether every line is one word.
    is_small: bool,
}

/// Index of the windows around a spot, for each axis.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct WindowSlot {
    /// The word that has the whole window.
    word: [u32; 4],
    /// The other word that has the spot itself.
    other: [u32; 4],
    /// The first cell of the window in its word.
    shift: [u8; 4],
}

pub(crate) const REACH: u32 = Window::REACH as u32;
const HALF: u32 = 16;
const BOTH: u64 = 1 << 32 | 1;

impl BitLines {
    /// A frame without stones.
    pub(crate) fn new(frame: &SearchFrame) -> BitLines {
        let (width, height) = frame.sides();
        let is_small = frame.has_edges() && width.max(height) <= 32 - 2 * REACH;
        let strips_of = |cells: u32| if is_small { 1 } else { (cells - 1) / HALF + 3 };
        // Either coordinate grows along a diagonal; the shorter side needs fewer words.
        let diagonals = width + height - 1;
        let layout = [
            (height, strips_of(width)),
            (width, strips_of(height)),
            (diagonals, strips_of(width.min(height))),
            (diagonals, strips_of(width.min(height))),
        ];
        let mut starts = [0; 4];
        let mut size = 0;
        for (start, (lines, bit_lines)) in starts.iter_mut().zip(layout) {
            *start = size;
            size += lines * bit_lines;
        }
        let mut places = vec![WindowSlot::default(); frame.spots()];
        for (n, point) in frame.points().enumerate() {
            let (x, y) = (n as u32 % width, n as u32 / width);
            let up = height - 1 - y;
            let along = if width <= height { (x, x) } else { (y, up) };
            let lines = [(y, x), (x, y), (x + up, along.0), (x + y, along.1)];
            let place = &mut places[usize::from(frame.spot(point))];
            for (axis, (line, at)) in lines.into_iter().enumerate() {
                let first = starts[axis] + line * layout[axis].1;
                if is_small {
                    place.word[axis] = first;
                    place.shift[axis] = at as u8;
                    continue;
                }
                let shift = at % HALF;
                let word = first + 1 + at / HALF;
                place.word[axis] = word;
                place.other[axis] = if shift + REACH < HALF { word - 1 } else { word + 1 };
                place.shift[axis] = shift as u8;
            }
        }
        let outside = if frame.has_edges() { u64::MAX } else { 0 };
        let mut bit_lines = BitLines { words: vec![outside; size as usize], places, is_small };
        if frame.has_edges() {
            for point in frame.points() {
                bit_lines.flip_bits(frame.spot(point), BOTH);
            }
        }
        bit_lines
    }

    /// Flips the bit of a stone: puts it on an empty spot, or takes it off again.
    #[inline]
    pub(crate) fn flip(&mut self, spot: Spot, color: Color) {
        self.flip_bits(spot, 1 << (32 * color as u32));
    }

    #[inline]
    fn flip_bits(&mut self, spot: Spot, bits: u64) {
        let WindowSlot { word, other, shift } = &self.places[usize::from(spot)];
        for axis in 0..4 {
            self.words[word[axis] as usize] ^= bits << (u32::from(shift[axis]) + REACH);
        }
        if !self.is_small {
            for axis in 0..4 {
                let at = (u32::from(shift[axis]) + REACH + HALF) % 32;
                self.words[other[axis] as usize] ^= bits << at;
            }
        }
    }

    /// Whether every line is one word.
    #[inline]
    pub(crate) fn is_small(&self) -> bool {
        self.is_small
    }

    /// The line through a spot along one axis.
    #[inline]
    pub(crate) fn line(&self, spot: Spot, axis: usize) -> BitLine {
        let WindowSlot { word, shift, .. } = &self.places[usize::from(spot)];
        BitLine { word: self.words[word[axis] as usize], shift: i32::from(shift[axis]), axis }
    }

    /// The window around a spot along one axis.
    #[inline]
    pub(crate) fn window(&self, spot: Spot, axis: usize) -> BitWindow {
        let WindowSlot { word, shift, .. } = &self.places[usize::from(spot)];
        BitWindow(self.words[word[axis] as usize] >> shift[axis])
    }

    /// The windows around a spot, for each axis.
    #[inline]
    pub(crate) fn windows(&self, spot: Spot) -> [BitWindow; 4] {
        let WindowSlot { word, shift, .. } = &self.places[usize::from(spot)];
        let window = |axis: usize| BitWindow(self.words[word[axis] as usize] >> shift[axis]);
        [window(0), window(1), window(2), window(3)]
    }
}

/// The word that has the window around a spot along one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitLine {
    word: u64,
    shift: i32,
    axis: usize,
}

impl BitLine {
    #[inline]
    pub(crate) fn axis(&self) -> usize {
        self.axis
    }

    /// The window around the spot.
    #[inline]
    pub(crate) fn window(&self) -> BitWindow {
        BitWindow(self.word >> self.shift)
    }

    /// The window around the spot `n` steps along the line. The line must be one word.
    #[inline]
    pub(crate) fn beside(&self, n: i32) -> BitWindow {
        BitWindow(self.word >> (self.shift + n))
    }
}

/// Eleven cells of a line in two planes, the spot asked about in the middle. The bits above them
/// mean nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitWindow(u64);

pub(crate) const MIDDLE: u32 = 1 << REACH;
const CELLS: u32 = (1 << 11) - 1;

impl BitWindow {
    /// [`Window::key`].
    #[inline]
    pub(crate) fn key(self) -> u32 {
        let planes = (self.0 & (0x1F * BOTH)) | (self.0 >> 1 & (0x3E0 * BOTH));
        (planes | planes >> 22) as u32
    }

    /// The empty cells from which the middle can be seen: no stone or edge between them ends the
    /// rows of both colors. For what stones elsewhere make, the middle does not matter.
    #[inline]
    pub(crate) fn seen_from(self) -> Offsets {
        let planes = [self.0 as u32 & CELLS, (self.0 >> 32) as u32 & CELLS];
        let right = planes.map(|plane| (plane >> (REACH + 1)).trailing_zeros());
        let left = planes.map(|plane| (plane << (32 - REACH)).leading_zeros());
        // Cells as far as the second color's first stone, either way.
        let right = (1 << right[0].max(right[1]).min(REACH)) - 1;
        let left = CELLS >> (REACH + 1) << (REACH - left[0].max(left[1]).min(REACH));
        let near = right << (REACH + 1) | left & (MIDDLE - 1);
        Offsets(near & !(planes[0] | planes[1]))
    }

    /// The stones of `color` with one in the middle, and the cells that are none of its own.
    #[inline]
    fn seen_by(self, color: Color) -> (u32, u32) {
        let (own, shut) = match color {
            Color::Black => (self.0 as u32, (self.0 >> 32) as u32),
            Color::White => ((self.0 >> 32) as u32, self.0 as u32),
        };
        (own & !shut & CELLS | MIDDLE, shut & CELLS & !MIDDLE)
    }

    /// Where another stone makes a five with the one of `color` in the middle, as offsets.
    #[inline]
    pub(crate) fn fives(self, color: Color, law: Law) -> Offsets {
        let (own, shut) = self.seen_by(color);
        Offsets(lacking(1, own, shut, law))
    }

    /// Where another stone makes a four with the one of `color` in the middle, as offsets.
    #[inline]
    pub(crate) fn fours(self, color: Color, law: Law) -> Offsets {
        let (own, shut) = self.seen_by(color);
        Offsets(lacking(2, own, shut, law))
    }
}

/// Steps along an axis, in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Offsets(u32);

impl Offsets {
    /// Those of them that matter under the laws of both sides: where long rows win, a stone at the
    /// end of a window makes no difference.
    #[inline]
    pub(crate) fn within(self, reach: LineReach) -> Offsets {
        Offsets(self.0 & reach.0)
    }
}

/// How far along a line a stone can make a difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineReach(u32);

impl LineReach {
    pub(crate) fn for_rule(rule: Rule) -> LineReach {
        let laws = Color::ALL.map(|color| rule.law(color).expect("a game of fives"));
        LineReach(if laws.iter().all(|law| law.long_rows_win()) { CELLS >> 2 << 1 } else { CELLS })
    }
}

impl Iterator for Offsets {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as i32 - Window::REACH)
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Axis, Board, Cell, Point, shape};

    use super::*;

    fn bit_window(window: Window) -> BitWindow {
        let plane = |color: Color| {
            (-Window::REACH..=Window::REACH)
                .filter(|&n| [Cell::from(color), Cell::Edge].contains(&window.cell(n)))
                .fold(0, |bits, n| bits | 1 << (n + Window::REACH))
        };
        BitWindow(plane(Color::Black) | plane(Color::White) << 32)
    }

    #[test]
    fn bit_windows_are_the_windows_of_the_board() {
        let mut far = Board::new(Area::Unbounded);
        far.put(Point::new(-70, 1000), Color::Black);
        let sides = [(15, 15), (1, 1), (22, 7), (3, 40), (50, 50)];
        let boards = sides.map(|(width, height)| Board::new(Area::Bounded { width, height }));
        for mut board in boards.into_iter().chain([far]) {
            let frame = SearchFrame::new(&board).expect("it is small");
            let mut bit_lines = BitLines::new(&frame);
            for (point, color) in board.stones() {
                bit_lines.flip(frame.spot(point), color);
            }
            for (n, point) in frame.points().enumerate().filter(|(n, _)| n * n % 7 < 3) {
                if board.cell(point) == Cell::Empty {
                    board.put(point, Color::ALL[n % 2]);
                    bit_lines.flip(frame.spot(point), Color::ALL[n % 2]);
                }
            }
            for point in frame.points().filter(|&point| frame.is_inner(point)) {
                for (axis, seen) in Axis::ALL.into_iter().zip(bit_lines.windows(frame.spot(point)))
                {
                    let expected = bit_window(board.window(point, axis));
                    let mask = u64::from(CELLS) * BOTH;
                    assert_eq!(seen.0 & mask, expected.0, "{point:?} {axis} of {:?}", board.area());
                }
            }
        }
    }

    #[test]
    fn keys_fives_and_fours_are_those_of_the_definitions() {
        for key in (0..Window::KEYS).step_by(5) {
            let window = Window::from_key(key).with(0, Cell::Empty);
            let bits = bit_window(window);
            assert_eq!(bits.key() as usize, key);
            for color in Color::ALL {
                for law in [Law::FREE, Law::EXACT] {
                    let own = window.seen_by(color);
                    let fives: Vec<i32> = shape::completions(own, law).collect();
                    assert_eq!(bits.fives(color, law).collect::<Vec<_>>(), fives);
                    // A four through the middle: two more stones, neither of which is a five alone.
                    let own = own.with(0, Cell::Black);
                    let makes_four = |&n: &i32| {
                        let next = own.with(n, Cell::Black);
                        own.cell(n) == Cell::Empty
                            && shape::completions(next, law).any(|m| lacks_both(own, [n, m], law))
                    };
                    let fours: Vec<i32> = (-4..=4).filter(makes_four).collect();
                    assert_eq!(bits.fours(color, law).collect::<Vec<_>>(), fours, "{key}");
                }
            }
        }
    }

    /// Whether some five through the middle is made by both stones and by neither alone.
    fn lacks_both(own: Window, stones: [i32; 2], law: Law) -> bool {
        let [n, m] = stones;
        let (first, last) = (n.min(m).min(0), n.max(m).max(0));
        (last - 4..=first).any(|start| {
            let row = start..=start + 4;
            let filled = |&at: &i32| stones.contains(&at) || own.cell(at) == Cell::Black;
            let is_long = [start - 1, start + 5].iter().any(|&end| own.cell(end) == Cell::Black);
            n != m && row.clone().all(|at| filled(&at)) && (law.long_rows_win() || !is_long)
        })
    }
}
