//! Hot: the search for a win by fours.

use std::ops::Range;

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
    /// The stones of that line.
    path: Vec<(Spot, Color)>,
}

/// A move that makes a four.
#[derive(Clone, Copy, Debug)]
struct Four {
    spot: Spot,
    /// Where a five can follow.
    block: Spot,
    made: Made,
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

/// What the attacker has in a position after a block.
enum Prospect {
    /// This move wins at once.
    Win(Spot),
    /// No four may be played.
    None,
    /// The fours on the list, or this one if it must be played.
    Fours(Option<Spot>),
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
        room.path.clear();
        let (on_board, line) = (0, Vec::new());
        Hunt { threats, attacker, laws, steps, table, budget, memory, room, on_board, line }
    }

    /// The moves of the attacker, to move, that win, if there are any.
    pub(crate) fn find(mut self) -> Result<Option<Vec<Spot>>, Stopped> {
        self.budget.spend()?;
        let won = match self.start() {
            Prospect::Win(spot) => {
                self.line.push(spot);
                true
            }
            Prospect::None => false,
            Prospect::Fours(must) => {
                let key = match self.attacker {
                    Color::Black => self.threats.hash(),
                    Color::White => !self.threats.hash(),
                };
                self.memory.get(key) != Some(Known::Lost) && self.wins(0, key, must)?
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
            let four = self.look(spot, self.attacker).expect("it makes a four");
            if must.is_none_or(|must| must == spot) && self.wins_by(four) {
                return Prospect::Win(spot);
            }
            self.room.fours.push(four);
        }
        let mut fours = self.room.fours.iter();
        if fours.any(|four| must.is_none_or(|must| must == four.spot)) {
            Prospect::Fours(must)
        } else {
            Prospect::None
        }
    }

    /// Whether the attacker, to move, wins by one of the fours on the list from `start` on.
    fn wins(&mut self, start: usize, key: u64, must: Option<Spot>) -> Result<bool, Stopped> {
        let end = self.room.fours.len();
        for n in start..end {
            let four = self.room.fours[n];
            if must.is_some_and(|must| must != four.spot) {
                continue;
            }
            if self.leads_to_win(four, start..end, key)? {
                self.line.push(four.spot);
                self.memory.put(key, Known::Won(four.spot));
                return Ok(true);
            }
        }
        self.memory.put(key, Known::Lost);
        Ok(false)
    }

    /// Whether `four` wins, its block being forced.
    fn leads_to_win(&mut self, four: Four, list: Range<usize>, key: u64) -> Result<bool, Stopped> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if self.laws[0].forks == Forks::Foul && self.is_foul(four.spot, four.made) {
            return Ok(false);
        }
        let key = key
            ^ self.threats.stone_hash(four.spot, attacker)
            ^ self.threats.stone_hash(four.block, defender);
        let bound = self.laws[1].forks == Forks::Foul;
        if !bound && self.memory.get(key) == Some(Known::Lost) {
            return Ok(false);
        }
        self.put(four.spot, attacker);
        let reply = self.look(four.block, defender);
        let won = if bound {
            let made = self.made(four.block, defender);
            if self.is_foul(four.block, made) {
                Ok(true)
            } else if self.memory.get(key) == Some(Known::Lost) {
                // Not asked before: the same stones may have come about by legal blocks.
                Ok(false)
            } else {
                self.follow(four, reply, list, key)
            }
        } else {
            self.follow(four, reply, list, key)
        };
        self.lift();
        won
    }

    /// Whether the attacker wins after `four`, which is on the board, and its block, which is not
    /// and makes the four `reply`.
    fn follow(
        &mut self,
        four: Four,
        reply: Option<Four>,
        list: Range<usize>,
        key: u64,
    ) -> Result<bool, Stopped> {
        self.budget.spend()?;
        let must = match reply {
            None => None,
            Some(reply) if reply.made.ways() == 1 => Some(reply.block),
            Some(_) => return Ok(false),
        };
        self.put(four.block, !self.attacker);
        let start = list.end;
        let won = match self.prospect(four, list, must) {
            Prospect::Win(spot) => {
                self.line.push(spot);
                Ok(true)
            }
            Prospect::None => Ok(false),
            Prospect::Fours(must) => self.wins(start, key, must),
        };
        self.room.fours.truncate(start);
        self.lift();
        won
    }

    /// Lists the fours of the attacker after a four and its block, given those before.
    fn prospect(&mut self, last: Four, list: Range<usize>, must: Option<Spot>) -> Prospect {
        let attacker = self.attacker;
        if must.is_some_and(|must| self.look(must, attacker).is_none()) {
            return Prospect::None;
        }
        let may = |spot: Spot| must.is_none_or(|must| must == spot);
        let start = self.room.fours.len();
        let views = self.threats.strips().views(last.spot);
        for (view, step) in views.into_iter().zip(self.steps) {
            for n in view.fours(attacker, self.laws[0]) {
                let spot = (i32::from(last.spot) + n * step) as Spot;
                if !self.threats.is_inner(spot) {
                    continue;
                }
                let Some(four) = self.look(spot, attacker) else { continue };
                if may(spot) && self.wins_by(four) {
                    return Prospect::Win(spot);
                }
                self.room.fours.push(four);
            }
        }
        let new = start..self.room.fours.len();
        let points = [last.spot, last.block].map(|spot| self.threats.point(spot));
        for n in list {
            let mut four = self.room.fours[n];
            let spot = four.spot;
            let is_new = self.room.fours[new.clone()].iter().any(|new| new.spot == spot);
            if spot == last.spot || spot == last.block || is_new {
                continue;
            }
            let point = self.threats.point(spot);
            if points.iter().any(|&stone| is_near(point, stone)) {
                let Some(next) = self.look(spot, attacker) else { continue };
                four = next;
            }
            // It may not have been played before, since another had to be or the law forbade it.
            if four.made.ways() >= 2 && may(spot) && self.wins_by(four) {
                return Prospect::Win(spot);
            }
            self.room.fours.push(four);
        }
        match must {
            None if self.room.fours.len() == start => Prospect::None,
            must => Prospect::Fours(must),
        }
    }

    /// What a stone of `color` on `spot` would make.
    #[inline]
    fn made(&self, spot: Spot, color: Color) -> Made {
        let views = self.threats.strips().views(spot);
        views.into_iter().map(|view| self.table.get(view.key()).made(color)).sum()
    }

    /// The four that a stone of `color` on `spot` would make, if it would.
    #[inline]
    fn look(&self, spot: Spot, color: Color) -> Option<Four> {
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
        (four.made.ways() > 0).then_some(four)
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

/// Whether a stone on one of the points can change what one on the other makes, by itself.
#[inline]
fn is_near(one: Point, other: Point) -> bool {
    let (dx, dy) = ((one.x - other.x).abs(), (one.y - other.y).abs());
    dx.max(dy) <= 5 && (dx == 0 || dy == 0 || dx == dy)
}
