//! Server-sent events: the numbered stream of what a search reports.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{self, KeepAlive, Sse},
    },
};
use futures_util::stream;
use tokio::sync::watch;

use super::Job;
use crate::App;

/// How long a browser waits before it reconnects a lost stream; without it, browsers wait three seconds.
const RETRY: Duration = Duration::from_millis(500);

/// The number of the last event that a client has seen: it comes back, and wants the rest.
pub(super) fn last_seen(headers: &HeaderMap) -> usize {
    let last = headers.get(HeaderName::from_static("last-event-id"));
    last.and_then(|number| number.to_str().ok()?.parse().ok()).unwrap_or(0)
}

/// All events of `job` after the first `seen`, as they come. The stream ends after the last one, or
/// with the server.
pub(super) fn events(app: Arc<App>, job: Arc<Job>, seen: usize) -> Response {
    if job.ended().is_some() && job.event(seen).is_none() {
        // A browser that gets this does not come back.
        return StatusCode::NO_CONTENT.into_response();
    }
    let listener = Listener { news: job.news(), open: None, app, job, next: seen };
    let stream = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    let mut response = Sse::new(stream).keep_alive(alive).into_response();
    let keep = axum::http::HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, keep);
    response
}

struct Listener {
    app: Arc<App>,
    job: Arc<Job>,
    news: watch::Receiver<usize>,
    next: usize,
    open: Option<OpenEventStream>,
}

/// That a stream is open, as long as it is.
struct OpenEventStream(Arc<App>);

impl Drop for OpenEventStream {
    fn drop(&mut self) {
        self.0.metrics.streams.leave();
    }
}

impl Listener {
    async fn next(&mut self) -> Option<sse::Event> {
        self.open.get_or_insert_with(|| {
            self.app.metrics.streams.enter();
            OpenEventStream(Arc::clone(&self.app))
        });
        loop {
            self.news.borrow_and_update();
            // In this order: no event follows the end.
            let ended = self.job.ended().is_some();
            if let Some(event) = self.job.event(self.next) {
                self.next += 1;
                let id = self.next.to_string();
                let event = sse::Event::default().id(id).event(event.name).data(event.json);
                return Some(event.retry(RETRY));
            }
            if ended {
                return None;
            }
            tokio::select! {
                // The job lives as long as this.
                _ = self.news.changed() => {}
                () = self.app.closed() => return None,
            }
        }
    }
}
