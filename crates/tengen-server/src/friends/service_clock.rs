//! The service clock: how long the server has been up, in all its runs together.
//!
//! Why not the time of day: a clock of a game that is kept in it is charged neither for the time that the server was down
//! nor for a clock of the machine that was set.

use std::time::{Duration, Instant};

/// A clock that stands still while the server is down.
#[derive(Clone, Copy, Debug)]
pub struct ServiceClock {
    base_ms: u64,
    started: Instant,
}

impl ServiceClock {
    /// How long it stands still after a restart, so that players have the time to come back.
    pub const GRACE: Duration = Duration::from_secs(3);

    /// A clock that goes on from what was kept; one of the first run begins at once.
    pub fn resume(base_ms: u64, now: Instant) -> ServiceClock {
        let grace = if base_ms == 0 { Duration::ZERO } else { ServiceClock::GRACE };
        ServiceClock { base_ms, started: now + grace }
    }

    /// The time on it, in milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> u64 {
        self.base_ms + now.saturating_duration_since(self.started).as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_where_it_was_after_a_moment() {
        let now = Instant::now();
        let first = ServiceClock::resume(0, now);
        assert_eq!(first.at(now + Duration::from_secs(5)), 5000);
        let second = ServiceClock::resume(5000, now);
        assert_eq!(second.at(now), 5000);
        assert_eq!(second.at(now + ServiceClock::GRACE), 5000);
        assert_eq!(second.at(now + ServiceClock::GRACE + Duration::from_millis(7)), 5007);
    }
}
