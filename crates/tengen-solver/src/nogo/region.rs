//! What matters of a position, and no more.
//!
//! The stones are gone. What is left are the points that somebody may still play on and, for the
//! chains that could still run out of breath, the sets of their liberties.

use super::graph::{Graph, bits};

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
    /// The points without an empty neighbor. Only right for those that are not anchors.
    lone: u64,
    /// The chains that are not anchored.
    pub(crate) chains: Chains,
    /// Moves that the last stone made free: nothing can take them away any more. Left's less
    /// Right's.
    pub(crate) free: i32,
}

/// The liberties of chains, two or more each.
#[derive(Debug)]
pub(crate) struct Chains {
    len: usize,
    /// A bit for each chain: the side.
    owners: u64,
    liberties: [u64; Chains::MAX],
}

impl Chains {
    /// The most chains there are.
    ///
    /// Each has two liberties and no point is beside more than four chains, so there are at most
    /// twice as many as empty points: on 64 points, no more than 42. A larger board that could
    /// have more is refused.
    pub(crate) const MAX: usize = 48;

    pub(crate) const NONE: Chains = Chains { len: 0, owners: 0, liberties: [0; Chains::MAX] };

    #[inline]
    pub(crate) fn push(&mut self, side: Side, liberties: u64) {
        // The same liberties and the same side: one chain for all that can happen.
        if self.iter().any(|chain| chain == (side, liberties)) {
            return;
        }
        self.set(self.len, side, liberties);
        self.len += 1;
    }

    #[inline]
    fn set(&mut self, place: usize, side: Side, liberties: u64) {
        self.owners = self.owners & !(1 << place) | (side as u64) << place;
        self.liberties[place] = liberties;
    }

    /// Keeps those chains for which `keep` says so.
    #[inline]
    fn retain(&mut self, mut keep: impl FnMut(Side, u64) -> bool) {
        let mut kept = 0;
        for place in 0..self.len {
            let (side, liberties) = ((self.owners >> place & 1) as usize, self.liberties[place]);
            if keep(side, liberties) {
                self.set(kept, side, liberties);
                kept += 1;
            }
        }
        self.len = kept;
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Side, u64)> + '_ {
        (0..self.len).map(|chain| ((self.owners >> chain & 1) as usize, self.liberties[chain]))
    }

    /// All liberties of each side's chains.
    #[inline]
    pub(crate) fn union(&self) -> [u64; 2] {
        self.iter().fold([0; 2], |mut union, (side, liberties)| {
            union[side] |= liberties;
            union
        })
    }
}

impl Clone for Chains {
    /// Copies what is used.
    #[inline]
    fn clone(&self) -> Chains {
        let mut chains = Chains { len: self.len, owners: self.owners, ..Chains::NONE };
        chains.liberties[..self.len].copy_from_slice(&self.liberties[..self.len]);
        chains
    }
}

impl Region {
    /// A region as it is found on a board. `open` are the points with an empty neighbor.
    pub(crate) fn new(
        graph: &Graph,
        legal: [u64; 2],
        anchor: [u64; 2],
        open: u64,
        chains: Chains,
    ) -> Region {
        let empty = legal[0] | legal[1];
        let mut region = Region { legal, anchor, lone: empty & !open, chains, free: 0 };
        region.settle(graph, empty);
        region
    }

    /// The points that somebody may play on.
    #[inline]
    pub(crate) fn empty(&self) -> u64 {
        self.legal[0] | self.legal[1]
    }

    /// Where a stone of `side` would need its neighbors to live.
    #[inline]
    fn needy(&self, side: Side) -> u64 {
        self.legal[side] & !self.anchor[side]
    }

    /// What `side` makes of the region by a legal stone on `point`.
    #[inline]
    pub(crate) fn play(&self, graph: &Graph, side: Side, point: u32) -> Region {
        let stone = 1u64 << point;
        debug_assert_ne!(self.legal[side] & stone, 0);
        let empty = self.empty() & !stone;
        let mut joined = graph.near(point) & empty;
        let mut next = Region {
            legal: [self.legal[0] & !stone, self.legal[1] & !stone],
            anchor: [self.anchor[0] & !stone, self.anchor[1] & !stone],
            lone: self.lone & !stone,
            chains: Chains::NONE,
            free: 0,
        };
        for neighbor in bits(joined) {
            if graph.near(neighbor) & empty == 0 {
                next.lone |= 1 << neighbor;
            }
        }
        for (owner, liberties) in self.chains.iter() {
            if liberties & stone == 0 {
                next.chains.push(owner, liberties);
            } else if owner == side {
                joined |= liberties & !stone;
            } else {
                next.chains.push(owner, liberties & !stone);
            }
        }
        if self.anchor[side] & stone != 0 {
            next.anchor[side] |= joined & next.legal[side];
        } else if joined != 0 {
            next.chains.push(side, joined);
        }
        next.settle(graph, empty);
        next
    }

    /// Draws all conclusions. `empty` are the points where somebody could play before.
    fn settle(&mut self, graph: &Graph, mut empty: u64) {
        let mut known = [0; 2];
        loop {
            let mut breath = [0; 2];
            let legal = &mut self.legal;
            self.chains.retain(|side, liberties| {
                let atari = liberties.is_power_of_two();
                if atari {
                    legal[1 - side] &= !liberties;
                } else {
                    breath[side] |= liberties;
                }
                !atari
            });
            for (side, breath) in breath.into_iter().enumerate() {
                self.legal[side] &= !self.lone | self.anchor[side] | breath;
            }
            let dead = empty & !self.empty();
            empty &= !dead;
            let mut changed = dead != 0;
            let mut anchoring = [dead; 2];
            for side in 0..2 {
                let safe = self.anchor[side] & self.legal[side] & !self.legal[1 - side];
                anchoring[side] |= safe;
                let news = (safe & !known[side]) | dead;
                known[side] |= safe;
                if news != 0 {
                    self.anchor[side] |= graph.around(news) & empty;
                    changed = true;
                }
            }
            if changed {
                let anchor = &mut self.anchor;
                self.chains.retain(|side, liberties| {
                    let free = liberties & anchoring[side] == 0;
                    if !free {
                        anchor[side] |= liberties & empty;
                    }
                    free
                });
            }
            for side in 0..2 {
                self.anchor[side] &= self.legal[side];
            }
            if !changed {
                break;
            }
        }
        self.set_free(graph);
    }

    /// Counts the safe points that nothing of the other side can ever touch, and forgets them.
    fn set_free(&mut self, graph: &Graph) {
        let breath = self.chains.union();
        for side in 0..2 {
            let other = 1 - side;
            let safe = self.anchor[side] & !self.legal[other] & !breath[other];
            for point in bits(safe) {
                if graph.near(point) & self.needy(other) == 0 {
                    self.legal[side] &= !(1 << point);
                    self.anchor[side] &= !(1 << point);
                    self.free += if side == 0 { 1 } else { -1 };
                }
            }
        }
    }

    /// The points that hang together with `seed`.
    fn component(&self, graph: &Graph, seed: u64) -> u64 {
        let empty = self.empty();
        // Two points where every stone would be anchored have nothing to give each other.
        let needy = self.needy(0) | self.needy(1);
        let mut found = seed;
        let mut fresh = seed;
        while fresh != 0 {
            let mut next = 0;
            for point in bits(fresh) {
                let near = graph.near(point) & empty;
                next |= if needy >> point & 1 == 1 { near } else { near & needy };
            }
            for (_, liberties) in self.chains.iter() {
                if liberties & fresh != 0 {
                    next |= liberties;
                }
            }
            fresh = next & !found;
            found |= fresh;
        }
        found
    }

    /// The parts that have no influence on each other. Their free moves mean nothing.
    pub(crate) fn split(&self, graph: &Graph, mut each: impl FnMut(&Region)) {
        let mut rest = self.empty();
        while rest != 0 {
            let part = self.component(graph, rest & rest.wrapping_neg());
            if part == self.empty() {
                each(self);
                return;
            }
            let mut chains = Chains::NONE;
            for (side, liberties) in self.chains.iter() {
                if liberties & part != 0 {
                    chains.push(side, liberties);
                }
            }
            each(&Region {
                legal: self.legal.map(|set| set & part),
                anchor: self.anchor.map(|set| set & part),
                lone: self.lone & part,
                chains,
                free: 0,
            });
            rest &= !part;
        }
    }
}
