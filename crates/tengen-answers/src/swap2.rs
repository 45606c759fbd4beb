//! Swap2: one side puts three stones; the other takes a color, or puts two more and lets the first one
//! choose. Here is what the engine does on either side.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_core as core;
use tengen_engine::{
    EngineCrop, Limits, Resources,
    fives::{
        FivesPlayer,
        swap2::{self, Choice},
    },
};

use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode},
    error_reason::ReasonCode,
    search_limits::level,
    wire::{NamedPoint, WirePoint, WirePosition, WireRule, WireSize},
};

/// An opening as far as it has come. The engine is to do what comes next.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Swap2Question {
    /// The game: freestyle, exact or renju.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[serde(default)]
    pub area: Option<WireSize>,
    /// The stones in their order, black first: none if the engine is to put three, three or five if it
    /// is to choose.
    pub stones: Vec<WirePoint>,
    /// How strong to be, from 1 to 10. Default: 10.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
    pub level: Option<u8>,
    /// The seed of random numbers. Default: a random one.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// What the engine does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Swap2Answer {
    /// What it does.
    pub choice: Swap2Choice,
    /// The stones that it puts: three, one, none or two.
    pub points: Vec<NamedPoint>,
}

/// What can be done in an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Swap2Choice {
    /// Puts three stones, black, white and black. The other side chooses.
    Put,
    /// Stays White, which is to move, and plays.
    Stay,
    /// Takes Black. The other side moves, as White.
    Take,
    /// Puts a white and a black stone. The other side chooses.
    More,
}

impl Swap2Question {
    /// As long as the engine thinks at most.
    const TIME: Duration = Duration::from_millis(1500);
    const MEMORY: usize = 32 << 20;

    /// Answers `/api/swap2`: what the engine does. Where the question has no seed it is `random`.
    ///
    /// # Errors
    ///
    /// If it is none of the moments at which one side has something to do, or not a board for it.
    pub fn answer(&self, random: u64, cancel: &Cancel<'_>) -> Result<Swap2Answer, ApiError> {
        let unsuited = |message: String| ApiError::new(ErrorCode::Unsuited, message);
        let count = self.stones.len();
        if ![0, 3, 5].contains(&count) {
            let message = format!("{count} stones: send 0, 3 or 5");
            return Err(ApiError::in_field(ErrorCode::BadValue, "stones", message));
        }
        let position = WirePosition {
            rule: self.rule,
            area: self.area,
            setup: None,
            moves: self.stones.clone(),
        };
        let position = position.open()?;
        if position.outcome().is_some() {
            return Err(unsuited("the game is over".to_owned()).with_reason(ReasonCode::GameOver));
        }
        let (position, crop) = EngineCrop::around(position)?;
        let limits = self.limits()?;
        let seed = self.seed.unwrap_or(random);
        let resources = Resources { threads: 1, memory: Swap2Question::MEMORY, seed };
        let mut player = FivesPlayer::new(resources);
        let stop = || cancel.is_cancelled();
        let (choice, points) = if count == 0 {
            let even = swap2::propose(&mut player, &position, &limits, seed, &stop)?;
            (Swap2Choice::Put, even.map(|even| even.points))
        } else {
            let choice = swap2::choose(&mut player, &position, &limits, seed, &stop)?;
            match choice {
                Some(Choice::Stay(point)) => (Swap2Choice::Stay, Some(vec![point])),
                Some(Choice::Swap) => (Swap2Choice::Take, Some(Vec::new())),
                Some(Choice::Put(two)) => (Swap2Choice::More, Some(two.to_vec())),
                None => (Swap2Choice::Stay, None),
            }
        };
        let points = points.ok_or_else(|| unsuited("there is no room for stones".to_owned()))?;
        let named = |&point: &core::Point| NamedPoint::cropped(&crop, point);
        Ok(Swap2Answer { choice, points: points.iter().map(named).collect() })
    }

    /// A lower level looks at less, and so is easier to fool.
    fn limits(&self) -> Result<Limits, ApiError> {
        let nodes = 1_000 << level(self.level, "level")?.number().min(9);
        Ok(Limits { time: Some(Swap2Question::TIME), nodes: Some(nodes), ..Limits::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(stones: &[(i32, i32)]) -> Swap2Question {
        Swap2Question {
            rule: WireRule::Exact,
            area: Some(WireSize { width: 15, height: 15 }),
            stones: stones.iter().map(|&(x, y)| WirePoint { x, y }).collect(),
            level: Some(3),
            seed: Some(1),
        }
    }

    #[test]
    fn the_engine_puts_three_stones_and_chooses_after_three_and_five() {
        let put = question(&[]).answer(0, &Cancel::NEVER).unwrap();
        assert_eq!((put.choice, put.points.len()), (Swap2Choice::Put, 3));
        // Black has an open two and White nothing: Black is the side to take.
        let take = question(&[(7, 7), (0, 0), (8, 7)]).answer(0, &Cancel::NEVER).unwrap();
        assert_eq!(take, Swap2Answer { choice: Swap2Choice::Take, points: Vec::new() });
        // White has three in a row to make four of: White is the side to keep.
        let stay = question(&[(0, 0), (7, 7), (14, 0), (8, 7), (0, 14)])
            .answer(0, &Cancel::NEVER)
            .unwrap();
        assert_eq!((stay.choice, stay.points.len()), (Swap2Choice::Stay, 1));
        assert_eq!(
            question(&[(0, 0)]).answer(0, &Cancel::NEVER).unwrap_err().code,
            ErrorCode::BadValue
        );
    }

    #[test]
    fn another_seed_finds_another_opening() {
        let put = |seed| {
            Swap2Question { seed, ..question(&[]) }.answer(0, &Cancel::NEVER).unwrap().points
        };
        assert_ne!(put(Some(1)), put(Some(2)));
    }

    #[test]
    fn a_board_without_edges_will_do() {
        let endless = Swap2Question { area: None, ..question(&[]) };
        assert_eq!(endless.answer(0, &Cancel::NEVER).unwrap().points.len(), 3);
    }
}
