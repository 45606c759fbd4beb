//! Time controls: how much time the sides have, and what is left of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::errors::{ApiError, ErrorCode};

/// A time control, as players name them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = TimeControl)]
pub enum FriendTimeControl {
    /// No clock.
    #[default]
    None,
    /// So much time for every move.
    PerMove {
        /// Seconds for a move.
        #[schema(minimum = 1, maximum = 604_800)]
        seconds: u32,
    },
    /// Fischer: time for the game, and an increment after every move.
    Fischer {
        /// Seconds at the start.
        #[schema(minimum = 1, maximum = 86_400)]
        main: u32,
        /// Seconds that are added after every move.
        #[schema(minimum = 0, maximum = 3_600)]
        increment: u32,
    },
    /// Byo-yomi: time for the game, and then periods; one that is used up is gone.
    ByoYomi {
        /// Seconds at the start.
        #[schema(minimum = 0, maximum = 86_400)]
        main: u32,
        /// The number of periods.
        #[schema(minimum = 1, maximum = 20)]
        periods: u32,
        /// Seconds of a period.
        #[schema(minimum = 1, maximum = 3_600)]
        period: u32,
    },
}

/// What is left on the clock of a side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, ToSchema)]
pub struct SideClock {
    /// Milliseconds before the periods begin.
    pub main_ms: u64,
    /// Periods that are left, the present one among them.
    pub periods: u32,
    /// Milliseconds that are left of the present period.
    pub period_ms: u64,
}

impl FriendTimeControl {
    /// That its numbers are within their limits.
    ///
    /// # Errors
    ///
    /// Which one is not.
    pub fn check(self) -> Result<(), ApiError> {
        let within = |name: &str, value: u32, least: u32, most: u32| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            let message = format!("{name} of {value}: from {least} to {most}");
            Err(ApiError::in_field(ErrorCode::BadValue, "clock", message))
        };
        match self {
            FriendTimeControl::None => Ok(()),
            FriendTimeControl::PerMove { seconds } => within("seconds", seconds, 1, 604_800),
            FriendTimeControl::Fischer { main, increment } => {
                within("main", main, 1, 86_400)?;
                within("increment", increment, 0, 3_600)
            }
            FriendTimeControl::ByoYomi { main, periods, period } => {
                within("main", main, 0, 86_400)?;
                within("periods", periods, 1, 20)?;
                within("period", period, 1, 3_600)
            }
        }
    }

    /// The clock of a side at the start.
    pub fn start(self) -> SideClock {
        let ms = |seconds: u32| u64::from(seconds) * 1000;
        match self {
            FriendTimeControl::None => SideClock::default(),
            // A byo-yomi of one period.
            FriendTimeControl::PerMove { seconds } => {
                SideClock { main_ms: 0, periods: 1, period_ms: ms(seconds) }
            }
            FriendTimeControl::Fischer { main, .. } => {
                SideClock { main_ms: ms(main), periods: 0, period_ms: 0 }
            }
            FriendTimeControl::ByoYomi { main, periods, period } => {
                SideClock { main_ms: ms(main), periods, period_ms: ms(period) }
            }
        }
    }

    /// The clock of a side that has made its move.
    pub fn after_move(self, clock: SideClock) -> SideClock {
        match self {
            FriendTimeControl::None => clock,
            FriendTimeControl::Fischer { increment, .. } => {
                SideClock { main_ms: clock.main_ms + u64::from(increment) * 1000, ..clock }
            }
            FriendTimeControl::PerMove { .. } | FriendTimeControl::ByoYomi { .. } => {
                SideClock { period_ms: self.start().period_ms, ..clock }
            }
        }
    }

    /// Milliseconds until the flag falls, if no move is made.
    pub fn time_left(self, clock: SideClock) -> u64 {
        let SideClock { main_ms, periods, period_ms } = clock;
        let later = u64::from(periods.saturating_sub(1)) * self.start().period_ms;
        main_ms + later + if periods > 0 { period_ms } else { 0 }
    }

    /// The clock after it ran for `spent` milliseconds; `None` if the flag has fallen.
    pub fn run(self, clock: SideClock, spent: u64) -> Option<SideClock> {
        if self == FriendTimeControl::None {
            return Some(clock);
        }
        if spent >= self.time_left(clock) {
            return None;
        }
        let from_main = spent.min(clock.main_ms);
        let main_ms = clock.main_ms - from_main;
        let rest = spent - from_main;
        if rest < clock.period_ms || rest == 0 {
            return Some(SideClock { main_ms, period_ms: clock.period_ms - rest, ..clock });
        }
        let whole = self.start().period_ms;
        let past_first = rest - clock.period_ms;
        let used = 1 + past_first / whole;
        let periods = clock.periods - u32::try_from(used).ok()?;
        Some(SideClock { main_ms, periods, period_ms: whole - past_first % whole })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn controls() -> impl Strategy<Value = FriendTimeControl> {
        prop_oneof![
            (1_u32..9).prop_map(|seconds| FriendTimeControl::PerMove { seconds }),
            (1_u32..9, 0_u32..4)
                .prop_map(|(main, increment)| FriendTimeControl::Fischer { main, increment }),
            (0_u32..5, 1_u32..4, 1_u32..4).prop_map(|(main, periods, period)| {
                FriendTimeControl::ByoYomi { main, periods, period }
            }),
        ]
    }

    /// The plain twin of `run`: millisecond by millisecond.
    fn tick(control: FriendTimeControl, mut clock: SideClock, spent: u64) -> Option<SideClock> {
        for _ in 0..spent {
            if clock.main_ms > 0 {
                clock.main_ms -= 1;
            } else if clock.period_ms > 0 && clock.periods > 0 {
                clock.period_ms -= 1;
                if clock.period_ms == 0 && clock.periods > 1 {
                    clock.periods -= 1;
                    clock.period_ms = control.start().period_ms;
                }
            }
            let out = clock.main_ms == 0 && (clock.periods == 0 || clock.period_ms == 0);
            if out {
                return None;
            }
        }
        Some(clock)
    }

    proptest! {
        #[test]
        fn a_clock_that_runs_is_one_that_ticks(
            control in controls(), spans in proptest::collection::vec((0_u64..7000, any::<bool>()), 1..6)
        ) {
            let mut clock = control.start();
            for (spent, moved) in spans {
                let ran = control.run(clock, spent);
                prop_assert_eq!(ran, tick(control, clock, spent));
                prop_assert_eq!(ran.is_none(), spent >= control.time_left(clock));
                let Some(ran) = ran else { break };
                prop_assert_eq!(control.time_left(ran), control.time_left(clock) - spent);
                clock = if moved { control.after_move(ran) } else { ran };
            }
        }

        #[test]
        fn a_clock_that_runs_in_two_parts_runs_as_long(
            control in controls(), one in 0_u64..9000, two in 0_u64..9000
        ) {
            let clock = control.start();
            let parts = control.run(clock, one).and_then(|clock| control.run(clock, two));
            prop_assert_eq!(parts, control.run(clock, one + two));
        }
    }

    #[test]
    fn time_is_as_players_expect() {
        let fischer = FriendTimeControl::Fischer { main: 60, increment: 5 };
        let clock = fischer.after_move(fischer.run(fischer.start(), 10_000).unwrap());
        assert_eq!(clock.main_ms, 55_000);
        let byo = FriendTimeControl::ByoYomi { main: 0, periods: 3, period: 30 };
        let clock = byo.run(byo.start(), 65_000).unwrap();
        assert_eq!((clock.periods, clock.period_ms), (1, 25_000), "two periods are gone");
        assert_eq!(byo.after_move(clock).period_ms, 30_000);
        assert_eq!(byo.run(byo.start(), 90_000), None);
        let each = FriendTimeControl::PerMove { seconds: 20 };
        let clock = each.after_move(each.run(each.start(), 19_999).unwrap());
        assert_eq!(each.time_left(clock), 20_000);
        assert_eq!(
            FriendTimeControl::None.run(SideClock::default(), u64::MAX),
            Some(SideClock::default())
        );
        assert!(FriendTimeControl::PerMove { seconds: 0 }.check().is_err());
        assert!(FriendTimeControl::ByoYomi { main: 0, periods: 21, period: 1 }.check().is_err());
        assert!(byo.check().is_ok() && fischer.check().is_ok());
    }
}
