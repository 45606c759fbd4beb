//! Cancellation of work whose answer is no longer wanted.

use std::fmt;

use crate::error::{ApiError, ErrorCode};

/// A cancellation callback, which long work polls. The caller decides by what: a flag, a deadline, a
/// connection that is gone.
#[derive(Clone, Copy)]
pub struct Cancel<'a>(&'a (dyn Fn() -> bool + Sync));

impl<'a> Cancel<'a> {
    /// Work that is never cancelled.
    pub const NEVER: Cancel<'static> = Cancel(&|| false);

    /// Cancels work as soon as the callback gives true.
    pub const fn new(is_cancelled: &'a (dyn Fn() -> bool + Sync)) -> Cancel<'a> {
        Cancel(is_cancelled)
    }

    /// Whether the answer is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        (self.0)()
    }

    /// Ends work whose answer is no longer wanted.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.is_cancelled() { Err(Cancel::error()) } else { Ok(()) }
    }

    /// What cancelled work ends with.
    pub fn error() -> ApiError {
        ApiError::new(ErrorCode::Timeout, "the answer is no longer wanted")
    }
}

impl fmt::Debug for Cancel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.is_cancelled()).finish()
    }
}
