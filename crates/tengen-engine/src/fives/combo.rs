//! What a stone makes on the four lines through it together.

use std::sync::LazyLock;

use tengen_solver::fives::{Group, Pair};

use super::rank::Rank;

/// Four groups, whatever their order: what a stone makes on the four lines through its point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Combo(u16);

/// A combo in short: the best of its groups, and roughly the second. For what both sides have on
/// the same point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Gist(u8);

impl Gist {
    /// How many there are.
    pub(crate) const COUNT: usize = 64;

    /// The gist of groups in falling order.
    fn of([best, second, ..]: [Group; 4]) -> Gist {
        let steps = [Group::TwoFew, Group::ClosedThree, Group::Three];
        let second = steps.iter().filter(|&&step| second >= step).count();
        Gist(4 * best as u8 + second as u8)
    }

    /// Its number, below [`Gist::COUNT`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The groups on the four axes, four bits each.
type Four = u16;

impl Combo {
    /// How many there are: four of sixteen with repetition.
    pub const COUNT: usize = 3876;

    /// The combo of four groups.
    pub fn of(groups: [Group; 4]) -> Combo {
        Combos::all().get(four(groups))
    }

    /// Its number, below [`Combo::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every combo with its groups, which are in falling order.
    pub fn all() -> impl Iterator<Item = (Combo, [Group; 4])> {
        Combos::all()
            .groups
            .iter()
            .enumerate()
            .map(|(index, &groups)| (Combo(index as u16), groups))
    }

    /// What it is called.
    #[inline]
    pub fn rank(self) -> Rank {
        Combos::all().rank(self)
    }
}

fn four(groups: [Group; 4]) -> Four {
    groups.into_iter().rev().fold(0, |four, group| four << 4 | group as u16)
}

/// All combos, as a table.
#[derive(Debug)]
pub(crate) struct Combos {
    /// By the groups on the axes.
    table: Box<[Combo; 1 << 16]>,
    /// By combo.
    groups: Vec<[Group; 4]>,
    ranks: Vec<Rank>,
    gists: Vec<Gist>,
}

impl Combos {
    /// The table, filled when it is first asked for.
    pub(crate) fn all() -> &'static Combos {
        static ALL: LazyLock<Combos> = LazyLock::new(Combos::fill);
        &ALL
    }

    fn fill() -> Combos {
        let mut table = vec![Combo::default(); 1 << 16];
        let mut list = Vec::new();
        for index in 0..table.len() {
            let mut groups = [0, 4, 8, 12].map(|shift| Group::ALL[index >> shift & 15]);
            groups.sort_unstable_by(|a, b| b.cmp(a));
            // The one in falling order comes first of all orders.
            let first = usize::from(four(groups));
            if first == index {
                table[index] = Combo(list.len() as u16);
                list.push(groups);
            }
            table[index] = table[first];
        }
        let ranks = list.iter().map(|&groups| Rank::of(groups)).collect();
        let gists = list.iter().map(|&groups| Gist::of(groups)).collect();
        let table = table.try_into().expect("as many as there are");
        Combos { table, groups: list, ranks, gists }
    }

    #[inline]
    pub(crate) fn rank(&self, combo: Combo) -> Rank {
        self.ranks[combo.index()]
    }

    pub(crate) fn gist(&self, combo: Combo) -> Gist {
        self.gists[combo.index()]
    }

    #[inline]
    fn get(&self, four: Four) -> Combo {
        self.table[usize::from(four)]
    }

    /// What stones of both colors make.
    #[inline]
    pub(crate) fn both(&self, pairs: [Pair; 4]) -> [Combo; 2] {
        // Black's groups are the low halves of the bytes. The two halves of the word are shut up
        // to four groups each at the same time.
        let bits = u64::from(u32::from_le_bytes(pairs.map(Pair::bits)));
        let spread = (bits | bits << 28) & 0x0F0F_0F0F_0F0F_0F0F;
        let by_two = (spread | spread >> 4) & 0x00FF_00FF_00FF_00FF;
        let by_four = by_two | by_two >> 8;
        [self.get(by_four as Four), self.get((by_four >> 32) as Four)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_axes_does_not_matter() {
        assert_eq!(Combo::all().count(), Combo::COUNT);
        for (combo, groups) in Combo::all() {
            assert!(groups.is_sorted_by(|a, b| a >= b));
            let [a, b, c, d] = groups;
            for order in [[a, b, c, d], [d, c, b, a], [b, a, d, c], [c, d, a, b]] {
                assert_eq!(Combo::of(order), combo, "{groups:?}");
            }
        }
    }
}
