//! Outcome of a sum of games: boolean negamax with a transposition table.

use std::{cell::Cell, rc::Rc};

use rustc_hash::FxHashMap;

use super::{
    bounds::bounds,
    game_values::{GameValue, GameValues, Number, ONE, ZERO},
    graph::{Graph, bits},
    key::{RegionKey, absorb, region_key, small_key},
    move_ordering::{score_number, score_region, score_stops},
    region::{Region, Side},
    sum::{GameSum, SumPart, other},
};
use crate::{
    budget::{Budget, Stopped},
    transposition_table::{TranspositionTable, TtKey},
};

/// Maximum points of a region that gets a value; larger ones are searched.
///
/// On a board of one row there are few different regions, so that larger ones are worth it.
const VALUED_POINTS: u32 = 4;
const VALUED_POINTS_OF_A_ROW: u32 = 8;

/// Search of sums on one graph, with its caches.
#[derive(Debug)]
pub(crate) struct SumSearch {
    pub(crate) graph: Rc<Graph>,
    pub(crate) values: GameValues,
    known: FxHashMap<RegionKey, Option<GameValue>>,
    /// Values of the smallest regions, by exact key.
    small: FxHashMap<u64, Option<GameValue>>,
    pub(crate) valued_points: u32,
    /// Move lists of all nodes from the root to here.
    children: Vec<SumChild>,
    /// Killer moves: for each side and number of empty points, all points, the last immediate wins first.
    killers: [Vec<[u8; Graph::MAX_POINTS]>; 2],
}

/// Bounds of a sum, as the side to move sees it.
#[derive(Clone, Copy, Debug)]
struct SumBounds {
    least: Number,
    most: Number,
    /// Gain of moving first in the hottest value.
    gain: Number,
    /// Whether there are hot values, which are no numbers.
    hot: bool,
}

impl SumBounds {
    /// With one more region between the bounds, which are Left's.
    #[inline]
    fn with(mut self, low: i32, high: i32, side: Side) -> SumBounds {
        let (low, high) = if side == 0 { (low, high) } else { (-high, -low) };
        self.least += Number::from(low) * ONE;
        self.most += Number::from(high) * ONE;
        self
    }

    /// With one more value that is no number, between these stops, which are Left's.
    #[inline]
    fn with_hot(mut self, stops: [Number; 2], side: Side) -> SumBounds {
        let sign = if side == 0 { 1 } else { -1 };
        let (begin, wait) = (sign * stops[side], sign * stops[1 - side]);
        self.least += wait;
        self.most += begin;
        self.gain = self.gain.max(begin - wait);
        self.hot = true;
        self
    }

    /// Whether the side to move wins, if the bounds decide it.
    #[inline]
    fn verdict(self) -> Option<bool> {
        // Values are within an infinitesimal of their stops.
        if self.least + self.gain > 0 {
            return Some(true);
        }
        if self.most < 0 || self.most == 0 && !self.hot {
            return Some(false);
        }
        None
    }
}

/// A move in a sum.
#[derive(Clone, Copy, Debug)]
enum SumMove {
    /// A stone in one of the regions.
    Stone(usize, u32),
    /// An option of one of the values.
    Option(usize, GameValue),
}

/// A move to search, with its ordering score and the key of the child.
#[derive(Clone, Copy, Debug)]
struct SumChild {
    score: i64,
    at: TtKey,
    step: SumMove,
}

/// A sum without one of its regions.
struct Rest {
    number: Number,
    range: SumBounds,
    keys: RegionKey,
    score: i64,
}

/// Status of a sum before it is searched.
pub(crate) enum SumStatus {
    /// Whether the side to move wins.
    Known(bool),
    /// Unknown: its table key, and the ordering score for the side that moved there.
    Open { at: TtKey, score: i64 },
}

/// Transposition-table key of a sum with these keys, as `side` sees it.
#[inline]
fn tt_key(keys: RegionKey, number: Number, side: Side) -> TtKey {
    let number = if side == 0 { number } else { -number };
    let key = absorb(keys, number.rem_euclid(ONE) as u64);
    TtKey { hash: key, number: number.div_euclid(ONE) as i32 }
}

impl SumSearch {
    pub(crate) fn new(graph: Graph) -> SumSearch {
        let order = vec![std::array::from_fn(|point| point as u8); Graph::MAX_POINTS + 1];
        SumSearch {
            graph: Rc::new(graph),
            values: GameValues::new(),
            known: FxHashMap::default(),
            small: FxHashMap::default(),
            valued_points: VALUED_POINTS,
            children: Vec::new(),
            killers: [order.clone(), order],
        }
    }

    /// Switches to another graph. The caches stay: keys do not depend on the graph.
    pub(crate) fn set_graph(&mut self, graph: Rc<Graph>) {
        self.valued_points = if graph.is_row() { VALUED_POINTS_OF_A_ROW } else { VALUED_POINTS };
        self.graph = graph;
    }

    /// The value of a region; `None` if it is too large.
    pub(crate) fn value(&mut self, region: &Region) -> Option<GameValue> {
        if let Some((key, first)) = small_key(region, &self.graph) {
            let value = if let Some(&known) = self.small.get(&key) {
                known
            } else {
                let value =
                    self.work_out(region).and_then(|value| self.values.seen_by(value, first));
                self.small.insert(key, value);
                value
            };
            return value.and_then(|value| self.values.seen_by(value, first));
        }
        let key = region_key(region, &self.graph, 0);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let value = self.work_out(region);
        self.known.insert(key, value);
        value
    }

    fn work_out(&mut self, region: &Region) -> Option<GameValue> {
        let graph = Rc::clone(&self.graph);
        let mut options = [Vec::new(), Vec::new()];
        let mut next = Region::EMPTY;
        for (side, made) in options.iter_mut().enumerate() {
            for point in bits(region.legal[side]) {
                region.play(&graph, side, point, &mut next);
                let mut total = self.values.integer(next.free);
                next.split(&graph, |part| {
                    total = total.and_then(|total| {
                        let value = self.value(part)?;
                        self.values.add(total, value)
                    });
                });
                made.push(total?);
            }
        }
        let [left, right] = options;
        self.values.make(left, right)
    }

    /// A sum with one more region in it.
    pub(crate) fn add_region(&mut self, sum: &mut GameSum, region: &Region) {
        sum.number += Number::from(region.free) * ONE;
        let graph = Rc::clone(&self.graph);
        region.split(&graph, |part| self.add_part(sum, part));
    }

    fn add_part(&mut self, sum: &mut GameSum, region: &Region) {
        if region.empty().count_ones() <= self.valued_points
            && let Some(value) = self.value(region)
        {
            self.add_value(sum, value);
            return;
        }
        let bounds = bounds(region);
        let region = region.clone();
        sum.regions.push(Rc::new(SumPart {
            region,
            keys: [Cell::new(None), Cell::new(None)],
            bounds,
        }));
    }

    pub(crate) fn add_value(&mut self, sum: &mut GameSum, value: GameValue) {
        if let Some(number) = self.values.number(value) {
            sum.number += number;
            return;
        }
        // A game and its negative cancel.
        if let Some(negative) = self.values.negative(value)
            && let Some(place) = sum.hot.iter().position(|&hot| hot == negative)
        {
            sum.hot.swap_remove(place);
            return;
        }
        sum.hot.push(value);
    }

    /// Transposition-table key of a sum, as the side to move sees it.
    pub(crate) fn tt_key(&mut self, sum: &GameSum, side: Side) -> TtKey {
        let key = self.part_keys(sum, None, side);
        tt_key(key, sum.number, side)
    }

    /// The keys of all parts of a sum but one region.
    fn part_keys(&mut self, sum: &GameSum, but: Option<usize>, side: Side) -> RegionKey {
        let mut keys: RegionKey = 0;
        for (number, part) in sum.regions.iter().enumerate() {
            if Some(number) == but {
                continue;
            }
            let known = part.keys[side].get().unwrap_or_else(|| {
                let key = region_key(&part.region, &self.graph, side);
                part.keys[side].set(Some(key));
                key
            });
            keys = keys.wrapping_add(known);
        }
        for &value in &sum.hot {
            keys = keys.wrapping_add(self.value_key(value, side));
        }
        keys
    }

    /// The key of a value as `side` sees it.
    fn value_key(&mut self, value: GameValue, side: Side) -> RegionKey {
        self.values.seen_by(value, side).map_or(!0, |seen| self.values.key(seen))
    }

    /// Whether the side to move wins, if the bounds decide it.
    pub(crate) fn verdict(&self, sum: &GameSum, side: Side) -> Option<bool> {
        if sum.regions.is_empty() && sum.hot.is_empty() {
            return Some(if side == 0 { sum.number > 0 } else { sum.number < 0 });
        }
        self.range(sum, None, side).verdict()
    }

    /// The range of a sum as `side` sees it, all but one region.
    fn range(&self, sum: &GameSum, but: Option<usize>, side: Side) -> SumBounds {
        let number = if side == 0 { sum.number } else { -sum.number };
        let mut range = SumBounds { least: number, most: number, gain: 0, hot: false };
        for (place, part) in sum.regions.iter().enumerate() {
            if Some(place) != but {
                range = range.with(part.bounds.0, part.bounds.1, side);
            }
        }
        for &value in &sum.hot {
            range = range.with_hot(self.values.stops(value), side);
        }
        range
    }

    /// Whether `side`, to move, wins.
    pub(crate) fn wins(
        &mut self,
        sum: &GameSum,
        side: Side,
        table: &mut TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        if let Some(known) = self.verdict(sum, side) {
            return Ok(known);
        }
        let at = self.tt_key(sum, side);
        if let Some(known) = table.probe(at) {
            return Ok(known);
        }
        self.search(sum, side, at, table, budget)
    }

    fn search(
        &mut self,
        sum: &GameSum,
        side: Side,
        at: TtKey,
        table: &mut TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let start = budget.spend()?;
        let first = self.children.len();
        let won = self.any_wins(sum, side, table, budget);
        self.children.truncate(first);
        let won = won?;
        table.store(at, won, budget.nodes() - start + 1);
        Ok(won)
    }

    /// Whether one of the moves of `side` wins.
    fn any_wins(
        &mut self,
        sum: &GameSum,
        side: Side,
        table: &mut TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let first = self.children.len();
        if self.expand(sum, side, table) {
            return Ok(true);
        }
        self.children[first..].sort_by_key(|child| std::cmp::Reverse(child.score));
        for number in first..self.children.len() {
            let child = self.children[number];
            // A sibling may have settled it since.
            let lost = if let Some(known) = table.probe(child.at) {
                !known
            } else {
                let next = self.after(sum, side, child.step);
                !self.search(&next, other(side), child.at, table, budget)?
            };
            if lost {
                return Ok(true);
            }
        }
        // Number avoidance: a move in a number is the last resort.
        match self.number_move(sum, side) {
            Some(next) => Ok(!self.wins(&next, other(side), table, budget)?),
            None => Ok(false),
        }
    }

    /// Lists all moves of `side` to search; true if one wins without a search.
    fn expand(&mut self, sum: &GameSum, side: Side, table: &TranspositionTable) -> bool {
        let next = other(side);
        let mut made = Region::EMPTY;
        for place in 0..sum.regions.len() {
            let part = Rc::clone(&sum.regions[place]);
            let region = &part.region;
            let rest = Rest {
                number: sum.number,
                range: self.range(sum, Some(place), next),
                keys: self.part_keys(sum, Some(place), next),
                score: self.score(sum, Some(place), side),
            };
            let points = region.empty().count_ones() as usize;
            let mut left = region.legal[side];
            for number in 0.. {
                if left == 0 {
                    break;
                }
                let point = u32::from(self.killers[side][points][number]);
                if left >> point & 1 == 0 {
                    continue;
                }
                left &= !(1 << point);
                let step = SumMove::Stone(place, point);
                region.play(&self.graph, side, point, &mut made);
                let status = if let Some(status) = self.probe_region(&rest, &made, next, table) {
                    status
                } else {
                    let sum = self.after(sum, side, step);
                    self.probe_sum(&sum, next, table)
                };
                match status {
                    SumStatus::Known(false) => {
                        self.killers[side][points][..=number].rotate_right(1);
                        return true;
                    }
                    SumStatus::Known(true) => {}
                    SumStatus::Open { at, score } => {
                        self.children.push(SumChild { score, at, step });
                    }
                }
            }
        }
        for place in 0..sum.hot.len() {
            if sum.hot[..place].contains(&sum.hot[place]) {
                continue;
            }
            for option in self.values.options(sum.hot[place], side).to_vec() {
                let step = SumMove::Option(place, option);
                let sum = self.after(sum, side, step);
                match self.probe_sum(&sum, next, table) {
                    SumStatus::Known(false) => return true,
                    SumStatus::Known(true) => {}
                    SumStatus::Open { at, score } => {
                        self.children.push(SumChild { score, at, step });
                    }
                }
            }
        }
        false
    }

    /// The sum after a move of `side`.
    fn after(&mut self, sum: &GameSum, side: Side, step: SumMove) -> GameSum {
        let mut next = sum.clone();
        match step {
            SumMove::Stone(place, point) => {
                let part = next.regions.swap_remove(place);
                let mut made = Region::EMPTY;
                part.region.play(&self.graph, side, point, &mut made);
                self.add_region(&mut next, &made);
            }
            SumMove::Option(place, option) => {
                next.hot.swap_remove(place);
                self.add_value(&mut next, option);
            }
        }
        next
    }

    /// Probes a region and the rest, `next` to move, without making a sum of them; `None` if there are two
    /// hot values: they could cancel.
    fn probe_region(
        &mut self,
        rest: &Rest,
        made: &Region,
        next: Side,
        table: &TranspositionTable,
    ) -> Option<SumStatus> {
        let graph = Rc::clone(&self.graph);
        let mut number = rest.number + Number::from(made.free) * ONE;
        let mut range = rest.range;
        let mut score = rest.score;
        let mut keys = rest.keys;
        let mut searched: u64 = 0;
        let mut two_hot = false;
        made.split(&graph, |part| {
            if part.empty().count_ones() <= self.valued_points
                && let Some(value) = self.value(part)
            {
                if let Some(worth) = self.values.number(value) {
                    number += worth;
                } else {
                    two_hot |= range.hot;
                    let stops = self.values.stops(value);
                    range = range.with_hot(stops, next);
                    score += score_stops(stops, other(next));
                    keys = keys.wrapping_add(self.value_key(value, next));
                }
                return;
            }
            searched |= part.empty();
            let (low, high) = bounds(part);
            range = range.with(low, high, next);
            score += score_region(part, (low, high), other(next));
        });
        if two_hot {
            return None;
        }
        let gained = number - rest.number;
        score += score_number(gained, other(next));
        let seen = if next == 0 { gained } else { -gained };
        range.least += seen;
        range.most += seen;
        if searched == 0 && !range.hot && range.least == range.most {
            return Some(SumStatus::Known(range.least > 0));
        }
        if let Some(known) = range.verdict() {
            return Some(SumStatus::Known(known));
        }
        if searched != 0 && searched == made.empty() {
            keys = keys.wrapping_add(region_key(made, &graph, next));
        } else {
            made.split(&graph, |part| {
                if part.empty() & searched != 0 {
                    keys = keys.wrapping_add(region_key(part, &graph, next));
                }
            });
        }
        let at = tt_key(keys, number, next);
        Some(table.probe(at).map_or(SumStatus::Open { at, score }, SumStatus::Known))
    }

    /// Probes a sum, `next` to move: bounds, then transposition table.
    pub(crate) fn probe_sum(
        &mut self,
        sum: &GameSum,
        next: Side,
        table: &TranspositionTable,
    ) -> SumStatus {
        if let Some(known) = self.verdict(sum, next) {
            return SumStatus::Known(known);
        }
        let at = self.tt_key(sum, next);
        let score = self.score(sum, None, other(next));
        table.probe(at).map_or(SumStatus::Open { at, score }, SumStatus::Known)
    }

    /// Ordering score of a sum, all but one region, for `side`, which has just moved.
    fn score(&self, sum: &GameSum, but: Option<usize>, side: Side) -> i64 {
        let mut score = score_number(sum.number, side);
        for (place, part) in sum.regions.iter().enumerate() {
            if Some(place) != but {
                score += score_region(&part.region, part.bounds, side);
            }
        }
        let stops = sum.hot.iter().map(|&value| score_stops(self.values.stops(value), side));
        score + stops.sum::<i64>()
    }

    /// The sum after a move in its number.
    fn number_move(&mut self, sum: &GameSum, side: Side) -> Option<GameSum> {
        let value = self.values.of_number(sum.number).unwrap_or(ZERO);
        let &option = self.values.options(value, side).first()?;
        let number = self.values.number(option).expect("numbers lead to numbers");
        Some(GameSum { number, ..sum.clone() })
    }
}
