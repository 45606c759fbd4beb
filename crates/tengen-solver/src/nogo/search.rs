//! Who wins a sum: depth first, each position once.

use std::{cell::Cell, rc::Rc};

use super::{
    bounds::bounds,
    graph::{Graph, bits},
    hasher::QuickMap,
    key::{Key, absorb, region_key, small_key},
    order::{score_number, score_region, score_stops},
    region::{Region, Side},
    sum::{Part, Sum, other},
    values::{Number, ONE, Value, Values, ZERO},
};
use crate::{
    budget::{Budget, Stopped},
    table::{Place, Table},
};

/// Regions up to so many points get a value; larger ones are searched.
///
/// On a board of one row there are few different regions, so that larger ones are worth it.
const VALUED_POINTS: u32 = 4;
const VALUED_POINTS_OF_A_ROW: u32 = 8;

/// A search in one graph, and all that it has learned.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) graph: Rc<Graph>,
    pub(crate) values: Values,
    known: QuickMap<Key, Option<Value>>,
    /// The same for the smallest regions.
    small: QuickMap<u64, Option<Value>>,
    pub(crate) valued_points: u32,
    /// The moves that must be looked into, of all positions from the first to this one.
    children: Vec<Child>,
    /// For each side and number of empty points, all points: first where it won at once the last
    /// time, then where it did before.
    killers: [Vec<[u8; Graph::MAX_POINTS]>; 2],
}

/// What a sum lies between, as the side to move sees it.
#[derive(Clone, Copy, Debug)]
struct Range {
    least: Number,
    most: Number,
    /// What moving first in one of the values is worth.
    gain: Number,
    /// Whether there are values that are no numbers.
    hot: bool,
}

impl Range {
    /// With one more region between the bounds, which are Left's.
    #[inline]
    fn with(mut self, low: i32, high: i32, side: Side) -> Range {
        let (low, high) = if side == 0 { (low, high) } else { (-high, -low) };
        self.least += Number::from(low) * ONE;
        self.most += Number::from(high) * ONE;
        self
    }

    /// With one more value that is no number, between these stops, which are Left's.
    #[inline]
    fn with_hot(mut self, stops: [Number; 2], side: Side) -> Range {
        let sign = if side == 0 { 1 } else { -1 };
        let (begin, wait) = (sign * stops[side], sign * stops[1 - side]);
        self.least += wait;
        self.most += begin;
        self.gain = self.gain.max(begin - wait);
        self.hot = true;
        self
    }

    /// Whether the side to move wins.
    #[inline]
    fn verdict(self) -> Option<bool> {
        // Values are only infinitely near to where they stop.
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
enum Move {
    /// A stone in one of the regions.
    Stone(usize, u32),
    /// An option of one of the values.
    Option(usize, Value),
}

/// A move that must be looked into, and where it leads.
#[derive(Clone, Copy, Debug)]
struct Child {
    score: i64,
    at: Place,
    step: Move,
}

/// A sum without one of its regions.
struct Rest {
    number: Number,
    range: Range,
    keys: Key,
    score: i64,
}

/// What is known of a position.
pub(crate) enum View {
    /// Whether the side to move wins.
    Known(bool),
    /// Not yet; where it is in the table, and how good it seems for the other side.
    Open { at: Place, score: i64 },
}

/// Where a sum with these keys is in the table, as `side` sees it.
#[inline]
fn place(keys: Key, number: Number, side: Side) -> Place {
    let number = if side == 0 { number } else { -number };
    let key = absorb(keys, number.rem_euclid(ONE) as u64);
    Place { key, number: number.div_euclid(ONE) as i32 }
}

impl Search {
    pub(crate) fn new(graph: Graph) -> Search {
        let order = vec![std::array::from_fn(|point| point as u8); Graph::MAX_POINTS + 1];
        Search {
            graph: Rc::new(graph),
            values: Values::new(),
            known: QuickMap::default(),
            small: QuickMap::default(),
            valued_points: VALUED_POINTS,
            children: Vec::new(),
            killers: [order.clone(), order],
        }
    }

    /// Goes on in another graph. What was learned stays: keys do not depend on the graph.
    pub(crate) fn set_graph(&mut self, graph: Rc<Graph>) {
        self.valued_points = if graph.is_row() { VALUED_POINTS_OF_A_ROW } else { VALUED_POINTS };
        self.graph = graph;
    }

    /// What a region is worth; `None` if it is too large.
    pub(crate) fn value(&mut self, region: &Region) -> Option<Value> {
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

    fn work_out(&mut self, region: &Region) -> Option<Value> {
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
    pub(crate) fn add_region(&mut self, sum: &mut Sum, region: &Region) {
        sum.number += Number::from(region.free) * ONE;
        let graph = Rc::clone(&self.graph);
        region.split(&graph, |part| self.add_part(sum, part));
    }

    fn add_part(&mut self, sum: &mut Sum, region: &Region) {
        if region.empty().count_ones() <= self.valued_points
            && let Some(value) = self.value(region)
        {
            self.add_value(sum, value);
            return;
        }
        let bounds = bounds(region);
        let region = region.clone();
        sum.regions.push(Rc::new(Part {
            region,
            keys: [Cell::new(None), Cell::new(None)],
            bounds,
        }));
    }

    pub(crate) fn add_value(&mut self, sum: &mut Sum, value: Value) {
        if let Some(number) = self.values.number(value) {
            sum.number += number;
            return;
        }
        // A game and its negative come to nothing.
        if let Some(negative) = self.values.negative(value)
            && let Some(place) = sum.hot.iter().position(|&hot| hot == negative)
        {
            sum.hot.swap_remove(place);
            return;
        }
        sum.hot.push(value);
    }

    /// Where a sum is in the table, as the side to move sees it.
    pub(crate) fn place(&mut self, sum: &Sum, side: Side) -> Place {
        let key = self.part_keys(sum, None, side);
        place(key, sum.number, side)
    }

    /// The keys of all parts of a sum but one region.
    fn part_keys(&mut self, sum: &Sum, but: Option<usize>, side: Side) -> Key {
        let mut keys: Key = 0;
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
    fn value_key(&mut self, value: Value, side: Side) -> Key {
        self.values.seen_by(value, side).map_or(!0, |seen| self.values.key(seen))
    }

    /// Whether the side to move wins, if that can be told at once.
    pub(crate) fn verdict(&self, sum: &Sum, side: Side) -> Option<bool> {
        if sum.regions.is_empty() && sum.hot.is_empty() {
            return Some(if side == 0 { sum.number > 0 } else { sum.number < 0 });
        }
        self.range(sum, None, side).verdict()
    }

    /// The range of a sum as `side` sees it, all but one region.
    fn range(&self, sum: &Sum, but: Option<usize>, side: Side) -> Range {
        let number = if side == 0 { sum.number } else { -sum.number };
        let mut range = Range { least: number, most: number, gain: 0, hot: false };
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
        sum: &Sum,
        side: Side,
        table: &mut Table,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        if let Some(known) = self.verdict(sum, side) {
            return Ok(known);
        }
        let at = self.place(sum, side);
        if let Some(known) = table.get(at) {
            return Ok(known);
        }
        self.search(sum, side, at, table, budget)
    }

    fn search(
        &mut self,
        sum: &Sum,
        side: Side,
        at: Place,
        table: &mut Table,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let start = budget.spend()?;
        let first = self.children.len();
        let won = self.any_wins(sum, side, table, budget);
        self.children.truncate(first);
        let won = won?;
        table.put(at, won, budget.nodes() - start + 1);
        Ok(won)
    }

    /// Whether one of the moves of `side` wins.
    fn any_wins(
        &mut self,
        sum: &Sum,
        side: Side,
        table: &mut Table,
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
            let lost = if let Some(known) = table.get(child.at) {
                !known
            } else {
                let next = self.after(sum, side, child.step);
                !self.search(&next, other(side), child.at, table, budget)?
            };
            if lost {
                return Ok(true);
            }
        }
        // A number is moved in when nothing else helps.
        match self.number_move(sum, side) {
            Some(next) => Ok(!self.wins(&next, other(side), table, budget)?),
            None => Ok(false),
        }
    }

    /// All moves of `side` that must be looked into; true if one needs no look and wins.
    fn expand(&mut self, sum: &Sum, side: Side, table: &Table) -> bool {
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
                let step = Move::Stone(place, point);
                region.play(&self.graph, side, point, &mut made);
                let view = if let Some(view) = self.look(&rest, &made, next, table) {
                    view
                } else {
                    let sum = self.after(sum, side, step);
                    self.look_at_sum(&sum, next, table)
                };
                match view {
                    View::Known(false) => {
                        self.killers[side][points][..=number].rotate_right(1);
                        return true;
                    }
                    View::Known(true) => {}
                    View::Open { at, score } => self.children.push(Child { score, at, step }),
                }
            }
        }
        for place in 0..sum.hot.len() {
            if sum.hot[..place].contains(&sum.hot[place]) {
                continue;
            }
            for option in self.values.options(sum.hot[place], side).to_vec() {
                let step = Move::Option(place, option);
                let sum = self.after(sum, side, step);
                match self.look_at_sum(&sum, next, table) {
                    View::Known(false) => return true,
                    View::Known(true) => {}
                    View::Open { at, score } => self.children.push(Child { score, at, step }),
                }
            }
        }
        false
    }

    /// The sum after a move of `side`.
    fn after(&mut self, sum: &Sum, side: Side, step: Move) -> Sum {
        let mut next = sum.clone();
        match step {
            Move::Stone(place, point) => {
                let part = next.regions.swap_remove(place);
                let mut made = Region::EMPTY;
                part.region.play(&self.graph, side, point, &mut made);
                self.add_region(&mut next, &made);
            }
            Move::Option(place, option) => {
                next.hot.swap_remove(place);
                self.add_value(&mut next, option);
            }
        }
        next
    }

    /// What is known of a region and the rest, `next` to move, without making a sum of them;
    /// `None` if there are two values that are no numbers: they could come to nothing.
    fn look(&mut self, rest: &Rest, made: &Region, next: Side, table: &Table) -> Option<View> {
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
            return Some(View::Known(range.least > 0));
        }
        if let Some(known) = range.verdict() {
            return Some(View::Known(known));
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
        let at = place(keys, number, next);
        Some(table.get(at).map_or(View::Open { at, score }, View::Known))
    }

    /// What is known of a sum, `next` to move.
    pub(crate) fn look_at_sum(&mut self, sum: &Sum, next: Side, table: &Table) -> View {
        if let Some(known) = self.verdict(sum, next) {
            return View::Known(known);
        }
        let at = self.place(sum, next);
        let score = self.score(sum, None, other(next));
        table.get(at).map_or(View::Open { at, score }, View::Known)
    }

    /// How good a sum, all but one region, seems for `side`, which has just moved.
    fn score(&self, sum: &Sum, but: Option<usize>, side: Side) -> i64 {
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
    fn number_move(&mut self, sum: &Sum, side: Side) -> Option<Sum> {
        let value = self.values.of_number(sum.number).unwrap_or(ZERO);
        let &option = self.values.options(value, side).first()?;
        let number = self.values.number(option).expect("numbers lead to numbers");
        Some(Sum { number, ..sum.clone() })
    }
}
