//! Hot: the stones along every line of a board, as bits.

use tengen_core::{Area, Color, Point, Window};

/// The stones of a board with sides up to 22, once for each axis, so that one shift gives a window.
///
/// A line is a word of two planes of 32 cells, black in the low half and white in the high half; a
/// cell beyond the edge has both bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    area: Area,
    height: u8,
    words: Box<[u64; 4 * Lines::AXIS]>,
}

/// For each axis, the line of a point, and the first cell of the window around it.
pub(super) type Place = [(u8, u8); 4];

const REACH: u32 = Window::REACH as u32;
/// The eleven cells of a window in one plane.
const CELLS: u32 = (2 << (2 * REACH)) - 1;

const fn bit(color: Color) -> u64 {
    1 << (32 * color as u32)
}

impl Lines {
    /// More lines than there are along an axis: 43 diagonals.
    const AXIS: usize = 64;

    /// A board without stones.
    pub(super) fn new(area: Area) -> Lines {
        let Area::Bounded { height, .. } = area else { unreachable!("checked at the door") };
        let words = Box::new([u64::MAX; 4 * Lines::AXIS]);
        let mut lines = Lines { area, height: height as u8, words };
        for point in area.points() {
            let place = lines.place(point);
            for color in Color::ALL {
                lines.flip(place, color);
            }
        }
        lines
    }

    pub(super) fn area(&self) -> Area {
        self.area
    }

    /// Where the windows of a point are. Cells are counted by column, on upright lines by row.
    pub(super) fn place(&self, point: Point) -> Place {
        let (x, y) = (point.x as u8, point.y as u8);
        let up = self.height - 1 - y;
        [(y, x), (64 + x, y), (128 + x + up, x), (192 + x + y, x)]
    }

    /// Puts a stone on an empty point, or takes it off again.
    #[inline]
    pub(super) fn flip(&mut self, place: Place, color: Color) {
        for (line, shift) in place {
            self.words[usize::from(line)] ^= bit(color) << (u32::from(shift) + REACH);
        }
    }

    /// Whether there is no stone.
    #[inline]
    pub(super) fn is_empty(&self, place: Place) -> bool {
        let both = bit(Color::Black) | bit(Color::White);
        self.window(place, 0) >> REACH & both == 0
    }

    /// The window of a point in the low bits of both planes; those above it mean nothing.
    #[inline]
    pub(super) fn window(&self, place: Place, axis: usize) -> u64 {
        let (line, shift) = place[axis];
        self.words[usize::from(line)] >> shift
    }

    /// The windows around the empty points from which a point can be seen by one side or the other,
    /// and how far they are along the axis. For what is seen elsewhere, the point itself matters and
    /// nothing behind the first stone of either color.
    #[inline]
    pub(super) fn around(&self, place: Place, axis: usize, reach: u32) -> Around {
        let (line, shift) = place[axis];
        let word = self.words[usize::from(line)];
        let window = word >> shift;
        let planes = [window as u32 & CELLS, (window >> 32) as u32 & CELLS];
        let right = planes.map(|plane| (plane >> (REACH + 1)).trailing_zeros());
        let left = planes.map(|plane| (plane << (32 - REACH)).leading_zeros());
        let (right, left) = (right[0].max(right[1]).min(reach), left[0].max(left[1]).min(reach));
        // So many cells on either side of the middle.
        let near = ((1 << (left + right + 1)) - 1) << (REACH - left);
        Around { word, shift: i32::from(shift), left: near & !(planes[0] | planes[1] | 1 << REACH) }
    }
}

/// What [`Lines::around`] tells.
pub(super) struct Around {
    word: u64,
    shift: i32,
    /// The cells that are left, a bit each.
    left: u32,
}

impl Iterator for Around {
    type Item = (i32, u64);

    #[inline]
    fn next(&mut self) -> Option<(i32, u64)> {
        if self.left == 0 {
            return None;
        }
        let offset = self.left.trailing_zeros() as i32 - Window::REACH;
        self.left &= self.left - 1;
        Some((offset, self.word >> (self.shift + offset)))
    }
}
