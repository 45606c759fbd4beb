//! Work that takes a core for a moment: bounded pools, and an end when the answer is no longer wanted.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use axum::{extract::FromRequestParts, http::request::Parts};
use tengen_answers::Cancel;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::{
    App,
    admission::MemoryReservation,
    errors::{self, ApiError, ErrorCode},
};

/// A cancellation flag, which work polls. Long work whose client is gone or was answered `timeout`
/// would otherwise go on taking a core and memory.
#[derive(Clone, Default, Debug)]
struct CancelFlag(Arc<AtomicBool>);

/// Cancels when it is dropped: a handler is dropped when its client is gone or it took too long.
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Relaxed);
    }
}

/// Worker pools: a bounded number of questions at a time, and a thread for large records, so that neither
/// waits for the other.
#[derive(Debug)]
pub(crate) struct WorkPools {
    short: Arc<Semaphore>,
    /// The queue of large records. There are no more of them than there is memory for their bodies.
    heavy: mpsc::UnboundedSender<HeavyTask>,
}

/// A piece of work on a large record.
type HeavyTask = Box<dyn FnOnce() + Send>;

impl WorkPools {
    /// The most questions that may wait for a core.
    const QUEUE: usize = 256;

    /// Empty pools for a machine with `cores` cores.
    ///
    /// # Errors
    ///
    /// If there are no threads left.
    pub(crate) fn new(cores: usize) -> io::Result<WorkPools> {
        let (heavy, mut queue) = mpsc::unbounded_channel::<HeavyTask>();
        // Why one thread, and always the same: a record takes many times its size, and the allocator
        // keeps what a thread once had.
        thread::Builder::new().name("records".to_owned()).spawn(move || {
            while let Some(piece) = queue.blocking_recv() {
                // Who waits for it hears that there is no answer.
                let _ = catch_unwind(AssertUnwindSafe(piece));
            }
        })?;
        Ok(WorkPools { short: Arc::new(Semaphore::new(cores)), heavy })
    }

    /// Runs `work` on the thread for large records, after those that wait already.
    ///
    /// # Errors
    ///
    /// If it panics.
    pub(crate) async fn run_heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let piece = Box::new(move || {
            // Who asked may be gone.
            let _ = answer.send(work());
        });
        let gone = |error: &dyn std::fmt::Display| errors::internal(error);
        self.heavy.send(piece).map_err(|error| gone(&error))?;
        answered.await.map_err(|error| gone(&error))
    }
}

/// What a handler does its work by: it knows what the request was admitted with.
#[derive(Clone, Debug)]
pub struct BlockingWork {
    app: Arc<App>,
    reservation: Option<Arc<MemoryReservation>>,
}

impl FromRequestParts<Arc<App>> for BlockingWork {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<BlockingWork, Self::Rejection> {
        Ok(BlockingWork { app: Arc::clone(app), reservation: parts.extensions.get().cloned() })
    }
}

impl BlockingWork {
    /// Runs `work` on a thread of its own, in its turn. The flag is set when the answer is no longer
    /// wanted; what the request was admitted with is kept until the work has ended.
    ///
    /// # Errors
    ///
    /// If too many wait already, or the work fails.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let cancelled = CancelFlag::default();
        let _wanted = CancelOnDrop(cancelled.clone());
        let waiting = self.app.metrics.waiting.guard();
        if waiting.number() > WorkPools::QUEUE {
            return Err(ApiError::new(
                ErrorCode::Busy,
                "too many are asking; ask again in a moment",
            ));
        }
        let (pools, reservation) = (&self.app.pools, self.reservation.clone());
        let large = reservation.as_deref().is_some_and(MemoryReservation::is_large);
        let work = move || {
            let is_cancelled = || cancelled.0.load(Relaxed);
            let cancel = Cancel::new(&is_cancelled);
            let done = cancel.check().and_then(|()| work(&cancel));
            drop(reservation);
            done
        };
        if large {
            return pools.run_heavy(work).await?;
        }
        let permit = Arc::clone(&pools.short).acquire_owned().await;
        let permit = permit.map_err(|error| errors::internal(&error))?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(|error| errors::internal(&error))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use std::time::Duration;

    fn work(folder: &std::path::Path) -> BlockingWork {
        let config = Config::local(folder.to_owned());
        BlockingWork { app: App::new(config).unwrap(), reservation: None }
    }

    #[tokio::test]
    async fn work_whose_answer_is_not_wanted_ends() {
        let folder = tempfile::tempdir().unwrap();
        let work = work(folder.path());
        let (starts, started) = tokio::sync::oneshot::channel();
        let (ended, end) = tokio::sync::oneshot::channel();
        let running = tokio::spawn(async move {
            work.run(|cancel| {
                starts.send(()).unwrap();
                while cancel.check().is_ok() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                ended.send(()).unwrap();
                Ok(())
            })
            .await
        });
        started.await.unwrap();
        // As a client that goes away, or an answer that takes too long.
        running.abort();
        end.await.unwrap();
    }

    #[tokio::test]
    async fn work_that_is_no_longer_wanted_before_its_turn_never_begins() {
        let folder = tempfile::tempdir().unwrap();
        let work = work(folder.path());
        let all = work.app.config.searches.get() as u32;
        let taken = Arc::clone(&work.app.pools.short).acquire_many_owned(all).await.unwrap();
        let waiting = tokio::time::timeout(
            Duration::from_millis(10),
            work.run(|_| -> Result<(), ApiError> { panic!("nobody wants it") }),
        );
        assert!(waiting.await.is_err());
        drop(taken);
        assert_eq!(work.run(|_| Ok(7)).await.unwrap(), 7, "others have their turn");
        assert_eq!(work.app.metrics.waiting.now(), 0);
    }

    #[tokio::test]
    async fn large_records_come_one_after_another_and_one_that_panics_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let app = work(folder.path()).app;
        let piece = |number: u32| {
            let app = Arc::clone(&app);
            async move {
                let name = move || {
                    assert!(number != 1, "a belief of ours was wrong");
                    thread::current().name().map(str::to_owned)
                };
                app.pools.run_heavy(name).await
            }
        };
        for number in 0..3 {
            match piece(number).await {
                Ok(name) => assert_eq!(name.as_deref(), Some("records"), "{number}"),
                Err(error) => assert_eq!((error.code, number), (ErrorCode::Internal, 1)),
            }
        }
    }
}
