//! Games of the engine against itself.

use std::sync::Arc;

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use thiserror::Error;

use crate::{
    fives::{Field, Limits, Player, Resources, Value, Values},
    playout::Rng,
};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What both sides know.
    pub values: Arc<Values>,
    /// Positions looked at for each move.
    pub nodes: u64,
    /// Where chance starts from.
    pub seed: u64,
}

/// A game of the engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    rule: Rule,
    side: u8,
    /// Who won; nobody if the board was full, or soon.
    winner: Option<Color>,
    moves: Vec<Move>,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) point: Point,
    /// What the search said it is worth; nothing where it was left to chance.
    pub(super) value: Option<i16>,
}

/// Why bytes are no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// They end too early.
    #[error("a game is cut off")]
    CutOff,
    /// A number stands for nothing.
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

/// A value that is certain.
const CERTAIN: i16 = i16::MAX;
/// What stands for no value.
const NONE: i16 = i16::MIN;

impl Game {
    /// After so many moves nobody wins any more.
    const LONGEST: usize = 150;
    /// A start looks even if neither side seems to be ahead by more.
    const EVEN: i32 = 80;
    /// After so many starts that do not look even, the next will do.
    const TRIES: usize = 30;
    /// The last stone of a start is one of so many after which it looks most even.
    const LAST: usize = 8;
    /// What one player may use: for so few positions it is enough.
    const MEMORY: usize = 4 << 20;

    /// A player for games.
    pub fn player(values: &Arc<Values>) -> Player {
        let resources = Resources { memory: Game::MEMORY, ..Resources::default() };
        Player::new(resources).with_values(Arc::clone(values))
    }

    /// Plays game `number`. Whatever the player did before, the game is the same.
    pub fn play(terms: &Terms, number: u64, player: &mut Player) -> Game {
        let mut random = Rng::stream(terms.seed, number);
        let rule = terms.values.rule();
        // Mostly on the usual board, now and then on the larger one of tournaments.
        let side = if number % 4 == 3 { 20 } else { 15 };
        let area = Area::square(side);
        let limits = Limits { nodes: Some(terms.nodes), ..Limits::default() };
        let mut position = start(&terms.values, area, &mut random);
        for _ in 0..Game::TRIES {
            player.clear();
            let even = think(player, &position, &limits)
                .is_some_and(|(_, value)| i32::from(value).abs() <= Game::EVEN);
            if even {
                break;
            }
            position = start(&terms.values, area, &mut random);
        }
        player.clear();
        let left_to_chance = |&point: &Point| Move { point, value: None };
        let mut moves: Vec<Move> = position.moves().iter().map(left_to_chance).collect();
        let mut winner = None;
        while moves.len() < Game::LONGEST && position.outcome().is_none() {
            let Some((point, value)) = think(player, &position, &limits) else { break };
            moves.push(Move { point, value: Some(value) });
            if value.abs() == CERTAIN {
                winner = Some(if value > 0 { position.turn() } else { !position.turn() });
                break;
            }
            position.play(point).expect("a player's move is legal");
        }
        if let Some(Outcome::Won(color)) = position.outcome() {
            winner = Some(color);
        }
        Game { rule, side: side as u8, winner, moves }
    }

    /// The start of the game.
    pub(super) fn first(&self) -> Position {
        Position::new(self.rule, Area::square(u16::from(self.side))).expect("it has points")
    }

    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What came of it for `color`: 1, 0, or a half.
    pub(super) fn result(&self, color: Color) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == color)),
        }
    }

    /// Adds the game to `bytes`.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let winner = self.winner.map_or(2, |color| color as u8);
        bytes.extend([self.side, winner, self.moves.len() as u8]);
        for Move { point, value } in &self.moves {
            bytes.extend([point.x as u8, point.y as u8]);
            bytes.extend(value.unwrap_or(NONE).to_le_bytes());
        }
    }

    /// The game of `rule` that the bytes begin with, and the bytes after it.
    ///
    /// # Errors
    ///
    /// If they do not begin with a game that can be played.
    pub fn read(rule: Rule, bytes: &[u8]) -> Result<(Game, &[u8]), GameError> {
        let &[side, winner, count, ref rest @ ..] = bytes else { return Err(GameError::CutOff) };
        if !(Field::MIN_SIDE..=Field::MAX_SIDE).contains(&u16::from(side)) {
            return Err(GameError::Number { what: "side", number: i32::from(side) });
        }
        let winner = match winner {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            _ => return Err(GameError::Number { what: "winner", number: i32::from(winner) }),
        };
        let length = 4 * usize::from(count);
        let (list, rest) = rest.split_at_checked(length).ok_or(GameError::CutOff)?;
        let read = |bytes: &[u8]| Move {
            point: Point::new(i32::from(bytes[0]), i32::from(bytes[1])),
            value: Some(i16::from_le_bytes([bytes[2], bytes[3]])).filter(|&value| value != NONE),
        };
        let game = Game { rule, side, winner, moves: list.chunks_exact(4).map(read).collect() };
        let mut position = game.first();
        for (number, played) in (1..).zip(&game.moves) {
            position.play(played.point).map_err(|why| GameError::Illegal { number, why })?;
        }
        Ok((game, rest))
    }
}

/// What the player would do, and the value of it.
fn think(player: &mut Player, position: &Position, limits: &Limits) -> Option<(Point, i16)> {
    let thought = player.think(position, limits, &|| false, &mut |_| {}).expect("it suits");
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

/// A few stones by chance, not far from each other, the last of them so that it looks even.
fn start(values: &Arc<Values>, area: Area, random: &mut Rng) -> Position {
    let Area::Bounded { width, height } = area else { unreachable!("boards have edges") };
    let mut position = Position::new(values.rule(), area).expect("it has points");
    let mut pick = |side: u16| i32::from(side / 4) + random.below(usize::from(side) / 2 + 1) as i32;
    let first = Point::new(pick(width), pick(height));
    position.play(first).expect("an empty board");
    let stones = 1 + random.below(6);
    for stone in 0..stones {
        let mut field = Field::with(&position, Arc::clone(values)).expect("it suits");
        let mut near: Vec<_> = field.near().filter(|&spot| field.is_legal(spot)).collect();
        if position.outcome().is_some() || near.is_empty() {
            break;
        }
        if stone + 1 == stones {
            near.sort_by_cached_key(|&spot| {
                field.play(spot);
                let off = field.value().abs();
                field.undo();
                off
            });
            near.truncate(Game::LAST);
        }
        let spot = near[random.below(near.len())];
        position.play(field.point(spot)).expect("it is legal");
    }
    position
}
