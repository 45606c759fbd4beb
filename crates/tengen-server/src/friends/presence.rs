//! Who is there: which players listen to their game, and how many watch.

use std::time::{Duration, Instant};

use super::FriendSeat;

/// Who is there.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Presence {
    seats: [SeatPresence; 2],
    watchers: u32,
}

#[derive(Clone, Copy, Default, Debug)]
struct SeatPresence {
    /// Streams that are open.
    open: u32,
    /// When the player was last heard.
    heard: Option<Instant>,
}

impl Presence {
    /// A player that was not heard for so long is gone, though its connection seems open: the network was cut.
    pub(crate) const SILENCE: Duration = Duration::from_secs(25);

    /// A stream that ends may be back at once, as when a page is loaded again.
    pub(crate) const RELOAD: Duration = Duration::from_secs(3);

    /// A stream was opened, of a player or a watcher.
    pub(crate) fn enter(&mut self, seat: Option<FriendSeat>, now: Instant) {
        match seat {
            None => self.watchers += 1,
            Some(seat) => {
                self.seats[seat.index()].open += 1;
                self.hear(seat, now);
            }
        }
    }

    /// A stream ended.
    pub(crate) fn leave(&mut self, seat: Option<FriendSeat>, now: Instant) {
        match seat {
            None => self.watchers = self.watchers.saturating_sub(1),
            Some(seat) => {
                let of = &mut self.seats[seat.index()];
                of.open = of.open.saturating_sub(1);
                // One that was silent for long is gone already.
                if of.heard.is_some_and(|heard| now - heard < Presence::SILENCE) {
                    of.heard = Some(now);
                }
            }
        }
    }

    /// A player was heard.
    pub(crate) fn hear(&mut self, seat: FriendSeat, now: Instant) {
        self.seats[seat.index()].heard = Some(now);
    }

    /// Whether a player is there.
    pub(crate) fn is_here(&self, seat: FriendSeat, now: Instant) -> bool {
        let SeatPresence { open, heard } = self.seats[seat.index()];
        let patience = if open > 0 { Presence::SILENCE } else { Presence::RELOAD };
        heard.is_some_and(|heard| now.saturating_duration_since(heard) < patience)
    }

    /// How many watch.
    pub(crate) fn watchers(&self) -> u32 {
        self.watchers
    }

    /// Whether there is no listener.
    pub(crate) fn is_empty(&self) -> bool {
        self.watchers == 0 && self.seats.iter().all(|seat| seat.open == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_there_while_it_is_heard_and_may_load_the_page_again() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut presence = Presence::default();
        assert!(!presence.is_here(FriendSeat::Host, start), "never seen");
        presence.enter(Some(FriendSeat::Host), at(0));
        assert!(
            presence.is_here(FriendSeat::Host, at(20))
                && !presence.is_here(FriendSeat::Guest, at(20))
        );
        assert!(!presence.is_here(FriendSeat::Host, at(26)), "the network was cut");
        presence.hear(FriendSeat::Host, at(27));
        assert!(presence.is_here(FriendSeat::Host, at(30)));
        presence.leave(Some(FriendSeat::Host), at(30));
        assert!(
            presence.is_here(FriendSeat::Host, at(32))
                && !presence.is_here(FriendSeat::Host, at(34))
        );
        assert!(presence.is_empty());
        presence.enter(None, at(40));
        assert_eq!(presence.watchers(), 1);
        presence.leave(None, at(41));
        assert!(presence.is_empty());
    }

    #[test]
    fn a_connection_that_was_cut_long_ago_does_not_come_back_by_ending() {
        let start = Instant::now();
        let mut presence = Presence::default();
        presence.enter(Some(FriendSeat::Guest), start);
        let late = start + Duration::from_mins(2);
        presence.leave(Some(FriendSeat::Guest), late);
        assert!(!presence.is_here(FriendSeat::Guest, late));
    }
}
