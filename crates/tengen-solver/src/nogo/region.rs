//! What matters of a position, and no more.
//!
//! The stones are gone. What is left are the points that at least one side may still play on and, for the
//! chains that could still run out of breath, the sets of their liberties.

use super::graph::Graph;

/// One of the two sides, by number: 0 is Left, 1 is Right.
pub(crate) type Side = usize;

/// A part of a position that has no influence on the rest.
///
/// Three facts make it small, each of them true for the rest of the game:
///
/// - *Dead.* A point that neither side may play on stays empty, so a chain beside it never chokes.
///   It can be forgotten, and so can the point; what stays is that a stone joining them is
///   *anchored*.
/// - *Safe.* A point that only one side may play on, where its stone would be anchored, is as good
///   as dead for the chains of that side: the other side never takes it, and the stone that takes
///   it anchors them.
/// - *Atari.* A chain with one liberty forbids that point to the other side and does nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Where each side may play.
    pub(crate) legal: [u64; 2],
    /// Where a stone of each side would be anchored, of the points where it may play.
    pub(crate) anchor: [u64; 2],
    /// The chains that are not anchored.
    pub(crate) chains: RegionChains,
    /// All liberties of each side's chains.
    pub(crate) breath: [u64; 2],
    /// Moves that the last stone made free: nothing can take them away any more. Left's less
    /// Right's.
    pub(crate) free: i32,
}

/// The liberties of each side's chains, two or more each.
#[derive(Clone, Debug)]
pub(crate) struct RegionChains {
    len: [usize; 2],
    liberties: [[u64; RegionChains::MAX]; 2],
}

impl RegionChains {
    /// The most chains there are.
    ///
    /// Each has two liberties and no point is beside more than four chains, so there are at most
    /// twice as many as empty points: on 64 points, no more than 42. A larger board that could
    /// have more is refused.
    pub(crate) const MAX: usize = 48;

    pub(crate) const NONE: RegionChains =
        RegionChains { len: [0; 2], liberties: [[0; RegionChains::MAX]; 2] };

    /// The liberties of each chain of `side`.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> &[u64] {
        &self.liberties[side][..self.len[side]]
    }

    /// Takes in a chain, if there is none with the same liberties: for all that can happen, the
    /// two are one.
    #[inline]
    pub(crate) fn push(&mut self, side: Side, liberties: u64) {
        if !self.of(side).contains(&liberties) {
            self.append(side, liberties);
        }
    }

    /// Takes in a chain that is not there.
    #[inline]
    fn append(&mut self, side: Side, liberties: u64) {
        self.liberties[side][self.len[side]] = liberties;
        self.len[side] += 1;
    }

    /// Keeps those chains of `side` for which `keep` says so.
    #[inline]
    fn retain(&mut self, side: Side, mut keep: impl FnMut(u64) -> bool) {
        let mut place = 0;
        while place < self.len[side] {
            if keep(self.liberties[side][place]) {
                place += 1;
            } else {
                self.len[side] -= 1;
                self.liberties[side][place] = self.liberties[side][self.len[side]];
            }
        }
    }
}

impl Region {
    /// A region without points.
    pub(crate) const EMPTY: Region = Region {
        legal: [0; 2],
        anchor: [0; 2],
        chains: RegionChains::NONE,
        breath: [0; 2],
        free: 0,
    };

    /// A region as it is found on a board.
    pub(crate) fn new(
        graph: &Graph,
        legal: [u64; 2],
        anchor: [u64; 2],
        chains: &RegionChains,
    ) -> Region {
        let mut region = Region { legal, anchor, ..Region::EMPTY };
        for side in 0..2 {
            for &liberties in chains.of(side) {
                region.take_in(side, liberties);
            }
        }
        region.settle(graph, legal[0] | legal[1], [0; 2]);
        region
    }

    /// The points that at least one side may play on.
    #[inline]
    pub(crate) fn empty(&self) -> u64 {
        self.legal[0] | self.legal[1]
    }

    /// Where a stone of `side` would need its neighbors to live.
    #[inline]
    pub(crate) fn needy(&self, side: Side) -> u64 {
        self.legal[side] & !self.anchor[side]
    }

    /// What `side` makes of the region by a legal stone on `point`: `next`, whatever it was.
    #[inline]
    pub(crate) fn play(&self, graph: &Graph, side: Side, point: u32, next: &mut Region) {
        let stone = 1u64 << point;
        debug_assert_ne!(self.legal[side] & stone, 0);
        let other = 1 - side;
        let empty = self.empty() & !stone;
        let mut joined = graph.near(point) & empty;
        next.legal = self.legal.map(|set| set & !stone);
        next.anchor = self.anchor.map(|set| set & !stone);
        next.chains.len = [0; 2];
        next.breath = [0; 2];
        next.free = 0;
        for &liberties in self.chains.of(side) {
            if liberties & stone == 0 {
                next.chains.append(side, liberties);
                next.breath[side] |= liberties;
            } else {
                joined |= liberties;
            }
        }
        joined &= !stone;
        if self.anchor[side] & stone != 0 {
            next.anchor[side] |= joined & next.legal[side];
        } else {
            next.take_in(side, joined);
        }
        for &liberties in self.chains.of(other) {
            if liberties & stone == 0 {
                next.chains.append(other, liberties);
                next.breath[other] |= liberties;
            }
        }
        if self.breath[other] & stone != 0 {
            for &liberties in self.chains.of(other) {
                if liberties & stone != 0 {
                    next.take_in(other, liberties & !stone);
                }
            }
        }
        next.settle(graph, empty, [self.safe(0) & !stone, self.safe(1) & !stone]);
    }

    /// Takes in a chain of `side`; one in atari forbids its liberty to the other side, and is forgotten.
    #[inline]
    fn take_in(&mut self, side: Side, liberties: u64) {
        if liberties & liberties.wrapping_sub(1) == 0 {
            self.legal[1 - side] &= !liberties;
        } else {
            self.chains.push(side, liberties);
            self.breath[side] |= liberties;
        }
    }

    /// Where only `side` may play, and its stone would be anchored.
    #[inline]
    fn safe(&self, side: Side) -> u64 {
        self.anchor[side] & !self.legal[1 - side]
    }

    /// Propagates all consequences, from chains with two liberties or more and all of their liberties.
    /// `empty` are the points where a side could play before, `known` those that were safe already.
    #[inline]
    fn settle(&mut self, graph: &Graph, mut empty: u64, mut known: [u64; 2]) {
        // Right for those that are no anchors: beside a dead point there are only anchors.
        let lone = empty & !graph.around(empty);
        loop {
            for side in 0..2 {
                self.legal[side] &= !lone | self.anchor[side] | self.breath[side];
                self.anchor[side] &= self.legal[side];
            }
            let dead = empty & !self.empty();
            empty &= !dead;
            let news = [0, 1].map(|side| dead | self.safe(side) & !known[side]);
            if news == [0; 2] {
                break;
            }
            for side in 0..2 {
                known[side] |= news[side];
                let Region { legal, anchor, chains, breath, .. } = self;
                let mut anchored = graph.around(news[side]);
                if breath[side] & news[side] != 0 {
                    breath[side] = 0;
                    chains.retain(side, |liberties| {
                        let free = liberties & news[side] == 0;
                        if free {
                            breath[side] |= liberties;
                        } else {
                            anchored |= liberties;
                        }
                        free
                    });
                }
                anchor[side] |= anchored & legal[side];
            }
        }
        self.set_free(graph);
    }

    /// Counts the safe points that nothing of the other side can ever touch, and forgets them.
    #[inline]
    fn set_free(&mut self, graph: &Graph) {
        for side in 0..2 {
            let other = 1 - side;
            let safe = self.safe(side) & !self.breath[other];
            if safe == 0 {
                continue;
            }
            let free = safe & !graph.around(self.needy(other));
            self.legal[side] &= !free;
            self.anchor[side] &= !free;
            self.free += free.count_ones() as i32 * if side == 0 { 1 } else { -1 };
        }
    }

    /// The points that hang together with `found`, a point or a set of points that do.
    #[inline]
    pub(crate) fn component(&self, graph: &Graph, mut found: u64) -> u64 {
        let empty = self.empty();
        // Two points where every stone would be anchored have nothing to give each other.
        let needy = self.needy(0) | self.needy(1);
        let chains = [self.chains.of(0), self.chains.of(1)];
        loop {
            let before = found;
            for &liberties in chains[0] {
                found |= if liberties & found == 0 { 0 } else { liberties };
            }
            for &liberties in chains[1] {
                found |= if liberties & found == 0 { 0 } else { liberties };
            }
            if found == empty {
                return found;
            }
            found |= graph.around(found & needy) & empty;
            if needy != empty {
                found |= graph.around(found) & needy;
            }
            if found == empty || found == before {
                return found;
            }
        }
    }

    /// The points of each part that has no influence on the others.
    #[inline]
    pub(crate) fn components(&self, graph: &Graph, mut each: impl FnMut(u64)) {
        let mut rest = self.empty();
        while rest != 0 {
            let part = self.component(graph, self.seed(rest));
            each(part);
            rest &= !part;
        }
    }

    /// Some points of `rest` that hang together: the liberties of a chain, or one point.
    #[inline]
    fn seed(&self, rest: u64) -> u64 {
        let first = self.chains.of(0).first().or(self.chains.of(1).first());
        first
            .copied()
            .filter(|liberties| liberties & rest != 0)
            .unwrap_or(rest & rest.wrapping_neg())
    }

    /// The parts that have no influence on each other. Their free moves mean nothing.
    #[cfg(test)]
    pub(crate) fn split(&self, graph: &Graph, mut each: impl FnMut(&Region)) {
        let mut region = Region::EMPTY;
        self.components(graph, |part| {
            if part == self.empty() {
                each(self);
            } else {
                self.extract(part, &mut region);
                each(&region);
            }
        });
    }

    /// The points of `part`, which have no influence on the others: `region`, whatever it was.
    #[inline]
    pub(crate) fn extract(&self, part: u64, region: &mut Region) {
        region.legal = self.legal.map(|set| set & part);
        region.anchor = self.anchor.map(|set| set & part);
        region.breath = self.breath.map(|set| set & part);
        region.free = 0;
        region.chains.len = [0; 2];
        for side in 0..2 {
            for &liberties in self.chains.of(side) {
                if liberties & part != 0 {
                    region.chains.append(side, liberties);
                }
            }
        }
    }

    /// Becomes `other`, without copying room that is not in use.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Region) {
        let Region { legal, anchor, breath, free, ref chains } = *other;
        (self.legal, self.anchor, self.breath, self.free) = (legal, anchor, breath, free);
        self.chains.len = chains.len;
        for side in 0..2 {
            self.chains.liberties[side][..chains.len[side]].copy_from_slice(chains.of(side));
        }
    }

    /// Forgets all points but those of `part`, which have no influence on the others.
    #[inline]
    pub(crate) fn restrict(&mut self, part: u64) {
        self.legal = self.legal.map(|set| set & part);
        self.anchor = self.anchor.map(|set| set & part);
        for side in 0..2 {
            if self.breath[side] & !part != 0 {
                self.breath[side] &= part;
                self.chains.retain(side, |liberties| liberties & part != 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nogo::{build::random_regions, graph::bits};

    /// A region as the rules of [`Region`] say it, everything computed anew at each step.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct PlainRegion {
        legal: [u64; 2],
        anchor: [u64; 2],
        chains: [Vec<u64>; 2],
        free: i32,
    }

    impl PlainRegion {
        fn new(region: &Region) -> PlainRegion {
            let chains = [0, 1].map(|side| sorted(region.chains.of(side).to_vec()));
            PlainRegion { legal: region.legal, anchor: region.anchor, chains, free: region.free }
        }

        fn play(&self, graph: &Graph, side: Side, point: u32) -> PlainRegion {
            let (stone, mut next) = (1 << point, self.clone());
            let empty = (self.legal[0] | self.legal[1]) & !stone;
            let safe = |side: Side| self.anchor[side] & !self.legal[1 - side] & !stone;
            let mut known = [safe(0), safe(1)];
            let (joins, rest): (Vec<u64>, Vec<u64>) =
                self.chains[side].iter().partition(|&&liberties| liberties & stone != 0);
            let joined = joins.into_iter().fold(graph.near(point) & empty, |all, set| all | set);
            next.chains[side] = rest;
            if self.anchor[side] & stone != 0 {
                next.anchor[side] |= joined & self.legal[side];
            } else {
                next.chains[side].push(joined);
            }
            next.free = 0;
            for side in 0..2 {
                next.legal[side] &= !stone;
                next.anchor[side] &= !stone;
                let left = next.chains[side].iter().map(|liberties| liberties & !stone);
                next.chains[side] = sorted(left.filter(|&liberties| liberties != 0).collect());
            }
            while next.step(graph, empty, &mut known) {}
            for side in 0..2 {
                let needy = next.legal[1 - side] & !next.anchor[1 - side];
                let breath = next.chains[1 - side].iter().fold(0, |all, set| all | set);
                for point in bits(next.anchor[side] & !next.legal[1 - side] & !breath) {
                    if graph.near(point) & needy == 0 {
                        next.legal[side] &= !(1 << point);
                        next.anchor[side] &= !(1 << point);
                        next.free += [1, -1][side];
                    }
                }
            }
            next
        }

        /// What follows at once; false if nothing does.
        fn step(&mut self, graph: &Graph, empty: u64, known: &mut [u64; 2]) -> bool {
            let before = self.clone();
            for side in 0..2 {
                for &liberties in self.chains[side].iter().filter(|set| set.is_power_of_two()) {
                    self.legal[1 - side] &= !liberties;
                }
                self.chains[side].retain(|liberties| liberties.count_ones() > 1);
                let breath = self.chains[side].iter().fold(0, |all, set| all | set);
                for point in bits(self.legal[side]) {
                    let bit = 1 << point;
                    let lives = (self.anchor[side] | breath) & bit != 0;
                    if !lives && graph.near(point) & empty == 0 {
                        self.legal[side] &= !bit;
                    }
                }
                self.anchor[side] &= self.legal[side];
            }
            let dead = empty & !(self.legal[0] | self.legal[1]);
            let news = [0, 1]
                .map(|side| (dead | self.anchor[side] & !self.legal[1 - side]) & !known[side]);
            for side in 0..2 {
                known[side] |= news[side];
                for point in bits(news[side]) {
                    self.anchor[side] |= graph.near(point) & self.legal[side];
                }
                for &liberties in self.chains[side].iter().filter(|&set| set & news[side] != 0) {
                    self.anchor[side] |= liberties & self.legal[side];
                }
                self.chains[side].retain(|liberties| liberties & news[side] == 0);
            }
            *self != before || news != [0; 2]
        }
    }

    fn sorted(mut sets: Vec<u64>) -> Vec<u64> {
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// The points that hang together with one, found pair by pair.
    fn plain_component(region: &Region, graph: &Graph, seed: u32) -> u64 {
        let needy = region.needy(0) | region.needy(1);
        let hang = |a: u32, b: u32| {
            let near = graph.near(a) >> b & 1 == 1 && needy & (1 << a | 1 << b) != 0;
            let both = 1 << a | 1 << b;
            near || (0..2).any(|side| region.chains.of(side).iter().any(|set| set & both == both))
        };
        let mut found = vec![seed];
        let mut next = 0;
        while let Some(&point) = found.get(next) {
            for other in bits(region.empty()) {
                if !found.contains(&other) && hang(point, other) {
                    found.push(other);
                }
            }
            next += 1;
        }
        found.into_iter().fold(0, |all, point| all | 1 << point)
    }

    #[test]
    fn moves_and_parts_are_those_of_the_plain_region() {
        let (mut moves, mut parts) = (0, 0);
        let sizes = [(3, 3), (4, 3), (4, 4), (7, 2), (11, 1), (5, 4)];
        random_regions(12, &sizes, 120, |graph, region| {
            region.components(graph, |part| {
                let plain = plain_component(region, graph, part.trailing_zeros());
                assert_eq!(part, plain, "{region:?}");
                parts += 1;
            });
            let (mut next, mut copy) = (Region::EMPTY, Region::EMPTY);
            for (side, point) in
                (0..2).flat_map(|side| bits(region.legal[side]).map(move |at| (side, at)))
            {
                region.play(graph, side, point, &mut next);
                let plain = PlainRegion::new(region).play(graph, side, point);
                assert_eq!(PlainRegion::new(&next), plain, "{region:?}, {side}, {point}");
                copy.copy_from(&next);
                next.components(graph, |part| {
                    let (mut kept, mut cut) = (copy.clone(), Region::EMPTY);
                    kept.restrict(part);
                    copy.extract(part, &mut cut);
                    cut.free = kept.free;
                    assert_eq!(PlainRegion::new(&kept), PlainRegion::new(&cut));
                    assert_eq!(kept.breath, cut.breath);
                });
                moves += 1;
            }
        });
        assert!(moves > 20_000 && parts > 5_000, "{moves}, {parts}");
    }
}
