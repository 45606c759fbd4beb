//! The response to a large record, whose memory stays reserved until the client has read it.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use futures_util::stream;

use super::MemoryReservation;
use crate::errors::{self, HttpError};

/// Bytes that go to the connection at a time: its own buffer is not counted.
const PIECE: usize = 64 << 10;

/// The unsent rest of a response; `None` when all is sent or the timeout has passed.
type HeldRest = Mutex<Option<(Bytes, Arc<MemoryReservation>)>>;

/// Streams a response in pieces and holds its memory reservation until the client has read it or `timeout`
/// has passed: a slow reader would otherwise keep memory from others.
pub(super) async fn hold(
    response: Response,
    reservation: Arc<MemoryReservation>,
    timeout: Duration,
) -> Response {
    let (mut head, body) = response.into_parts();
    // It is in memory as one piece already.
    let bytes = match to_bytes(body, usize::MAX).await {
        Ok(bytes) => bytes,
        Err(error) => return HttpError(errors::internal(&error)).into_response(),
    };
    head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    let rest: Arc<HeldRest> = Arc::new(Mutex::new(Some((bytes, reservation))));
    let watched = Arc::downgrade(&rest);
    tokio::spawn(async move {
        tokio::time::sleep(timeout).await;
        // The connection holds nothing else of it, and is broken when it wants the next piece.
        watched.upgrade().map(|rest| take(&rest));
    });
    Response::from_parts(head, Body::from_stream(stream::unfold(rest, next)))
}

fn take(rest: &HeldRest) -> Option<(Bytes, Arc<MemoryReservation>)> {
    rest.lock().unwrap_or_else(PoisonError::into_inner).take()
}

async fn next(rest: Arc<HeldRest>) -> Option<(io::Result<Bytes>, Arc<HeldRest>)> {
    let Some((mut bytes, reservation)) = take(&rest) else {
        let late = io::Error::new(io::ErrorKind::TimedOut, "the answer was not taken in time");
        return Some((Err(late), rest));
    };
    if bytes.is_empty() {
        return None;
    }
    let piece = bytes.split_to(bytes.len().min(PIECE));
    *rest.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, reservation));
    Some((Ok(piece), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admission::MemoryBudgets;

    async fn held(budgets: &MemoryBudgets, bytes: usize, timeout: Duration) -> Response {
        let reservation = budgets.acquire([127, 0, 0, 1].into(), bytes).await.unwrap();
        hold(Response::new(Body::from(vec![7; bytes])), Arc::new(reservation), timeout).await
    }

    #[tokio::test]
    async fn memory_is_reserved_until_the_answer_is_taken_or_took_too_long() {
        let budgets = MemoryBudgets::new(false);
        let (all, large) = (budgets.large.available_permits(), 1 << 20);
        let hour = Duration::from_hours(1);
        let answer = held(&budgets, large, hour).await;
        assert_eq!(budgets.large.available_permits(), all - 1024);
        assert_eq!(to_bytes(answer.into_body(), 2 << 20).await.unwrap(), vec![7; large]);
        assert_eq!(budgets.large.available_permits(), all, "it was taken");
        let answer = held(&budgets, large, Duration::from_millis(1)).await;
        while budgets.large.available_permits() < all {
            // The receiver is gone.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(to_bytes(answer.into_body(), 2 << 20).await.is_err());
        drop(held(&budgets, large, hour).await);
        assert_eq!(budgets.large.available_permits(), all, "the client is gone");
    }
}
