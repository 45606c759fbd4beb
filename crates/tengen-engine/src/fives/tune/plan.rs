//! The numbers that a network is learned as.

use tengen_core::{Color, Rule};
use tengen_solver::fives::Group;

use super::samples::Points;
use crate::fives::{
    Combo, Tension, Values,
    combo::{Combos, Gist},
    net::{HIDDEN, INPUTS, MOST_IN_ROW, OWN, SHARED, scale},
};

/// Where the numbers of a side are among all that are learned, part after part.
///
/// The row of a combo is the sum of its own, those of its groups, and those of pairs of them; the row
/// of two gists is the sum of its own and one of each gist. So what hardly ever came up is judged by
/// its parts.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    starts: [usize; Plan::PARTS + 1],
    pub(super) sides: usize,
}

/// The parts of a side.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// Rows of what a side has: by combo, by group, by pair of groups.
    Combos,
    Groups,
    Pairs,
    /// Rows of what both have: by two gists, by the own, by the other.
    Gists,
    OwnGist,
    OtherGist,
    Weights,
    Biases,
    Threats,
    Neurons,
    Direct,
    Tension,
}

impl Plan {
    const PARTS: usize = 12;

    pub(super) fn of(rule: Rule) -> Plan {
        let sizes = [
            Combo::COUNT * OWN,
            Group::COUNT * OWN,
            Group::COUNT * Group::COUNT * OWN,
            Gist::COUNT * Gist::COUNT * SHARED,
            Gist::COUNT * SHARED,
            Gist::COUNT * SHARED,
            HIDDEN * INPUTS,
            HIDDEN,
            Tension::BITS * HIDDEN,
            HIDDEN,
            INPUTS,
            Tension::COUNT,
        ];
        let mut starts = [0; Plan::PARTS + 1];
        for (part, size) in sizes.into_iter().enumerate() {
            starts[part + 1] = starts[part] + size;
        }
        Plan { starts, sides: if Values::has_two_sides(rule) { 2 } else { 1 } }
    }

    pub(super) fn len(&self) -> usize {
        self.sides * self.starts[Plan::PARTS]
    }

    /// Where a part of one side begins and ends.
    pub(super) fn range(&self, side: usize, part: Part) -> std::ops::Range<usize> {
        let (start, part) = (side * self.starts[Plan::PARTS], part as usize);
        start + self.starts[part]..start + self.starts[part + 1]
    }

    /// The number of the side that has the numbers of `color`.
    pub(super) fn side_of(&self, color: Color) -> usize {
        color as usize % self.sides
    }

    /// Tells `see` for each row of what a side has the place of its numbers, and of those that are
    /// added up for it.
    fn each_own(&self, side: usize, mut see: impl FnMut(usize, usize)) {
        let start = |part: Part| self.range(side, part).start;
        for (combo, groups) in Combo::all() {
            see(combo.index(), start(Part::Combos) + combo.index() * OWN);
            for (n, &group) in groups.iter().enumerate() {
                see(combo.index(), start(Part::Groups) + group as usize * OWN);
                for &next in &groups[n + 1..] {
                    let pair = group as usize * Group::COUNT + next as usize;
                    see(combo.index(), start(Part::Pairs) + pair * OWN);
                }
            }
        }
    }

    /// The same of what both have.
    fn each_shared(&self, side: usize, mut see: impl FnMut(usize, usize)) {
        let start = |part: Part| self.range(side, part).start;
        for own in 0..Gist::COUNT {
            for other in 0..Gist::COUNT {
                let row = own * Gist::COUNT + other;
                see(row, start(Part::Gists) + row * SHARED);
                see(row, start(Part::OwnGist) + own * SHARED);
                see(row, start(Part::OtherGist) + other * SHARED);
            }
        }
    }
}

/// The rows of a side.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) own: Vec<[f32; OWN]>,
    pub(super) shared: Vec<[f32; SHARED]>,
}

impl Rows {
    pub(super) fn zero() -> Rows {
        Rows {
            own: vec![[0.0; OWN]; Combo::COUNT],
            shared: vec![[0.0; SHARED]; Gist::COUNT * Gist::COUNT],
        }
    }

    /// Those of a side.
    pub(super) fn of(plan: &Plan, numbers: &[f32], side: usize) -> Rows {
        let mut rows = Rows::zero();
        plan.each_own(side, |row, part| add(&mut rows.own[row], 1.0, &numbers[part..]));
        plan.each_shared(side, |row, part| add(&mut rows.shared[row], 1.0, &numbers[part..]));
        rows
    }

    /// Those of all sides, as they will be in whole numbers. What is learned makes the best of that:
    /// two hundred rows are added up, and what each is rounded by matters.
    pub(super) fn rounded(plan: &Plan, numbers: &[f32]) -> Vec<Rows> {
        let most = f32::from(MOST_IN_ROW);
        let round = |number: &mut f32| {
            *number = (*number * scale::ROW).round().clamp(-most, most) / scale::ROW;
        };
        let rows = |side: usize| {
            let mut rows = Rows::of(plan, numbers, side);
            rows.own.as_flattened_mut().iter_mut().for_each(round);
            rows.shared.as_flattened_mut().iter_mut().for_each(round);
            rows
        };
        (0..plan.sides).map(rows).collect()
    }

    /// Adds the slopes of rows to those of their parts.
    pub(super) fn add_to(&self, plan: &Plan, slopes: &mut [f32], side: usize) {
        plan.each_own(side, |row, part| add(&mut slopes[part..], 1.0, &self.own[row]));
        plan.each_shared(side, |row, part| add(&mut slopes[part..], 1.0, &self.shared[row]));
    }

    /// The row of what both have on points, to the first of them.
    pub(super) fn shared_place(points: Points, turn: Color) -> usize {
        let gist = |color: Color| Combos::all().gist(points.combos[color as usize]).index();
        gist(turn) * Gist::COUNT + gist(!turn)
    }
}

/// Adds `share` of each number to a sum.
#[inline]
pub(super) fn add(sums: &mut [f32], share: f32, numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += share * number;
    }
}
