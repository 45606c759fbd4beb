//! How many connections there are, in all and of each client.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// All connections, by client.
#[derive(Debug)]
pub struct Crowd {
    /// The most connections of one client.
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection, as long as it is open.
#[derive(Debug)]
pub struct Seat {
    crowd: Arc<Crowd>,
    client: IpAddr,
}

impl Crowd {
    /// Nobody yet; each client may have so many connections.
    pub fn new(most: usize) -> Arc<Crowd> {
        Arc::new(Crowd { most, counts: Mutex::default() })
    }

    /// A seat for one more connection of a client, if it has not too many.
    pub fn enter(self: &Arc<Crowd>, client: IpAddr) -> Option<Seat> {
        let mut counts = self.counts();
        let count = counts.entry(client).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Seat { crowd: Arc::clone(self), client })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self.crowd.counts();
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
    fn a_client_has_so_many_seats_and_gets_them_back() {
        let crowd = Crowd::new(2);
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let seats = [crowd.enter(one).unwrap(), crowd.enter(one).unwrap()];
        assert!(crowd.enter(one).is_none());
        assert!(crowd.enter(other).is_some(), "others have their own");
        drop(seats);
        assert!(crowd.enter(one).is_some());
        assert!(crowd.counts().is_empty(), "who is gone is forgotten");
    }
}
