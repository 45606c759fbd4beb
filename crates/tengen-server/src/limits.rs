//! How much each client may ask.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{extract::ConnectInfo, http::Extensions};

/// Who asks: the address, since nothing else can be believed.
pub fn address(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    // Only a test asks without a connection.
    peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| network(peer.ip()))
}

/// Whether who asks is on this machine.
pub fn is_here(extensions: &Extensions) -> bool {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.is_none_or(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
}

/// The client of an address. One who has an IPv6 address has 2^64 of them.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
    }
}

/// A bucket of tokens for each client: so many requests at once, and so many a second after that.
#[derive(Debug)]
pub struct Limits {
    /// None where clients have no limits.
    buckets: Option<Mutex<HashMap<IpAddr, Bucket>>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Limits {
    /// Tokens of a client who has not asked for a while.
    pub const BURST: f64 = 200.0;

    /// Tokens that come each second.
    pub const PER_SECOND: f64 = 50.0;

    /// As many clients are remembered.
    const MOST_CLIENTS: usize = 100_000;

    /// Limits, where clients have them.
    pub fn new(public: bool) -> Limits {
        Limits { buckets: public.then(Mutex::default) }
    }

    /// Takes so many tokens of a client.
    ///
    /// # Errors
    ///
    /// If there are not as many: how long until there are.
    pub fn take(&self, client: IpAddr, tokens: f64, now: Instant) -> Result<(), Duration> {
        let Some(buckets) = &self.buckets else { return Ok(()) };
        let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= Limits::MOST_CLIENTS {
            // Who has a full bucket need not be remembered.
            buckets.retain(|_, bucket| bucket.at(now) < Limits::BURST);
        }
        if buckets.len() >= Limits::MOST_CLIENTS && !buckets.contains_key(&client) {
            return Err(Duration::from_secs(1));
        }
        let bucket = buckets.entry(client).or_insert(Bucket { tokens: Limits::BURST, filled: now });
        *bucket = Bucket { tokens: bucket.at(now), filled: now };
        if bucket.tokens < tokens {
            return Err(Duration::from_secs_f64((tokens - bucket.tokens) / Limits::PER_SECOND));
        }
        bucket.tokens -= tokens;
        Ok(())
    }
}

impl Bucket {
    fn at(&self, now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        (self.tokens + seconds * Limits::PER_SECOND).min(Limits::BURST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_a_burst_and_then_so_many_a_second() {
        let limits = Limits::new(true);
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let start = Instant::now();
        let asked = (0..1000).filter(|_| limits.take(one, 1.0, start).is_ok()).count();
        assert_eq!(asked, Limits::BURST as usize);
        assert!(limits.take(other, 1.0, start).is_ok(), "the other has its own");
        assert_eq!(
            limits.take(one, 10.0, start),
            Err(Duration::from_millis(200)),
            "so long until then"
        );
        let later = start + Duration::from_secs(1);
        let asked = (0..1000).filter(|_| limits.take(one, 1.0, later).is_ok()).count();
        assert_eq!(asked, Limits::PER_SECOND as usize);
        let much_later = start + Duration::from_secs(1000);
        let asked = (0..1000).filter(|_| limits.take(one, 10.0, much_later).is_ok()).count();
        assert_eq!(asked, Limits::BURST as usize / 10);
    }

    #[test]
    fn at_home_nobody_has_limits() {
        let limits = Limits::new(false);
        let now = Instant::now();
        assert!((0..10_000).all(|_| limits.take([127, 0, 0, 1].into(), 1.0, now).is_ok()));
    }

    #[test]
    fn all_addresses_of_one_house_are_one_client() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8:1:2::7"), parse("2001:db8:1:2:ffff::1"));
        assert_ne!(parse("2001:db8:1:2::7"), parse("2001:db8:1:3::7"));
        assert_eq!(parse("::ffff:10.1.2.3"), parse("10.1.2.3"));
    }
}
