//! The clock of searches: that of the standard library, and in a browser, where it has none, one that the host
//! supplies.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host_clock::{HostInstant as Instant, install};

/// A clock that is a function of the host.
#[allow(unreachable_pub, reason = "it is public where it is the clock")]
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod host_clock {
    use std::{
        ops::{Add, Sub},
        sync::OnceLock,
        time::Duration,
    };

    /// The time since any fixed moment.
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Installs the clock of the host: the time since any fixed moment. Until then it stands still; the first one stays.
    pub fn install(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment by the clock of the host, with the methods of [`std::time::Instant`] that searches use.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct HostInstant(Duration);

    impl HostInstant {
        /// The present moment.
        pub fn now() -> HostInstant {
            HostInstant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            HostInstant::now().saturating_duration_since(*self)
        }

        /// The time since an earlier moment; zero if it is later.
        pub fn saturating_duration_since(&self, earlier: HostInstant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment after this time, if it can be represented.
        pub fn checked_add(&self, time: Duration) -> Option<HostInstant> {
            self.0.checked_add(time).map(HostInstant)
        }
    }

    impl Add<Duration> for HostInstant {
        type Output = HostInstant;

        fn add(self, time: Duration) -> HostInstant {
            self.checked_add(time).expect("overflow when adding duration to instant")
        }
    }

    impl Sub for HostInstant {
        type Output = Duration;

        fn sub(self, earlier: HostInstant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering::Relaxed},
        time::{Duration, Instant},
    };

    use super::host_clock::{HostInstant, install};

    #[test]
    fn the_clock_of_the_host_counts_as_the_standard_one() {
        static MICROSECONDS: AtomicU64 = AtomicU64::new(0);
        install(|| Duration::from_micros(MICROSECONDS.load(Relaxed)));
        install(|| Duration::MAX);
        let (start, standard) = (HostInstant::now(), Instant::now());
        for step in [0, 1, 999, 1_000, 250_000, 3_600_000_000] {
            MICROSECONDS.fetch_add(step, Relaxed);
            let passed = Duration::from_micros(MICROSECONDS.load(Relaxed));
            assert_eq!(start.elapsed(), passed);
            let (late, late_standard) = (start + passed, standard + passed);
            assert_eq!(late, HostInstant::now());
            assert_eq!(
                late.saturating_duration_since(start),
                late_standard.saturating_duration_since(standard)
            );
            assert_eq!(
                start.saturating_duration_since(late),
                standard.saturating_duration_since(late_standard)
            );
            assert_eq!(
                (late - start, start - late),
                (late_standard - standard, standard - late_standard)
            );
            assert_eq!(late > start, late_standard > standard);
        }
        assert_eq!((start + Duration::from_secs(1)).checked_add(Duration::MAX), None);
        assert_eq!(standard.checked_add(Duration::MAX), None);
    }
}
