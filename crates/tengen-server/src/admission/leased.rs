//! The answer to a large record, whose memory is leased until the client has taken it.

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

use super::Lease;
use crate::errors::ApiError;

/// Bytes that are handed on at a time: what the connection holds is not counted.
const PIECE: usize = 64 << 10;

/// What is left of an answer; nothing when it was sent or took too long.
type Rest = Mutex<Option<(Bytes, Arc<Lease>)>>;

/// The same answer in pieces, with the lease of its memory, for a client to read within `patience`: one
/// that reads slowly or not at all would else keep the memory of others.
pub(super) async fn hold(response: Response, lease: Arc<Lease>, patience: Duration) -> Response {
    let (mut head, body) = response.into_parts();
    // It is in memory as one piece already.
    let bytes = match to_bytes(body, usize::MAX).await {
        Ok(bytes) => bytes,
        Err(error) => return ApiError::internal(&error).into_response(),
    };
    head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    let rest: Arc<Rest> = Arc::new(Mutex::new(Some((bytes, lease))));
    let watched = Arc::downgrade(&rest);
    tokio::spawn(async move {
        tokio::time::sleep(patience).await;
        // The connection holds nothing else of it, and is broken when it wants the next piece.
        watched.upgrade().map(|rest| take(&rest));
    });
    Response::from_parts(head, Body::from_stream(stream::unfold(rest, next)))
}

fn take(rest: &Rest) -> Option<(Bytes, Arc<Lease>)> {
    rest.lock().unwrap_or_else(PoisonError::into_inner).take()
}

async fn next(rest: Arc<Rest>) -> Option<(io::Result<Bytes>, Arc<Rest>)> {
    let Some((mut bytes, lease)) = take(&rest) else {
        let late = io::Error::new(io::ErrorKind::TimedOut, "the answer was not taken in time");
        return Some((Err(late), rest));
    };
    if bytes.is_empty() {
        return None;
    }
    let piece = bytes.split_to(bytes.len().min(PIECE));
    *rest.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, lease));
    Some((Ok(piece), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admission::Budgets;

    async fn leased(budgets: &Budgets, bytes: usize, patience: Duration) -> Response {
        let lease = budgets.acquire([127, 0, 0, 1].into(), bytes).await.unwrap();
        hold(Response::new(Body::from(vec![7; bytes])), Arc::new(lease), patience).await
    }

    #[tokio::test]
    async fn memory_is_leased_until_the_answer_is_taken_or_took_too_long() {
        let budgets = Budgets::new(false);
        let (all, large) = (budgets.large.available_permits(), 1 << 20);
        let hour = Duration::from_hours(1);
        let answer = leased(&budgets, large, hour).await;
        assert_eq!(budgets.large.available_permits(), all - 1024);
        assert_eq!(to_bytes(answer.into_body(), 2 << 20).await.unwrap(), vec![7; large]);
        assert_eq!(budgets.large.available_permits(), all, "it was taken");
        let answer = leased(&budgets, large, Duration::from_millis(1)).await;
        while budgets.large.available_permits() < all {
            // Nobody takes it.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(to_bytes(answer.into_body(), 2 << 20).await.is_err());
        drop(leased(&budgets, large, hour).await);
        assert_eq!(budgets.large.available_permits(), all, "the client is gone");
    }
}
