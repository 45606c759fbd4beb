//! What is counted, and how Prometheus reads it.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use axum::{
    extract::{MatchedPath, Request},
    http::header,
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::SharedApp,
    client_address,
    errors::{ApiError, HttpError},
};

/// The upper ends of the buckets of times, in microseconds.
const BUCKETS: [u64; 10] =
    [250, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 250_000, 1_000_000, 10_000_000];

/// What is counted.
#[derive(Debug)]
pub struct Metrics {
    started: Instant,
    requests: Mutex<BTreeMap<(String, u16), Times>>,
    /// Connections that are open.
    pub connections: Gauge,
    /// Requests that are being answered.
    pub requests_in_flight: Gauge,
    /// Streams of events that are open.
    pub streams: Gauge,
    /// Questions that wait for a core.
    pub waiting: Gauge,
    /// Searches that go on.
    pub searches: Gauge,
    /// Searches that were started.
    pub searches_started: AtomicU64,
    /// Nodes of games that were written.
    pub nodes_written: AtomicU64,
    /// Requests that were refused because of a limit.
    pub refused: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            started: Instant::now(),
            requests: Mutex::default(),
            connections: Gauge::default(),
            requests_in_flight: Gauge::default(),
            streams: Gauge::default(),
            waiting: Gauge::default(),
            searches: Gauge::default(),
            searches_started: AtomicU64::default(),
            nodes_written: AtomicU64::default(),
            refused: AtomicU64::default(),
        }
    }
}

/// How long requests took.
#[derive(Clone, Default, Debug)]
struct Times {
    /// The last is for all that took longer.
    buckets: [u64; BUCKETS.len() + 1],
    micros: u64,
}

/// How many there are of something now.
#[derive(Default, Debug)]
pub struct Gauge(AtomicUsize);

impl Gauge {
    /// One more, until the guard is dropped.
    pub fn guard(&self) -> Guard<'_> {
        Guard { number: self.enter(), gauge: self }
    }

    /// One more, until it [leaves](Gauge::leave); how many there are then.
    pub fn enter(&self) -> usize {
        self.0.fetch_add(1, Relaxed) + 1
    }

    /// One less.
    pub fn leave(&self) {
        self.0.fetch_sub(1, Relaxed);
    }

    /// How many there are.
    pub fn now(&self) -> usize {
        self.0.load(Relaxed)
    }
}

/// One of those that a gauge counts.
#[derive(Debug)]
pub struct Guard<'a> {
    gauge: &'a Gauge,
    number: usize,
}

impl Guard<'_> {
    /// How many there were with this one.
    pub fn number(&self) -> usize {
        self.number
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.gauge.leave();
    }
}

impl Metrics {
    /// Counts a request.
    fn count(&self, route: &str, status: u16, time: Duration) {
        let micros = time.as_micros() as u64;
        let bucket = BUCKETS.partition_point(|&end| end < micros);
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        // Nearly always there is such an entry, and then no name is copied.
        if let Some(times) = requests.get_mut(&(route, status) as &dyn RouteStatus) {
            times.add(bucket, micros);
        } else {
            requests.entry((route.to_owned(), status)).or_default().add(bucket, micros);
        }
    }

    /// All of it as Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        text += "# HELP tengen_request_seconds How long requests took.\n";
        text += "# TYPE tengen_request_seconds histogram\n";
        for ((route, status), times) in &requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            let mut sum = 0;
            for (number, count) in times.buckets.iter().enumerate() {
                sum += count;
                let end = BUCKETS.get(number).map_or_else(
                    || "+Inf".to_owned(),
                    |&micros| (Duration::from_micros(micros).as_secs_f64()).to_string(),
                );
                let _ =
                    writeln!(text, "tengen_request_seconds_bucket{{{labels},le=\"{end}\"}} {sum}");
            }
            let seconds = Duration::from_micros(times.micros).as_secs_f64();
            let _ = writeln!(text, "tengen_request_seconds_sum{{{labels}}} {seconds}");
            let _ = writeln!(text, "tengen_request_seconds_count{{{labels}}} {sum}");
        }
        let mut metric = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = write!(
                text,
                "# HELP tengen_{name} {help}\n# TYPE tengen_{name} {kind}\ntengen_{name} {value}\n"
            );
        };
        metric("connections", "gauge", "Open connections.", self.connections.now() as u64);
        metric(
            "requests_in_flight",
            "gauge",
            "Requests that are being answered.",
            self.requests_in_flight.now() as u64,
        );
        metric("streams", "gauge", "Open streams of events.", self.streams.now() as u64);
        metric("waiting", "gauge", "Questions that wait for a core.", self.waiting.now() as u64);
        metric("searches", "gauge", "Searches that go on.", self.searches.now() as u64);
        let count = |count: &AtomicU64| count.load(Relaxed);
        metric("searches_total", "counter", "Searches started.", count(&self.searches_started));
        metric(
            "nodes_written_total",
            "counter",
            "Nodes of games written.",
            count(&self.nodes_written),
        );
        metric(
            "refused_total",
            "counter",
            "Requests refused because of a limit.",
            count(&self.refused),
        );
        metric(
            "uptime_seconds",
            "gauge",
            "Time since the start.",
            self.started.elapsed().as_secs(),
        );
        text
    }
}

impl Times {
    fn add(&mut self, bucket: usize, micros: u64) {
        self.buckets[bucket] += 1;
        self.micros += micros;
    }
}

/// A name and a status, owned or not.
trait RouteStatus {
    fn key(&self) -> (&str, u16);
}

impl RouteStatus for (String, u16) {
    fn key(&self) -> (&str, u16) {
        (&self.0, self.1)
    }
}

impl RouteStatus for (&str, u16) {
    fn key(&self) -> (&str, u16) {
        *self
    }
}

impl PartialEq for dyn RouteStatus + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for dyn RouteStatus + '_ {}

impl PartialOrd for dyn RouteStatus + '_ {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for dyn RouteStatus + '_ {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl<'a> std::borrow::Borrow<dyn RouteStatus + 'a> for (String, u16) {
    fn borrow(&self) -> &(dyn RouteStatus + 'a) {
        self
    }
}

/// Counts every request and writes a line about it into the log.
pub(crate) async fn watch(app: SharedApp, request: Request, next: Next) -> Response {
    let (started, _in_flight) = (Instant::now(), app.metrics.requests_in_flight.guard());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let client = client_address::address(request.extensions());
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    let time = started.elapsed();
    app.metrics.count(route, status, time);
    let micros = time.as_micros() as u64;
    if status >= 500 {
        tracing::warn!(%method, path, status, micros, %client, "answered");
    } else {
        tracing::debug!(%method, path, status, micros, %client, "answered");
    }
    response
}

/// What Prometheus reads. Where others may ask, it is for this machine alone.
pub(crate) async fn metrics(app: SharedApp, request: Request) -> Response {
    if app.config.public && !client_address::is_here(request.extensions()) {
        return HttpError(ApiError::not_found("address")).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, app.metrics.text()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_is_in_one_bucket_and_buckets_add_up() {
        let metrics = Metrics::default();
        for micros in [1, 250, 251, 3_000, 60_000_000] {
            metrics.count("/api/view", 200, Duration::from_micros(micros));
        }
        metrics.count("/api/view", 422, Duration::from_micros(5));
        let text = metrics.text();
        let labels = "route=\"/api/view\",status=\"200\"";
        for (end, count) in [("0.00025", 2), ("0.001", 3), ("0.005", 4), ("10", 4), ("+Inf", 5)] {
            let line = format!("tengen_request_seconds_bucket{{{labels},le=\"{end}\"}} {count}\n");
            assert!(text.contains(&line), "{line} in {text}");
        }
        assert!(
            text.contains("tengen_request_seconds_count{route=\"/api/view\",status=\"422\"} 1\n")
        );
    }

    #[test]
    fn a_gauge_goes_down_when_its_guard_is_dropped() {
        let gauge = Gauge::default();
        let (one, two) = (gauge.guard(), gauge.guard());
        assert_eq!((one.number(), two.number(), gauge.now()), (1, 2, 2));
        drop(one);
        assert_eq!(gauge.now(), 1);
    }
}
