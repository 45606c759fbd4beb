//! The time limit of a search.

use std::time::Duration;

use crate::error::{ApiError, ErrorCode, ErrorPlace};

/// The time of a search: what was asked for, or what is usual, and never more than `longest`.
///
/// # Errors
///
/// If less than a millisecond or more than a minute was asked for.
pub fn search_time(
    asked_ms: Option<u32>,
    usual_ms: u32,
    longest: Duration,
) -> Result<Duration, ApiError> {
    let time_ms = asked_ms.unwrap_or(usual_ms);
    if !(1..=60_000).contains(&time_ms) {
        let message = format!("{time_ms} ms: ask for 1 to 60,000");
        return Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("time_ms")));
    }
    Ok(Duration::from_millis(time_ms.into()).min(longest))
}
