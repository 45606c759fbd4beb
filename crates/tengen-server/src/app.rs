//! What all handlers share.

use std::sync::Arc;

use axum::extract::State;
use tokio::sync::watch;

use crate::{
    admission::MemoryBudgets,
    config::{Config, MOST_PUBLIC_DATA},
    friends::FriendGames,
    jobs::Jobs,
    metrics::Metrics,
    store::{Store, StoreError},
    token_bucket::TokenBuckets,
    work::WorkPools,
};

/// What all handlers share.
#[derive(Debug)]
pub struct App {
    /// The configuration.
    pub config: Config,
    /// What is counted.
    pub metrics: Metrics,
    /// How much each client has asked.
    pub limits: TokenBuckets,
    /// The games.
    pub store: Store,
    /// The searches.
    pub jobs: Jobs,
    /// The games between people.
    pub friends: FriendGames,
    /// Memory for the bodies of requests.
    pub(crate) budgets: MemoryBudgets,
    /// Places for work that takes a core for a moment.
    pub(crate) pools: WorkPools,
    /// Becomes true when the server is to end.
    closing: watch::Sender<bool>,
}

/// What a handler asks for it by.
pub type SharedApp = State<Arc<App>>;

impl App {
    /// What all handlers of a server share.
    ///
    /// # Errors
    ///
    /// If the games cannot be opened.
    pub fn new(config: Config) -> Result<Arc<App>, StoreError> {
        let cores = config.searches.get();
        let most_data = config.most_data.or(config.public.then_some(MOST_PUBLIC_DATA));
        let store = Store::open(&config.data, most_data)?;
        Ok(Arc::new(App {
            friends: FriendGames::new(store.service_ms()),
            store,
            metrics: Metrics::default(),
            limits: TokenBuckets::new(config.public),
            jobs: Jobs::new(cores),
            budgets: MemoryBudgets::new(config.public),
            pools: WorkPools::new(cores).map_err(StoreError::Thread)?,
            closing: watch::Sender::new(false),
            config,
        }))
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
