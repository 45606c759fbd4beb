//! Self-play games.

use std::sync::Arc;

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use thiserror::Error;

use crate::{
    Limits, Resources, SearchRequest, Value,
    fives::{FivesPlayer, SearchBoard, Values},
    playout::Rng,
};

/// Options of self-play.
#[derive(Clone, Debug)]
pub(super) struct SelfPlayOptions {
    /// The values that both sides play with.
    pub(super) values: Arc<Values>,
    /// Node limit of each move.
    pub(super) nodes: u64,
    /// Seed of the random numbers.
    pub(super) seed: u64,
}

/// A self-play game with the search score of each move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SelfPlayGame {
    rule: Rule,
    side: u8,
    /// The winner; none if the game reached the length limit.
    winner: Option<Color>,
    moves: Vec<SelfPlayMove>,
}

/// A move of a self-play game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SelfPlayMove {
    pub(super) point: Point,
    /// Search score; none for random opening moves.
    pub(super) value: Option<i16>,
}

/// Error of [`SelfPlayGame::read`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum SelfPlayError {
    /// The bytes end too early.
    #[error("a game is cut off")]
    CutOff,
    /// A number is out of range.
    #[error("a game has a {what} of {number}")]
    Number {
        /// What it is about.
        what: &'static str,
        /// The number.
        number: i32,
    },
    /// A move cannot be played.
    #[error("move {number} of a game cannot be played: {why}")]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// Why.
        why: tengen_core::Illegal,
    },
}

/// The score of a proven win.
const CERTAIN: i16 = i16::MAX;
/// Encodes no score.
const NONE: i16 = i16::MIN;

impl SelfPlayGame {
    /// Maximum number of moves; a longer game is a draw.
    const LONGEST: usize = 150;
    /// Largest search score of a balanced opening.
    const EVEN: i32 = 80;
    /// Maximum number of openings tried; the last one is played in any case.
    const TRIES: usize = 30;
    /// The last stone of an opening is one of this many with the most even static evaluation.
    const LAST: usize = 8;
    /// Memory of a player: enough for the few nodes of a move.
    const MEMORY: usize = 4 << 20;

    /// A player for games.
    pub(super) fn player(values: &Arc<Values>) -> FivesPlayer {
        let resources = Resources { memory: SelfPlayGame::MEMORY, ..Resources::default() };
        FivesPlayer::new(resources).with_values(Arc::clone(values))
    }

    /// Plays game `number`. Whatever the player did before, the game is the same.
    pub(super) fn play(
        terms: &SelfPlayOptions,
        number: u64,
        player: &mut FivesPlayer,
    ) -> SelfPlayGame {
        let mut rng = Rng::stream(terms.seed, number);
        let rule = terms.values.rule();
        // Mostly on the usual board, now and then on the larger one of tournaments.
        let side = if number % 4 == 3 { 20 } else { 15 };
        let area = Area::square(side);
        let limits = Limits { nodes: Some(terms.nodes), ..Limits::default() };
        let mut position = start(&terms.values, area, &mut rng);
        for _ in 0..SelfPlayGame::TRIES {
            player.clear();
            let even = think(player, &position, &limits)
                .is_some_and(|(_, value)| i32::from(value).abs() <= SelfPlayGame::EVEN);
            if even {
                break;
            }
            position = start(&terms.values, area, &mut rng);
        }
        player.clear();
        let left_to_chance = |&point: &Point| SelfPlayMove { point, value: None };
        let mut moves: Vec<SelfPlayMove> = position.moves().iter().map(left_to_chance).collect();
        let mut winner = None;
        while moves.len() < SelfPlayGame::LONGEST && position.outcome().is_none() {
            let Some((point, value)) = think(player, &position, &limits) else { break };
            moves.push(SelfPlayMove { point, value: Some(value) });
            if value.abs() == CERTAIN {
                winner = Some(if value > 0 { position.turn() } else { !position.turn() });
                break;
            }
            position.play(point).expect("a player's move is legal");
        }
        if let Some(Outcome::Won(color)) = position.outcome() {
            winner = Some(color);
        }
        SelfPlayGame { rule, side: side as u8, winner, moves }
    }

    /// The start of the game.
    pub(super) fn first(&self) -> Position {
        Position::new(self.rule, Area::square(u16::from(self.side))).expect("it has points")
    }

    pub(super) fn moves(&self) -> &[SelfPlayMove] {
        &self.moves
    }

    /// Result for `color`: 1, 0, or a half.
    pub(super) fn result(&self, color: Color) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == color)),
        }
    }

    /// Adds the game to `bytes`.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let winner = self.winner.map_or(2, |color| color as u8);
        bytes.extend([self.side, winner, self.moves.len() as u8]);
        for SelfPlayMove { point, value } in &self.moves {
            bytes.extend([point.x as u8, point.y as u8]);
            bytes.extend(value.unwrap_or(NONE).to_le_bytes());
        }
    }

    /// The game of `rule` that the bytes begin with, and the bytes after it.
    pub(super) fn read(rule: Rule, bytes: &[u8]) -> Result<(SelfPlayGame, &[u8]), SelfPlayError> {
        let &[side, winner, count, ref rest @ ..] = bytes else {
            return Err(SelfPlayError::CutOff);
        };
        if !(SearchBoard::MIN_SIDE..=SearchBoard::MAX_SIDE).contains(&u16::from(side)) {
            return Err(SelfPlayError::Number { what: "side", number: i32::from(side) });
        }
        let winner = match winner {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            _ => return Err(SelfPlayError::Number { what: "winner", number: i32::from(winner) }),
        };
        let length = 4 * usize::from(count);
        let (list, rest) = rest.split_at_checked(length).ok_or(SelfPlayError::CutOff)?;
        let read = |bytes: &[u8]| SelfPlayMove {
            point: Point::new(i32::from(bytes[0]), i32::from(bytes[1])),
            value: Some(i16::from_le_bytes([bytes[2], bytes[3]])).filter(|&value| value != NONE),
        };
        let game =
            SelfPlayGame { rule, side, winner, moves: list.chunks_exact(4).map(read).collect() };
        let mut position = game.first();
        for (number, played) in (1..).zip(&game.moves) {
            position.play(played.point).map_err(|why| SelfPlayError::Illegal { number, why })?;
        }
        Ok((game, rest))
    }
}

/// The player's move and its score.
fn think(player: &mut FivesPlayer, position: &Position, limits: &Limits) -> Option<(Point, i16)> {
    let thought = player.think(SearchRequest::new(position, limits)).expect("it suits");
    thought.best().map(|best| {
        let value = match best.value {
            Value::Wins(_) => CERTAIN,
            Value::Loses(_) => -CERTAIN,
            Value::Seems(value) => {
                value.clamp(i32::from(1 - CERTAIN), i32::from(CERTAIN - 1)) as i16
            }
        };
        (best.point, value)
    })
}

/// A random opening: a few stones close to each other, the last of them chosen for balance.
fn start(values: &Arc<Values>, area: Area, rng: &mut Rng) -> Position {
    let Area::Bounded { width, height } = area else { unreachable!("boards have edges") };
    let mut position = Position::new(values.rule(), area).expect("it has points");
    let mut pick = |side: u16| i32::from(side / 4) + rng.below(usize::from(side) / 2 + 1) as i32;
    let first = Point::new(pick(width), pick(height));
    position.play(first).expect("an empty board");
    let stones = 1 + rng.below(6);
    for stone in 0..stones {
        let mut board = SearchBoard::with(&position, Arc::clone(values)).expect("it suits");
        let mut near: Vec<_> = board.near().filter(|&spot| board.is_legal(spot)).collect();
        if position.outcome().is_some() || near.is_empty() {
            break;
        }
        if stone + 1 == stones {
            near.sort_by_cached_key(|&spot| {
                board.play(spot);
                let off = board.value().abs();
                board.undo();
                off
            });
            near.truncate(SelfPlayGame::LAST);
        }
        let spot = near[rng.below(near.len())];
        position.play(board.point(spot)).expect("it is legal");
    }
    position
}
