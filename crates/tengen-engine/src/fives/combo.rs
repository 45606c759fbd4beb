//! What a stone makes on the four lines through it together.

use std::sync::LazyLock;

use super::{pattern::Group, rank::Rank};

/// Four groups, whatever their order: what a stone makes on the four lines through its point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Combo(u16);

/// The groups on the four axes, four bits each.
pub(crate) type Four = u16;

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
        Rank::of(Combos::all().groups[self.index()])
    }
}

fn four(groups: [Group; 4]) -> Four {
    groups.into_iter().rev().fold(0, |four, group| four << 4 | group as u16)
}

/// All combos, as a table.
#[derive(Debug)]
pub(crate) struct Combos {
    /// By the groups on the axes.
    table: Box<[Combo]>,
    groups: Vec<[Group; 4]>,
}

impl Combos {
    /// The table, filled when it is first asked for.
    pub(crate) fn all() -> &'static Combos {
        static ALL: LazyLock<Combos> = LazyLock::new(Combos::fill);
        &ALL
    }

    fn fill() -> Combos {
        let (mut table, mut list) = (vec![Combo::default(); 1 << 16], Vec::new());
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
        Combos { table: table.into(), groups: list }
    }

    #[inline]
    pub(crate) fn get(&self, four: Four) -> Combo {
        self.table[usize::from(four)]
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
