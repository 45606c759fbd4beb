//! Chains by numbers that stay theirs through a game.

use tengen_core as core;

use crate::{view::WireChain, wire::WirePoint};

/// Chains by numbers that stay theirs through a game.
pub(super) struct ChainIds {
    width: usize,
    /// By point in reading order.
    of: Vec<Option<u32>>,
    next: u32,
}

impl ChainIds {
    pub(super) fn new(position: &core::Position) -> ChainIds {
        let area = position.board().area();
        let core::Area::Bounded { width, .. } = area else { unreachable!("nogo has edges") };
        let width = usize::from(width);
        let mut ids = ChainIds { width, of: vec![None; area.size().unwrap_or(0)], next: 0 };
        for (point, _) in position.board().stones() {
            if ids.id(point).is_none() {
                let chain = chain(position, point);
                ids.name(&chain.stones, ids.next);
                ids.next += 1;
            }
        }
        ids
    }

    fn index(&self, point: core::Point) -> usize {
        point.y as usize * self.width + point.x as usize
    }

    fn id(&self, point: core::Point) -> Option<u32> {
        self.of[self.index(point)]
    }

    fn name(&mut self, stones: &[core::Point], id: u32) {
        for &stone in stones {
            let index = self.index(stone);
            self.of[index] = Some(id);
        }
    }

    fn wire_chain(&self, chain: &core::Chain) -> WireChain {
        WireChain {
            id: self.id(chain.stones[0]).expect("every chain has a number"),
            color: chain.color.into(),
            stones: WirePoint::list(chain.stones.iter().copied()),
            liberties: WirePoint::list(chain.liberties.iter().copied()),
        }
    }

    pub(super) fn all(&self, position: &core::Position) -> Vec<WireChain> {
        let mut chains: Vec<WireChain> = Vec::new();
        for (point, _) in position.board().stones() {
            if chains.iter().all(|chain| Some(chain.id) != self.id(point)) {
                chains.push(self.wire_chain(&chain(position, point)));
            }
        }
        chains
    }

    /// Takes in the stone on `point`: which chains are no more, and which have changed. The largest
    /// of those that join keeps its number.
    pub(super) fn put(
        &mut self,
        position: &core::Position,
        point: core::Point,
    ) -> (Vec<u32>, Vec<WireChain>) {
        let own = chain(position, point);
        let around = [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .map(|(x, y)| core::Point::new(point.x + x, point.y + y))
            .into_iter()
            .filter(|&near| position.board().cell(near).stone().is_some());
        let (mut joined, mut others): (Vec<u32>, Vec<core::Point>) = (Vec::new(), Vec::new());
        for near in around {
            let id = self.id(near).expect("every stone has a number");
            if position.board().cell(near).stone() == Some(own.color) {
                if !joined.contains(&id) {
                    joined.push(id);
                }
            } else if others.iter().all(|&other| self.id(other) != Some(id)) {
                others.push(near);
            }
        }
        let size = |id: &u32| self.of.iter().filter(|&&of| of == Some(*id)).count();
        let kept = joined.iter().copied().max_by_key(|id| (size(id), u32::MAX - id));
        let id = kept.unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        joined.retain(|&other| other != id);
        self.name(&own.stones, id);
        let mut changed = vec![self.wire_chain(&own)];
        changed.extend(others.iter().map(|&near| self.wire_chain(&chain(position, near))));
        (joined, changed)
    }
}

fn chain(position: &core::Position, point: core::Point) -> core::Chain {
    let chains = position.chains().expect("it is nogo");
    chains.chain(point).expect("there is a stone")
}
