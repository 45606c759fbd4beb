//! Point patterns: what a stone makes on the four lines through it together.

use std::sync::LazyLock;

use tengen_solver::fives::{LinePattern, PatternPair};

use super::point_rank::PointRank;

/// Point pattern: the line patterns of the four lines through a point, in any order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct PointPattern(u16);

/// Coarse point pattern: the best of its lines, and roughly the second. Pairs of these, one for each
/// side on the same point, are few enough for a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct CoarsePattern(u8);

impl CoarsePattern {
    /// Number of coarse patterns.
    pub(crate) const COUNT: usize = 64;
    /// That of four dead lines.
    pub(crate) const DEAD: CoarsePattern = CoarsePattern(0);

    /// The coarse pattern of lines in descending order.
    fn from_lines([best, second, ..]: [LinePattern; 4]) -> CoarsePattern {
        let steps = [LinePattern::TwoFew, LinePattern::ClosedThree, LinePattern::Three];
        let second = steps.iter().filter(|&&step| second >= step).count();
        CoarsePattern(4 * best as u8 + second as u8)
    }

    /// Its number, below [`CoarsePattern::COUNT`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The line patterns of the four axes, four bits each.
type AxisPatterns = u16;

impl PointPattern {
    /// Number of point patterns: four of sixteen with repetition.
    pub const COUNT: usize = 3876;

    /// The pattern of four lines.
    pub fn from_lines(lines: [LinePattern; 4]) -> PointPattern {
        PointPatternTable::all().get(axis_patterns(lines))
    }

    /// Its number, below [`PointPattern::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every pattern with its lines, which are in descending order.
    pub fn all() -> impl Iterator<Item = (PointPattern, [LinePattern; 4])> {
        PointPatternTable::all()
            .lines
            .iter()
            .enumerate()
            .map(|(index, &lines)| (PointPattern(index as u16), lines))
    }

    /// The rank of the pattern.
    #[inline]
    pub fn rank(self) -> PointRank {
        PointPatternTable::all().rank(self)
    }
}

fn axis_patterns(lines: [LinePattern; 4]) -> AxisPatterns {
    lines.into_iter().rev().fold(0, |axis_patterns, line| axis_patterns << 4 | line as u16)
}

/// Lookup table of all point patterns.
#[derive(Debug)]
pub(crate) struct PointPatternTable {
    /// By the packed lines of the axes.
    table: Box<[PointPattern; 1 << 16]>,
    /// By pattern.
    lines: Vec<[LinePattern; 4]>,
    ranks: Vec<PointRank>,
    coarse: Vec<CoarsePattern>,
}

impl PointPatternTable {
    /// The table, computed on first use.
    pub(crate) fn all() -> &'static PointPatternTable {
        static ALL: LazyLock<PointPatternTable> = LazyLock::new(PointPatternTable::fill);
        &ALL
    }

    fn fill() -> PointPatternTable {
        let mut table = vec![PointPattern::default(); 1 << 16];
        let mut list = Vec::new();
        for index in 0..table.len() {
            let mut lines = [0, 4, 8, 12].map(|shift| LinePattern::ALL[index >> shift & 15]);
            lines.sort_unstable_by(|a, b| b.cmp(a));
            // The one in descending order comes first of all orders.
            let first = usize::from(axis_patterns(lines));
            if first == index {
                table[index] = PointPattern(list.len() as u16);
                list.push(lines);
            }
            table[index] = table[first];
        }
        let ranks = list.iter().map(|&lines| PointRank::from_lines(lines)).collect();
        let coarse = list.iter().map(|&lines| CoarsePattern::from_lines(lines)).collect();
        let table = table.try_into().expect("as many as there are");
        PointPatternTable { table, lines: list, ranks, coarse }
    }

    #[inline]
    pub(crate) fn rank(&self, pattern: PointPattern) -> PointRank {
        self.ranks[pattern.index()]
    }

    pub(crate) fn coarse(&self, pattern: PointPattern) -> CoarsePattern {
        self.coarse[pattern.index()]
    }

    #[inline]
    fn get(&self, axis_patterns: AxisPatterns) -> PointPattern {
        self.table[usize::from(axis_patterns)]
    }

    /// The patterns of both colors.
    #[inline]
    pub(crate) fn both(&self, pairs: [PatternPair; 4]) -> [PointPattern; 2] {
        // Black's lines are the low halves of the bytes. Both halves of the word are packed at the
        // same time, four lines each.
        let bits = u64::from(u32::from_le_bytes(pairs.map(PatternPair::bits)));
        let spread = (bits | bits << 28) & 0x0F0F_0F0F_0F0F_0F0F;
        let by_two = (spread | spread >> 4) & 0x00FF_00FF_00FF_00FF;
        let by_four = by_two | by_two >> 8;
        [self.get(by_four as AxisPatterns), self.get((by_four >> 32) as AxisPatterns)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_axes_does_not_matter() {
        assert_eq!(PointPattern::all().count(), PointPattern::COUNT);
        for (pattern, lines) in PointPattern::all() {
            assert!(lines.is_sorted_by(|a, b| a >= b));
            let [a, b, c, d] = lines;
            for order in [[a, b, c, d], [d, c, b, a], [b, a, d, c], [c, d, a, b]] {
                assert_eq!(PointPattern::from_lines(order), pattern, "{lines:?}");
            }
        }
    }
}
