//! The player: limits that hold, and what is kept from move to move.

use std::time::Instant;

use tengen_core::{Area, Color, Position, Rule, shape::Shape};
use tengen_solver::fives::{Spot, Threats};
use thiserror::Error;

use super::{Candidate, Limits, Resources, Thought, Value};

/// Why a position cannot be thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unsuited {
    /// Another game.
    #[error("this player knows five-in-a-row, not {0}")]
    Rule(Rule),
    /// Too small or too large.
    #[error("a board of {0} cannot be played on: its sides must be 5 to 22")]
    Size(Area),
}

/// A player of five-in-a-row.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_engine::fives::{Limits, Player, Resources};
///
/// let mut player = Player::new(Resources::default());
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let thought = player.think(&position, &Limits::default(), &|| false, &mut |_| {}).unwrap();
/// assert_eq!(thought.best().unwrap().point, Point::new(7, 7));
/// ```
#[derive(Debug)]
pub struct Player {
    resources: Resources,
}

impl Player {
    /// A player that knows nothing yet.
    pub fn new(resources: Resources) -> Player {
        Player { resources }
    }

    /// What it may use.
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Forgets what was thought.
    pub fn clear(&mut self) {}

    /// Thinks about a position until a limit is reached or `stop` says so. `news` hears now and
    /// then what is thought so far.
    ///
    /// # Errors
    ///
    /// If the position is of another game or on a board that is too small or too large.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        news: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unsuited> {
        let started = Instant::now();
        let rule = position.rule();
        let area = position.board().area();
        if rule == Rule::NoGo {
            return Err(Unsuited::Rule(rule));
        }
        let threats = match area {
            Area::Bounded { width, height }
                if width.min(height) >= 5 && width.max(height) <= 22 =>
            {
                Threats::of(position).map_err(|_| Unsuited::Size(area))?
            }
            _ => return Err(Unsuited::Size(area)),
        };
        let turn = position.turn();
        let mut moves: Vec<(i32, Spot)> = Vec::new();
        if position.outcome().is_none() {
            moves.extend(
                threats
                    .empty()
                    .filter(|&spot| threats.is_legal(spot, turn))
                    .map(|spot| (glance(&threats, spot, turn), spot)),
            );
        }
        moves.sort_by_key(|&(value, spot)| (-value, spot));
        moves.truncate(limits.lines.max(1));
        let candidate = |&(value, spot): &(i32, Spot)| Candidate {
            point: threats.point(spot),
            value: if value >= FIVE { Value::Wins(1) } else { Value::Seems(value) },
            depth: 1,
            line: vec![threats.point(spot)],
        };
        let thought = Thought {
            candidates: moves.iter().map(candidate).collect(),
            depth: 1,
            nodes: 1,
            threat_nodes: 0,
            elapsed: started.elapsed(),
        };
        let _ = stop();
        news(&thought);
        Ok(thought)
    }
}

const FIVE: i32 = 10_000;

/// What a move is worth at first sight.
fn glance(threats: &Threats, spot: Spot, turn: Color) -> i32 {
    let worth = |shape: Shape| match shape {
        Shape::None | Shape::Overline => 0,
        Shape::Three => 40,
        Shape::Four => 60,
        Shape::StraightFour | Shape::TwoFours => 1_000,
        Shape::Five => FIVE,
    };
    let own: i32 = threats.shapes(spot, turn).map(worth).into_iter().sum();
    let other: i32 = threats.shapes(spot, !turn).map(worth).into_iter().sum();
    let point = threats.point(spot);
    let stones = (-2..=2)
        .flat_map(|y| (-2..=2).map(move |x| (x, y)))
        .filter(|&(x, y)| {
            let near = tengen_core::Point::new(point.x + x, point.y + y);
            matches!(
                threats.board().cell(near),
                tengen_core::Cell::Black | tengen_core::Cell::White
            )
        })
        .count() as i32;
    let Area::Bounded { width, height } = threats.board().area() else { return own };
    let off = |at: i32, side: u16| (2 * at + 1 - i32::from(side)).abs();
    own + other.min(FIVE / 2) * 9 / 10 + 2 * stones - off(point.x, width).max(off(point.y, height))
}
