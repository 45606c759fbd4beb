//! The clocks of a GTP game: time for a move by Canadian byo-yomi.

use std::time::Duration;

use tengen_core::Color;

/// The clocks of both sides, as set by `time_settings` and `time_left`.
#[derive(Clone, Debug)]
pub(super) struct GtpClock {
    /// Time for each move where no clock is set.
    fixed: Duration,
    control: Option<TimeControl>,
}

#[derive(Clone, Debug)]
struct TimeControl {
    period: Duration,
    stones: u32,
    start: TimeLeft,
    left: [TimeLeft; 2],
}

/// The remaining time of a side: of its main time without stones, else of a byo-yomi period.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    time: Duration,
    stones: u32,
}

impl GtpClock {
    /// Safety margin of every move for the latency of the pipes.
    const LAG: Duration = Duration::from_millis(30);

    /// A fixed time for each move.
    pub(super) fn new(fixed: Duration) -> GtpClock {
        GtpClock { fixed, control: None }
    }

    /// Sets the clocks: a main time, then byo-yomi periods of a number of stones each.
    pub(super) fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        // A period without stones means no limit, as the protocol says.
        let unlimited = stones == 0 && period > Duration::ZERO;
        let start = if main > Duration::ZERO {
            TimeLeft { time: main, stones: 0 }
        } else {
            TimeLeft { time: period, stones }
        };
        self.control =
            (!unlimited).then_some(TimeControl { period, stones, start, left: [start; 2] });
    }

    /// Resets the clocks for a new game.
    pub(super) fn restart(&mut self) {
        if let Some(control) = &mut self.control {
            control.left = [control.start; 2];
        }
    }

    /// Corrects the clock of a side.
    pub(super) fn correct(&mut self, color: Color, time: Duration, stones: u32) {
        if let Some(control) = &mut self.control {
            control.left[color as usize] = TimeLeft { time, stones };
        }
    }

    /// Subtracts the time of a move from the clock of a side.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let Some(control) = &mut self.control else { return };
        let left = &mut control.left[color as usize];
        if left.stones == 0 && left.time > time {
            left.time -= time;
        } else if left.stones > 1 {
            *left = TimeLeft { time: left.time.saturating_sub(time), stones: left.stones - 1 };
        } else {
            *left = TimeLeft { time: control.period, stones: control.stones };
        }
    }

    /// The time for a move, when about `moves` more moves of this side are expected.
    pub(super) fn move_time(&self, color: Color, moves: u32) -> Duration {
        let Some(control) = &self.control else { return self.fixed };
        let TimeLeft { time, stones } = control.left[color as usize];
        let share = if stones > 0 {
            time / stones
        } else {
            let period =
                if control.stones > 0 { control.period / control.stones } else { Duration::ZERO };
            (time / moves.max(4) + period).min(time + period).max(time / 60)
        };
        share.saturating_sub(GtpClock::LAG).max(Duration::from_millis(5))
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
        let mut clock = GtpClock::new(seconds(3));
        assert_eq!(clock.move_time(Color::Black, 10), seconds(3));
        clock.set(seconds(0), seconds(10), 0);
        assert_eq!(clock.move_time(Color::Black, 10), seconds(3), "no limit");
    }

    #[test]
    fn main_time_is_enough_for_all_moves() {
        let mut clock = GtpClock::new(seconds(3));
        clock.set(seconds(60), seconds(0), 0);
        let mut used = Duration::ZERO;
        for moves in (0..40).rev() {
            let time = clock.move_time(Color::White, moves);
            used += time + GtpClock::LAG / 2;
            clock.spend(Color::White, time + GtpClock::LAG / 2);
        }
        assert!(used < seconds(60), "{used:?}");
        assert!(used > seconds(30), "{used:?}");
        assert!(clock.move_time(Color::Black, 30) > seconds(1), "the other clock stands");
    }

    #[test]
    fn a_period_is_shared_by_its_stones_and_starts_again() {
        let mut clock = GtpClock::new(seconds(3));
        clock.set(seconds(0), seconds(10), 5);
        assert_eq!(clock.move_time(Color::Black, 30), seconds(2).saturating_sub(GtpClock::LAG));
        for _ in 0..5 {
            clock.spend(Color::Black, seconds(1));
        }
        assert_eq!(clock.move_time(Color::Black, 30), seconds(2).saturating_sub(GtpClock::LAG));
        clock.correct(Color::Black, seconds(1), 1);
        assert_eq!(clock.move_time(Color::Black, 30), seconds(1).saturating_sub(GtpClock::LAG));
    }

    #[test]
    fn no_time_at_all_still_gives_a_moment() {
        let mut clock = GtpClock::new(seconds(3));
        clock.set(seconds(0), seconds(0), 0);
        assert!(clock.move_time(Color::Black, 30) <= Duration::from_millis(5));
        assert!(clock.move_time(Color::Black, 30) > Duration::ZERO);
    }
}
