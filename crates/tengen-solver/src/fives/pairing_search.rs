//! Search for a pairing: disjoint pairs of points such that every five points in a row hold both of one.
//!
//! Two points lie on one row, column or diagonal at most, so each of these needs pairs of its own. The fewest that it
//! can do with are counted greedily; where all together need more points than are free, there is no pairing. That
//! decides large boards at once, and keeps the search of small ones small.

use tengen_core::{Axis, Point, Position, Setup};
use tengen_proof::{PairingFlaw, PairingStrategy};
use thiserror::Error;

use crate::{Budget, Stopped};

/// Why a pairing was not looked for to the end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PairingError {
    /// A pairing says nothing about this position.
    #[error(transparent)]
    Position(PairingFlaw),
    /// A limit of the budget was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Searches for a pairing strategy, by which the empty board is drawn. None if there is none, which was then shown by
/// trying everything.
///
/// ```
/// use tengen_core::{Area, Position, Rule};
/// use tengen_solver::{Budget, fives::find_pairing};
///
/// let position = Position::new(Rule::Freestyle, Area::square(5)).unwrap();
/// let found = find_pairing(&position, &mut Budget::unlimited()).unwrap();
/// assert_eq!(found.unwrap().pairs().len(), 12);
/// ```
///
/// # Errors
///
/// If the position is not the empty board of freestyle or exact five, with edges and at most 1,024 points; if a limit
/// of the budget was reached.
pub fn find_pairing(
    position: &Position,
    budget: &mut Budget<'_>,
) -> Result<Option<PairingStrategy>, PairingError> {
    let setup = Setup::from_board(position.board(), position.turn());
    PairingStrategy::check_claim(position.rule(), &setup).map_err(PairingError::Position)?;
    let mut search = PairingSearch::new(setup.area);
    if !search.run(budget)? {
        return Ok(None);
    }
    let pairs = search.pairs.iter().map(|&pair| pair.map(|number| search.points[number]));
    let strategy = PairingStrategy::new(position, pairs.collect());
    Ok(Some(strategy.expect("every five was given a pair")))
}

/// A row, column or diagonal that is long enough for a five.
struct BoardLine {
    /// The numbers of its points, in order.
    points: Vec<usize>,
    /// For each five on it, by its first point, how many pairs it holds.
    pairs: Vec<u32>,
    /// The fewest pairs that it still needs; none if it cannot have enough.
    need: Option<usize>,
}

/// Depth-first search with look-ahead.
struct PairingSearch {
    points: Vec<Point>,
    is_free: Vec<bool>,
    free: usize,
    lines: Vec<BoardLine>,
    /// For each point, the lines through it.
    through: Vec<Vec<usize>>,
    /// What all lines need together.
    need: usize,
    pairs: Vec<[usize; 2]>,
}

/// A pair on a line, by the places of its points there, the first one first.
#[derive(Clone, Copy)]
struct LinePair {
    line: usize,
    places: [usize; 2],
}

impl BoardLine {
    /// The fewest pairs of free points that give one to each five that has none.
    ///
    /// Pairs may have points in common here, so it is a lower bound. The two last free points of the first five without
    /// a pair reach as far as any two of its points.
    fn fewest(&self, is_free: &[bool]) -> Option<usize> {
        let (mut first, mut count) = (0, 0);
        while first < self.pairs.len() {
            if self.pairs[first] > 0 {
                first += 1;
                continue;
            }
            let mut free = (first..first + 5).rev().filter(|&at| is_free[self.points[at]]);
            free.next();
            first = free.next()? + 1;
            count += 1;
        }
        Some(count)
    }
}

impl PairingSearch {
    fn new(area: tengen_core::Area) -> PairingSearch {
        let points: Vec<Point> = area.points().collect();
        let number =
            |point: Point| points.binary_search_by_key(&(point.y, point.x), |p| (p.y, p.x));
        let mut lines = Vec::new();
        let mut through = vec![Vec::new(); points.len()];
        for axis in Axis::ALL {
            for &start in points.iter().filter(|point| !area.contains(point.along(axis, -1))) {
                let all = (0..).map(|steps| start.along(axis, steps));
                let on_line = all.map_while(|point| number(point).ok());
                let on_line: Vec<usize> = on_line.collect();
                if on_line.len() < 5 {
                    continue;
                }
                for &point in &on_line {
                    through[point].push(lines.len());
                }
                let pairs = vec![0; on_line.len() - 4];
                lines.push(BoardLine { points: on_line, pairs, need: Some(0) });
            }
        }
        let (is_free, free) = (vec![true; points.len()], points.len());
        let pairs = Vec::new();
        let mut search = PairingSearch { points, is_free, free, lines, through, need: 0, pairs };
        for line in 0..search.lines.len() {
            search.count(line);
        }
        search
    }

    /// Whether there is a pairing; it is left in `pairs`.
    fn run(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        budget.spend()?;
        if !self.is_open() {
            return Ok(false);
        }
        let Some(candidates) = self.fewest_candidates() else { return Ok(true) };
        for pair in candidates {
            self.put(pair);
            if self.run(budget)? {
                return Ok(true);
            }
            self.take(pair);
        }
        Ok(false)
    }

    /// Whether the free points may be enough for what the lines need.
    fn is_open(&self) -> bool {
        2 * self.need <= self.free && self.lines.iter().all(|line| line.need.is_some())
    }

    /// Of the first five without a pair on each line, the one that can be given the fewest; none if all have one.
    fn fewest_candidates(&mut self) -> Option<Vec<LinePair>> {
        let mut fewest: Option<Vec<LinePair>> = None;
        for line in 0..self.lines.len() {
            let Some(first) = self.lines[line].pairs.iter().position(|&pairs| pairs == 0) else {
                continue;
            };
            let points = &self.lines[line].points;
            let free = (first..first + 5).rev().filter(|&at| self.is_free[points[at]]);
            let free: Vec<usize> = free.collect();
            let mut candidates = Vec::new();
            // The pairs that reach furthest come first.
            for (count, &left) in free.iter().enumerate() {
                for &right in &free[..count] {
                    let pair = LinePair { line, places: [left, right] };
                    self.put(pair);
                    if self.is_open() {
                        candidates.push(pair);
                    }
                    self.take(pair);
                }
            }
            let is_fewer = fewest.as_ref().is_none_or(|fewest| candidates.len() < fewest.len());
            if is_fewer {
                let is_forced = candidates.len() <= 1;
                fewest = Some(candidates);
                if is_forced {
                    break;
                }
            }
        }
        fewest
    }

    fn put(&mut self, pair: LinePair) {
        let points = self.change(pair, true);
        self.pairs.push(points);
    }

    /// Takes the last pair back.
    fn take(&mut self, pair: LinePair) {
        self.change(pair, false);
        self.pairs.pop();
    }

    /// Adds or removes a pair, and counts again what the lines through its points need.
    fn change(&mut self, LinePair { line, places }: LinePair, is_put: bool) -> [usize; 2] {
        let [left, right] = places;
        let on_line = &mut self.lines[line];
        let pair = places.map(|at| on_line.points[at]);
        let last = left.min(on_line.pairs.len() - 1);
        for pairs in &mut on_line.pairs[right.saturating_sub(4)..=last] {
            *pairs = if is_put { *pairs + 1 } else { *pairs - 1 };
        }
        self.free = if is_put { self.free - 2 } else { self.free + 2 };
        for point in pair {
            self.is_free[point] = !is_put;
        }
        for point in pair {
            for index in 0..self.through[point].len() {
                self.count(self.through[point][index]);
            }
        }
        pair
    }

    /// Counts again what a line needs.
    fn count(&mut self, line: usize) {
        let need = self.lines[line].fewest(&self.is_free);
        let before = std::mem::replace(&mut self.lines[line].need, need);
        self.need = self.need - before.unwrap_or(0) + need.unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::Area;
    use tengen_testkit::TestRng;

    use super::*;

    /// Whether each of the fives can be given a pair, by trying everything.
    fn try_all(fives: &[Vec<usize>], is_free: &mut [bool], pairs: &mut Vec<[usize; 2]>) -> bool {
        let holds = |five: &[usize], pair: &[usize; 2]| pair.iter().all(|p| five.contains(p));
        let without = |five: &&Vec<usize>| !pairs.iter().any(|pair| holds(five, pair));
        let Some(five) = fives.iter().find(without) else { return true };
        for (count, &one) in five.iter().enumerate() {
            for &other in &five[..count] {
                if !is_free[one] || !is_free[other] {
                    continue;
                }
                (is_free[one], is_free[other]) = (false, false);
                pairs.push([one, other]);
                let found = try_all(fives, is_free, pairs);
                pairs.pop();
                (is_free[one], is_free[other]) = (true, true);
                if found {
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn the_search_agrees_with_trying_everything_on_parts_of_boards() {
        let mut chance = TestRng::new(91);
        let mut found = [0, 0];
        for _ in 0..3_000 {
            let (width, height) = (chance.between(1, 9) as u16, chance.between(3, 7) as u16);
            let mut search = PairingSearch::new(Area::Bounded { width, height });
            for point in 0..search.points.len() {
                search.is_free[point] = !chance.one_in(3);
            }
            search.free = search.is_free.iter().filter(|&&is_free| is_free).count();
            let mut fives = Vec::new();
            for line in 0..search.lines.len() {
                for first in 0..search.lines[line].pairs.len() {
                    // Few fives are left, so that trying everything ends.
                    if fives.len() < 9 && chance.one_in(3) {
                        fives.push(search.lines[line].points[first..first + 5].to_vec());
                    } else {
                        search.lines[line].pairs[first] = 1;
                    }
                }
                search.count(line);
            }
            let expected = try_all(&fives, &mut search.is_free.clone(), &mut Vec::new());
            let answer = search.run(&mut Budget::unlimited()).unwrap();
            assert_eq!(answer, expected, "{width}x{height} {fives:?}");
            assert!(
                !answer
                    || fives.iter().all(|five| {
                        search
                            .pairs
                            .iter()
                            .any(|pair| pair.iter().all(|point| five.contains(point)))
                    })
            );
            found[usize::from(answer)] += 1;
        }
        assert!(found.iter().all(|&count| count > 300), "{found:?}");
    }
}
