//! What all handlers share.

use std::sync::Arc;

use axum::extract::State;
use tokio::sync::{Semaphore, watch};

use crate::{
    config::{Config, MOST_PUBLIC_DATA},
    errors::{ApiError, Code},
    jobs::Jobs,
    limits::Limits,
    metrics::Metrics,
    store::{Store, StoreError},
};

/// What all handlers share.
#[derive(Debug)]
pub struct App {
    /// What the server was told.
    pub config: Config,
    /// What is counted.
    pub metrics: Metrics,
    /// How much each client has asked.
    pub limits: Limits,
    /// The games.
    pub store: Store,
    /// The searches.
    pub jobs: Jobs,
    /// Room for questions that take a moment of a core.
    short: Arc<Semaphore>,
    /// Becomes true when the server is to end.
    closing: watch::Sender<bool>,
}

/// What a handler asks for it by.
pub type Shared = State<Arc<App>>;

impl App {
    /// How many short questions may wait for a core.
    const QUEUE: usize = 256;

    /// What all handlers of a server share.
    ///
    /// # Errors
    ///
    /// If the games cannot be opened.
    pub fn new(config: Config) -> Result<Arc<App>, StoreError> {
        let cores = config.searches.get();
        let most_data = config.most_data.or(config.public.then_some(MOST_PUBLIC_DATA));
        Ok(Arc::new(App {
            store: Store::open(&config.data, most_data)?,
            metrics: Metrics::default(),
            limits: Limits::new(config.public),
            jobs: Jobs::new(cores),
            short: Arc::new(Semaphore::new(cores)),
            closing: watch::Sender::new(false),
            config,
        }))
    }

    /// Does what takes a moment of a core, away from those who only wait.
    ///
    /// # Errors
    ///
    /// If too many wait already.
    pub async fn short_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let waiting = self.metrics.waiting.guard();
        if waiting.number() > App::QUEUE {
            return Err(ApiError::new(Code::Busy, "too many are asking; ask again in a moment"));
        }
        let room = Arc::clone(&self.short);
        let permit = room.acquire_owned().await.map_err(|error| ApiError::internal(&error))?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(|error| ApiError::internal(&error))
    }

    /// Ends all streams and searches.
    pub fn close(&self) {
        self.jobs.stop_all();
        self.closing.send_replace(true);
    }

    /// Waits until the server is to end.
    pub async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // The sender lives as long as this.
        let _ = closing.wait_for(|&closing| closing).await;
    }
}
