//! A game between people in memory: its state and its listeners.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use tokio::sync::{Mutex as AsyncMutex, watch};

use super::{FriendGame, FriendSeat, FriendState, NumberedEvent, presence::Presence};
use crate::{
    errors::{ApiError, ErrorCode},
    jobs::{EventSource, JobEvent},
    store::{FriendSecrets, StoredEvent, StoredFriendGame},
};

/// A game in memory. What is in it is on the disk.
#[derive(Debug)]
pub(crate) struct LiveGame {
    id: String,
    /// The game itself. Who changes it holds the lock until the disk has the change.
    pub(super) game: AsyncMutex<LockedGame>,
    shown: RwLock<Shown>,
    /// When a flag falls, in milliseconds of the service clock; the largest number if none does.
    deadline: AtomicU64,
    presence: Mutex<AnnouncedPresence>,
    /// How often something changed.
    version: watch::Sender<usize>,
    /// Whether another of the same name takes its place: streams end, and clients that come back find that one.
    retired: AtomicBool,
}

/// What only one at a time may change.
#[derive(Debug)]
pub(super) struct LockedGame {
    pub(super) state: FriendGame,
    pub(super) secrets: FriendSecrets,
    /// The events that actions came to, by seat and name.
    pub(super) actions: HashMap<(FriendSeat, String), u32>,
}

/// What listeners read.
#[derive(Debug)]
struct Shown {
    /// The events as JSON.
    events: Vec<String>,
    /// The state as JSON.
    state: String,
}

#[derive(Default, Debug)]
struct AnnouncedPresence {
    presence: Presence,
    /// Which seats were connected at the last notification.
    announced: [bool; 2],
    /// When anyone was last connected.
    last: Option<Instant>,
}

impl LiveGame {
    /// The most watchers of a game.
    const MOST_WATCHERS: u32 = 200;

    /// A game that was kept.
    ///
    /// # Errors
    ///
    /// If its events are not those of a game.
    pub(super) fn new(id: String, stored: StoredFriendGame) -> Result<LiveGame, ApiError> {
        let StoredFriendGame { secrets, events } = stored;
        let state = FriendGame::replay(
            events.iter().map(|stored| (&stored.event.event, stored.event.at_ms)),
        )?;
        let actions = events
            .iter()
            .filter_map(|stored| Some((stored.action.clone()?, stored.event.number)))
            .collect();
        let shown = Shown {
            events: events.iter().map(|stored| json(&stored.event)).collect(),
            state: json(&FriendState::new(&id, &state)),
        };
        let live = LiveGame {
            id,
            deadline: AtomicU64::new(state.deadline().unwrap_or(u64::MAX)),
            game: AsyncMutex::new(LockedGame { state, secrets, actions }),
            shown: RwLock::new(shown),
            presence: Mutex::default(),
            version: watch::Sender::new(0),
            retired: AtomicBool::new(false),
        };
        live.presence().last = Some(Instant::now());
        Ok(live)
    }

    /// Its name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The seat of a secret.
    ///
    /// # Errors
    ///
    /// If it is that of neither.
    pub(crate) async fn seat(&self, secret: &str) -> Result<FriendSeat, ApiError> {
        self.game.lock().await.seat(secret)
    }

    /// How many events there are.
    pub(crate) fn count(&self) -> usize {
        self.shown.read().unwrap_or_else(PoisonError::into_inner).events.len()
    }

    /// Takes an event that the disk has into the state, and notifies all listeners.
    pub(super) fn take(
        &self,
        locked: &mut LockedGame,
        stored: StoredEvent,
    ) -> Result<(), ApiError> {
        let StoredEvent { event, action } = stored;
        locked.state.apply(&event.event, event.at_ms)?;
        if let Some(action) = action {
            locked.actions.insert(action, event.number);
        }
        self.deadline.store(locked.state.deadline().unwrap_or(u64::MAX), Relaxed);
        let mut shown = self.shown.write().unwrap_or_else(PoisonError::into_inner);
        shown.events.push(json(&event));
        shown.state = json(&FriendState::new(&self.id, &locked.state));
        drop(shown);
        self.notify();
        Ok(())
    }

    /// Notifies all listeners of a change.
    fn notify(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// Ends all streams: it is not known whether the disk has what is in memory.
    pub(super) fn retire(&self) {
        self.retired.store(true, Relaxed);
        self.notify();
    }

    /// When a flag falls; the largest number if none does.
    pub(super) fn deadline(&self) -> u64 {
        self.deadline.load(Relaxed)
    }

    fn presence(&self) -> MutexGuard<'_, AnnouncedPresence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A stream of a player or a watcher is opened.
    ///
    /// # Errors
    ///
    /// If too many watch.
    pub(crate) fn enter(&self, seat: Option<FriendSeat>) -> Result<(), ApiError> {
        let mut listeners = self.presence();
        if seat.is_none() && listeners.presence.watchers() >= LiveGame::MOST_WATCHERS {
            let message = format!("{} watch already; ask again later", LiveGame::MOST_WATCHERS);
            return Err(ApiError::new(ErrorCode::Busy, message));
        }
        let now = Instant::now();
        listeners.presence.enter(seat, now);
        listeners.last = Some(now);
        drop(listeners);
        self.update_presence();
        if seat.is_none() {
            self.notify();
        }
        Ok(())
    }

    /// A stream has ended.
    pub(crate) fn leave(&self, seat: Option<FriendSeat>) {
        let mut listeners = self.presence();
        listeners.presence.leave(seat, Instant::now());
        drop(listeners);
        if seat.is_none() {
            self.notify();
        }
    }

    /// A player was heard.
    pub(crate) fn hear(&self, seat: FriendSeat) {
        self.presence().presence.hear(seat, Instant::now());
        self.update_presence();
    }

    /// Whether a player is there.
    pub(super) fn is_here(&self, seat: FriendSeat) -> bool {
        self.presence().presence.is_here(seat, Instant::now())
    }

    /// Notifies all listeners if a player connected or disconnected.
    pub(crate) fn update_presence(&self) {
        let mut listeners = self.presence();
        let now = Instant::now();
        let here = FriendSeat::BOTH.map(|seat| listeners.presence.is_here(seat, now));
        let changed = here != listeners.announced;
        listeners.announced = here;
        if !listeners.presence.is_empty() {
            listeners.last = Some(now);
        }
        drop(listeners);
        if changed {
            self.notify();
        }
    }

    /// Since when it has no listeners, if it has none and no clock runs.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let listeners = self.presence();
        if listeners.presence.is_empty() && self.deadline() == u64::MAX {
            listeners.last
        } else {
            None
        }
    }

    /// The game and who is there, as the JSON of a [`FriendView`](super::FriendView).
    pub(crate) fn view(&self, now_ms: u64) -> String {
        let listeners = self.presence();
        let ([host, guest], watchers) = (listeners.announced, listeners.presence.watchers());
        drop(listeners);
        let shown = self.shown.read().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::with_capacity(shown.state.len() + 128);
        // The state is written once for all who listen.
        let _ = write!(
            text,
            "{{\"now_ms\":{now_ms},\"host_here\":{host},\"guest_here\":{guest},\
             \"watchers\":{watchers},\"game\":{}}}",
            shown.state
        );
        text
    }
}

impl LockedGame {
    /// The seat of a secret.
    ///
    /// # Errors
    ///
    /// If it is that of neither.
    pub(super) fn seat(&self, secret: &str) -> Result<FriendSeat, ApiError> {
        let is = |seat: &FriendSeat| {
            self.secrets.seats[seat.index()].is_some_and(|hash| hash.matches(secret))
        };
        // Both are always compared.
        let [host, guest] = FriendSeat::BOTH.map(|seat| is(&seat));
        match (host, guest) {
            (true, _) => Ok(FriendSeat::Host),
            (false, true) => Ok(FriendSeat::Guest),
            (false, false) => {
                let message = "the secret is of neither seat of this game";
                Err(ApiError::new(ErrorCode::WrongSeat, message))
            }
        }
    }
}

/// A listener's view of a game: its events, and the state after them with the time.
#[derive(Debug)]
pub(crate) struct GameEvents {
    pub(super) live: std::sync::Arc<LiveGame>,
    pub(super) clock: super::ServiceClock,
}

impl EventSource for GameEvents {
    fn news(&self) -> watch::Receiver<usize> {
        self.live.version.subscribe()
    }

    fn event(&self, number: usize) -> Option<JobEvent> {
        let shown = self.live.shown.read().unwrap_or_else(PoisonError::into_inner);
        shown.events.get(number).map(|json| JobEvent { name: "event", json: json.clone() })
    }

    /// A rematch may come after the end of the game.
    fn is_ended(&self) -> bool {
        self.live.retired.load(Relaxed)
    }

    fn present(&self, seen: &mut Option<usize>) -> Option<JobEvent> {
        let version = *self.live.version.borrow();
        if *seen == Some(version) {
            return None;
        }
        *seen = Some(version);
        Some(JobEvent { name: "state", json: self.live.view(self.clock.now_ms()) })
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it has only text and numbers")
}

/// The events of a game, numbered from 1 at the time `at_ms`, without actions.
pub(super) fn first_events(
    events: impl IntoIterator<Item = super::FriendEvent>,
    at_ms: u64,
) -> Vec<StoredEvent> {
    let numbered = (1..).zip(events);
    numbered
        .map(|(number, event)| StoredEvent {
            event: NumberedEvent { number, at_ms, event },
            action: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friends::{
        FriendEvent, FriendOpening, FriendSettings, FriendTimeControl, FriendView,
    };
    use crate::wire::WireRule;

    #[test]
    fn a_view_that_is_put_together_is_one_that_is_serialized() {
        let settings = FriendSettings {
            rule: WireRule::Renju,
            area: None,
            opening: FriendOpening::Swap2,
            clock: FriendTimeControl::PerMove { seconds: 9 },
        };
        let created = FriendEvent::Created { settings, black: FriendSeat::Guest, previous: None };
        let events = first_events([created, FriendEvent::Joined], 7);
        let secrets = FriendSecrets { seats: [None; 2], keys: [None; 2] };
        let live = LiveGame::new("a".to_owned(), StoredFriendGame { secrets, events }).unwrap();
        live.enter(Some(FriendSeat::Guest)).unwrap();
        live.enter(None).unwrap();
        let game = FriendState::new("a", &live.game.try_lock().unwrap().state);
        let view = FriendView { now_ms: 42, host_here: false, guest_here: true, watchers: 1, game };
        assert_eq!(live.view(42), json(&view));
    }
}
