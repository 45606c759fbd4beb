//! The registry of searches: one and a review a client, a limited number at a time, and those that have ended.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use axum::{extract::FromRequestParts, http::request::Parts};
use tokio::sync::Semaphore;

use super::Job;
use crate::{
    App, client_address,
    errors::{self, ApiError, ErrorCode},
    ids,
};

/// What a search is for. Only under its own address it can be found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// A thought of the engine.
    Thought,
    /// A solution of the solver.
    Solution,
    /// A review of a game.
    Review,
}

impl Purpose {
    /// Whether a search for `other` ends when the same client starts this one. A review goes on for long, while its game is
    /// looked at: hints and analyses leave it alone.
    fn takes_place_of(self, other: Purpose) -> bool {
        (self == Purpose::Review) == (other == Purpose::Review)
    }
}

/// Who asks. Each may have one search at a time, and a review besides.
///
/// On this machine alone, every page has a name of its own, in the header `tengen-client`. Where others
/// may ask, a name can be made up, and only the address counts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Client(String);

/// All searches.
#[derive(Debug)]
pub struct Jobs {
    table: Mutex<JobTable>,
    room: Arc<Semaphore>,
}

#[derive(Default, Debug)]
struct JobTable {
    jobs: HashMap<(Purpose, String), Arc<Job>>,
    current: HashMap<(Client, Purpose), Arc<Job>>,
}

impl Jobs {
    /// How long the events of a search are kept after its end.
    const KEPT: Duration = Duration::from_mins(10);

    /// How many searches are kept.
    const MOST: usize = 4096;

    /// The most bytes that their events may take.
    const MOST_BYTES: usize = 64 << 20;

    /// How many searches may wait for their turn.
    const QUEUE: usize = 64;

    /// An empty registry; at most `room` searches run at a time.
    pub fn new(room: usize) -> Jobs {
        Jobs { table: Mutex::default(), room: Arc::new(Semaphore::new(room)) }
    }

    fn table(&self) -> MutexGuard<'_, JobTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a search, whose address is given back at once. Another search of the same client ends, but for a review, which only
    /// another review ends.
    ///
    /// # Errors
    ///
    /// If too many wait already.
    pub fn start(
        &self,
        app: &Arc<App>,
        client: Client,
        purpose: Purpose,
        work: impl FnOnce(&Job) -> Result<(), ApiError> + Send + 'static,
    ) -> Result<String, ApiError> {
        let job = Arc::new(Job::default());
        let id = ids::new();
        let mut table = self.table();
        table.sweep(Instant::now());
        let is_former =
            |(other, its): &(Client, Purpose)| *other == client && purpose.takes_place_of(*its);
        for (_, former) in table.current.iter().filter(|(name, _)| is_former(name)) {
            former.replace();
        }
        // The client's former search makes room.
        let goes_on = |(name, job): &(&(Client, Purpose), &Arc<Job>)| {
            !is_former(name) && job.ended().is_none()
        };
        if table.current.iter().filter(goes_on).count() >= Jobs::QUEUE + app.config.searches.get() {
            return Err(ApiError::new(
                ErrorCode::Busy,
                "too many searches go on; ask again in a moment",
            ));
        }
        table.current.retain(|name, _| !is_former(name));
        table.current.insert((client, purpose), Arc::clone(&job));
        table.jobs.insert((purpose, id.clone()), Arc::clone(&job));
        drop(table);
        tokio::spawn(run(Arc::clone(app), Arc::clone(&self.room), job, work));
        Ok(id)
    }

    /// The search of an address.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn find(&self, purpose: Purpose, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.table().jobs.get(&(purpose, id.to_owned())).cloned();
        job.ok_or_else(|| ApiError::not_found("search; it may have been forgotten"))
    }

    /// Asks all searches to end.
    pub fn stop_all(&self) {
        let jobs: Vec<Arc<Job>> = self.table().current.values().cloned().collect();
        for job in jobs {
            job.stop();
        }
    }
}

impl JobTable {
    /// Forgets what ended long ago, and what ended first if there is too much.
    fn sweep(&mut self, now: Instant) {
        let old = |job: &Job| job.ended().is_some_and(|ended| now - ended >= Jobs::KEPT);
        self.jobs.retain(|_, job| !old(job));
        self.current.retain(|_, job| job.ended().is_none());
        let (mut count, mut bytes) =
            (self.jobs.len(), self.jobs.values().map(|job| job.bytes()).sum::<usize>());
        if count < Jobs::MOST && bytes <= Jobs::MOST_BYTES {
            return;
        }
        let mut ended: Vec<(Instant, (Purpose, String))> =
            self.jobs.iter().filter_map(|(name, job)| Some((job.ended()?, name.clone()))).collect();
        ended.sort_unstable_by_key(|&(at, _)| at);
        for (_, name) in ended {
            if count < Jobs::MOST && bytes <= Jobs::MOST_BYTES {
                return;
            }
            if let Some(job) = self.jobs.remove(&name) {
                count -= 1;
                bytes -= job.bytes();
            }
        }
    }
}

/// Waits for a free slot, runs the search, and publishes its end.
async fn run(
    app: Arc<App>,
    room: Arc<Semaphore>,
    job: Arc<Job>,
    work: impl FnOnce(&Job) -> Result<(), ApiError> + Send + 'static,
) {
    let permit = tokio::select! {
        permit = room.acquire_owned() => permit,
        () = job.cancelled() => return job.end(false, Duration::ZERO),
    };
    let permit = permit.expect("the room is never closed");
    let search = move || {
        let started = Instant::now();
        let _going_on = app.metrics.searches.guard();
        app.metrics.searches_started.fetch_add(1, Relaxed);
        let failed = if job.is_cancelled() {
            false
        } else {
            let worked = catch_unwind(AssertUnwindSafe(|| work(&job)));
            let worked = worked.unwrap_or_else(|_| Err(errors::internal(&"a search panicked")));
            worked.inspect_err(|error| job.emit("error", error)).is_err()
        };
        job.end(failed, started.elapsed());
        drop(permit);
    };
    if let Err(error) = tokio::task::spawn_blocking(search).await {
        tracing::error!(%error, "a search was lost");
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Client, Self::Rejection> {
        let named = parts.headers.get("tengen-client").and_then(|name| name.to_str().ok());
        let address = client_address::address(&parts.extensions).to_string();
        Ok(Client(match named {
            Some(name) if !app.config.public && name.len() <= 64 => name.to_owned(),
            _ => address,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_first_is_forgotten_first() {
        let mut table = JobTable::default();
        let name = |number: usize| (Purpose::Thought, format!("{number:05}"));
        for number in 0..Jobs::MOST + 7 {
            let job = Arc::new(Job::default());
            // The very first one goes on.
            if number > 0 {
                job.end(false, Duration::ZERO);
            }
            table.jobs.insert(name(number), job);
        }
        table.sweep(Instant::now());
        assert_eq!(table.jobs.len(), Jobs::MOST - 1, "there is room for one more");
        assert!(table.jobs.contains_key(&name(0)));
        assert!(!table.jobs.contains_key(&name(8)) && table.jobs.contains_key(&name(9)));
        table.sweep(Instant::now() + Jobs::KEPT);
        assert_eq!(table.jobs.len(), 1, "after a while all that ended is forgotten");
    }

    #[test]
    fn events_past_the_limit_are_dropped() {
        let mut table = JobTable::default();
        for number in 0..5 {
            let job = Arc::new(Job::default());
            job.emit("thought", &"x".repeat(Jobs::MOST_BYTES / 4));
            job.end(false, Duration::ZERO);
            table.jobs.insert((Purpose::Solution, number.to_string()), job);
        }
        table.sweep(Instant::now());
        assert_eq!(table.jobs.len(), 3);
        assert!(table.jobs.contains_key(&(Purpose::Solution, "4".to_owned())));
    }
}
