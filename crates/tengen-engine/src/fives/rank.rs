//! What players call the stone that makes it.

use tengen_solver::fives::Group;

/// What a stone makes on all four lines together, in rising order.
///
/// At renju, what Black makes may be foul; this is about looks alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
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

impl Rank {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// All of them, in rising order.
    pub const ALL: [Rank; Rank::COUNT] = [
        Rank::None,
        Rank::Two,
        Rank::Three,
        Rank::TwoThrees,
        Rank::Four,
        Rank::FourThree,
        Rank::Straight,
        Rank::Five,
    ];

    /// The rank of what is made on four lines.
    pub fn of(groups: [Group; 4]) -> Rank {
        let count = |range: std::ops::RangeInclusive<Group>| {
            groups.iter().filter(|group| range.contains(group)).count()
        };
        let twos = count(Group::TwoFew..=Group::ClosedThreeMany);
        let threes = count(Group::Three..=Group::ThreeMany);
        let fours = count(Group::Four..=Group::Four);
        if groups.contains(&Group::Five) {
            Rank::Five
        } else if count(Group::StraightFour..=Group::TwoFours) > 0 || fours > 1 {
            Rank::Straight
        } else if fours > 0 && threes > 0 {
            Rank::FourThree
        } else if fours > 0 {
            Rank::Four
        } else if threes > 1 {
            Rank::TwoThrees
        } else if threes > 0 {
            Rank::Three
        } else if twos > 0 {
            Rank::Two
        } else {
            Rank::None
        }
    }
}
