//! Who wins a sum: depth first, each position once.

use std::{cell::Cell, rc::Rc};

use super::{
    bounds::bounds,
    graph::{Graph, bits},
    hasher::QuickMap,
    key::{Key, absorb, region_key},
    region::{Region, Side},
    sum::{Part, Sum, other},
    values::{Number, ONE, Value, Values, ZERO},
};
use crate::{
    budget::{Budget, Stopped},
    table::Table,
};

/// Regions up to so many points get a value; larger ones are searched.
pub(crate) const VALUED_POINTS: u32 = 7;

/// A search in one graph, and all that it has learned.
#[derive(Debug)]
pub(crate) struct Search {
    graph: Rc<Graph>,
    pub(crate) values: Values,
    known: QuickMap<Key, Option<Value>>,
    pub(crate) valued_points: u32,
    pub(crate) weights: [i64; 16],
}

/// A position after a move.
struct Child {
    score: i64,
    key: Key,
    sum: Sum,
}

impl Search {
    pub(crate) fn new(graph: Graph) -> Search {
        Search { graph: Rc::new(graph), values: Values::new(), known: QuickMap::default(), valued_points: VALUED_POINTS, weights: [16,8,8,4,4,4,4,0,0,4,4,8,0,0,0,0] }
    }

    /// Goes on in another graph. What was learned stays: keys do not depend on the graph.
    pub(crate) fn set_graph(&mut self, graph: Graph) {
        self.graph = Rc::new(graph);
    }

    /// What a region is worth; `None` if it is too large.
    pub(crate) fn value(&mut self, region: &Region, key: Key) -> Option<Value> {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let value = self.work_out(region);
        self.known.insert(key, value);
        value
    }

    fn work_out(&mut self, region: &Region) -> Option<Value> {
        let mut options = [Vec::new(), Vec::new()];
        for (side, made) in options.iter_mut().enumerate() {
            for point in bits(region.legal[side]) {
                let next = region.play(&self.graph, side, point);
                let mut parts = Vec::new();
                next.split(&self.graph, |part| parts.push(part));
                let mut total = self.values.integer(next.free)?;
                for part in parts {
                    let key = region_key(&part, &self.graph, 0);
                    let value = self.value(&part, key)?;
                    total = self.values.add(total, value)?;
                }
                made.push(total);
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

    fn add_part(&mut self, sum: &mut Sum, region: Region) {
        if region.empty().count_ones() <= self.valued_points {
            let key = region_key(&region, &self.graph, 0);
            if let Some(value) = self.value(&region, key) {
                self.add_value(sum, value);
                return;
            }
        }
        let bounds = bounds(&region, &self.graph);
        sum.regions.push(Rc::new(Part { region, keys: [Cell::new(None), Cell::new(None)], bounds }));
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

    /// The key of a sum as the side to move sees it.
    pub(crate) fn key(&mut self, sum: &Sum, side: Side) -> Key {
        let mut key: Key = 0;
        for part in &sum.regions {
            let known = part.keys[side].get().unwrap_or_else(|| {
                let key = region_key(&part.region, &self.graph, side);
                part.keys[side].set(Some(key));
                key
            });
            key = key.wrapping_add(known);
        }
        for &value in &sum.hot {
            let seen = if side == 0 { Some(value) } else { self.values.negative(value) };
            key = key.wrapping_add(seen.map_or(!0, |seen| self.values.key(seen)));
        }
        absorb(key, (if side == 0 { sum.number } else { -sum.number }) as u64)
    }

    /// Whether the side to move wins, if that can be told at once.
    pub(crate) fn verdict(&self, sum: &Sum, side: Side) -> Option<bool> {
        let sign = if side == 0 { 1 } else { -1 };
        let number = sign * sum.number;
        if sum.regions.is_empty() && sum.hot.is_empty() {
            return Some(number > 0);
        }
        let (mut least, mut most) = (number, number);
        for part in &sum.regions {
            let (low, high) = part.bounds;
            let (low, high) = if side == 0 { (low, high) } else { (-high, -low) };
            least += Number::from(low) * ONE;
            most += Number::from(high) * ONE;
        }
        let mut gain = 0;
        for &value in &sum.hot {
            let stops = self.values.stops(value);
            let (begin, wait) = (sign * stops[side], sign * stops[1 - side]);
            least += wait;
            most += begin;
            gain = gain.max(begin - wait);
        }
        // Values are only infinitely near to where they stop.
        if least + gain > 0 {
            return Some(true);
        }
        if most < 0 || most == 0 && sum.hot.is_empty() {
            return Some(false);
        }
        None
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
        let key = self.key(sum, side);
        if let Some(known) = table.get(key) {
            return Ok(known);
        }
        self.search(sum, side, key, table, budget)
    }

    fn search(
        &mut self,
        sum: &Sum,
        side: Side,
        key: Key,
        table: &mut Table,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let start = budget.spend()?;
        let mut children = Vec::new();
        let won = 'won: {
            if self.expand(sum, side, table, &mut children) {
                break 'won true;
            }
            children.sort_by_key(|child: &Child| std::cmp::Reverse(child.score));
            for child in &children {
                // A sibling may have settled it since.
                let lost = match table.get(child.key) {
                    Some(known) => !known,
                    None => !self.search(&child.sum, other(side), child.key, table, budget)?,
                };
                if lost {
                    break 'won true;
                }
            }
            // A number is moved in when nothing else helps.
            if let Some(next) = self.number_move(sum, side) {
                !self.wins(&next, other(side), table, budget)?
            } else {
                false
            }
        };
        table.put(key, won, budget.nodes() - start + 1);
        Ok(won)
    }

    /// All positions after a move of `side` that must be looked into; true if one needs no look
    /// and wins.
    fn expand(&mut self, sum: &Sum, side: Side, table: &Table, children: &mut Vec<Child>) -> bool {
        for place in 0..sum.regions.len() {
            let part = Rc::clone(&sum.regions[place]);
            let region = &part.region;
            for point in bits(region.legal[side]) {
                let mut next = Sum {
                    regions: Vec::with_capacity(sum.regions.len()),
                    hot: sum.hot.clone(),
                    number: sum.number,
                };
                next.regions.extend_from_slice(&sum.regions[..place]);
                next.regions.extend_from_slice(&sum.regions[place + 1..]);
                let made = region.play(&self.graph, side, point);
                self.add_region(&mut next, &made);
                match self.verdict(&next, other(side)) {
                    Some(false) => return true,
                    Some(true) => {}
                    None => children.push(Child { score: 0, key: 0, sum: next }),
                }
            }
        }
        for place in 0..sum.hot.len() {
            if sum.hot[..place].contains(&sum.hot[place]) {
                continue;
            }
            for option in self.values.options(sum.hot[place], side).to_vec() {
                let mut next = sum.clone();
                next.hot.swap_remove(place);
                self.add_value(&mut next, option);
                match self.verdict(&next, other(side)) {
                    Some(false) => return true,
                    Some(true) => {}
                    None => children.push(Child { score: 0, key: 0, sum: next }),
                }
            }
        }
        for child in children.iter_mut() {
            child.key = self.key(&child.sum, other(side));
            if table.get(child.key) == Some(false) {
                return true;
            }
            child.score = self.score(&child.sum, side);
        }
        false
    }

    /// How good a position seems for `side`, which has just moved.
    fn score(&self, sum: &Sum, side: Side) -> i64 {
        let w = &self.weights;
        let sign = if side == 0 { 1 } else { -1 };
        let mut score = sign * sum.number * w[0];
        for part in &sum.regions {
            let Part { region, bounds, .. } = &**part;
            let count = |set: [u64; 2], side: usize| i64::from(set[side].count_ones());
            let only = [region.legal[0] & !region.legal[1], region.legal[1] & !region.legal[0]];
            let (low, high) = if side == 0 { *bounds } else { (-bounds.1, -bounds.0) };
            let union = region.chains.union();
            let rest = 1 - side;
            let chains = region.chains.iter().filter(|&(owner, _)| owner == side).count() as i64;
            let total = region.chains.iter().count() as i64;
            score += ONE
                * (w[1] * count(region.legal, side) - w[2] * count(region.legal, rest)
                    + w[3] * count(region.anchor, side) - w[4] * count(region.anchor, rest)
                    + w[5] * i64::from(low) + w[6] * i64::from(high)
                    + w[7] * count(only, side) - w[8] * count(only, rest)
                    + w[9] * count(union, side) - w[10] * count(union, rest)
                    + w[12] * chains - w[13] * (total - chains) + w[14]);
        }
        for &value in &sum.hot {
            score += w[11] * sign * self.values.stops(value).iter().sum::<i64>();
        }
        score
    }

    fn number_move(&mut self, sum: &Sum, side: Side) -> Option<Sum> {
        let value = self.values.of_number(sum.number).unwrap_or(ZERO);
        let &option = self.values.options(value, side).first()?;
        let number = self.values.number(option).expect("numbers lead to numbers");
        Some(Sum { number, ..sum.clone() })
    }
}
