//! Admission control: what a request costs, and whether there is memory for its body.
//!
//! A client pays for a request with tokens, more for what takes a core and for every megabyte. A body
//! is read when there is memory for it, so that many large ones at once wait on the wire.

mod held_response;

use std::{
    net::IpAddr,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use axum::{
    body::HttpBody as _,
    extract::{MatchedPath, Request, State},
    http::{HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::StreamExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    App, client_address,
    config::{MOST_GAME, MOST_LARGE_BODIES_OF_ONE, MOST_QUESTION, MOST_RECORD},
    connection_limit::{ConnectionLimit, ConnectionSlot},
    errors::{self, ApiError, ErrorCode, HttpError},
};

/// The cost of a request in tokens, and the limit of its body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RequestCost {
    /// Tokens without the body.
    pub tokens: f64,
    /// The most bytes of the body.
    pub body: usize,
}

impl RequestCost {
    /// What is answered at once.
    pub const LOOK: RequestCost = RequestCost { tokens: 1.0, body: MOST_QUESTION };

    /// What takes a core for a moment, or is kept for long.
    pub const WORK: RequestCost = RequestCost { tokens: 10.0, body: MOST_QUESTION };

    /// What is kept for long, and may come with its whole tree.
    pub const GAME: RequestCost = RequestCost { tokens: 10.0, body: MOST_GAME };

    /// What takes a core for a moment, and may come with a large record.
    pub const RECORD: RequestCost = RequestCost { tokens: 10.0, body: MOST_RECORD };

    /// Tokens for every megabyte of a body.
    pub const PER_MEGABYTE: f64 = 10.0;

    /// Tokens for a request with a body of `bytes` bytes.
    #[allow(clippy::cast_precision_loss, reason = "bodies are counted in megabytes")]
    pub fn price(&self, bytes: usize) -> f64 {
        self.tokens + RequestCost::PER_MEGABYTE * bytes as f64 / f64::from(1 << 20)
    }
}

/// The cost of every route. What matches none of them is the page or an error.
#[derive(Clone, Debug, Default)]
pub(crate) struct RouteCosts(Vec<(&'static str, Method, RequestCost)>);

impl RouteCosts {
    /// Adds a route.
    pub(crate) fn add(&mut self, path: &'static str, method: Method, cost: RequestCost) {
        self.0.push((path, method, cost));
    }

    fn find(&self, request: &Request) -> RequestCost {
        let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let method = match *request.method() {
            Method::HEAD => &Method::GET,
            ref method => method,
        };
        let found = self.0.iter().find(|(of, by, _)| *of == path && by == method);
        found.map_or(RequestCost::LOOK, |&(_, _, cost)| cost)
    }
}

/// The state of the admission middleware.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    /// What all handlers share.
    pub(crate) app: Arc<App>,
    /// The cost of every route.
    pub(crate) costs: Arc<RouteCosts>,
}

/// Bytes as units of a semaphore, which counts up to 2^29 of them.
fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX)
}

/// Memory budgets for bodies, as semaphores in units of a kilobyte: one for questions, another for large
/// records, so that neither waits for the other.
#[derive(Debug)]
pub(crate) struct MemoryBudgets {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
    /// The large bodies of each client, where clients have limits.
    clients: Option<Arc<ConnectionLimit>>,
    /// How long a body waits for memory.
    wait: Duration,
}

impl MemoryBudgets {
    /// Bytes of all questions together.
    const SMALL: usize = 128 << 20;

    /// Bytes of all large records together, from the first that is read to the last that is answered.
    const LARGE: usize = 3 * MOST_RECORD;

    /// Budgets with all memory free.
    pub(crate) fn new(public: bool) -> MemoryBudgets {
        MemoryBudgets {
            small: Arc::new(Semaphore::new(units(MemoryBudgets::SMALL) as usize)),
            large: Arc::new(Semaphore::new(units(MemoryBudgets::LARGE) as usize)),
            clients: public.then(|| ConnectionLimit::new(MOST_LARGE_BODIES_OF_ONE)),
            wait: Duration::from_secs(5),
        }
    }

    /// Reserves memory for a body of `bytes`; waits for it up to a limit.
    async fn acquire(&self, client: IpAddr, bytes: usize) -> Result<MemoryReservation, ApiError> {
        let large = bytes > MOST_QUESTION;
        let slot = match &self.clients {
            Some(clients) if large => Some(clients.acquire(client).ok_or_else(|| {
                let message = format!(
                    "{MOST_LARGE_BODIES_OF_ONE} large records of this address are being read; \
                     ask again in a moment"
                );
                ApiError::new(ErrorCode::RateLimited, message)
            })?),
            _ => None,
        };
        let budget = Arc::clone(if large { &self.large } else { &self.small });
        let permit = tokio::time::timeout(self.wait, budget.acquire_many_owned(units(bytes)));
        let Ok(permit) = permit.await else {
            let message = "too many records are being read; ask again in a moment";
            return Err(ApiError::new(ErrorCode::Busy, message));
        };
        let permit = permit.map_err(|error| errors::internal(&error))?;
        Ok(MemoryReservation { large, _permit: permit, _slot: slot })
    }
}

/// A memory reservation, held as long as a body or what is computed from it is in memory.
#[derive(Debug)]
pub(crate) struct MemoryReservation {
    large: bool,
    _permit: OwnedSemaphorePermit,
    _slot: Option<ConnectionSlot>,
}

impl MemoryReservation {
    /// Whether it is a large record.
    pub(crate) fn is_large(&self) -> bool {
        self.large
    }
}

/// The body limit of a request, for its extractor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimit(pub(crate) usize);

/// Middleware that takes the tokens of a request, refuses a body that is too large, and reserves memory for it.
pub(crate) async fn admit(
    State(Admission { app, costs }): State<Admission>,
    mut request: Request,
    next: Next,
) -> Response {
    let cost = costs.find(&request);
    // A body without a Content-Length may have any length.
    let declared = request.body().size_hint().upper();
    let bytes = declared.map_or(cost.body, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    if bytes > cost.body {
        return refuse(request, HttpError(ApiError::too_large(cost.body)).into_response());
    }
    let client = client_address::address(request.extensions());
    if let Err(wait) = app.limits.take(client, cost.price(bytes), Instant::now()) {
        app.metrics.refused.fetch_add(1, Relaxed);
        let seconds = wait.as_secs() + 1;
        let message = format!("too many requests from this address; ask again in {seconds} s");
        let mut response =
            HttpError(ApiError::new(ErrorCode::RateLimited, message)).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return refuse(request, response);
    }
    if bytes == 0 {
        return next.run(request).await;
    }
    let waiting = app.metrics.waiting.guard();
    let reservation = match app.budgets.acquire(client, bytes).await {
        Ok(reservation) => Arc::new(reservation),
        Err(error) => {
            app.metrics.refused.fetch_add(1, Relaxed);
            return refuse(request, HttpError(error).into_response());
        }
    };
    drop(waiting);
    request.extensions_mut().insert(BodyLimit(cost.body));
    request.extensions_mut().insert(Arc::clone(&reservation));
    let response = next.run(request).await;
    if !reservation.is_large() {
        return response;
    }
    held_response::hold(response, reservation, TAKEN).await
}

/// How long a client may take to read the answer to a large record.
const TAKEN: Duration = Duration::from_mins(1);

/// How long the rest of a refused body is read, so that a client that sends before it reads hears why.
const DISCARD: Duration = Duration::from_secs(10);

/// Answers without reading the body into memory.
fn refuse(request: Request, response: Response) -> Response {
    let body = request.into_body();
    if !body.is_end_stream() {
        let mut rest = body.into_data_stream();
        let discard = async move { while let Some(Ok(_)) = rest.next().await {} };
        tokio::spawn(tokio::time::timeout(DISCARD, discard));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn large_bodies_wait_for_memory_and_small_ones_for_theirs() {
        let budgets =
            MemoryBudgets { wait: Duration::from_millis(10), ..MemoryBudgets::new(false) };
        let client = [127, 0, 0, 1].into();
        let mut reservations = Vec::new();
        for _ in 0..MemoryBudgets::LARGE / MOST_RECORD {
            reservations.push(budgets.acquire(client, MOST_RECORD).await.unwrap());
        }
        let refused = budgets.acquire(client, MOST_QUESTION + 1).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Busy);
        assert!(budgets.acquire(client, MOST_QUESTION).await.is_ok(), "a question is small");
        reservations.pop();
        assert!(budgets.acquire(client, MOST_RECORD).await.is_ok());
    }

    #[tokio::test]
    async fn one_client_of_a_public_server_cannot_take_all_memory() {
        let budgets = MemoryBudgets { wait: Duration::from_millis(10), ..MemoryBudgets::new(true) };
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let mut reservations = Vec::new();
        for _ in 0..MOST_LARGE_BODIES_OF_ONE {
            reservations.push(budgets.acquire(one, MOST_RECORD).await.unwrap());
        }
        let refused = budgets.acquire(one, MOST_RECORD).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::RateLimited);
        assert!(budgets.acquire(other, MOST_RECORD).await.is_ok());
    }
}
