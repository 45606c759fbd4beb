//! One search, and its events.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};
use utoipa::ToSchema;

/// An event of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobEvent {
    /// What it is: `thought`, `solution`, `review`, `progress`, `error` or `done`.
    pub name: &'static str,
    /// The rest of it as JSON.
    pub json: String,
}

/// How a search ended: the last event of every stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Done {
    /// By what.
    pub end: JobEnd,
    /// How long it took, without the time before it began.
    pub elapsed_ms: u64,
}

/// What ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = End)]
pub enum JobEnd {
    /// It came to its end.
    Finished,
    /// It was stopped by a request. Its events stay valid.
    Stopped,
    /// Replaced: its client started another search.
    Replaced,
    /// The question could not be answered; an `error` came before.
    Failed,
}

/// One search. Its events are kept, so that a client that reconnects misses none.
#[derive(Debug)]
pub struct Job {
    events: Mutex<Vec<JobEvent>>,
    /// How many bytes the events take.
    bytes: AtomicUsize,
    /// How many events there are.
    news: watch::Sender<usize>,
    asked: AtomicU8,
    /// Wakes a search that waits for its turn.
    woken: Notify,
    ended: Mutex<Option<Instant>>,
}

const GO_ON: u8 = 0;
const STOP: u8 = 1;
const REPLACED: u8 = 2;

impl Default for Job {
    fn default() -> Job {
        Job {
            events: Mutex::default(),
            bytes: AtomicUsize::new(0),
            news: watch::Sender::new(0),
            asked: AtomicU8::new(GO_ON),
            woken: Notify::new(),
            ended: Mutex::default(),
        }
    }
}

impl Job {
    fn events(&self) -> MutexGuard<'_, Vec<JobEvent>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes an event to all subscribers, present and future.
    pub fn emit(&self, name: &'static str, what: &impl Serialize) {
        let json = serde_json::to_string(what).expect("it has only text and numbers");
        self.bytes.fetch_add(size_of::<JobEvent>() + json.len(), Relaxed);
        let mut events = self.events();
        events.push(JobEvent { name, json });
        let count = events.len();
        drop(events);
        self.news.send_replace(count);
    }

    /// How many bytes all its events take.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The event of a number, from 0.
    pub fn event(&self, number: usize) -> Option<JobEvent> {
        self.events().get(number).cloned()
    }

    /// How many events there are, and whenever there are more.
    pub fn news(&self) -> watch::Receiver<usize> {
        self.news.subscribe()
    }

    /// Whether a client is subscribed to its events now.
    pub fn is_followed(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Cancels the search.
    pub fn stop(&self) {
        let _ = self.asked.compare_exchange(GO_ON, STOP, Relaxed, Relaxed);
        self.woken.notify_one();
    }

    /// Cancels the search since another takes its place.
    pub fn replace(&self) {
        let _ = self.asked.compare_exchange(GO_ON, REPLACED, Relaxed, Relaxed);
        self.woken.notify_one();
    }

    /// Whether the search was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.asked.load(Relaxed) != GO_ON
    }

    /// Waits until the search is cancelled. Only one task may wait.
    pub(super) async fn cancelled(&self) {
        self.woken.notified().await;
    }

    /// Since when it has ended.
    pub fn ended(&self) -> Option<Instant> {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes its end, as the last event.
    pub(super) fn end(&self, failed: bool, elapsed: Duration) {
        let end = match self.asked.load(Relaxed) {
            _ if failed => JobEnd::Failed,
            STOP => JobEnd::Stopped,
            REPLACED => JobEnd::Replaced,
            _ => JobEnd::Finished,
        };
        self.emit("done", &Done { end, elapsed_ms: elapsed.as_millis() as u64 });
        // All events are there before the end is seen.
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.news.send_modify(|_| {});
    }
}
