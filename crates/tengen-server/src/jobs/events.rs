//! Server-sent events: the numbered stream of what a search reports or what happens in a game.

use std::{any::Any, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{self, KeepAlive, Sse},
    },
};
use futures_util::stream;
use tokio::sync::watch;

use super::{Job, JobEvent};
use crate::App;

/// What a stream of numbered events is read from.
pub(crate) trait EventSource: Send + Sync + 'static {
    /// A number that changes whenever there is more to read.
    fn news(&self) -> watch::Receiver<usize>;

    /// The event of a number, from 0.
    fn event(&self, number: usize) -> Option<JobEvent>;

    /// Whether no event will follow.
    fn is_ended(&self) -> bool;

    /// An event without a number that stands for the present, if that has changed since `seen`, which is brought up to
    /// date. It comes after all numbered events that there are.
    fn present(&self, _seen: &mut Option<usize>) -> Option<JobEvent> {
        None
    }
}

impl EventSource for Job {
    fn news(&self) -> watch::Receiver<usize> {
        Job::news(self)
    }

    fn event(&self, number: usize) -> Option<JobEvent> {
        Job::event(self, number)
    }

    fn is_ended(&self) -> bool {
        self.ended().is_some()
    }
}

/// How long a browser waits before it reconnects a lost stream; without it, browsers wait three seconds.
const RETRY: Duration = Duration::from_millis(500);

/// The number of the last event that a client has seen: it comes back, and wants the rest.
pub(crate) fn last_seen(headers: &HeaderMap) -> Option<usize> {
    let last = headers.get(HeaderName::from_static("last-event-id"));
    last.and_then(|number| number.to_str().ok()?.parse().ok())
}

/// All events of `source` after the first `seen`, as they come. The stream ends after the last one, or
/// with the server. `guard` is dropped when it ends.
pub(crate) fn events(
    app: Arc<App>,
    source: Arc<impl EventSource>,
    seen: usize,
    guard: impl Any + Send,
) -> Response {
    if source.is_ended() && source.event(seen).is_none() {
        // A browser that gets this does not come back.
        return StatusCode::NO_CONTENT.into_response();
    }
    let guard = Box::new(guard);
    let (news, next) = (source.news(), seen);
    let listener = Listener { news, open: None, app, source, next, present: None, _guard: guard };
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

struct Listener<S> {
    app: Arc<App>,
    source: Arc<S>,
    news: watch::Receiver<usize>,
    next: usize,
    /// What was last sent of the present.
    present: Option<usize>,
    open: Option<OpenEventStream>,
    _guard: Box<dyn Any + Send>,
}

/// That a stream is open, as long as it is.
struct OpenEventStream(Arc<App>);

impl Drop for OpenEventStream {
    fn drop(&mut self) {
        self.0.metrics.streams.leave();
    }
}

impl<S: EventSource> Listener<S> {
    async fn next(&mut self) -> Option<sse::Event> {
        self.open.get_or_insert_with(|| {
            self.app.metrics.streams.enter();
            OpenEventStream(Arc::clone(&self.app))
        });
        loop {
            self.news.borrow_and_update();
            // In this order: no event follows the end.
            let ended = self.source.is_ended();
            if let Some(event) = self.source.event(self.next) {
                self.next += 1;
                let id = self.next.to_string();
                let event = sse::Event::default().id(id).event(event.name).data(event.json);
                return Some(event.retry(RETRY));
            }
            if let Some(event) = self.source.present(&mut self.present) {
                let event = sse::Event::default().event(event.name).data(event.json);
                return Some(event.retry(RETRY));
            }
            if ended {
                return None;
            }
            tokio::select! {
                // The source lives as long as this.
                _ = self.news.changed() => {}
                () = self.app.closed() => return None,
            }
        }
    }
}
