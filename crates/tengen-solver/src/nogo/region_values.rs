//! Exact values of small regions, worked out when they are first met.

use rustc_hash::FxHashMap;

use super::{
    game_values::{GameValue, GameValues, STAR},
    graph::{Graph, bits},
    key::{RegionKey, region_key, small_key},
    region::Region,
};

/// Values of the regions met so far. Keys do not depend on the graph, so that it may be another one each time.
#[derive(Debug)]
pub(crate) struct RegionValues {
    pub(crate) games: GameValues,
    known: FxHashMap<RegionKey, Option<GameValue>>,
    /// Values of the smallest regions by exact key, for both sides that may come first.
    small: FxHashMap<u64, [Option<GameValue>; 2]>,
    /// Room for a part of a region.
    room: Region,
}

impl RegionValues {
    pub(crate) fn new() -> RegionValues {
        RegionValues {
            games: GameValues::new(),
            known: FxHashMap::default(),
            small: FxHashMap::default(),
            room: Region::EMPTY,
        }
    }

    /// The value of a region; `None` if it is too large.
    #[cfg(test)]
    pub(crate) fn value(&mut self, region: &Region, graph: &Graph) -> Option<GameValue> {
        self.part_value(region, region.empty(), graph)
    }

    /// The value of a part of a region, which has no influence on the rest of it.
    #[inline]
    pub(crate) fn part_value(
        &mut self,
        region: &Region,
        part: u64,
        graph: &Graph,
    ) -> Option<GameValue> {
        // A single point that one side alone may play is free, and no part of a region.
        if part.is_power_of_two() && region.legal[0] & region.legal[1] & part != 0 {
            return Some(STAR);
        }
        let Some((key, first)) = small_key(region, part, graph) else {
            return self.large_value(region, part, graph);
        };
        if let Some(known) = self.small.get(&key) {
            return known[first];
        }
        let mut alone = Region::EMPTY;
        region.extract(part, &mut alone);
        let value = self.work_out(&alone, graph);
        let negative = value.and_then(|value| self.games.negative(value));
        let values = if first == 0 { [value, negative] } else { [negative, value] };
        self.small.insert(key, values);
        values[first]
    }

    fn large_value(&mut self, region: &Region, part: u64, graph: &Graph) -> Option<GameValue> {
        region.extract(part, &mut self.room);
        let key = region_key(&self.room, graph, 0);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let alone = self.room.clone();
        let value = self.work_out(&alone, graph);
        self.known.insert(key, value);
        value
    }

    fn work_out(&mut self, region: &Region, graph: &Graph) -> Option<GameValue> {
        let mut options = [Vec::new(), Vec::new()];
        let mut next = Region::EMPTY;
        for (side, made) in options.iter_mut().enumerate() {
            for point in bits(region.legal[side]) {
                region.play(graph, side, point, &mut next);
                let mut total = self.games.integer(next.free);
                next.components(graph, |part| {
                    total = total.and_then(|total| {
                        let value = self.part_value(&next, part, graph)?;
                        self.games.add(total, value)
                    });
                });
                made.push(total?);
            }
        }
        let [left, right] = options;
        self.games.make(left, right)
    }
}
