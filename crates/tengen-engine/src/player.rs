//! The player of any game.

use std::sync::Arc;

use tengen_core::{Position, Rule};

use crate::{
    Limits, ProofBook, Resources, SearchRequest, Thought, Unsuited, fives::FivesPlayer,
    nogo::NoGoPlayer,
};

/// A player of any game: principal-variation search at five-in-a-row, Monte Carlo tree search at NoGo.
///
/// It keeps what it learned from one position to the next: a game is best played by one player.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_engine::{Limits, Player, Resources};
///
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let mut player = Player::for_rule(position.rule(), Resources::default());
/// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
/// let thought = player.think(&position, &limits, &|| false, &mut |_| {}).unwrap();
/// assert_eq!(thought.best().unwrap().point, Point::new(7, 7));
/// ```
#[derive(Debug)]
pub enum Player {
    /// A player of five-in-a-row.
    Fives(FivesPlayer),
    /// A player of NoGo.
    NoGo(NoGoPlayer),
}

impl Player {
    /// A player of the games of `rule`, with empty tables.
    pub fn for_rule(rule: Rule, resources: Resources) -> Player {
        match rule {
            Rule::NoGo => Player::NoGo(NoGoPlayer::new(resources)),
            _ => Player::Fives(FivesPlayer::new(resources)),
        }
    }

    /// Plays the winner's side of a proof by it, at full strength and at once. Not used at NoGo.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<ProofBook>>) -> Player {
        match self {
            Player::Fives(player) => Player::Fives(player.with_book(book)),
            Player::NoGo(player) => Player::NoGo(player),
        }
    }

    /// Checks that the player of its rule supports a position, as [`think`](Player::think) does.
    ///
    /// # Errors
    ///
    /// If the board is too small or too large.
    pub fn check(position: &Position) -> Result<(), Unsuited> {
        match position.rule() {
            Rule::NoGo => NoGoPlayer::check(position).map(drop),
            _ => FivesPlayer::check(position),
        }
    }

    /// Searches a position until a limit is reached or `stop` returns true. `news` is called with
    /// intermediate results.
    ///
    /// # Errors
    ///
    /// If the position is of another game or on a board that is too small or too large.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        news: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unsuited> {
        let request = SearchRequest { position, limits, stop, news: Some(news) };
        match self {
            Player::Fives(player) => player.think(request),
            Player::NoGo(player) => player.think(request),
        }
    }

    /// Clears all tables, as if for a new game.
    pub fn clear(&mut self) {
        match self {
            Player::Fives(player) => player.clear(),
            Player::NoGo(player) => player.clear(),
        }
    }
}
