//! Who wins a sum: depth first, each position once.

use std::collections::HashMap;

use super::{
    bounds::bounds,
    graph::{Graph, bits},
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
    graph: Graph,
    pub(crate) values: Values,
    known: HashMap<Key, Option<Value>>,
    pub(crate) valued_points: u32,
    pub(crate) weights: [i64; 8],
    pub(crate) pn: HashMap<Key, (u32, u32)>,
    pub(crate) pnsum: bool,
}

/// A position after a move.
struct Child {
    score: i64,
    key: Key,
    sum: Sum,
}

impl Search {
    pub(crate) fn new(graph: Graph) -> Search {
        Search { graph, values: Values::new(), known: HashMap::new(), valued_points: VALUED_POINTS, weights: [4,2,1,1,0,0,2,0], pn: HashMap::new(), pnsum: false }
    }

    /// Goes on in another graph. What was learned stays: keys do not depend on the graph.
    pub(crate) fn set_graph(&mut self, graph: Graph) {
        self.graph = graph;
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
        let mut parts: Vec<Region> = Vec::new();
        region.split(&self.graph, |part| parts.push(part));
        for part in parts {
            self.add_part(sum, part);
        }
    }

    fn add_part(&mut self, sum: &mut Sum, region: Region) {
        let key = region_key(&region, &self.graph, 0);
        if region.empty().count_ones() <= self.valued_points
            && let Some(value) = self.value(&region, key)
        {
            self.add_value(sum, value);
            return;
        }
        let keys = [key, region_key(&region, &self.graph, 1)];
        let bounds = bounds(&region, &self.graph);
        sum.regions.push(Part { region, keys, bounds });
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
            key = key.wrapping_add(part.keys[side]);
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
            let region = sum.regions[place].region;
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
                if self.consider(next, side, table, children) {
                    return true;
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
                if self.consider(next, side, table, children) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the position after a move of `side` is known to be lost for the other; remembers it
    /// if it is not known.
    fn consider(&mut self, next: Sum, side: Side, table: &Table, children: &mut Vec<Child>) -> bool {
        match self.verdict(&next, other(side)) {
            Some(known) => !known,
            None => {
                let key = self.key(&next, other(side));
                match table.get(key) {
                    Some(known) => !known,
                    None => {
                        let score = self.score(&next, side);
                        children.push(Child { score, key, sum: next });
                        false
                    }
                }
            }
        }
    }

    /// How good a position seems for `side`, which has just moved.
    fn score(&self, sum: &Sum, side: Side) -> i64 {
        let w = &self.weights;
        let mut score = sum.number * w[0];
        for Part { region, bounds, .. } in &sum.regions {
            let count = |set: [u64; 2]| i64::from(set[0].count_ones()) - i64::from(set[1].count_ones());
            let only = [region.legal[0] & !region.legal[1], region.legal[1] & !region.legal[0]];
            score += ONE * (w[1] * count(region.legal) + w[2] * count(region.anchor) + w[3] * i64::from(bounds.0 + bounds.1) + w[4] * count(only) + w[5] * count(region.chains.union()));
        }
        for &value in &sum.hot {
            score += w[6] * self.values.stops(value).iter().sum::<i64>();
        }
        if side == 0 { score } else { -score }
    }

    fn number_move(&mut self, sum: &Sum, side: Side) -> Option<Sum> {
        let value = self.values.of_number(sum.number).unwrap_or(ZERO);
        let &option = self.values.options(value, side).first()?;
        let number = self.values.number(option).expect("numbers lead to numbers");
        Some(Sum { number, ..sum.clone() })
    }

    /// Proof-number search: whether `side`, to move, wins.
    pub(crate) fn prove(&mut self, sum: &Sum, side: Side, table: &mut Table, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        if let Some(known) = self.verdict(sum, side) {
            return Ok(known);
        }
        let key = self.key(sum, side);
        let (phi, _) = self.dfpn(sum, side, key, INFINITE, INFINITE, table, budget)?;
        Ok(phi == 0)
    }

    #[allow(clippy::too_many_arguments)]
    fn dfpn(&mut self, sum: &Sum, side: Side, key: Key, th_phi: u32, th_delta: u32, table: &mut Table, budget: &mut Budget<'_>) -> Result<(u32, u32), Stopped> {
        let _start = budget.spend()?;
        let mut children = Vec::new();
        let empty_table = Table::new(1);
        if self.expand(sum, side, &empty_table, &mut children) {
            self.pn.insert(key, (0, INFINITE));
            return Ok((0, INFINITE));
        }
        if let Some(next) = self.number_move(sum, side) {
            let found = self.consider(next, side, &empty_table, &mut children);
            if found {
                self.pn.insert(key, (0, INFINITE));
                return Ok((0, INFINITE));
            }
        }
        children.sort_by_key(|child: &Child| std::cmp::Reverse(child.score));
        children.dedup_by_key(|child| child.key);
        let base = self.score(sum, side);
        loop {
            let (mut phi, mut delta, mut open) = (INFINITE, 0u32, 0u32);
            let (mut best, mut best_phi, mut second) = (0, 0, INFINITE);
            let mut sumd: u64 = 0;
            for (place, child) in children.iter().enumerate() {
                let (cphi, cdelta) = self.pn.get(&child.key).copied().unwrap_or_else(|| {
                    let gain = (child.score - base) / ONE;
                    let w = self.weights[7];
                    if w == 0 { (1, 1) } else {
                        // A good child is hard for the opponent to win and easy to refute.
                        ((w + gain).clamp(1, 2 * w) as u32, (w - gain).clamp(1, 2 * w) as u32)
                    }
                });
                if cdelta < phi {
                    second = phi;
                    phi = cdelta;
                    best = place;
                    best_phi = cphi;
                } else if cdelta < second {
                    second = cdelta;
                }
                if cphi > 0 {
                    open += 1;
                    delta = delta.max(cphi);
                    sumd += u64::from(cphi);
                }
            }
            let delta = if self.pnsum { sumd.min(u64::from(INFINITE)) as u32 } else if open > 0 && delta < INFINITE { delta + open - 1 } else { delta };
            let delta = if phi == 0 { INFINITE } else { delta };
            let phi = if delta == 0 { INFINITE } else { phi };
            if phi == 0 || delta == 0 || phi >= th_phi || delta >= th_delta {
                self.pn.insert(key, (phi, delta));
                return Ok((phi, delta));
            }
            let child_phi = if th_delta >= INFINITE { INFINITE } else { th_delta - delta + best_phi };
            let child_delta = th_phi.min((second.saturating_add(1 + second / 4)).min(INFINITE));
            let child = &children[best];
            let (sum, key) = (child.sum.clone(), child.key);
            self.dfpn(&sum, other(side), key, child_phi, child_delta, table, budget)?;
        }
    }
}

pub(crate) const INFINITE: u32 = 1 << 30;
