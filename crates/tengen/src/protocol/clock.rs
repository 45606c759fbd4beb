//! How long to think about a move.

use std::time::Duration;

use tengen_core::Color;

/// The clocks of a game, as `time_settings` and `time_left` tell them.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// The time for each move unless there is a clock.
    fixed: Duration,
    terms: Option<Terms>,
}

#[derive(Clone, Debug)]
struct Terms {
    period: Duration,
    stones: u32,
    start: Left,
    left: [Left; 2],
}

/// What a side has left: of its main time if no stones are named, of a period otherwise.
#[derive(Clone, Copy, Debug)]
struct Left {
    time: Duration,
    stones: u32,
}

impl Clock {
    /// What is kept back in every move for the way to the other program and back.
    const LAG: Duration = Duration::from_millis(30);

    /// The same time for each move.
    pub(super) fn new(fixed: Duration) -> Clock {
        Clock { fixed, terms: None }
    }

    /// Sets the clocks: a main time, and then periods in each of which some stones are played.
    pub(super) fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        // A period without stones means no limit, as the protocol says.
        let unlimited = stones == 0 && period > Duration::ZERO;
        let start = if main > Duration::ZERO {
            Left { time: main, stones: 0 }
        } else {
            Left { time: period, stones }
        };
        self.terms = (!unlimited).then_some(Terms { period, stones, start, left: [start; 2] });
    }

    /// Winds the clocks up again for a new game.
    pub(super) fn restart(&mut self) {
        if let Some(terms) = &mut self.terms {
            terms.left = [terms.start; 2];
        }
    }

    /// Corrects the clock of a side.
    pub(super) fn correct(&mut self, color: Color, time: Duration, stones: u32) {
        if let Some(terms) = &mut self.terms {
            terms.left[color as usize] = Left { time, stones };
        }
    }

    /// Takes from the clock of a side what a move took.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let Some(terms) = &mut self.terms else { return };
        let left = &mut terms.left[color as usize];
        if left.stones == 0 && left.time > time {
            left.time -= time;
        } else if left.stones > 1 {
            *left = Left { time: left.time.saturating_sub(time), stones: left.stones - 1 };
        } else {
            *left = Left { time: terms.period, stones: terms.stones };
        }
    }

    /// How long to think, when about `moves` more moves of this side are expected.
    pub(super) fn allowance(&self, color: Color, moves: u32) -> Duration {
        let Some(terms) = &self.terms else { return self.fixed };
        let Left { time, stones } = terms.left[color as usize];
        let share = if stones > 0 {
            time / stones
        } else {
            let period =
                if terms.stones > 0 { terms.period / terms.stones } else { Duration::ZERO };
            (time / moves.max(4) + period).min(time + period).max(time / 60)
        };
        share.saturating_sub(Clock::LAG).max(Duration::from_millis(5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn without_settings_each_move_has_its_fixed_time() {
        let mut clock = Clock::new(seconds(3));
        assert_eq!(clock.allowance(Color::Black, 10), seconds(3));
        clock.set(seconds(0), seconds(10), 0);
        assert_eq!(clock.allowance(Color::Black, 10), seconds(3), "no limit");
    }

    #[test]
    fn main_time_is_enough_for_all_moves() {
        let mut clock = Clock::new(seconds(3));
        clock.set(seconds(60), seconds(0), 0);
        let mut used = Duration::ZERO;
        for moves in (0..40).rev() {
            let time = clock.allowance(Color::White, moves);
            used += time + Clock::LAG / 2;
            clock.spend(Color::White, time + Clock::LAG / 2);
        }
        assert!(used < seconds(60), "{used:?}");
        assert!(used > seconds(30), "{used:?}");
        assert!(clock.allowance(Color::Black, 30) > seconds(1), "the other clock stands");
    }

    #[test]
    fn a_period_is_shared_by_its_stones_and_starts_again() {
        let mut clock = Clock::new(seconds(3));
        clock.set(seconds(0), seconds(10), 5);
        assert_eq!(clock.allowance(Color::Black, 30), seconds(2) - Clock::LAG);
        for _ in 0..5 {
            clock.spend(Color::Black, seconds(1));
        }
        assert_eq!(clock.allowance(Color::Black, 30), seconds(2) - Clock::LAG);
        clock.correct(Color::Black, seconds(1), 1);
        assert_eq!(clock.allowance(Color::Black, 30), seconds(1) - Clock::LAG);
    }

    #[test]
    fn no_time_at_all_still_gives_a_moment() {
        let mut clock = Clock::new(seconds(3));
        clock.set(seconds(0), seconds(0), 0);
        assert!(clock.allowance(Color::Black, 30) <= Duration::from_millis(5));
        assert!(clock.allowance(Color::Black, 30) > Duration::ZERO);
    }
}
