//! Search for a forced five of an attacker within a number of moves.
//!
//! A stone matters only on a place that either side could still fill in time (the module's
//! documentation says why), so the points of such places are tried, and one move elsewhere.

use rustc_hash::FxHashMap;
use tengen_core::{
    Axis, Board, Color, Point, Rule, mix64, renju,
    shape::{Shape, Shapes},
};

use super::place_index::{Fives, Id, PlaceIndex};
use crate::{Budget, Stopped};

/// Search for a forced five of one attacker, by iterative deepening with a transposition table.
pub(super) struct PlySearch<'a, 'b> {
    pub(super) rule: Rule,
    pub(super) attacker: Color,
    pub(super) places: PlaceIndex,
    pub(super) budget: &'a mut Budget<'b>,
    /// At renju the stones, to ask for fouls.
    board: Option<Board>,
    /// At renju every empty point near a stone: what else could change a foul.
    near: Option<Vec<Id>>,
    /// How often a foul was in question.
    pub(super) doubts: u64,
    hash: u64,
    known: FxHashMap<u64, PlyResult>,
    /// Maximum number of table entries.
    most_known: usize,
    /// For each point when it was last marked.
    marks: Vec<(u64, Id)>,
    clock: u64,
}

/// Table entry of a position with the attacker to move.
#[derive(Clone, Copy)]
struct PlyResult {
    /// Number of moves with which the attacker wins.
    wins: u8,
    /// Number of moves with which the attacker does not win.
    fails: u8,
    /// Whether a foul was in question.
    doubt: bool,
}

impl PlyResult {
    const NOTHING: PlyResult = PlyResult { wins: u8::MAX, fails: 0, doubt: false };
}

/// How near a stone is to a point whose foul it could change, with room to spare.
///
/// A foul follows from windows, which reach five points, around the point itself and around points
/// that would carry on its threes, which are at most three points away each and next to stones.
const NEAR: i32 = 14;

impl<'a, 'b> PlySearch<'a, 'b> {
    pub(super) fn new(
        rule: Rule,
        attacker: Color,
        places: PlaceIndex,
        stones: &[(Point, Color)],
        memory: usize,
        budget: &'a mut Budget<'b>,
    ) -> PlySearch<'a, 'b> {
        let board = (rule == Rule::Renju).then(|| {
            let mut board = Board::new(tengen_core::Area::Unbounded);
            for &(point, color) in stones {
                board.put(point, color);
            }
            board
        });
        let marks = vec![(0, 0); places.count()];
        // An entry of the map takes some 24 bytes, and the map is up to half empty.
        let most_known = memory / 48;
        PlySearch {
            rule,
            attacker,
            places,
            budget,
            board,
            near: None,
            doubts: 0,
            hash: 0,
            known: FxHashMap::default(),
            most_known,
            marks,
            clock: 0,
        }
    }

    /// The search for the other side's five.
    pub(super) fn turn_around(mut self) -> PlySearch<'a, 'b> {
        self.attacker = !self.attacker;
        self.known.clear();
        self
    }

    pub(super) fn defender(&self) -> Color {
        !self.attacker
    }

    /// Whether the attacker, who is to move, makes a five within `moves` of his moves whatever the
    /// defender does, and before the defender makes one.
    pub(super) fn wins(&mut self, moves: u32) -> Result<bool, Stopped> {
        self.budget.spend()?;
        if !self.places.open(self.attacker, 1).is_empty() {
            return Ok(moves >= 1);
        }
        if moves < 2 {
            return Ok(false);
        }
        match self.places.fives(self.defender()) {
            Fives::Many => return Ok(false),
            Fives::One(block) => {
                return Ok(self.may(block, self.attacker)
                    && self.with(block, self.attacker, |search| search.falls(moves - 1))?);
            }
            Fives::None => {}
        }
        if moves == 2 {
            return self.forks();
        }
        let known = self.known.get(&self.hash).copied().unwrap_or(PlyResult::NOTHING);
        if u32::from(known.wins) <= moves || moves <= u32::from(known.fails) {
            self.doubts += u64::from(known.doubt);
            return Ok(u32::from(known.wins) <= moves);
        }
        let doubts = self.doubts;
        let wins = self.wins(moves - 1)? || self.attack(moves)?.is_some();
        if self.known.len() < self.most_known {
            let known = self.known.entry(self.hash).or_insert(PlyResult::NOTHING);
            known.doubt |= self.doubts != doubts;
            if wins {
                known.wins = known.wins.min(moves as u8);
            } else {
                known.fails = known.fails.max(moves as u8);
            }
        }
        Ok(wins)
    }

    /// A move that wins within `moves`, where neither side can make a five at once and no fewer are enough.
    pub(super) fn attack(&mut self, moves: u32) -> Result<Option<Id>, Stopped> {
        let points = self.attacks(moves);
        for id in points.iter().copied() {
            if self.is_attack(id, moves)? {
                return Ok(Some(id));
            }
        }
        if self.is_doubtful(moves - 1)? {
            for id in self.others(&points) {
                if self.is_attack(id, moves)? {
                    return Ok(Some(id));
                }
            }
        }
        Ok(None)
    }

    /// Whether a foul is in question within `moves`, which do not win. A stone that changes no place
    /// can only change a foul; if none is in question, it is no better than any elsewhere.
    fn is_doubtful(&mut self, moves: u32) -> Result<bool, Stopped> {
        if self.board.is_none() {
            return Ok(false);
        }
        let doubts = self.doubts;
        let wins = self.wins(moves)?;
        debug_assert!(!wins);
        Ok(self.doubts != doubts)
    }

    pub(super) fn is_attack(&mut self, id: Id, moves: u32) -> Result<bool, Stopped> {
        let attacker = self.attacker;
        Ok(self.places.is_empty(id)
            && self.may(id, attacker)
            && self.with(id, attacker, |search| search.falls(moves - 1))?)
    }

    /// Whether the attacker makes a five within `moves` of his, at least one, with the defender to
    /// move.
    pub(super) fn falls(&mut self, moves: u32) -> Result<bool, Stopped> {
        self.budget.spend()?;
        let defender = self.defender();
        if !self.places.open(defender, 1).is_empty() {
            return Ok(false);
        }
        match self.places.fives(self.attacker) {
            Fives::Many => return Ok(true),
            Fives::One(block) => {
                return Ok(!self.may(block, defender)
                    || self.with(block, defender, |search| search.wins(moves))?);
            }
            Fives::None if moves < 2 => return Ok(false),
            Fives::None => {}
        }
        let doubts = self.doubts;
        // A move elsewhere first: most positions threaten nothing.
        if !self.wins(moves)? {
            return Ok(false);
        }
        let in_doubt = self.doubts != doubts;
        let points = self.defenses(moves);
        for id in points.iter().copied() {
            if self.is_defense(id, moves)? {
                return Ok(false);
            }
        }
        if in_doubt {
            for id in self.others(&points) {
                if self.is_defense(id, moves)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_defense(&mut self, id: Id, moves: u32) -> Result<bool, Stopped> {
        let defender = self.defender();
        Ok(self.may(id, defender) && !self.with(id, defender, |search| search.wins(moves))?)
    }

    /// Whether a move of the attacker makes two fives at once possible, or one that the defender
    /// may not prevent. Neither side can make one now.
    fn forks(&mut self) -> Result<bool, Stopped> {
        if self.rule == Rule::Renju {
            for id in self.points_of(&[(self.attacker, 2)]) {
                if self.is_attack(id, 2)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // A point that two places share, and the other points of these are not the same.
        self.clock += 1;
        for number in 0..self.places.open(self.attacker, 2).len() {
            let place = self.places.open(self.attacker, 2)[number];
            let mut cells = self.places.cells(place);
            let (Some(one), Some(two)) = (cells.next(), cells.next()) else {
                unreachable!("a place that needs two stones has two empty points")
            };
            drop(cells);
            for (id, partner) in [(one, two), (two, one)] {
                let mark = &mut self.marks[id as usize];
                if mark.0 == self.clock && mark.1 != partner {
                    return Ok(true);
                }
                *mark = (self.clock, partner);
            }
        }
        Ok(false)
    }

    /// The moves of the attacker that can matter with `moves` left, best first.
    fn attacks(&mut self, moves: u32) -> Vec<Id> {
        let own = (2..=moves as usize).map(|need| (self.attacker, need));
        let others = (2..moves as usize).map(|need| (self.defender(), need));
        let needs: Vec<_> = own.chain(others).collect();
        self.points_of(&needs)
    }

    /// The moves of the defender that can matter if the attacker has `moves` left, best first.
    pub(super) fn defenses(&mut self, moves: u32) -> Vec<Id> {
        let sides = [self.attacker, self.defender()];
        let needs = (2..=moves as usize).flat_map(|need| sides.map(|color| (color, need)));
        let needs: Vec<_> = needs.collect();
        self.points_of(&needs)
    }

    /// The empty points of all places of these colors and needs, the points of the most and fullest
    /// places first.
    fn points_of(&mut self, needs: &[(Color, usize)]) -> Vec<Id> {
        self.clock += 1;
        let mut points = Vec::new();
        for &(color, need) in
            needs.iter().filter(|&&(_, need)| need <= super::place_index::MOST_NEED)
        {
            for &place in self.places.open(color, need) {
                for id in self.places.cells(place) {
                    let mark = &mut self.marks[id as usize];
                    if mark.0 != self.clock {
                        *mark = (self.clock, 0);
                        points.push(id);
                    }
                    mark.1 += 1 << (4 * (super::place_index::MOST_NEED - need));
                }
            }
        }
        points.sort_unstable_by_key(|&id| (std::cmp::Reverse(self.marks[id as usize].1), id));
        points
    }

    /// At renju all other empty points near a stone; none elsewhere.
    pub(super) fn others(&mut self, than: &[Id]) -> Vec<Id> {
        if self.near.is_none() {
            let stones = self.board.as_ref().map_or_else(Vec::new, Board::stones);
            let around = stones.iter().flat_map(|&(Point { x, y }, _)| {
                (y - NEAR..=y + NEAR)
                    .flat_map(move |y| (x - NEAR..=x + NEAR).map(move |x| Point::new(x, y)))
            });
            let mut near: Vec<Point> = around.collect();
            near.sort_unstable();
            near.dedup();
            let board = self.board.as_ref();
            near.retain(|&point| board.is_some_and(|board| board.cell(point).stone().is_none()));
            let near = self.places.add_points(&near);
            self.marks.resize(self.places.count(), (0, 0));
            self.near = Some(near);
        }
        self.clock += 1;
        for &id in than {
            self.marks[id as usize].0 = self.clock;
        }
        let fresh =
            |id: &&Id| self.marks[**id as usize].0 != self.clock && self.places.is_empty(**id);
        self.near.iter().flatten().filter(fresh).copied().collect()
    }

    /// Whether `color` may play on an empty point.
    pub(super) fn may(&mut self, id: Id, color: Color) -> bool {
        self.foul(id, color).is_none()
    }

    /// Why `color` may not play on an empty point.
    pub(super) fn foul(&mut self, id: Id, color: Color) -> Option<renju::Foul> {
        let board = self.board.as_ref().filter(|_| color == Color::Black)?;
        let point = self.places.point(id);
        let law = self.rule.law(color).expect("a rule of lines has laws");
        let shapes = Axis::ALL.map(|axis| Shapes::for_law(law).get(board.window(point, axis)));
        let foul_alone = |shape: &Shape| matches!(shape, Shape::Overline | Shape::TwoFours);
        let threats = shapes.iter().filter(|&&shape| shape >= Shape::Three).count();
        if shapes.contains(&Shape::Five) || threats < 2 && !shapes.iter().any(foul_alone) {
            return None;
        }
        self.doubts += 1;
        renju::foul(board, point)
    }

    /// What `ask` says with a stone on a point.
    pub(super) fn with<T>(&mut self, id: Id, color: Color, ask: impl FnOnce(&mut Self) -> T) -> T {
        let point = self.places.point(id);
        self.places.put(id, color);
        if let Some(board) = &mut self.board {
            board.put(point, color);
        }
        let key = mix64(u64::from(id) << 1 | color as u64);
        self.hash ^= key;
        let answer = ask(self);
        self.hash ^= key;
        if let Some(board) = &mut self.board {
            board.lift(point, color);
        }
        self.places.lift(id, color);
        answer
    }
}
