//! Hot: the partition of the points that may still be legal.

#![allow(clippy::inline_always, reason = "parts of the playout loop")]

use tengen_core::Color;

/// Three-way partition of the points that may still be legal. Each side draws from one stretch of it, and
/// removes what it finds to be illegal, for good:
///
/// ```text
///        black draws here
/// |------------------------------|
/// | black only |       both      | white only |
///              |------------------------------|
///                     white draws here
/// ```
///
/// `N`, a power of two, is not less than the length of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretches<const N: usize> {
    start: usize,
    both_start: usize,
    both_end: usize,
    end: usize,
}

impl<const N: usize> Stretches<N> {
    /// Covers the index of every entry. Where `N` is the length of an array it spares the check.
    const MASK: usize = N - 1;

    /// Of a list of `count` points that both sides may play.
    pub(super) const fn new(count: usize) -> Self {
        Stretches { start: 0, both_start: 0, both_end: count, end: count }
    }

    /// Where the stretch of `color` begins and ends.
    #[inline(always)]
    pub(super) const fn of(&self, color: Color) -> (usize, usize) {
        match color {
            Color::Black => (self.start, self.both_end),
            Color::White => (self.both_start, self.end),
        }
    }

    /// Takes entry `i`, which is in the stretch of `color`, out of the list.
    #[inline(always)]
    pub(super) fn remove<T: Copy>(&mut self, list: &mut [T], i: usize, color: Color) {
        match color {
            Color::Black => {
                let both = i >= self.both_start;
                let hole = if both { self.both_start } else { i };
                list[i & Self::MASK] = list[hole & Self::MASK];
                list[hole & Self::MASK] = list[self.start & Self::MASK];
                self.start += 1;
                self.both_start += usize::from(both);
            }
            Color::White => {
                let both = i < self.both_end;
                let hole = if both { self.both_end - 1 } else { i };
                list[i & Self::MASK] = list[hole & Self::MASK];
                list[hole & Self::MASK] = list[(self.end - 1) & Self::MASK];
                self.end -= 1;
                self.both_end -= usize::from(both);
            }
        }
    }

    /// Notes that entry `i`, which is in the stretch of `color`, is illegal for it.
    #[inline(always)]
    pub(super) fn discard<T: Copy>(&mut self, list: &mut [T], i: usize, color: Color) {
        match color {
            Color::Black if i >= self.both_start => {
                self.both_end -= 1;
                list.swap(i & Self::MASK, self.both_end & Self::MASK);
            }
            Color::White if i < self.both_end => {
                list.swap(i & Self::MASK, self.both_start & Self::MASK);
                self.both_start += 1;
            }
            _ => self.remove(list, i, color),
        }
    }

    /// The entries that both sides may play on.
    #[inline(always)]
    pub(super) const fn both(&self) -> std::ops::Range<usize> {
        self.both_start..self.both_end
    }

    /// The entries for black only, both, and white only.
    #[inline(always)]
    pub(super) const fn parts(&self) -> [std::ops::Range<usize>; 3] {
        [self.start..self.both_start, self.both(), self.both_end..self.end]
    }

    /// Moves the ends of the three [`parts`](Self::parts), which follow each other.
    #[inline(always)]
    pub(super) const fn set_ends(&mut self, ends: [usize; 3]) {
        [self.both_start, self.both_end, self.end] = ends;
    }

    /// All entries.
    pub(super) fn all(&self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    /// A side that has entry `i` in its stretch.
    pub(super) fn who_may(&self, i: usize) -> Color {
        if i < self.both_end { Color::Black } else { Color::White }
    }
}
