//! Hot: the search for a win by fours.

use std::{cmp::Reverse, ops::Range};

use tengen_core::{Color, Forks, Law, Point, renju};

use super::{
    frame::Spot,
    memory::{Known, Memory},
    pairs::{Made, Pairs},
    threats::Threats,
};
use crate::{Budget, Stopped};

/// Lists that are kept between searches only so as not to be made again.
#[derive(Default, Debug)]
pub(crate) struct Room {
    /// The fours of every position of the line being tried, one list after the other.
    fours: Vec<Four>,
    /// The positions after the fours of those lists, in the same way.
    children: Vec<Child>,
    /// The stones of that line.
    path: Vec<(Spot, Color)>,
}

/// A move that makes a four, or could have.
#[derive(Clone, Copy, Debug)]
struct Four {
    spot: Spot,
    /// Where a five can follow, if it does.
    block: Spot,
    made: Made,
}

/// A position after a four and its block.
#[derive(Clone, Debug)]
struct Child {
    last: Four,
    key: u64,
    /// The attacker's fours.
    list: Range<usize>,
    /// The one of them that must be played, since the block made a four.
    must: Option<Spot>,
}

/// A search for a win by fours.
///
/// What a stone makes is told from the lines through it when it is asked, not kept for all points:
/// of a position, the search asks only about the few points where the attacker has fours. Which
/// these are follows from those of the position before, the last four and its block.
pub(crate) struct Hunt<'a, 'b> {
    threats: &'a mut Threats,
    attacker: Color,
    /// The laws of the attacker and of the defender.
    laws: [Law; 2],
    steps: [i32; 4],
    table: &'static Pairs,
    budget: &'a mut Budget<'b>,
    memory: &'a mut Memory,
    room: &'a mut Room,
    /// How many stones of the path are on the board. They are put there only when it is asked.
    on_board: usize,
    /// The moves of the win found, the last one first.
    line: Vec<Spot>,
}

/// How many moves the attacker may make; [`ANY`] if that does not matter.
type Moves = u32;
pub(crate) const ANY: Moves = Moves::MAX;

/// What the attacker has in a position after a block.
enum Prospect {
    /// This move wins at once.
    Win(Spot),
    /// No four may be played.
    None,
    /// The fours on the list, or this one if it must be played.
    Fours { list: Range<usize>, must: Option<Spot> },
}

impl<'a, 'b> Hunt<'a, 'b> {
    pub(crate) fn new(
        threats: &'a mut Threats,
        attacker: Color,
        budget: &'a mut Budget<'b>,
        memory: &'a mut Memory,
        room: &'a mut Room,
    ) -> Hunt<'a, 'b> {
        let rule = threats.rule();
        let laws = [attacker, !attacker].map(|color| rule.law(color).expect("a game of fives"));
        let (table, steps) = (threats.table(), threats.steps());
        room.fours.clear();
        room.children.clear();
        room.path.clear();
        let (on_board, line) = (0, Vec::new());
        Hunt { threats, attacker, laws, steps, table, budget, memory, room, on_board, line }
    }

    /// The moves of the attacker, to move, that win, if at most `limit` are enough.
    pub(crate) fn find(mut self, limit: Moves) -> Result<Option<Vec<Spot>>, Stopped> {
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
            self.room.fours.push(four);
        }
        let mut fours = self.room.fours.iter();
        if fours.any(|four| must.is_none_or(|must| must == four.spot)) {
            Prospect::Fours { list: 0..self.room.fours.len(), must }
        } else {
            Prospect::None
        }
    }

    /// Whether it is known that the attacker does not win with so many moves.
    #[inline]
    fn is_lost(&self, key: u64, limit: Moves) -> bool {
        let is_lost = |key: u64| self.memory.get(key) == Some(Known::Lost);
        is_lost(key) || limit != ANY && is_lost(key_within(key, limit))
    }

    /// Whether the attacker, to move, wins by one of the fours on `list`.
    fn wins(
        &mut self,
        list: Range<usize>,
        key: u64,
        must: Option<Spot>,
        limit: Moves,
    ) -> Result<bool, Stopped> {
        let (fours, children) = (self.room.fours.len(), self.room.children.len());
        let place = if limit == ANY { key } else { key_within(key, limit) };
        let mut win = Ok(None);
        // What won before wins again, unless the memory is mistaken.
        if let Some(Known::Won(spot)) = self.memory.get(place)
            && must.is_none_or(|must| must == spot)
        {
            win = self.win(list.clone(), key, Some(spot), limit);
        }
        if win == Ok(None) {
            win = self.win(list, key, must, limit);
        }
        self.room.fours.truncate(fours);
        self.room.children.truncate(children);
        let win = win?;
        self.memory.put(place, win.map_or(Known::Lost, Known::Won));
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
        limit: Moves,
    ) -> Result<Option<Spot>, Stopped> {
        let first = self.room.children.len();
        for n in list.clone() {
            let four = self.room.fours[n];
            if must.is_none_or(|must| must == four.spot)
                && self.wins_soon(four, list.clone(), key, limit)?
            {
                return Ok(Some(four.spot));
            }
        }
        // Where the attacker has most to choose from, a win is most likely.
        self.room.children[first..].sort_by_key(|child| Reverse(child.list.len()));
        for n in first..self.room.children.len() {
            let Child { last, key, list, must } = self.room.children[n].clone();
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
        four: Four,
        fours: Range<usize>,
        key: u64,
        limit: Moves,
    ) -> Result<bool, Stopped> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if self.laws[0].forks == Forks::Foul && self.is_foul(four.spot, four.made) {
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
        let won = if bound && self.is_foul(block.spot, block.made) {
            true
        } else if bound && (limit == 0 || self.is_lost(key, limit)) {
            // Not asked before: the same stones may have come about by legal blocks.
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
                    self.room.children.push(Child { last: four, key, list, must });
                    false
                }
            }
        };
        self.lift();
        Ok(won)
    }

    /// Lists the fours of the attacker after the four `played` and its `block`, given those before.
    fn prospect(&mut self, played: Four, before: Range<usize>, block: Four) -> Prospect {
        let attacker = self.attacker;
        let must = match block.made.ways() {
            0 => None,
            1 => Some(block.block),
            _ => return Prospect::None,
        };
        if must.is_some_and(|must| self.look(must, attacker).made.ways() == 0) {
            return Prospect::None;
        }
        let may = |spot: Spot| must.is_none_or(|must| must == spot);
        let start = self.room.fours.len();
        let views = self.threats.strips().views(played.spot);
        for (view, step) in views.into_iter().zip(self.steps) {
            for n in view.fours(attacker, self.laws[0]) {
                let spot = (i32::from(played.spot) + n * step) as Spot;
                if !self.threats.is_inner(spot) {
                    continue;
                }
                let four = self.look(spot, attacker);
                if four.made.ways() == 0 {
                    continue;
                }
                if may(spot) && self.wins_by(four) {
                    return Prospect::Win(spot);
                }
                self.room.fours.push(four);
            }
        }
        let new = start..self.room.fours.len();
        let points = [played.spot, played.block].map(|spot| self.threats.point(spot));
        for n in before {
            let mut four = self.room.fours[n];
            let spot = four.spot;
            let is_new = self.room.fours[new.clone()].iter().any(|new| new.spot == spot);
            if spot == played.spot || spot == played.block || is_new {
                continue;
            }
            let point = self.threats.point(spot);
            if points.iter().any(|&stone| is_near(point, stone)) {
                four = self.look(spot, attacker);
                if four.made.ways() == 0 {
                    continue;
                }
            }
            // It may not have been played before, since another had to be or the law forbade it.
            if may(spot) && self.wins_by(four) {
                return Prospect::Win(spot);
            }
            self.room.fours.push(four);
        }
        let list = start..self.room.fours.len();
        if list.is_empty() { Prospect::None } else { Prospect::Fours { list, must } }
    }

    /// What a stone of `color` on `spot` would make, and where a five could follow.
    #[inline]
    fn look(&self, spot: Spot, color: Color) -> Four {
        let law = self.laws[usize::from(color != self.attacker)];
        let mut four = Four { spot, block: spot, made: Made::default() };
        for (view, step) in self.threats.strips().views(spot).into_iter().zip(self.steps) {
            let made = self.table.get(view.key()).made(color);
            four.made += made;
            if made.ways() > 0 {
                let n = view.fives(color, law).next().expect("a four can become a five");
                four.block = (i32::from(spot) + n * step) as Spot;
            }
        }
        four
    }

    /// Whether a four of the attacker leaves two ways to a five.
    #[inline]
    fn wins_by(&mut self, four: Four) -> bool {
        four.made.ways() >= 2
            && (self.laws[0].forks == Forks::Free || !self.is_foul(four.spot, four.made))
    }

    /// Whether Black may not make this at renju.
    #[inline]
    fn is_foul(&mut self, spot: Spot, made: Made) -> bool {
        made.is_foul(|| {
            self.show_board();
            renju::foul(self.threats.board(), self.threats.point(spot)).is_some()
        })
    }

    /// Puts the stones of the path on the board.
    fn show_board(&mut self) {
        for &(spot, color) in &self.room.path[self.on_board..] {
            let point = self.threats.point(spot);
            self.threats.board_mut().put(point, color);
        }
        self.on_board = self.room.path.len();
    }

    #[inline]
    fn put(&mut self, spot: Spot, color: Color) {
        self.threats.strips_mut().flip(spot, color);
        self.room.path.push((spot, color));
    }

    #[inline]
    fn lift(&mut self) {
        let (spot, color) = self.room.path.pop().expect("a stone was put");
        self.threats.strips_mut().flip(spot, color);
        if self.on_board > self.room.path.len() {
            self.on_board = self.room.path.len();
            let point = self.threats.point(spot);
            self.threats.board_mut().lift(point, color);
        }
    }
}

/// One move fewer.
const fn one_less(moves: Moves) -> Moves {
    if moves == ANY { ANY } else { moves - 1 }
}

/// Where it is remembered what comes of a position within so many moves.
const fn key_within(key: u64, moves: Moves) -> u64 {
    key ^ (moves as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Whether a stone on one of the points can change what one on the other makes, by itself.
#[inline]
fn is_near(one: Point, other: Point) -> bool {
    let (dx, dy) = ((one.x - other.x).abs(), (one.y - other.y).abs());
    dx.max(dy) <= 5 && (dx == 0 || dy == 0 || dx == dy)
}
