//! Point ranks: point patterns by the names that players give them.

use tengen_solver::fives::LinePattern;

/// Rank of a point pattern, in ascending order: the strongest threat of all four lines together.
///
/// Fouls of renju are not considered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PointRank {
    /// Nothing that another stone makes a three or a four.
    None,
    /// An open two or a closed three: another stone makes a three or a four.
    Two,
    /// A three: another stone makes a straight four.
    Three,
    /// Two threes or more.
    TwoThrees,
    /// A four: another stone makes a five.
    Four,
    /// A four and a three.
    FourThree,
    /// A straight four or two fours: it wins unless the other side makes a five.
    Straight,
    /// A five.
    Five,
}

impl PointRank {
    /// Number of ranks.
    pub const COUNT: usize = 8;

    /// All ranks, in ascending order.
    pub const ALL: [PointRank; PointRank::COUNT] = [
        PointRank::None,
        PointRank::Two,
        PointRank::Three,
        PointRank::TwoThrees,
        PointRank::Four,
        PointRank::FourThree,
        PointRank::Straight,
        PointRank::Five,
    ];

    /// The rank of four lines.
    pub fn from_lines(lines: [LinePattern; 4]) -> PointRank {
        let count = |range: std::ops::RangeInclusive<LinePattern>| {
            lines.iter().filter(|line| range.contains(line)).count()
        };
        let twos = count(LinePattern::TwoFew..=LinePattern::ClosedThreeMany);
        let threes = count(LinePattern::Three..=LinePattern::ThreeMany);
        let fours = count(LinePattern::Four..=LinePattern::Four);
        if lines.contains(&LinePattern::Five) {
            PointRank::Five
        } else if count(LinePattern::StraightFour..=LinePattern::TwoFours) > 0 || fours > 1 {
            PointRank::Straight
        } else if fours > 0 && threes > 0 {
            PointRank::FourThree
        } else if fours > 0 {
            PointRank::Four
        } else if threes > 1 {
            PointRank::TwoThrees
        } else if threes > 0 {
            PointRank::Three
        } else if twos > 0 {
            PointRank::Two
        } else {
            PointRank::None
        }
    }
}
