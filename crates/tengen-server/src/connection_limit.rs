//! A limit on how many connections, or large bodies, one client has at a time.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A concurrency limit for each client.
#[derive(Debug)]
pub struct ConnectionLimit {
    /// The most slots of one client.
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// A slot of a client, free again when it is dropped.
#[derive(Debug)]
pub struct ConnectionSlot {
    limit: Arc<ConnectionLimit>,
    client: IpAddr,
}

impl ConnectionLimit {
    /// A limit of `most` slots for each client.
    pub fn new(most: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { most, counts: Mutex::default() })
    }

    /// Takes a slot for a client; `None` if it has as many as it may.
    pub fn acquire(self: &Arc<ConnectionLimit>, client: IpAddr) -> Option<ConnectionSlot> {
        let mut counts = self.counts();
        let count = counts.entry(client).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(ConnectionSlot { limit: Arc::clone(self), client })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.limit.counts();
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_a_number_of_slots_and_gets_them_back() {
        let limit = ConnectionLimit::new(2);
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let slots = [limit.acquire(one).unwrap(), limit.acquire(one).unwrap()];
        assert!(limit.acquire(one).is_none());
        assert!(limit.acquire(other).is_some(), "others have their own");
        drop(slots);
        assert!(limit.acquire(one).is_some());
        assert!(limit.counts().is_empty(), "who is gone is forgotten");
    }
}
