//! The clock of an engine in a game.

use std::time::Duration;

use crate::{EngineSpec, Offence};

/// The clock of an engine in a game: the limits of its next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameClock {
    /// Limit of the move.
    pub(crate) turn: Duration,
    /// How much later than `turn` it may come without losing the game.
    tolerance: Duration,
    /// Limit of all remaining moves of the game, if there is one.
    pub(crate) left: Option<Duration>,
    /// How much later than `left` it may come: the part of the tolerance that earlier moves have not used.
    slack: Duration,
}

impl GameClock {
    /// The clock of an engine at the start of a game.
    pub(crate) fn new(spec: &EngineSpec) -> GameClock {
        let left = spec.match_time;
        let turn = spec.turn_time.or(left).unwrap_or(Duration::from_secs(1));
        let tolerance = spec.tolerance.unwrap_or(Duration::from_millis(100));
        GameClock { turn, left, tolerance, slack: tolerance }
    }

    /// The time for the move: the smaller of both limits.
    pub(crate) fn time(&self) -> Duration {
        self.left.map_or(self.turn, |left| left.min(self.turn))
    }

    /// The timeout of the move, and the offence of exceeding it.
    pub(crate) fn limit(&self) -> (Duration, Offence) {
        let turn = self.turn + self.tolerance;
        match self.left.map(|left| left + self.slack) {
            Some(left) if left < turn => (left, Offence::MatchTime),
            _ => (turn, Offence::TurnTime),
        }
    }

    /// Counts the time of a move.
    pub(crate) fn spend(&mut self, time: Duration) {
        if let Some(left) = &mut self.left {
            self.slack = self.slack.saturating_sub(time.saturating_sub(*left));
            *left = left.saturating_sub(time);
        }
    }
}
