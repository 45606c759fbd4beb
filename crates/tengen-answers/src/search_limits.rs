//! Limits that are asked of a search: its time and its strength.

use std::time::Duration;

use tengen_engine::Level;

use crate::error::{ApiError, ErrorCode};

/// The longest time that may be asked of a search, in milliseconds.
pub(crate) const MOST_TIME: u32 = 60_000;

/// The longest time that may be asked of the engine, in milliseconds: an analysis may go on until it is stopped.
pub(crate) const MOST_THINKING: u32 = 3_600_000;

/// The time of a search: what was asked for, or what is usual, and never more than `longest`.
///
/// # Errors
///
/// If less than a millisecond or more than `most_ms` was asked for.
pub(crate) fn search_time(
    asked_ms: Option<u32>,
    usual_ms: u32,
    most_ms: u32,
    longest: Duration,
) -> Result<Duration, ApiError> {
    let time_ms = asked_ms.unwrap_or(usual_ms);
    if !(1..=most_ms).contains(&time_ms) {
        let message = format!("{time_ms} ms: ask for 1 to {most_ms}");
        return Err(ApiError::in_field(ErrorCode::BadValue, "time_ms", message));
    }
    Ok(Duration::from_millis(time_ms.into()).min(longest))
}

/// The level of a number, which `field` of a question has. Default: full strength.
///
/// # Errors
///
/// If there is no such level.
pub(crate) fn level(number: Option<u8>, field: &str) -> Result<Level, ApiError> {
    let number = number.unwrap_or(Level::FULL.number());
    Level::new(number).ok_or_else(|| {
        let message = format!("level {number}: there are levels from 1 to 10");
        ApiError::in_field(ErrorCode::BadValue, field, message)
    })
}
