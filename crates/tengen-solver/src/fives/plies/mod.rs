//! Outcome within a number of plies on a board without edges.
//!
//! The value by definition: the sides move in turn, each for the best it can have when the plies are
//! over: its own five, else no five, else a five of the other side; how soon does not count. A move
//! that is a foul at renju cannot be played.
//!
//! ```
//! use tengen_core::{Color, Point, Rule};
//! use tengen_solver::{Budget, fives::plies::PlyQuestion};
//!
//! let three = [1, 2, 3].map(|x| (Point::new(x, 0), Color::Black));
//! let mut question = PlyQuestion::new(Rule::Freestyle, &three, Color::Black, 3);
//! assert_eq!(question.winner(&mut Budget::unlimited()), Ok(Some(Color::Black)));
//! question.turn = Color::White;
//! assert_eq!(question.winner(&mut Budget::unlimited()), Ok(None));
//! ```
//!
//! # Why it is enough to look near the stones
//!
//! A *place* is five points in a row. To make a five on one within the plies, it must be free of
//! the other side's stones, and lack no more stones than moves are left; call it *open*. Stones
//! are never taken off, so a place that is not open now will not be. Whether a side makes a five
//! therefore depends on the stones on open places alone, and where six do not win also on an own stone
//! beside one, which only ever harms. So all points that are on no open place are alike: one move
//! *elsewhere* stands for them. With up to [`MOST_PLIES`] a side has at most four moves, so an
//! open place has a stone, and there are finitely many. With more plies a five could be made where
//! there is no stone at all; such a question is answered only if fewer plies are enough for a win.
//!
//! At renju a stone elsewhere can also change whether a black move is a foul. While no black move
//! that was looked at makes more than one threat, there is nothing to change: white stones take
//! threats away, and black ones add them, which Black never needs. Where one does, every point near
//! a stone is tried.

mod place_index;
mod ply_search;
mod ply_story;
mod ply_text;
mod sweep;

pub use ply_story::{Attack, Defense, PlyReply};

use tengen_core::{Area, Color, Line, Point, Rule};
use thiserror::Error;

use self::{place_index::PlaceIndex, ply_search::PlySearch, sweep::sweep};
use crate::{Budget, Stopped};

/// The most plies for which every question has an answer.
pub const MOST_PLIES: u32 = 8;

/// The most places that are looked at.
const MOST_PLACES: usize = 1 << 23;

/// Question: which side wins from these stones within a number of plies?
#[derive(Clone, Copy, Debug)]
pub struct PlyQuestion<'a> {
    /// The game, one of lines.
    pub rule: Rule,
    /// The stones, in any order.
    pub stones: &'a [(Point, Color)],
    /// The side to move.
    pub turn: Color,
    /// How many moves the two sides have together.
    pub plies: u32,
    /// Maximum size of the transposition table in bytes.
    pub memory: usize,
}

/// How a side wins.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum PlyStory {
    /// The side to move wins by this move.
    Attack(Attack),
    /// The side to move loses, whatever it plays.
    Defense(Defense),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlyError {
    /// Lines do not decide this game.
    #[error("{0} is not decided by lines; the rule must be freestyle, exact or renju")]
    Rule(Rule),
    /// A stone is too far away.
    #[error("the stone on ({},{}) is more than {} from the origin", .0.x, .0.y, Area::REACH)]
    Outside(Point),
    /// Two stones are on one point.
    #[error("there are two stones on ({},{})", .0.x, .0.y)]
    Twice(Point),
    /// Somebody has won.
    #[error(
        "{} has won by {} in a {} from ({},{})",
        .0.color, .0.length, .0.axis, .0.start.x, .0.start.y
    )]
    Won(Line),
    /// There are too many places where a five could be made.
    #[error("there are more than {MOST_PLACES} places where a five could be made")]
    TooMany,
    /// No side wins within [`MOST_PLIES`], and not all that could happen after is searched.
    #[error("nobody wins within {MOST_PLIES} plies, and more are not searched")]
    Horizon,
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl<'a> PlyQuestion<'a> {
    /// The question with enough memory for most.
    pub fn new(
        rule: Rule,
        stones: &'a [(Point, Color)],
        turn: Color,
        plies: u32,
    ) -> PlyQuestion<'a> {
        PlyQuestion { rule, stones, turn, plies, memory: 256 << 20 }
    }

    /// The winner; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the stones are none to go on from, or the limits were reached first.
    pub fn winner(&self, budget: &mut Budget<'_>) -> Result<Option<Color>, PlyError> {
        let moves = self.moves();
        let places = self.places()?;
        let mut search = self.search(self.turn, places, budget);
        if search.wins(moves[0])? {
            return Ok(Some(self.turn));
        }
        let mut search = search.turn_around();
        if moves[1] > 0 && search.falls(moves[1])? {
            return Ok(Some(!self.turn));
        }
        if self.plies > MOST_PLIES { Err(PlyError::Horizon) } else { Ok(None) }
    }

    /// The winner, with the line of play; `None` if there is none.
    ///
    /// # Errors
    ///
    /// As [`PlyQuestion::winner`].
    pub fn story(&self, budget: &mut Budget<'_>) -> Result<Option<(Color, PlyStory)>, PlyError> {
        let Some(winner) = self.winner(budget)? else { return Ok(None) };
        let mut search = self.search(winner, self.places()?, budget);
        // The quickest way is the easiest to follow.
        let story = if winner == self.turn {
            let mut moves = 1;
            while !search.wins(moves)? {
                moves += 1;
            }
            PlyStory::Attack(search.tell_attack(moves, None)?)
        } else {
            let mut moves = 1;
            while !search.falls(moves)? {
                moves += 1;
            }
            PlyStory::Defense(search.tell_defense(moves, None)?)
        };
        Ok(Some((winner, story)))
    }

    /// How many moves the side to move has, and the other.
    fn moves(&self) -> [u32; 2] {
        let plies = self.plies.min(MOST_PLIES);
        [plies.div_ceil(2), plies / 2]
    }

    fn places(&self) -> Result<PlaceIndex, PlyError> {
        if !Rule::FIVES.contains(&self.rule) {
            return Err(PlyError::Rule(self.rule));
        }
        if let Some(&(point, _)) =
            self.stones.iter().find(|&&(point, _)| !Area::Unbounded.contains(point))
        {
            return Err(PlyError::Outside(point));
        }
        let mut needs = self.moves();
        if self.turn == Color::White {
            needs.swap(0, 1);
        }
        let swept = sweep(self.rule, self.stones, needs, MOST_PLACES);
        match (swept.twice, swept.won) {
            (Some(point), _) => Err(PlyError::Twice(point)),
            (_, Some(line)) => Err(PlyError::Won(line)),
            _ if swept.too_many => Err(PlyError::TooMany),
            _ => Ok(PlaceIndex::new(&swept.places)),
        }
    }

    fn search<'b, 'c>(
        &self,
        attacker: Color,
        places: PlaceIndex,
        budget: &'b mut Budget<'c>,
    ) -> PlySearch<'b, 'c> {
        PlySearch::new(self.rule, attacker, places, self.stones, self.memory, budget)
    }
}
