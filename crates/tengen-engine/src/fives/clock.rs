//! Time management.

use std::time::Duration;

use crate::Limits;

/// Clocks of a game, as a tournament protocol reports them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time limit of each move; none if there is no such limit, zero to play at once.
    pub turn: Option<Duration>,
    /// Remaining time for the whole game; none if there is no such limit.
    pub left: Option<Duration>,
    /// Move overhead: the lag of the pipe, the other process and the scheduler.
    pub margin: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { turn: None, left: None, margin: Clock::MARGIN }
    }
}

impl Clock {
    /// Default overhead, which has been enough for a process on the same machine.
    pub const MARGIN: Duration = Duration::from_millis(30);

    /// Minimum time of a search.
    const AT_ONCE: Duration = Duration::from_millis(1);

    /// Expected number of moves to go: the first number, less one for each two stones, but at least the
    /// second number.
    const MOVES: (u32, u32) = (40, 16);

    /// Maximum time of a move, as a multiple of the planned time.
    const PATIENCE: u32 = 3;

    /// Time limits of the next move, by the number of stones on the board.
    #[must_use]
    pub fn limits(&self, stones: usize) -> Limits {
        let (aim, time) = self.times(stones);
        Limits { time, aim, ..Limits::default() }
    }

    /// Soft and hard time limit.
    fn times(&self, stones: usize) -> (Option<Duration>, Option<Duration>) {
        let turn = self.turn.map(|turn| self.within(turn));
        let Some(left) = self.left else { return (None, turn) };
        let (most, fewest) = Clock::MOVES;
        let moves = most.saturating_sub(stones as u32 / 2).max(fewest);
        let left = self.within(left);
        let aim = left / moves;
        let longest = (aim * Clock::PATIENCE).min(left / 4).max(Clock::AT_ONCE);
        let longest = turn.map_or(longest, |turn| turn.min(longest));
        (Some(aim.min(longest)), Some(longest))
    }

    /// Usable part of a time: all but the overhead, but at least a quarter.
    fn within(&self, time: Duration) -> Duration {
        time.saturating_sub(self.margin).max(time / 4).max(Clock::AT_ONCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_turn_is_used_but_for_the_margin() {
        let clock = Clock { turn: Some(ms(100)), ..Clock::default() };
        assert_eq!(clock.limits(0).time, Some(ms(70)));
        assert_eq!(clock.limits(0).aim, None);
    }

    #[test]
    fn no_time_means_at_once() {
        for clock in [
            Clock { turn: Some(ms(0)), ..Clock::default() },
            Clock { left: Some(ms(0)), ..Clock::default() },
        ] {
            assert!(clock.limits(9).time.unwrap() <= ms(1));
        }
    }

    #[test]
    fn no_clock_means_no_limit() {
        assert_eq!(Clock::default().limits(3).time, None);
    }

    #[test]
    fn a_game_of_any_length_never_runs_out_of_time() {
        for start in [200, 1_000, 10_000, 180_000] {
            let mut clock =
                Clock { turn: Some(ms(5_000)), left: Some(ms(start)), ..Clock::default() };
            for stones in (0..225).step_by(2) {
                // Every move takes the hard limit, and the overhead on top.
                let left = clock.left.unwrap();
                let time = clock.limits(stones).time.unwrap();
                assert!(time <= ms(4_970) && time <= left.max(ms(1)), "{start} {stones}");
                clock.left = Some(left.saturating_sub(time));
            }
        }
        let clock = Clock { turn: Some(ms(30_000)), left: Some(ms(180_000)), ..Clock::default() };
        let limits = clock.limits(2);
        assert!(limits.aim < limits.time);
        assert!(limits.aim > Some(ms(3_000)));
    }
}
