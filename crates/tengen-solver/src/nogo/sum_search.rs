//! Outcome of a sum of games: boolean negamax with a transposition table.

use std::{cmp::Reverse, rc::Rc};

use super::{
    bounds::bounds,
    game_values::{GameValue, Number, ONE, ZERO},
    graph::Graph,
    key::{RegionKey, absorb, region_key},
    move_ordering::{score_number, score_region, score_stops},
    region::{Region, Side},
    region_values::RegionValues,
    sum::{GameSum, SumStack, other},
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
    pub(crate) values: RegionValues,
    pub(crate) valued_points: u32,
    /// The sums from the root to here.
    sums: SumStack,
    /// What the last move made of its region, and one part of that.
    made: Region,
    part: Region,
    /// The number and the bounds of the region, if the last move made nothing but these two.
    single: Option<(Number, (i32, i32))>,
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
    fn with(mut self, (low, high): (i32, i32), side: Side) -> SumBounds {
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SumMove {
    /// A stone in one of the regions.
    Stone(usize, u32),
    /// An option of one of the values.
    Option(usize, GameValue),
}

/// What the moves of a node come to before any is searched.
enum ExpandedMoves {
    /// One of them wins.
    Wins,
    /// None does; the best of those that are open.
    Open(Option<BestChild>),
}

/// A move to search, with its ordering score and the key of the child.
#[derive(Clone, Copy, Debug)]
struct SumChild {
    score: i64,
    at: TtKey,
    step: SumMove,
}

/// The child with the best score so far, if it is one region and a number, kept so that it need not be made again.
struct BestChild {
    score: i64,
    number: Number,
    step: SumMove,
}

/// A sum without one of its regions.
struct Rest {
    number: Number,
    range: SumBounds,
    keys: RegionKey,
    score: i64,
    /// Whether nothing is left but a number.
    is_number: bool,
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
            values: RegionValues::new(),
            valued_points: VALUED_POINTS,
            sums: SumStack::default(),
            made: Region::EMPTY,
            part: Region::EMPTY,
            single: None,
            children: Vec::new(),
            killers: [order.clone(), order],
        }
    }

    /// Switches to another graph. The caches stay: keys do not depend on the graph.
    pub(crate) fn set_graph(&mut self, graph: Rc<Graph>) {
        self.valued_points = if graph.is_row() { VALUED_POINTS_OF_A_ROW } else { VALUED_POINTS };
        self.graph = graph;
    }

    /// The sum that a region is. It takes the place of all sums before it.
    pub(crate) fn sum_of(&mut self, region: &Region) -> GameSum {
        self.sums.clear();
        self.made.copy_from(region);
        let mut sum = self.sums.begin(0);
        self.add_made(&mut sum);
        sum
    }

    /// Adds what the last move made to the sum that was begun last.
    fn add_made(&mut self, sum: &mut GameSum) {
        sum.number += Number::from(self.made.free) * ONE;
        let SumSearch { graph, values, made, part: alone, sums, .. } = self;
        made.components(graph, |part| {
            if part.count_ones() <= self.valued_points
                && let Some(value) = values.part_value(made, part, graph)
            {
                if let Some(number) = values.games.number(value) {
                    sum.number += number;
                } else {
                    sums.add_hot(sum, value, values.games.negative(value));
                }
            } else if part == made.empty() {
                sums.add_region(sum, made, bounds(made));
            } else {
                made.extract(part, alone);
                sums.add_region(sum, alone, bounds(alone));
            }
        });
    }

    /// Transposition-table key of a sum, as the side to move sees it.
    pub(crate) fn tt_key(&mut self, sum: &GameSum, side: Side) -> TtKey {
        let key = self.part_keys(sum, None, side);
        tt_key(key, sum.number, side)
    }

    /// The keys of all parts of a sum but one region.
    fn part_keys(&mut self, sum: &GameSum, but: Option<usize>, side: Side) -> RegionKey {
        let mut keys: RegionKey = 0;
        for place in (0..sum.regions()).filter(|&place| Some(place) != but) {
            let part = self.sums.part_mut(sum, place);
            let known =
                part.keys[side].get_or_insert_with(|| region_key(&part.region, &self.graph, side));
            keys = keys.wrapping_add(*known);
        }
        for &value in self.sums.hot_values(sum) {
            keys = keys.wrapping_add(value_key(&mut self.values, value, side));
        }
        keys
    }

    /// Whether the side to move wins, if the bounds decide it.
    pub(crate) fn verdict(&self, sum: &GameSum, side: Side) -> Option<bool> {
        if sum.regions() == 0 && sum.hot() == 0 {
            return Some(if side == 0 { sum.number > 0 } else { sum.number < 0 });
        }
        self.range(sum, None, side).verdict()
    }

    /// The range of a sum as `side` sees it, all but one region.
    fn range(&self, sum: &GameSum, but: Option<usize>, side: Side) -> SumBounds {
        let number = if side == 0 { sum.number } else { -sum.number };
        let mut range = SumBounds { least: number, most: number, gain: 0, hot: false };
        for place in (0..sum.regions()).filter(|&place| Some(place) != but) {
            range = range.with(self.sums.part(sum, place).bounds, side);
        }
        for &value in self.sums.hot_values(sum) {
            range = range.with_hot(self.values.games.stops(value), side);
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
        let (first, mark) = (self.children.len(), self.sums.mark());
        let won = self.any_wins(sum, side, table, budget);
        self.children.truncate(first);
        self.sums.release(mark);
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
        let room = self.sums.reserve();
        let ExpandedMoves::Open(best) = self.expand(sum, side, room, table) else {
            return Ok(true);
        };
        for number in first..self.children.len() {
            // Most often the first one wins, and the others need no order.
            let rest = self.children[number..].iter().enumerate();
            let best_left = rest.min_by_key(|(_, child)| Reverse(child.score));
            let place = best_left.map_or(0, |(place, _)| place);
            self.children[number..=number + place].rotate_right(1);
            let child = self.children[number];
            // A sibling may have settled it since.
            let lost = if let Some(known) = table.probe(child.at) {
                !known
            } else {
                let mark = self.sums.mark();
                let next = match &best {
                    Some(best) if best.step == child.step => {
                        self.sums.begin_with(room, best.number)
                    }
                    _ => self.after(sum, side, child.step),
                };
                let lost = !self.search(&next, other(side), child.at, table, budget)?;
                self.sums.release(mark);
                lost
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

    /// Lists all moves of `side` to search, unless one wins without a search. What the best one makes is kept in
    /// `room`, if there is but one region.
    fn expand(
        &mut self,
        sum: &GameSum,
        side: Side,
        room: usize,
        table: &TranspositionTable,
    ) -> ExpandedMoves {
        let next = other(side);
        let mut best: Option<BestChild> = None;
        for place in 0..sum.regions() {
            let rest = Rest {
                number: sum.number,
                range: self.range(sum, Some(place), next),
                keys: self.part_keys(sum, Some(place), next),
                score: self.score(sum, Some(place), side),
                is_number: sum.regions() == 1 && sum.hot() == 0,
            };
            let region = &self.sums.part(sum, place).region;
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
                let region = &self.sums.part(sum, place).region;
                region.play(&self.graph, side, point, &mut self.made);
                self.single = None;
                let status = match self.probe_made(&rest, next, table) {
                    Some(status) => status,
                    None => self.probe_after(sum, side, step, table),
                };
                match status {
                    SumStatus::Known(false) => {
                        self.killers[side][points][..=number].rotate_right(1);
                        return ExpandedMoves::Wins;
                    }
                    SumStatus::Known(true) => {}
                    SumStatus::Open { at, score } => {
                        if best.as_ref().is_none_or(|best| score > best.score) {
                            best = self.single.map(|(number, bounds)| {
                                self.sums.fill(room, &self.made, bounds);
                                BestChild { score, number, step }
                            });
                        }
                        self.children.push(SumChild { score, at, step });
                    }
                }
            }
        }
        for place in 0..sum.hot() {
            let hot = self.sums.hot_values(sum);
            let value = hot[place];
            if hot[..place].contains(&value) {
                continue;
            }
            for number in 0..self.values.games.options(value, side).len() {
                let option = self.values.games.options(value, side)[number];
                let step = SumMove::Option(place, option);
                match self.probe_after(sum, side, step, table) {
                    SumStatus::Known(false) => return ExpandedMoves::Wins,
                    SumStatus::Known(true) => {}
                    SumStatus::Open { at, score } => {
                        self.children.push(SumChild { score, at, step });
                    }
                }
            }
        }
        ExpandedMoves::Open(best)
    }

    /// The sum after a move of `side`.
    fn after(&mut self, sum: &GameSum, side: Side, step: SumMove) -> GameSum {
        match step {
            SumMove::Stone(place, point) => {
                let region = &self.sums.part(sum, place).region;
                region.play(&self.graph, side, point, &mut self.made);
                let mut next = self.sums.begin_without(sum, Some(place), None);
                self.add_made(&mut next);
                next
            }
            SumMove::Option(place, option) => {
                let mut next = self.sums.begin_without(sum, None, Some(place));
                let games = &mut self.values.games;
                if let Some(number) = games.number(option) {
                    next.number += number;
                } else {
                    self.sums.add_hot(&mut next, option, games.negative(option));
                }
                next
            }
        }
    }

    /// Probes the sum after a move of `side`.
    fn probe_after(
        &mut self,
        sum: &GameSum,
        side: Side,
        step: SumMove,
        table: &TranspositionTable,
    ) -> SumStatus {
        let mark = self.sums.mark();
        let sum = self.after(sum, side, step);
        let status = self.probe_sum(&sum, other(side), table);
        self.sums.release(mark);
        status
    }

    /// Probes what the last move made and the rest, `next` to move, without making a sum of them; `None` if
    /// there are two hot values: they could cancel.
    #[inline]
    fn probe_made(
        &mut self,
        rest: &Rest,
        next: Side,
        table: &TranspositionTable,
    ) -> Option<SumStatus> {
        let SumSearch { graph, values, made, part: alone, valued_points, .. } = self;
        let mut number = rest.number + Number::from(made.free) * ONE;
        let mut range = rest.range;
        let mut score = rest.score;
        let mut keys = rest.keys;
        let (mut searched, mut parts): (u64, usize) = (0, 0);
        let mut two_hot = false;
        made.components(graph, |part| {
            if part.count_ones() <= *valued_points
                && let Some(value) = values.part_value(made, part, graph)
            {
                if let Some(worth) = values.games.number(value) {
                    number += worth;
                } else {
                    two_hot |= range.hot;
                    let stops = values.games.stops(value);
                    range = range.with_hot(stops, next);
                    score += score_stops(stops, other(next));
                    keys = keys.wrapping_add(value_key(values, value, next));
                }
            } else {
                searched |= part;
                parts += 1;
            }
        });
        if two_hot {
            return None;
        }
        let gained = number - rest.number;
        let seen = if next == 0 { gained } else { -gained };
        range.least += seen;
        range.most += seen;
        if parts <= 1 && searched != made.empty() {
            made.restrict(searched);
        }
        let mut region_bounds = (0, 0);
        match parts {
            0 => {}
            1 => {
                region_bounds = bounds(made);
                if rest.is_number && !range.hot {
                    self.single = Some((number, region_bounds));
                }
                range = range.with(region_bounds, next);
            }
            _ => made.components(graph, |part| {
                if part & searched != 0 {
                    made.extract(part, alone);
                    range = range.with(bounds(alone), next);
                }
            }),
        }
        if searched == 0 && !range.hot && range.least == range.most {
            return Some(SumStatus::Known(range.least > 0));
        }
        if let Some(known) = range.verdict() {
            return Some(SumStatus::Known(known));
        }
        match parts {
            0 => {}
            1 => keys = keys.wrapping_add(region_key(made, graph, next)),
            _ => made.components(graph, |part| {
                if part & searched != 0 {
                    made.extract(part, alone);
                    keys = keys.wrapping_add(region_key(alone, graph, next));
                }
            }),
        }
        let at = tt_key(keys, number, next);
        if let Some(known) = table.probe(at) {
            return Some(SumStatus::Known(known));
        }
        score += score_number(gained, other(next));
        match parts {
            0 => {}
            1 => score += score_region(made, region_bounds, other(next)),
            _ => made.components(graph, |part| {
                if part & searched != 0 {
                    made.extract(part, alone);
                    score += score_region(alone, bounds(alone), other(next));
                }
            }),
        }
        Some(SumStatus::Open { at, score })
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
        if let Some(known) = table.probe(at) {
            return SumStatus::Known(known);
        }
        SumStatus::Open { at, score: self.score(sum, None, other(next)) }
    }

    /// Ordering score of a sum, all but one region, for `side`, which has just moved.
    fn score(&self, sum: &GameSum, but: Option<usize>, side: Side) -> i64 {
        let mut score = score_number(sum.number, side);
        for place in (0..sum.regions()).filter(|&place| Some(place) != but) {
            let part = self.sums.part(sum, place);
            score += score_region(&part.region, part.bounds, side);
        }
        let hot = self.sums.hot_values(sum).iter();
        score + hot.map(|&value| score_stops(self.values.games.stops(value), side)).sum::<i64>()
    }

    /// The sum after a move in its number.
    fn number_move(&mut self, sum: &GameSum, side: Side) -> Option<GameSum> {
        let games = &mut self.values.games;
        let value = games.of_number(sum.number).unwrap_or(ZERO);
        let &option = games.options(value, side).first()?;
        let number = games.number(option).expect("numbers lead to numbers");
        let mut next = *sum;
        next.number = number;
        Some(next)
    }
}

/// The key of a value as `side` sees it.
fn value_key(values: &mut RegionValues, value: GameValue, side: Side) -> RegionKey {
    let games = &mut values.games;
    games.seen_by(value, side).map_or(!0, |seen| games.key(seen))
}
