//! Wins by fours alone: each move threatens a five, so each reply is forced.

use tengen_core::{Color, shape::Shape};

use super::{
    frame::Spot,
    memory::{Known, Memory},
    threats::Threats,
};
use crate::{Budget, Stopped};

/// A search for wins by fours, and what it remembers.
#[derive(Debug)]
pub struct Vcf {
    memory: Memory,
}

/// Why a position need not be searched.
enum Moves {
    /// A five, or a move that leaves two.
    Win(Spot),
    /// No four can be made.
    None,
    /// The fours to be tried.
    Fours(Vec<Spot>),
}

impl Vcf {
    /// A search that remembers at most so many bytes of positions.
    pub fn new(bytes: usize) -> Vcf {
        Vcf { memory: Memory::new(bytes) }
    }

    /// The moves of `attacker`, to move, that win by fours, if there are any. The replies between
    /// them are forced. `threats` is as before afterwards.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known.
    pub fn find(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        let mut search = Search { threats, attacker, budget, memory: &mut self.memory };
        let mut line = Vec::new();
        let found = search.wins(None, &mut line)?;
        line.reverse();
        Ok(found.then_some(line))
    }
}

struct Search<'a, 'b> {
    threats: &'a mut Threats,
    attacker: Color,
    budget: &'a mut Budget<'b>,
    memory: &'a mut Memory,
}

impl Search<'_, '_> {
    /// Whether the attacker, to move, wins; then the moves are put into `line`, the last one first.
    fn wins(&mut self, last: Option<Spot>, line: &mut Vec<Spot>) -> Result<bool, Stopped> {
        self.budget.spend()?;
        let key = self.key();
        let mut fours = match self.moves() {
            Moves::Win(spot) => {
                line.push(spot);
                return Ok(true);
            }
            Moves::None => return Ok(false),
            Moves::Fours(fours) => fours,
        };
        match self.memory.get(key) {
            Some(Known::Lost) => return Ok(false),
            // Its line is found again by way of the same move.
            Some(Known::Won(spot)) if self.threats.is_empty(spot) => fours = vec![spot],
            _ => self.order(&mut fours, last),
        }
        for spot in fours {
            if self.leads_to_win(spot, line)? {
                line.push(spot);
                self.memory.put(key, Known::Won(spot));
                return Ok(true);
            }
        }
        self.memory.put(key, Known::Lost);
        Ok(false)
    }

    fn key(&self) -> u64 {
        let hash = self.threats.board().hash();
        match self.attacker {
            Color::Black => hash,
            Color::White => !hash,
        }
    }

    /// What the attacker could play.
    fn moves(&self) -> Moves {
        let (threats, attacker) = (&*self.threats, self.attacker);
        if let Some(five) = threats.fives(attacker).next() {
            return Moves::Win(five);
        }
        let mut fives = threats.fives(!attacker);
        let fours: Vec<Spot> = match (fives.next(), fives.next()) {
            (None, _) => threats.fours(attacker).collect(),
            (Some(block), None) => threats.fours(attacker).filter(|&four| four == block).collect(),
            (Some(_), Some(_)) => return Moves::None,
        };
        let legal: Vec<Spot> =
            fours.into_iter().filter(|&four| threats.is_legal(four, attacker)).collect();
        let wins = |spot: &&Spot| {
            let shapes = threats.shapes(**spot, attacker);
            let ways = |shape: &Shape| match shape {
                Shape::Four => 1,
                Shape::StraightFour | Shape::TwoFours => 2,
                _ => 0,
            };
            shapes.iter().map(ways).sum::<u32>() >= 2
        };
        if let Some(&win) = legal.iter().find(wins) {
            return Moves::Win(win);
        }
        if legal.is_empty() { Moves::None } else { Moves::Fours(legal) }
    }

    /// Whether the four on `spot` wins, the block being forced.
    fn leads_to_win(&mut self, spot: Spot, line: &mut Vec<Spot>) -> Result<bool, Stopped> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        self.threats.put(spot, attacker);
        let mut fives = self.threats.fives(attacker);
        let block = fives.next().expect("a four can become a five");
        debug_assert!(fives.next().is_none(), "two ways to a five are a win");
        drop(fives);
        let won = if self.threats.is_legal(block, defender) {
            self.threats.put(block, defender);
            let won = self.wins(Some(spot), line);
            self.threats.lift(block, defender);
            won
        } else {
            Ok(true)
        };
        self.threats.lift(spot, attacker);
        won
    }

    /// Puts the most promising fours first.
    fn order(&self, fours: &mut [Spot], last: Option<Spot>) {
        let Some(last) = last else { return };
        let last = self.threats.point(last);
        fours.sort_by_cached_key(|&four| {
            let point = self.threats.point(four);
            (point.x - last.x).abs().max((point.y - last.y).abs())
        });
    }
}
