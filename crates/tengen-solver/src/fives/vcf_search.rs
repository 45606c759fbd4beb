//! Hot: depth-first search for a VCF, a win by continuous fours.

use std::{cmp::Reverse, ops::Range};

use tengen_core::{Color, Forks, Law, Point, renju};

use super::{
    pattern_table::{PatternTable, ShapeCounts},
    search_frame::Spot,
    threats::Threats,
    vcf_cache::{VcfCache, VcfResult},
};
use crate::{Budget, Stopped};

/// Scratch buffers of a search, reused so that nothing is allocated.
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    /// The fours of every position of the line being tried, one list after the other.
    fours: Vec<FourMove>,
    /// The positions after the fours of those lists, in the same way.
    children: Vec<VcfChild>,
    /// The stones of that line.
    path: Vec<(Spot, Color)>,
}

/// A move that makes a four, or could have.
#[derive(Clone, Copy, Debug)]
struct FourMove {
    spot: Spot,
    /// Where a five can follow, if it does.
    block: Spot,
    counts: ShapeCounts,
}

/// A position after a four and its block.
#[derive(Clone, Debug)]
struct VcfChild {
    last: FourMove,
    key: u64,
    /// The attacker's fours.
    list: Range<usize>,
    /// The one of them that must be played, since the block made a four.
    must: Option<Spot>,
}

/// Search for a VCF: depth first, each position once.
///
/// Patterns are looked up on demand, not kept incrementally for all points: of a position, the search
/// needs only the few points where the attacker has fours. Which these are follows from those of the
/// position before, the last four and its block.
pub(crate) struct VcfSearch<'a, 'b> {
    threats: &'a mut Threats,
    attacker: Color,
    /// The laws of the attacker and of the defender.
    laws: [Law; 2],
    steps: [i32; 4],
    table: &'static PatternTable,
    budget: &'a mut Budget<'b>,
    cache: &'a mut VcfCache,
    scratch: &'a mut Scratch,
    /// Number of stones of the path that are on the board. They are put there only for a foul test.
    on_board: usize,
    /// The moves of the win found, in reverse.
    line: Vec<Spot>,
}

/// Depth limit in moves of the attacker; [`ANY`] for none.
type VcfMoves = u32;
pub(crate) const ANY: VcfMoves = VcfMoves::MAX;

/// Options of the attacker in a position after a block.
enum Prospect {
    /// This move wins at once.
    Win(Spot),
    /// No four may be played.
    None,
    /// The fours on the list, or this one if it must be played.
    Fours { list: Range<usize>, must: Option<Spot> },
}

impl<'a, 'b> VcfSearch<'a, 'b> {
    pub(crate) fn new(
        threats: &'a mut Threats,
        attacker: Color,
        budget: &'a mut Budget<'b>,
        cache: &'a mut VcfCache,
        scratch: &'a mut Scratch,
    ) -> VcfSearch<'a, 'b> {
        let rule = threats.rule();
        let laws = [attacker, !attacker].map(|color| rule.law(color).expect("a game of fives"));
        let (table, steps) = (threats.table(), threats.steps());
        scratch.fours.clear();
        scratch.children.clear();
        scratch.path.clear();
        let (on_board, line) = (0, Vec::new());
        VcfSearch { threats, attacker, laws, steps, table, budget, cache, scratch, on_board, line }
    }

    /// The moves of the attacker, to move, that win, if at most `limit` are enough.
    pub(crate) fn find(mut self, limit: VcfMoves) -> Result<Option<Vec<Spot>>, Stopped> {
        self.budget.spend()?;
        let won = match self.start() {
            _ if limit == 0 => false,
            Prospect::Win(spot) => {
                self.line.push(spot);
                true
            }
            Prospect::None => false,
            Prospect::Fours { list, must } => {
                let key = match self.attacker {
                    Color::Black => self.threats.hash(),
                    Color::White => !self.threats.hash(),
                };
                !self.is_lost(key, limit) && self.wins(list, key, must, limit)?
            }
        };
        self.line.reverse();
        Ok(won.then_some(self.line))
    }

    /// What the attacker has at the start.
    fn start(&mut self) -> Prospect {
        if let Some(five) = self.threats.fives(self.attacker).next() {
            return Prospect::Win(five);
        }
        let mut fives = self.threats.fives(!self.attacker);
        let must = match (fives.next(), fives.next()) {
            (None, _) => None,
            (Some(block), None) => Some(block),
            (Some(_), Some(_)) => return Prospect::None,
        };
        drop(fives);
        let spots: Vec<Spot> = self.threats.fours(self.attacker).collect();
        for spot in spots {
            let four = self.look(spot, self.attacker);
            if must.is_none_or(|must| must == spot) && self.wins_by(four) {
                return Prospect::Win(spot);
            }
            self.scratch.fours.push(four);
        }
        let mut fours = self.scratch.fours.iter();
        if fours.any(|four| must.is_none_or(|must| must == four.spot)) {
            Prospect::Fours { list: 0..self.scratch.fours.len(), must }
        } else {
            Prospect::None
        }
    }

    /// Whether the cache has that the attacker does not win within `limit` moves.
    #[inline]
    fn is_lost(&self, key: u64, limit: VcfMoves) -> bool {
        let is_lost = |key: u64| self.cache.get(key) == Some(VcfResult::Lost);
        is_lost(key) || limit != ANY && is_lost(key_within(key, limit))
    }

    /// Whether the attacker, to move, wins by one of the fours on `list`.
    fn wins(
        &mut self,
        list: Range<usize>,
        key: u64,
        must: Option<Spot>,
        limit: VcfMoves,
    ) -> Result<bool, Stopped> {
        let (fours, children) = (self.scratch.fours.len(), self.scratch.children.len());
        let place = if limit == ANY { key } else { key_within(key, limit) };
        let mut win = Ok(None);
        // The cached move first: it wins again, unless keys collided.
        if let Some(VcfResult::Won(spot)) = self.cache.get(place)
            && must.is_none_or(|must| must == spot)
        {
            win = self.win(list.clone(), key, Some(spot), limit);
        }
        if win == Ok(None) {
            win = self.win(list, key, must, limit);
        }
        self.scratch.fours.truncate(fours);
        self.scratch.children.truncate(children);
        let win = win?;
        self.cache.put(place, win.map_or(VcfResult::Lost, VcfResult::Won));
        self.line.extend(win);
        Ok(win.is_some())
    }

    /// The first move of a win by one of the fours on `list`, if there is one. All of them are
    /// looked at before any is followed.
    fn win(
        &mut self,
        list: Range<usize>,
        key: u64,
        must: Option<Spot>,
        limit: VcfMoves,
    ) -> Result<Option<Spot>, Stopped> {
        let first = self.scratch.children.len();
        for n in list.clone() {
            let four = self.scratch.fours[n];
            if must.is_none_or(|must| must == four.spot)
                && self.wins_soon(four, list.clone(), key, limit)?
            {
                return Ok(Some(four.spot));
            }
        }
        // Where the attacker has most to choose from, a win is most likely.
        self.scratch.children[first..].sort_by_key(|child| Reverse(child.list.len()));
        for n in first..self.scratch.children.len() {
            let VcfChild { last, key, list, must } = self.scratch.children[n].clone();
            // The ones before may have led to the same position.
            if n > first && self.is_lost(key, one_less(limit)) {
                continue;
            }
            self.put(last.spot, self.attacker);
            self.put(last.block, !self.attacker);
            let won = self.wins(list, key, must, one_less(limit));
            self.lift();
            self.lift();
            if won? {
                return Ok(Some(last.spot));
            }
        }
        Ok(None)
    }

    /// Whether `four` wins by itself or the next move. If that is not known, the position after
    /// its block is put on the list of children.
    fn wins_soon(
        &mut self,
        four: FourMove,
        fours: Range<usize>,
        key: u64,
        limit: VcfMoves,
    ) -> Result<bool, Stopped> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if self.laws[0].forks == Forks::Foul && self.is_foul(four.spot, four.counts) {
            return Ok(false);
        }
        let key = key
            ^ self.threats.stone_hash(four.spot, attacker)
            ^ self.threats.stone_hash(four.block, defender);
        let limit = one_less(limit);
        let bound = self.laws[1].forks == Forks::Foul;
        if !bound && (limit == 0 || self.is_lost(key, limit)) {
            return Ok(false);
        }
        self.budget.spend()?;
        self.put(four.spot, attacker);
        let block = self.look(four.block, defender);
        let won = if bound && self.is_foul(block.spot, block.counts) {
            true
        } else if bound && (limit == 0 || self.is_lost(key, limit)) {
            // Not probed before: the same stones may have come about by legal blocks.
            false
        } else {
            self.put(four.block, defender);
            let prospect = self.prospect(four, fours, block);
            self.lift();
            match prospect {
                Prospect::Win(spot) => {
                    self.line.push(spot);
                    true
                }
                Prospect::None => false,
                Prospect::Fours { list, must } => {
                    self.scratch.children.push(VcfChild { last: four, key, list, must });
                    false
                }
            }
        };
        self.lift();
        Ok(won)
    }

    /// Lists the fours of the attacker after the four `played` and its `block`, given those before.
    fn prospect(&mut self, played: FourMove, before: Range<usize>, block: FourMove) -> Prospect {
        let attacker = self.attacker;
        let must = match block.counts.ways() {
            0 => None,
            1 => Some(block.block),
            _ => return Prospect::None,
        };
        if must.is_some_and(|must| self.look(must, attacker).counts.ways() == 0) {
            return Prospect::None;
        }
        let may = |spot: Spot| must.is_none_or(|must| must == spot);
        let start = self.scratch.fours.len();
        let windows = self.threats.bit_lines().windows(played.spot);
        for (window, step) in windows.into_iter().zip(self.steps) {
            for n in window.fours(attacker, self.laws[0]) {
                let spot = (i32::from(played.spot) + n * step) as Spot;
                if !self.threats.is_inner(spot) {
                    continue;
                }
                let four = self.look(spot, attacker);
                if four.counts.ways() == 0 {
                    continue;
                }
                if may(spot) && self.wins_by(four) {
                    return Prospect::Win(spot);
                }
                self.scratch.fours.push(four);
            }
        }
        let new = start..self.scratch.fours.len();
        let points = [played.spot, played.block].map(|spot| self.threats.point(spot));
        for n in before {
            let mut four = self.scratch.fours[n];
            let spot = four.spot;
            let is_new = self.scratch.fours[new.clone()].iter().any(|new| new.spot == spot);
            if spot == played.spot || spot == played.block || is_new {
                continue;
            }
            let point = self.threats.point(spot);
            if points.iter().any(|&stone| is_near(point, stone)) {
                four = self.look(spot, attacker);
                if four.counts.ways() == 0 {
                    continue;
                }
            }
            // It may not have been played before, since another had to be or the law forbade it.
            if may(spot) && self.wins_by(four) {
                return Prospect::Win(spot);
            }
            self.scratch.fours.push(four);
        }
        let list = start..self.scratch.fours.len();
        if list.is_empty() { Prospect::None } else { Prospect::Fours { list, must } }
    }

    /// The shapes that a stone of `color` on `spot` would make, and where a five could follow.
    #[inline]
    fn look(&self, spot: Spot, color: Color) -> FourMove {
        let law = self.laws[usize::from(color != self.attacker)];
        let mut four = FourMove { spot, block: spot, counts: ShapeCounts::default() };
        for (window, step) in self.threats.bit_lines().windows(spot).into_iter().zip(self.steps) {
            let counts = self.table.get(window.key()).counts(color);
            four.counts += counts;
            if counts.ways() > 0 {
                let n = window.fives(color, law).next().expect("a four can become a five");
                four.block = (i32::from(spot) + n * step) as Spot;
            }
        }
        four
    }

    /// Whether a four of the attacker leaves two ways to a five.
    #[inline]
    fn wins_by(&mut self, four: FourMove) -> bool {
        four.counts.ways() >= 2
            && (self.laws[0].forks == Forks::Free || !self.is_foul(four.spot, four.counts))
    }

    /// Whether this is a foul of Black at renju.
    #[inline]
    fn is_foul(&mut self, spot: Spot, counts: ShapeCounts) -> bool {
        counts.is_foul(|| {
            self.show_board();
            renju::foul(self.threats.board(), self.threats.point(spot)).is_some()
        })
    }

    /// Puts the stones of the path on the board.
    fn show_board(&mut self) {
        for &(spot, color) in &self.scratch.path[self.on_board..] {
            let point = self.threats.point(spot);
            self.threats.board_mut().put(point, color);
        }
        self.on_board = self.scratch.path.len();
    }

    #[inline]
    fn put(&mut self, spot: Spot, color: Color) {
        self.threats.bit_lines_mut().flip(spot, color);
        self.scratch.path.push((spot, color));
    }

    #[inline]
    fn lift(&mut self) {
        let (spot, color) = self.scratch.path.pop().expect("a stone was put");
        self.threats.bit_lines_mut().flip(spot, color);
        if self.on_board > self.scratch.path.len() {
            self.on_board = self.scratch.path.len();
            let point = self.threats.point(spot);
            self.threats.board_mut().lift(point, color);
        }
    }
}

/// The limit after one move.
const fn one_less(moves: VcfMoves) -> VcfMoves {
    if moves == ANY { ANY } else { moves - 1 }
}

/// The cache key of a position searched with a depth limit.
const fn key_within(key: u64, moves: VcfMoves) -> u64 {
    key ^ (moves as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Whether a stone on one of the points can change what one on the other makes, by itself.
#[inline]
fn is_near(one: Point, other: Point) -> bool {
    let (dx, dy) = ((one.x - other.x).abs(), (one.y - other.y).abs());
    dx.max(dy) <= 5 && (dx == 0 || dy == 0 || dx == dy)
}
