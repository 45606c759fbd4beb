//! Rate limiting: a token bucket for each client.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Token buckets by client. A bucket allows a burst of requests, and a steady rate after it.
#[derive(Debug)]
pub struct TokenBuckets {
    /// `None` where clients have no limits.
    buckets: Option<Mutex<HashMap<IpAddr, TokenBucket>>>,
}

/// The tokens that were left at a time; the refill since then is computed.
#[derive(Clone, Copy, Debug)]
struct TokenBucket {
    tokens: f64,
    filled: Instant,
}

impl TokenBuckets {
    /// The capacity of a bucket.
    pub const BURST: f64 = 200.0;

    /// The refill rate, in tokens per second.
    pub const PER_SECOND: f64 = 50.0;

    /// The most buckets; full ones are evicted first.
    const MOST_CLIENTS: usize = 100_000;

    /// Buckets on a public server; no limits on a local one.
    pub fn new(public: bool) -> TokenBuckets {
        TokenBuckets { buckets: public.then(Mutex::default) }
    }

    /// Takes `tokens` from the bucket of a client.
    ///
    /// # Errors
    ///
    /// How long to wait, if the bucket holds fewer.
    pub fn take(&self, client: IpAddr, tokens: f64, now: Instant) -> Result<(), Duration> {
        let Some(buckets) = &self.buckets else { return Ok(()) };
        let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= TokenBuckets::MOST_CLIENTS {
            // Who has a full bucket need not be remembered.
            buckets.retain(|_, bucket| bucket.at(now) < TokenBuckets::BURST);
        }
        if buckets.len() >= TokenBuckets::MOST_CLIENTS && !buckets.contains_key(&client) {
            return Err(Duration::from_secs(1));
        }
        let bucket = buckets
            .entry(client)
            .or_insert(TokenBucket { tokens: TokenBuckets::BURST, filled: now });
        *bucket = TokenBucket { tokens: bucket.at(now), filled: now };
        if bucket.tokens < tokens {
            return Err(Duration::from_secs_f64(
                (tokens - bucket.tokens) / TokenBuckets::PER_SECOND,
            ));
        }
        bucket.tokens -= tokens;
        Ok(())
    }
}

impl TokenBucket {
    fn at(&self, now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        (self.tokens + seconds * TokenBuckets::PER_SECOND).min(TokenBuckets::BURST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_a_burst_and_then_so_many_a_second() {
        let limits = TokenBuckets::new(true);
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let start = Instant::now();
        let asked = (0..1000).filter(|_| limits.take(one, 1.0, start).is_ok()).count();
        assert_eq!(asked, TokenBuckets::BURST as usize);
        assert!(limits.take(other, 1.0, start).is_ok(), "the other has its own");
        assert_eq!(
            limits.take(one, 10.0, start),
            Err(Duration::from_millis(200)),
            "so long until then"
        );
        let later = start + Duration::from_secs(1);
        let asked = (0..1000).filter(|_| limits.take(one, 1.0, later).is_ok()).count();
        assert_eq!(asked, TokenBuckets::PER_SECOND as usize);
        let much_later = start + Duration::from_secs(1000);
        let asked = (0..1000).filter(|_| limits.take(one, 10.0, much_later).is_ok()).count();
        assert_eq!(asked, TokenBuckets::BURST as usize / 10);
    }

    #[test]
    fn at_home_nobody_has_limits() {
        let limits = TokenBuckets::new(false);
        let now = Instant::now();
        assert!((0..10_000).all(|_| limits.take([127, 0, 0, 1].into(), 1.0, now).is_ok()));
    }
}
